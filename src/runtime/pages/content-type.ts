import type { Metadata } from 'next';
import { readContentIndex } from '../cms/content-index.ts';
import { builtIn, normalizePath } from '../cms/paths.ts';
import { readAuthors, readTerms, termsOfPosts } from '../cms/terms.ts';
import {
  getStrategy,
  isRenderedEachTime,
  prerenderedItems,
  type RenderingStrategy,
} from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { metadataOf, missingMetadata } from './metadata.ts';
import { type Route, resolveRoute } from './resolve.ts';

/** What a route file of Next exports. */
export interface ContentTypeRoute {
  /** Undefined when one of the types is `ssr`: with params Next would answer such a page with 500. */
  generateStaticParams: (() => Promise<Params[]>) | undefined;
  generateMetadata: (props: RouteProps) => Promise<Metadata>;
  Page: (props: RouteProps) => Promise<React.ReactNode>;
}

type Params = { path?: string[] };
type RouteProps = { params: Promise<Params> };

/** What a visitor sees at an address. */
type Shown = (props: { route: Route; path: string; dynamic: boolean }) => React.ReactNode;

/** The route of a custom content type, `/project` and everything below, so that its strategy is its own. */
export function contentTypeRoute(type: string, show: Shown): ContentTypeRoute {
  return route(`/${type}`, { [type]: pathsOf(type, type) }, show);
}

/** The route that posts, pages and archives share, because WordPress lets them share addresses. */
export function sharedRoute(show: Shown): ContentTypeRoute {
  return route(
    '/',
    { posts: pathsOf('posts', 'post'), pages: pathsOf('pages', 'page'), archives: archivePaths },
    show,
  );
}

/** The paths that are rendered by the build, as the CMS writes them. */
type List = (strategy: RenderingStrategy) => Promise<string[]>;

/** @param contentType as the configuration names it */
function pathsOf(contentType: string, type: string): List {
  return async (strategy) =>
    (await readContentIndex(strategy, [type]))
      .slice(0, prerenderedItems(siteConfig, contentType))
      .map(({ path }) => path);
}

/** First pages only: the others, and archives that show nothing, come with their first visitor. */
async function archivePaths(strategy: RenderingStrategy): Promise<string[]> {
  const [terms, authors, posts] = await Promise.all([
    readTerms(strategy),
    readAuthors(strategy),
    readContentIndex(strategy, ['post']),
  ]);
  const used = termsOfPosts(posts);
  return [...terms.filter(({ databaseId }) => used.has(databaseId)), ...authors].flatMap(({ uri }) =>
    uri ? [uri] : [],
  );
}

function route(base: string, lists: Record<string, List>, show: Shown): ContentTypeRoute {
  const prefix = base === '/' ? '/' : `${base}/`;
  const dynamic = Object.keys(lists).some((type) => isRenderedEachTime(siteConfig, type));
  const pathOf = async ({ params }: RouteProps) => prefix + ((await params).path ?? []).join('/');
  return {
    generateStaticParams: dynamic ? undefined : () => staticParams(prefix, lists),
    generateMetadata: async (props) => {
      const path = await pathOf(props);
      const route = await resolveRoute(normalizePath(path), dynamic);
      return route || dynamic ? metadataOf(route) : missingMetadata(normalizePath(path) ?? path);
    },
    // biome-ignore lint/correctness/noComponentHookFactories: called once, when the route file is loaded
    Page: async (props) => {
      const path = await pathOf(props);
      const route = await resolveRoute(normalizePath(path), dynamic);
      return show({ route, path: normalizePath(path) ?? path, dynamic });
    },
  };
}

async function staticParams(prefix: string, lists: Record<string, List>): Promise<Params[]> {
  const found = await Promise.all(
    Object.entries(lists).map(async ([type, list]) => {
      const strategy = getStrategy(siteConfig, type);
      return strategy.generateStaticParams ? list(strategy) : [];
    }),
  );
  return found.flat().flatMap((uri) => {
    const path = normalizePath(uri);
    if (path === null || builtIn.has(path) || !path.startsWith(prefix)) return [];
    return [{ path: path.slice(prefix.length).split('/').map(decodeURIComponent) }];
  });
}
