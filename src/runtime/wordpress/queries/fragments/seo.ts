import type { Capabilities } from '../../fields/capabilities.ts';

/** Yoast's fields. Twitter's card type and the plugin's own graph are not asked for: the site makes its own. */
const yoast = `seo {
    title metaDesc canonical metaRobotsNoindex metaRobotsNofollow
    opengraphTitle opengraphDescription twitterTitle twitterDescription
    opengraphImage { sourceUrl }
  }`;

/**
 * Rank Math's. Left out because they can fail the answer: `twitterMeta.card` ("Cannot serialize value as enum" for the
 * small card), `locale` (an enum too), `breadcrumbs` (there only when switched on).
 */
const rankMath = `seo {
    title description canonicalUrl robots
    openGraph { title description image { url } twitterMeta { title description } }
  }`;

/** Selection of a node that has `seo`; empty without an SEO plugin. */
export function seoSelection({ seo }: Capabilities): string {
  if (seo === 'none') return '';
  return seo === 'seo_plugin_a' ? yoast : rankMath;
}

/** The part of it that says whether an address may be found, for long lists. */
export function robotsSelection({ seo }: Capabilities): string {
  if (seo === 'none') return '';
  return seo === 'seo_plugin_a' ? 'seo { metaRobotsNoindex canonical }' : 'seo { robots canonicalUrl }';
}

/** The same as a fragment named after the type, such as `PostSeoFields`. */
export function seoFields(c: Capabilities, type: 'Post' | 'Page' | 'ContentNode'): string {
  const seo = seoSelection(c);
  return seo && `\nfragment ${type}SeoFields on ${type} {\n  ${seo}\n}`;
}

/**
 * Selection of a term. Rank Math gives `seo` to every term, Yoast to each taxonomy's own type only, so those of
 * custom taxonomies go without.
 */
export function termSeo({ seo }: Capabilities, selection: string): string {
  if (seo === 'none') return '';
  return seo === 'seo_plugin_b'
    ? `... on TermNode { ${selection} }`
    : `... on Category { ${selection} } ... on Tag { ${selection} }`;
}
