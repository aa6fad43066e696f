import { decodeHTML } from 'entities';
import { cutText } from './html/text.ts';
import type { CmsSeo, Maybe, RankMathSeo, SEOData, YoastSeo } from './types.ts';

/**
 * An SEO plugin's data of a node, under the specification's names. Plugins answer `""` or null for what they do not
 * know; both mean "not set".
 * @returns undefined for an object of nothing: that is no SEO (a plugin whose set-up is not finished answers so)
 */
export function toSeoData(seo: Maybe<CmsSeo>): SEOData | undefined {
  if (!seo) return undefined;
  const known = isRankMath(seo) ? fromRankMath(seo) : fromYoast(seo);
  const set = Object.entries(known).filter(([, value]) => value);
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/** Every field, absent where it is not set. */
type Known = { [Key in keyof Required<SEOData>]: SEOData[Key] | undefined };

function isRankMath(seo: CmsSeo): seo is RankMathSeo {
  return 'openGraph' in seo || 'canonicalUrl' in seo || 'robots' in seo;
}

function fromYoast(seo: YoastSeo): Known {
  return {
    title: text(seo.title),
    metaDesc: text(seo.metaDesc),
    canonical: text(seo.canonical),
    opengraphTitle: text(seo.opengraphTitle),
    opengraphDescription: text(seo.opengraphDescription),
    opengraphImage: image(text(seo.opengraphImage?.sourceUrl)),
    twitterTitle: text(seo.twitterTitle),
    twitterDescription: text(seo.twitterDescription),
    noindex: seo.metaRobotsNoindex === 'noindex',
    nofollow: seo.metaRobotsNofollow === 'nofollow',
  };
}

/** Rank Math decodes title and description; everything below `openGraph` comes with entities. */
function fromRankMath({ title, description, canonicalUrl, robots, openGraph }: RankMathSeo): Known {
  return {
    title: text(title),
    metaDesc: text(description),
    canonical: text(canonicalUrl),
    opengraphTitle: decoded(openGraph?.title),
    opengraphDescription: decoded(openGraph?.description),
    opengraphImage: image(decoded(openGraph?.image?.url)),
    twitterTitle: decoded(openGraph?.twitterMeta?.title),
    twitterDescription: decoded(openGraph?.twitterMeta?.description),
    noindex: robots?.includes('noindex'),
    nofollow: robots?.includes('nofollow'),
  };
}

function text(value: Maybe<string>): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? cutText(value) : undefined;
}

function decoded(value: Maybe<string>): string | undefined {
  const encoded = text(value);
  return encoded && decodeHTML(encoded);
}

function image(sourceUrl: string | undefined) {
  return sourceUrl === undefined ? undefined : { sourceUrl };
}
