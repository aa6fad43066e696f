import type { Capabilities } from '../../runtime/wordpress/fields/capabilities';

/** A CMS and its content. Null everywhere: that could not be found out. */
export interface DetectedCms {
  /** Plain texts of one line; empty where the CMS has none. */
  title: string | null;
  description: string | null;
  /** WordPress's locale: `en_US`. */
  language: string | null;
  /** WordPress's form: `Europe/Berlin`, `UTC+2`. */
  timezone: string | null;
  seo: Capabilities['seo'] | null;
  companion: DetectedCompanion | null;
  /** Custom content types that show something to everybody. */
  types: readonly DetectedType[] | null;
  /** Names of all custom content types in GraphQL, also of those that show nothing yet. */
  typeNames: readonly string[] | null;
  /** Names of all taxonomies in GraphQL. */
  taxonomies: readonly string[] | null;
  /** Types and taxonomies that visitors of WordPress see, and GraphQL does not have. */
  hidden: readonly HiddenType[] | null;
  /** The two locations that the site shows. */
  menus: Record<MenuLocation, MenuState | null>;
  /** The structure in Settings > Permalinks, read off the addresses of posts: `/%postname%/`; `plain` for addresses like `/?p=1`. */
  permalinks: string | null;
  /** Hosts of the newest pictures, without the CMS's own. */
  imageHosts: readonly string[] | null;
  /** Other hosts of pictures in its newest posts, pages and other content: what is linked from elsewhere. */
  contentHosts: readonly string[] | null;
  /** Plugins whose forms stand in its newest texts. */
  forms: readonly string[] | null;
  /** Addresses at which the CMS has a page and the site routes of its own. */
  reserved: readonly string[] | null;
}

export interface DetectedCompanion {
  installed: boolean;
  /** Null where it does not say: a version from before it could. */
  version: string | null;
}

export interface DetectedType {
  /** WordPress's name: `project`. */
  name: string;
  /** Name for editors: `Projects`. */
  label: string;
  /** Address of its archive, or null. */
  archive: string | null;
  /** Address of one of its items, or null where it has none. */
  example: string | null;
}

/** A content type or a taxonomy that lacks `show_in_graphql`. */
export interface HiddenType {
  kind: 'type' | 'taxonomy';
  /** WordPress's name: `book`. */
  name: string;
  /** Name for editors: `Books`. */
  label: string;
}

export type MenuLocation = 'PRIMARY' | 'FOOTER';
/** `unknown`: neither the theme nor a plugin has the location. */
export type MenuState = 'filled' | 'empty' | 'unregistered';

/** Hosts beside the CMS's own whose pictures a site in front of it has to show. */
export function hostsOf(cms: DetectedCms | undefined): string[] {
  return [...new Set([...(cms?.imageHosts ?? []), ...(cms?.contentHosts ?? [])])];
}
