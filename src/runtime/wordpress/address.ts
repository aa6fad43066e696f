import { ofProcess } from '../base/of-process.ts';
import type { RenderingStrategy } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { cmsFailure } from './client/failure.ts';
import { getHead } from './client/front-end.ts';
import { read } from './client/read.ts';
import { isTypeGone, readTypes } from './index/site-types.ts';
import { isResolverError } from './model/errors.ts';
import { builtIn, decodedUri, normalizePath } from './model/paths.ts';
import { everyRequest, lasting, strategyOf } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import type { CmsAddress } from './model/types.ts';
import { getAddress, getAnyItem } from './queries/site.ts';
import { confirm, inTurnOf, isUnasked, unasked } from './unknown-paths.ts';

/** The content at a path, and which entry of `rendering` decides how it is cached. */
export interface Address {
  kind:
    | 'post'
    | 'page'
    | 'content'
    | 'category'
    | 'tag'
    | 'term'
    | 'author'
    | 'posts'
    | 'contentType'
    | 'date'
    | 'file';
  /** `posts`, `pages`, `archives`, or the name of a custom content type. */
  contentType: string;
  /** WordPress's name of the type whose items these are: `post`, `page`, `project`. */
  type: string;
  /** GraphQL's name of what lives there: `Post`, `Category`. */
  typename: string;
  /** WordPress's name of the taxonomy of a term: `category`, `material`. */
  taxonomy?: string;
  databaseId: number | undefined;
  /** The slug; of a date archive the period, `2026/11`. */
  slug: string;
  /** Path in normal form; of a file its whole address, which is no page of this site. */
  path: string;
  /** The path as the CMS writes it, slash included. */
  uri: string;
}

/**
 * Asks the CMS what lives at a path. Cached until something appears there or goes away: such answers
 * are only ever dropped at once, see `tags.address`.
 * @param fresh asks again: on a route that is rendered for every request, and where the revalidate route compares
 * @returns null when nothing public does
 */
export async function findAddress(path: string, fresh = false): Promise<Address | null> {
  if (path.endsWith(INDEX_FILE)) return null;
  const found = await lookUp(path, [tags.address(path)], fresh);
  if (!found || !isKept(found, path)) return found;
  confirm(path);
  const isFixed = strategyOf(found, siteConfig).strategy === 'static';
  // The same answer, out of the cache. A static page must not hang on what `/*` refreshes, and only now it is known which
  // one is.
  return fresh || isFixed ? found : lookUp(path, [tags.address(path), tags.anyAddress], fresh);
}

/** WPGraphQL takes everything that ends with it for the front page, `/no-such/index.php` too. */
const INDEX_FILE = '/index.php';

/** An address without the `/index.php` that WordPress has in its permalinks where the server rewrites none, and drops where it does. */
export const withoutIndexFile = (path: string): string => path.replace(/\/index\.php(?=\/|$)/g, '') || '/';

/** Not that something lives elsewhere: an address can be spelled in any number of ways. */
const isKept = (found: Address | null, path: string): boolean => builtIn.has(path) || found?.path === path;

async function lookUp(path: string, tags: string[], fresh: boolean): Promise<Address | null> {
  const strategy = fresh ? everyRequest : lasting;
  try {
    const data = await inTurnOf(path, (mayAsk) =>
      read({
        operation: getAddress,
        variables: { uri: decodedUri(withSlash(path)) },
        tags,
        strategy,
        instead: async () =>
          builtIn.has(path) || (await mayAsk()) ? undefined : { nodeByUri: null, ...unasked },
        // That nothing is there is kept by the not-found page alone: `/*` can drop all of those, but no data without a path.
        // A built-in page is never a 404: there the answer itself is kept.
        keep: (data) => hasFront(data) && isKept(data.nodeByUri && toAddress(data.nodeByUri, path), path),
      }),
    );
    await assertFront(data, strategy);
    const { nodeByUri } = data;
    const found = nodeByUri && toAddress(nodeByUri, path);
    return found && (await isForEverybody(found)) ? found : null;
  } catch (error) {
    if (!isResolverError(error)) throw error;
    if (await isMissingInWordPress(path, strategy)) return null;
    sayOnce(path, error);
    throw error;
  }
}

/**
 * WPGraphQL gives terms of a taxonomy that is not public, too; WordPress itself has no page for them. The stored address of a type's
 * archive may be of a type that is gone.
 */
async function isForEverybody(found: Address): Promise<boolean> {
  const { kind, type, taxonomy = '' } = found;
  if (kind === 'term') return (await readTypes(lasting)).taxonomies.has(taxonomy);
  if (kind !== 'contentType' || strategyOf(found, siteConfig).strategy === 'static') return true;
  const { custom } = await readTypes(lasting);
  // One that is not known may be new.
  return custom.some(({ name }) => name === type) || !(await isTypeGone(type));
}

