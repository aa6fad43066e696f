import { cache } from 'react';
import { isProduction, siteConfig } from '../config/site.ts';
import { ruleOf } from '../redirects/ruled.ts';
import { type Address, assertFrontPage, findAddress } from '../wordpress/address.ts';
import { type ArchivePage, readArchive } from '../wordpress/archives.ts';
import { commentPagePath } from '../wordpress/comment-pages.ts';
import { findDateArchive } from '../wordpress/date-archive.ts';
import { readContent, readPage, readPost } from '../wordpress/items.ts';
import { WordPressError } from '../wordpress/model/errors.ts';
import { builtIn, normalizePath, pathBelow, splitCommentPage, splitPage } from '../wordpress/model/paths.ts';
import { strategyOf } from '../wordpress/model/strategy.ts';
import type { PageView, Pagination, PostView, ShellView } from '../wordpress/model/views.ts';
import { findMoved } from '../wordpress/moved.ts';
import { readShell } from '../wordpress/shell.ts';
import { openedGrant } from './passwords/session.ts';
import { currentPreview, grantFor, type ShownPreview } from './preview/session.ts';
import { templateNames } from './templates.ts';

/** All that a content page shows, read once for its metadata and its body. */
export type ResolvedRoute = RouteFrame & RouteContent;

type RouteContent =
  | { kind: 'post'; post: PostView }
  | { kind: 'page'; page: PageView }
  | { kind: 'archive'; archive: ArchivePage; pagination: Pagination };

export interface RouteFrame {
  /** The path as the CMS writes it. */
  uri: string;
  shell: ShellView;
  preview: ShownPreview | null;
  /** Names of the templates that may show it, the most specific first. */
  templates: readonly string[];
}

export interface Moved {
  kind: 'moved';
  to: string;
  /** Only for now. */
  isTemporary?: boolean;
}

/** In development only: the page says what is wrong with the CMS, and the fix. */
export interface Unreachable {
  kind: 'unreachable';
  message: string;
}

/** The content of an address; null is the not-found page. */
export type Route = ResolvedRoute | Moved | Unreachable | null;

/**
 * Finds what a path shows.
 * @param path in normal form; null for what is no path of this site
 * @param dynamic the route is rendered for every request, so what lives where is asked again as well
 * @returns null when the CMS says that nothing public lives there
 * @throws {WordPressError|GraphQLError} when the CMS fails, in production: the last good page stays up
 */
export const resolveRoute = cache(async (path: string | null, dynamic: boolean): Promise<Route> => {
  try {
    return await resolve(path, dynamic);
  } catch (error) {
    if (isProduction || !(error instanceof WordPressError)) throw error;
    return { kind: 'unreachable', message: error.message };
  }
});

/** Characters, encoded: WordPress stores no longer slug, so the CMS need not be asked. */
const MAX_SLUG = 200;

async function resolve(path: string | null, dynamic: boolean): Promise<ResolvedRoute | Moved | null> {
  if (path === null || path.split('/').some((part) => part.length > MAX_SLUG)) return null;
  const rule = await ruleOf(path);
  if (rule?.kind === 'redirect') return movedBy(rule);
  const shown = rule?.kind === 'show' ? normalizePath(rule.path) : path;
  return rule?.kind === 'error' || shown === null ? null : readAddress(shown, dynamic);
}

function movedBy({ to, status }: { to: string; status: number }): Moved {
  return { kind: 'moved', to, isTemporary: status !== 301 && status !== 308 };
}

async function readAddress(path: string, dynamic: boolean): Promise<ResolvedRoute | Moved | null> {
  const comments = await findCommentPage(path, dynamic);
  if (comments) return resolveCommentPage(comments.address, comments.page, comments.base);
  const { base, page } = splitPage(path);
  const address = (await findAddress(base, dynamic)) ?? (await findDateArchive(base));
  // A built-in page is where it is, whatever had the address before.
  if (!address) return builtIn.has(base) ? null : movedTo(path);
  // `/journal/page/1/` was a second address of `/journal/`.
  const isFirst = page === 1 && path !== base;
  if (address.path !== base || isFirst) return { kind: 'moved', to: address.uri };
  const body = await readBody(address, page);
  return body && inFrame(address, body, base === '/');
}

async function inFrame(address: Address, body: Body, isFront: boolean): Promise<ResolvedRoute> {
  const templates = templateNames(address, isFront, chosenIn(body));
  return { ...body, uri: address.uri, shell: await readShell(strategyOf(address, siteConfig)), templates };
}

/** Only posts have pages of comments. A page of the CMS may have such an address, too: `/parent/comment-page-2`. */
async function findCommentPage(path: string, dynamic: boolean) {
  const split = siteConfig.features.comments ? splitCommentPage(path) : null;
  if (!split) return null;
  const address = await findAddress(split.base, dynamic);
  return address?.kind === 'post' ? { ...split, address } : null;
}

/**
 * A post with a page of its comments. The page that opens is shown at its number, too, as in WordPress, and no redirect: Next 16.4
 * forgets where a redirect leads that it renders behind a visitor.
 */
async function resolveCommentPage(
  address: Address,
  number: number,
  base: string,
): Promise<ResolvedRoute | Moved | null> {
  if (address.path !== base) return { kind: 'moved', to: commentPagePath(address.uri, number) };
  const post = await readPost(address, await openedGrant(address.databaseId), number);
  if (!post) await assertFrontPage();
  if (!post || (post.commentPages?.page ?? 1) !== number) return null;
  return inFrame(address, { kind: 'post', post: { ...post, path: address.uri }, preview: null }, false);
}

/** Archives have none that an editor could choose. */
function chosenIn(body: RouteContent): string | null {
  if (body.kind === 'archive') return null;
  return body.kind === 'post' ? body.post.template : body.page.template;
}

async function movedTo(path: string): Promise<Moved | null> {
  const to = await findMoved(path);
  return to === null ? null : { kind: 'moved', to };
}

type Body = RouteContent & Pick<RouteFrame, 'preview'>;

async function readBody(address: Address, number: number): Promise<Body | null> {
  if (address.kind === 'post' || address.kind === 'page' || address.kind === 'content') {
    return number === 1 ? readItem(address) : null;
  }
  const archive = await readArchive(address, number, strategyOf(address, siteConfig));
  if (!archive) return null;
  const pagination = { page: archive.page, pages: archive.pages, pathOf: pageAddress(address.uri) };
  return { kind: 'archive', archive, pagination, preview: null };
}

async function readItem(address: Address): Promise<Body | null> {
  const session = await currentPreview();
  // An item with an address is public.
  const preview =
    session && session.id === String(address.databaseId) ? { ...session, isPublished: true } : null;
  const grant = preview ? grantFor(preview) : await openedGrant(address.databaseId);
  if (address.kind === 'page') {
    const page = await readPage(address, grant);
    if (!page) await assertFrontPage();
    return page && { kind: 'page', page: { ...page, path: address.uri }, preview };
  }
  const post = await (address.kind === 'post' ? readPost(address, grant) : readContent(address, grant));
  if (!post) await assertFrontPage();
  return post && { kind: 'post', post: { ...post, path: address.uri }, preview };
}

function pageAddress(uri: string): (page: number) => string {
  return (page) => (page === 1 ? uri : pathBelow(uri, `page/${page}`));
}
