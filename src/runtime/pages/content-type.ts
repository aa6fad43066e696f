import type { Metadata } from 'next';
import {
  getStrategy,
  hasRoute,
  isRenderedEachTime,
  prerenderedItems,
  type RenderingStrategy,
} from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { getCapabilities } from '../wordpress/client/probe.ts';
import { readContentIndex } from '../wordpress/index/content-index.ts';
import { readTypes, type SiteTypes } from '../wordpress/index/site-types.ts';
import { isOfPosts, readAuthors, readTerms, termsInUse } from '../wordpress/index/terms.ts';
import { builtIn, normalizePath } from '../wordpress/model/paths.ts';
import { metadataOf, missingMetadata } from './metadata.ts';
import { type Route, resolveRoute } from './resolve.ts';

/** Exports of a route file of Next. */
export interface ContentTypeRoute {
  /** Undefined when one of the types is `ssr`: with params Next would answer such a page with 500. */
  generateStaticParams: (() => Promise<Params[]>) | undefined;
  generateMetadata: (props: RouteProps) => Promise<Metadata>;
  Page: (props: RouteProps) => Promise<React.ReactNode>;
}

type Params = { path?: string[] };
type RouteProps = { params: Promise<Params> };

/** The content at an address. */
type Shown = (props: { route: Route; path: string; dynamic: boolean }) => React.ReactNode;

/** The route of a custom content type, `/project` and everything below, so that its strategy is its own. */
export function contentTypeRoute(type: string, show: Shown): ContentTypeRoute {
  const archive = ofArchives(async (strategy) => archivesOf(await readTypes(strategy), [type]));
  return route(`/${type}`, type, [ofType(type), archive], show);
}

/** The route that posts, pages and archives share, because WordPress lets them share addresses; and all custom types whose addresses begin otherwise. */
export function sharedRoute(show: Shown): ContentTypeRoute {
  return route('/', 'posts', [ofType('post'), ofType('page'), customPaths, ofArchives(archivePaths)], show);
}

/** The paths that are rendered by the build, as the CMS writes them. */
type List = () => Promise<string[]>;

/** @param type WordPress's name */
function ofType(type: string): List {
  const contentType = { post: 'posts', page: 'pages' }[type] ?? type;
  const strategy = getStrategy(siteConfig, contentType);
  return async () => {
    const most = prerenderedItems(siteConfig, contentType);
    return most === 0
      ? []
      : (await readContentIndex(strategy, [type])).slice(0, most).map(({ path }) => path);
  };
}

async function customPaths(): Promise<string[]> {
  const { custom } = await readTypes(getStrategy(siteConfig, 'archives'));
  return (await Promise.all(custom.map(({ name }) => ofType(name)()))).flat();
}

function ofArchives(list: (strategy: RenderingStrategy) => Promise<string[]>): List {
  const strategy = getStrategy(siteConfig, 'archives');
  return async () => (strategy.generateStaticParams ? list(strategy) : []);
}

/** First pages only: the others, and archives that show nothing, come with their first visitor. */
async function archivePaths(strategy: RenderingStrategy): Promise<string[]> {
  const [types, terms, authors, items, { index }] = await Promise.all([
    readTypes(strategy),
    readTerms(strategy),
    readAuthors(strategy),
    readContentIndex(strategy),
    getCapabilities(),
  ]);
  // Without the companion each archive of another taxonomy would be a question to the CMS.
  const used = (await termsInUse(items, terms)).filter((term) => index || isOfPosts(term));
  const names = types.custom.map(({ name }) => name);
  return [...archivesOf(types, names), ...[...used, ...authors].flatMap(({ uri }) => (uri ? [uri] : []))];
}

const archivesOf = ({ custom }: SiteTypes, types: readonly string[]) =>
  custom.flatMap(({ name, uri }) => (uri && types.includes(name) ? [uri] : []));

/** @param contentType one that has the route */
function route(base: string, contentType: string, lists: readonly List[], show: Shown): ContentTypeRoute {
  const prefix = base === '/' ? '/' : `${base}/`;
  const dynamic = isRenderedEachTime(siteConfig, contentType);
  const pathOf = async ({ params }: RouteProps) => prefix + ((await params).path ?? []).join('/');
  return {
    generateStaticParams: dynamic ? undefined : () => staticParams(base, lists),
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

async function staticParams(base: string, lists: readonly List[]): Promise<Params[]> {
  const uris = (await Promise.all(lists.map((list) => list()))).flat();
  const params = new Map<string, Params>();
  for (const uri of uris) {
    const path = normalizePath(uri);
    if (path === null || builtIn.has(path)) continue;
    const [, first = '', ...rest] = path.split('/').map(decodeURIComponent);
    const own = hasRoute(siteConfig, first) ? `/${first}` : '/';
    if (own === base) params.set(path, { path: base === '/' ? [first, ...rest] : rest });
  }
  return [...params.values()];
}