/** A WordPress that fails in silence says of everything that it is not there, the front page included. */
const hasFront = (data: { nodeByUri: CmsAddress | null; front?: object | null }): boolean =>
  data.nodeByUri !== null || isUnasked(data) || Boolean(data.front);

/**
 * Before an item counts as gone: asks whether the CMS still knows of anything.
 * @throws {WordPressError|GraphQLError} when it does not, or fails
 */
export async function assertFrontPage(): Promise<void> {
  const variables = { uri: '/' };
  const data = await read({
    operation: getAddress,
    variables,
    tags: [],
    strategy: lasting,
    keep: () => false,
  });
  await assertFront(data, lasting);
}

/**
 * A front page that was unpublished is missing, and nothing fails: WordPress's own front end says so, too. So it does where it cannot
 * read its table of posts, and then it has no items either.
 * @throws {WordPressError} where one of the two says otherwise
 */
async function assertFront(data: Parameters<typeof hasFront>[0], strategy: RenderingStrategy): Promise<void> {
  if (hasFront(data)) return;
  if (isGone(await statusOf('/', strategy)) && (await hasItems(strategy))) return;
  throw cmsFailure(siteConfig.wordpress.graphqlUrl, 'noFrontPage');
}

async function hasItems(strategy: RenderingStrategy): Promise<boolean> {
  const question = { operation: getAnyItem, variables: {}, tags: [], strategy, keep: () => false };
  return Boolean((await read(question)).contentNodes?.nodes[0]);
}

/**
 * WPGraphQL itself fails at addresses that some plugins make (`/fr/` of Polylang), and WordPress's own front end may know that
 * nothing is there. One that does not even show its home page says so of everything.
 */
async function isMissingInWordPress(path: string, strategy: RenderingStrategy): Promise<boolean> {
  return isGone(await statusOf(withSlash(path), strategy)) && (await statusOf('/', strategy)) === 200;
}

/** @returns the status with which WordPress's own front end answers, where the companion leads visitors away from it, too */
async function statusOf(path: string, strategy: RenderingStrategy): Promise<number> {
  const variables = { path: `${path}?${STAY}` };
  const question = { operation: getHead, variables, tags: [], strategy, keep: () => false };
  return (await read(question)).status;
}

/** `NotShown::STAY` of the companion. */
const STAY = 'on-wordpress';

const isGone = (status: number): boolean => status === 404 || status === 410;

/** Addresses that have been named in the log; of more, the log has been told enough. */
const named = ofProcess('failing-addresses', () => new Set<string>());
const MOST_NAMED = 100;

function sayOnce(path: string, error: Error): void {
  if (named.has(path) || named.size >= MOST_NAMED) return;
  named.add(path);
  console.error(
    `[cms] WPGraphQL fails at the address ${path}, which this site cannot show: ${error.message}`,
  );
}

export function toAddress(node: CmsAddress, path: string): Address | null {
  const kind = kindOf(node);
  if (!kind) return null;
  const uri = (isShownAt(path, kind, node) ? null : (node.mediaItemUrl ?? node.uri)) ?? withSlash(path);
  return {
    kind,
    contentType: contentTypeOf(kind, node),
    type: kind === 'contentType' ? (node.name ?? '') : (node.contentTypeName ?? 'post'),
    typename: node.__typename,
    ...(node.taxonomyName ? { taxonomy: node.taxonomyName } : {}),
    databaseId: node.databaseId,
    slug: node.slug ?? '',
    path: kind === 'file' ? uri : (normalizePath(uri) ?? path),
    uri,
  };
}

/**
 * WPGraphQL names another address of the list of posts than the one it found it at: at `/`, where the front page is no longer chosen,
 * that of the page for posts, and of that page, where it is a draft, `/?page_id=95`. WordPress shows the list at both.
 */
const isShownAt = (path: string, kind: Address['kind'], { uri }: CmsAddress): boolean =>
  kind === 'posts' && (path === '/' || Boolean(uri?.includes('?')));

const kinds: Record<string, Address['kind']> = {
  Post: 'post',
  Page: 'page',
  Category: 'category',
  Tag: 'tag',
  User: 'author',
};

function kindOf(node: CmsAddress): Address['kind'] | undefined {
  if (node.__typename === 'ContentType') return node.name === 'post' ? 'posts' : 'contentType';
  // An attachment's page shows nothing but the file: links to it, common in older content, lead to the file, as in WordPress since 6.4.
  if (node.contentTypeName === 'attachment') return node.mediaItemUrl ? 'file' : undefined;
  return (
    kinds[node.__typename] ?? (node.contentTypeName ? 'content' : node.taxonomyName ? 'term' : undefined)
  );
}

function contentTypeOf(kind: Address['kind'], node: CmsAddress): string {
  if (kind === 'post') return 'posts';
  if (kind === 'page') return 'pages';
  return kind === 'content' ? (node.contentTypeName ?? '') : 'archives';
}

export function withSlash(path: string): string {
  return path === '/' ? path : `${path}/`;
}
