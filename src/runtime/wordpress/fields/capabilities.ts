import { GraphQLError, type GraphQLErrorEntry } from '../model/errors.ts';
import type { CustomSelections } from './custom-fields.ts';

/** Parts of the CMS's schema beyond plain WPGraphQL. */
export interface Capabilities {
  /** The companion plugin's, each apart: the page settings, the blocks and sidebar, the light index of all items. */
  settings: boolean;
  blocks: boolean;
  index: boolean;
  /** Whether the index says digests of its parts, and gives the rows of those that differ. */
  sums: boolean;
  /** Whether it has a word for menus, settings, terms, comments and the like, another one after each change. */
  changed: boolean;
  /** Whether items say that they change by themselves, and how soon. */
  interval: boolean;
  /** Whether items say which template an editor has chosen for them. */
  template: boolean;
  /** Whether items say that their password opens them here, and so the companion compares passwords. */
  passwords: boolean;
  /** Whether items say who may comment on them, and so the companion takes comments. */
  comments: boolean;
  /** Whether they say how comments make pages, too, and which comments there are. */
  commentPages: boolean;
  /** `__typename`s of the custom blocks that the schema has; asked for apart, see custom-blocks.ts. */
  customBlocks?: readonly string[];
  /** The custom fields that the schema has, see custom-fields.ts; and a line for each that it does not have. */
  custom?: CustomSelections;
  unknownFields?: readonly string[];
  blurDataUrl: boolean;
  /** Whether it says which images are the site's logo and icon. */
  identity: boolean;
  /** Whether lists can be narrowed down to sticky posts. */
  sticky: boolean;
  /** Which SEO plugin's fields `seo` has, if any. */
  seo: 'seo_plugin_a' | 'seo_plugin_b' | 'none';
  menus: { PRIMARY: boolean; FOOTER: boolean };
  /** The companion plugin cannot say which blocks stand where; asked only by a site with block overrides. */
  noOverrides?: true;
  /** Key that the plugin is asked for them with; on a site with block overrides, where it can say. */
  overrideKey?: string;
  /** No plugin in WordPress has rules for redirects, or the companion plugin cannot hand them over. */
  noRedirects?: true;
  /** Key that the plugin is asked for them with; only where there may be some. */
  redirects?: string;
  /** The owner has switched comments off: nothing is asked about them. */
  noComments?: true;
  /** WPGraphQL has taken its argument `asPreview` away, as 2.21 announces; the companion plugin needs none. */
  noAsPreview?: true;
}

/**
 * Asks for every optional field at once and reads the answer's errors. Not introspection, because WPGraphQL refuses
 * that to the public by default; validation errors name each missing field all the same.
 * @param custom what is to be found out beside, see custom-fields.ts
 */
export const capabilitiesDocument = (custom = '') => /* GraphQL */ `
query Capabilities {
  posts(first: 1) { nodes { yoast: seo { metaDesc } rankMath: seo { canonicalUrl } } }
  pages(first: 1) { nodes { companionInterval companionTemplate companionTakesPassword companionComments { isOpen outline @skip(if: true) } companionSettings { hideTitle } flexibleContent { __typename } sidebarBlocks { __typename } } }
  mediaItems(first: 1) { nodes { blurDataUrl } }
  sticky: posts(first: 1, where: { isSticky: true }) { nodes { id } }
  companionIdentity { __typename }
  companionChanged
  companionIndex(type: "post", first: 1) { rows endCursor hasNextPage sums @skip(if: true) }
  primary: menuItems(first: 1, where: { location: PRIMARY }) { nodes { id } }
  footer: menuItems(first: 1, where: { location: FOOTER }) { nodes { id } }
  preview: post(id: "0", idType: DATABASE_ID, asPreview: true) { id }
${custom}
}`;

/** The argument that asks for unsaved changes, behind others. */
export const asPreview = ({ noAsPreview }: Capabilities): string => (noAsPreview ? '' : ', asPreview: true');

/**
 * @throws {GraphQLError} on an error that is none of the expected ones: an overloaded or restricted CMS must not be
 *   remembered as one without plugins
 */
export function capabilitiesFrom(errors: readonly GraphQLErrorEntry[]): Capabilities {
  const missing = new Set<string>();
  for (const { message, path } of errors) {
    const field = /Cannot query field "(\w+)" on type "(\w+)"/.exec(message);
    const location = /"?(PRIMARY|FOOTER)"? does not exist in "MenuLocationEnum"/.exec(message);
    // First: GraphQL may suggest the index in its place.
    if (field?.[1] === 'companionIdentity') missing.add('identity');
    else if (field?.[1] === 'companionChanged') missing.add('changed');
    else if (/"companionRedirects"/.test(message.replace(/Did you mean.*/s, ''))) missing.add('redirects');
    else if (field?.[1] === 'sums') missing.add('sums');
    // Any error about it counts, a missing argument included.
    else if (/companionIndex/i.test(message)) missing.add('index');
    else if (/Unknown argument "asPreview"/.test(message)) missing.add('asPreview');
    else if (/"isSticky" is not defined/.test(message)) missing.add('sticky');
    else if (field)
      missing.add(
        /^(?:Post|Page|MediaItem|CompanionComments)$/.test(field[2] ?? '')
          ? `${field[2]}.${field[1]}`
          : `seo.${field[1]}`,
      );
    else if (location) missing.add(`menu.${location[1]}`);
    // A resolver that failed while answering (a half-installed SEO plugin) says nothing about the schema.
    else if (!path) throw new GraphQLError(`The CMS could not say what it can do: ${message}`, errors);
  }
  const has = (name: string) => !missing.has(name);
  const seo =
    has('Post.seo') && has('seo.metaDesc')
      ? 'seo_plugin_a'
      : has('Post.seo') && has('seo.canonicalUrl')
        ? 'seo_plugin_b'
        : 'none';
  return {
    settings: has('Page.companionSettings'),
    blocks: has('Page.flexibleContent') && has('Page.sidebarBlocks'),
    index: has('index'),
    sums: has('index') && has('sums'),
    changed: has('changed'),
    interval: has('Page.companionInterval'),
    template: has('Page.companionTemplate'),
    passwords: has('Page.companionTakesPassword'),
    comments: has('Page.companionComments'),
    commentPages: has('Page.companionComments') && has('CompanionComments.outline'),
    blurDataUrl: has('MediaItem.blurDataUrl'),
    identity: has('identity'),
    sticky: has('sticky'),
    seo,
    menus: { PRIMARY: has('menu.PRIMARY'), FOOTER: has('menu.FOOTER') },
    ...(has('Page.companionBlocks') ? {} : { noOverrides: true }),
    ...(has('redirects') ? {} : { noRedirects: true }),
    ...(has('asPreview') ? {} : { noAsPreview: true }),
  };
}
