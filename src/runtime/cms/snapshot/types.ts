import type { Capabilities } from '../capabilities.ts';
import type {
  CmsAuthorListed,
  CmsContent,
  CmsIndexPage,
  CmsListed,
  CmsMenuItem,
  CmsPageNode,
  CmsReading,
  CmsSettings,
  CmsTermListed,
  Connection,
} from '../types.ts';

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

/** All public content of the CMS, as it was when the build began. */
export interface Snapshot {
  capabilities: Capabilities;
  settings: CmsSettings | null;
  reading: CmsReading | null;
  sticky: Connection<{ databaseId: number }> | null;
  contentTypes: SnapshotContentType[];
  menus: Record<MenuLocation, CmsMenuItem[]>;
  posts: SnapshotItem[];
  pages: SnapshotPage[];
  /** Items of the configured custom types, by WordPress's name of the type. */
  content: Record<string, SnapshotItem[]>;
  terms: CmsTermListed[];
  authors: CmsAuthorListed[];
  /** The companion's index of each type, as it came; empty without the companion. */
  index: Record<string, CmsIndexPage[]>;
}
