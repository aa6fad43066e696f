import type { SiteConfig } from '../../config/index.ts';
import type { Maybe } from '../../content/types.ts';
import type { Capabilities } from '../fields/capabilities.ts';
import type {
  CmsAuthorListed,
  CmsContent,
  CmsIdentity,
  CmsListed,
  CmsMenuItem,
  CmsPageNode,
  CmsReading,
  CmsSettings,
  CmsTermListed,
  Connection,
} from '../model/types.ts';

/** A post or an item of a custom type with all that its page, its cards and the content index show. */
export type SnapshotItem = CmsContent & CmsListed & { __typename?: string; commentCount?: number | null };

export type SnapshotPage = CmsPageNode & CmsListed;

export interface SnapshotContentType {
  name: string | null;
  uri: string | null;
  label: string | null;
  description: string | null;
}

export type MenuLocation = 'PRIMARY' | 'FOOTER';

/** Data of the CMS beside its items, as it was when the build began. */
export interface SiteParts {
  settings: CmsSettings | null;
  /** Not of snapshots of earlier versions, nor of a CMS without the companion's part. */
  identity?: CmsIdentity | null;
  /** The CMS's word as it was before the rest was read: `revalidate/catch-up.ts`. */
  changed?: string | null;
  /** Custom fields that belong to no item, under the names that the documents have for them. */
  options: Record<string, unknown>;
  reading: CmsReading | null;
  sticky: Connection<{ databaseId: number }> | null;
  contentTypes: SnapshotContentType[];
  /** Names of those that are for everybody. */
  taxonomies: string[];
  menus: Record<MenuLocation, CmsMenuItem[]>;
}

/** The last line of a snapshot: without it, it is not whole. */
export interface Snapshot extends SiteParts {
  /** The strategies as they were validated, for the table at the end of the build. */
  rendering: SiteConfig['rendering'];
  /** Why the contact form is not shown; null where it is. */
  contact: string | null;
  capabilities: Capabilities;
  terms: CmsTermListed[];
  authors: CmsAuthorListed[];
  /** Database ids of the newest posts. */
  newest: number[];
  /** By WordPress's name of the type: whether all its items are there, not only those that the build renders. */
  whole: Record<string, boolean>;
  /** Number of the lines with entries. */
  parts: number;
}

/** Keys that find an item whose content is there. */
export interface SnapshotEntry {
  /** WordPress's name of its type. */
  type: string;
  __typename: string;
  databaseId: number;
  uri: Maybe<string>;
  slug: Maybe<string>;
}

/** An item as it is kept. */
export interface StoredItem {
  /** Milliseconds since 1970: when it was read. */
  at: number;
  /** Says what was asked, and what the index said of it: while both are the same it need not be read again. */
  sum: string;
  node: SnapshotItem;
}
