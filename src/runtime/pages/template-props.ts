import type { SingleFields, TemplateFields } from '../config/extend/content.ts';
import type { SearchResults } from '../search/documents.ts';
import type { ArchivePage } from '../wordpress/archives.ts';
import type { PageView, PostView, ShellView } from '../wordpress/model/views.ts';
import type { ResolvedRoute } from './resolve.ts';

type OfKind<Kind extends ResolvedRoute['kind']> = Extract<ResolvedRoute, { kind: Kind }>;

/** The fields of a type are its own. */
type OfSingle<Name extends string> = Omit<OfKind<'post'>, 'post'> & {
  post: Omit<PostView, 'fields'> & { fields: SingleFields<Name> };
};

/** The fields of a term are those of its taxonomy. */
type OfArchive<Name extends string> = Omit<OfKind<'archive'>, 'archive'> & {
  archive: ArchivePage<TemplateFields<Name>>;
};

/** Props of a template, by its name. Those that show several kinds of content ask `kind` first. */
export type TemplateProps<Name extends string = 'index'> = Name extends 'index'
  ? ResolvedRoute
  : Name extends '404'
    ? MissingView
    : Name extends 'search'
      ? SearchView
      : Name extends 'single' | `single-${string}`
        ? OfSingle<Name>
        : Name extends 'page' | `page-${string}`
          ? OfKind<'page'>
          : Name extends 'singular' | `template-${string}`
            ? OfKind<'post' | 'page'>
            : Name extends 'front-page'
              ? OfKind<'page' | 'archive'>
              : OfArchive<Name>;

/** There is nothing at an address. */
export interface MissingView {
  kind: '404';
  /** The requested address in normal form; null where it is not known. */
  path: string | null;
  /** Null where nothing may be read of the CMS: Next puts its own not-found page into the data of every page. */
  shell: ShellView | null;
}

/** The search page. */
export interface SearchView {
  kind: 'search';
  /** The query; empty before anybody has asked. */
  query: string;
  /** Null: the search failed. */
  found: SearchResults | null;
  /** The page that WordPress has at `/search`, if any. */
  page: PageView | null;
  shell: ShellView;
}
