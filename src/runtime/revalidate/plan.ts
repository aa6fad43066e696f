import { itemTypes, type SiteConfig } from '../config/index.ts';
import type { Address } from '../wordpress/address.ts';
import { spanOf } from '../wordpress/index/index-rows.ts';
import { strategyOf } from '../wordpress/model/strategy.ts';
import { allLists, shownBy, tags } from '../wordpress/model/tags.ts';
import { type ReportedChange, tellsOfHidden } from './body.ts';

/** The past and present item of the path; undefined where the CMS could not be asked. */
export interface PathState {
  /** The item in this site's cache. */
  before: Address | null | undefined;
  /** The CMS's present item; asked for only where the sender did not say what happened. */
  after: Address | null | undefined;
}

export interface Plan {
  /** Dropped at once: something appeared, went away or was hidden, and nobody may see the 404 or the old text again. */
  expire: string[];
  /** Shown until it is rendered again. */
  stale: string[];
  /** The page is `static`: it changes with the next build. */
  needsBuild: boolean;
}

/** Whether an item that was public is not any more, has a password now, or has left its address to another one: lists must not show it once more. */
export function hidesItem(change: ReportedChange, { before, after }: PathState): boolean {
  if (change.path.endsWith('/*')) return false;
  return tellsOfHidden(change) || (change.event === undefined && isOther(before, after));
}

const isOther = (before: PathState['before'], after: PathState['after']): boolean =>
  Boolean(before) && after !== undefined && before?.databaseId !== after?.databaseId;

/**
 * Decides which tags a change touches. Pure.
 * @param withHidden whether something is hidden by a change that came along: what only shows it is dropped then
 */
export function planChange(
  change: ReportedChange,
  { before, after }: PathState,
  config: SiteConfig,
  withHidden = false,
): Plan {
  const { path, event, item, isList, hasComments, isHidden } = change;
  if (path === '/*') return { ...planWholeSite(event), needsBuild: false };
  if (path.endsWith('/*')) return { expire: [], stale: [tags.under(path.slice(0, -2))], needsBuild: false };

  // After any change a cached not-found page at this path is out of date. A good page does not carry this tag.
  const missing = tags.missing(path);
  // A page that only shows a change is itself unchanged, and so are the lists that name it.
  if (isList && withHidden) return { expire: [missing, tags.path(path)], stale: [], needsBuild: false };
  if (isList) return { expire: [missing], stale: [tags.path(path)], needsBuild: false };
  const isStatic = Boolean(before && strategyOf(before, config).strategy === 'static');
  // No list shows them.
  if (hasComments && before !== null && !withHidden)
    return { expire: [missing], stale: isStatic ? [] : [tags.path(path)], needsBuild: isStatic };
  const what = after ?? before;
  const lists = [
    ...new Set([...(what ? listsOf(what) : []), ...rowsOfItem(item), ...rowsOfItem(item?.replaced)]),
  ];
  if (lists.length > 0) lists.push(tags.anyList);
  // It may be the first one of a type that nobody has heard of.
  if (event === 'publish' && item && !itemTypes(config).includes(item.type)) lists.push(tags.types);
  // A static page takes no part in revalidation; the lists that show it follow their own strategy.
  const expire = [missing, ...(hidesItem(change, { before, after }) ? mayShow(before, change) : [])];
  if (isStatic) return { expire, stale: lists, needsBuild: true };
  if (appearedOrLeft(event, before, after)) {
    const all = lists.length > 0 ? lists : allLists;
    return {
      expire: [...expire, tags.address(path), tags.path(path)],
      stale: [tags.about(path), ...all],
      needsBuild: false,
    };
  }
  if (isHidden)
    return { expire: [...expire, tags.path(path)], stale: [tags.about(path), ...lists], needsBuild: false };
  return { expire, stale: [tags.path(path), tags.about(path), ...lists], needsBuild: false };
}

/** Changed items that come before the lists; the rest comes after them, because a hundred posts take ten seconds. */
const FIRST_ITEMS = 10;

/**
 * Changed items come before pages that only show them, and the front page before other lists and the rest of the site.
 * @returns the paths of a webhook in the order in which their pages are rendered again
 */
export function renderOrder(changes: readonly ReportedChange[]): string[] {
  const paths = changes.map(({ path, isList }) => ({ path: path === '/*' ? '/' : path, isList }));
  const fronts = paths.filter(({ path }) => path === '/');
  const lists = paths.filter(({ path, isList }) => isList && path !== '/');
  const items = paths.filter(({ path, isList }) => !isList && path !== '/');
  const ordered = [...items.slice(0, FIRST_ITEMS), ...fronts, ...lists, ...items.slice(FIRST_ITEMS)];
  return ordered.map(({ path }) => path);
}

function planWholeSite(event: ReportedChange['event']): Pick<Plan, 'expire' | 'stale'> {
  if (event === 'menu') return { expire: [tags.notFound], stale: [tags.menus] };
  if (event === 'settings') return { expire: [tags.notFound], stale: [tags.settings] };
  // A not-found page may have become a redirect, where these are pages (`redirects/ruled.ts`).
  if (event === 'redirects') return { expire: [tags.notFound, tags.anyMissing], stale: [tags.redirects] };
  // The look-up (`look-up.ts`) has dropped items that are hidden now, and lists that show them.
  return {
    expire: [tags.notFound, tags.anyMissing],
    stale: [tags.under('/'), tags.anyAddress, tags.menus, tags.settings, tags.redirects, ...allLists],
  };
}

/** Tags of all that may show an item that is hidden now. A term or an author is no item of a list. */
function mayShow(before: PathState['before'], { item, path }: ReportedChange): string[] {
  const gone = item?.replaced ?? item;
  return !gone && before && !isItem(before) ? [] : shownBy(gone?.id ?? before?.databaseId, path);
}

const isItem = ({ kind }: Address): boolean => kind === 'post' || kind === 'page' || kind === 'content';

function appearedOrLeft(
  event: ReportedChange['event'],
  before: PathState['before'],
  after: PathState['after'],
): boolean {
  if (event === 'publish' || event === 'delete') return true;
  if (before === null) return true;
  if (event !== undefined || before === undefined || after === undefined) return false;
  return before.databaseId !== after?.databaseId;
}

/** A term or an author is named on cards too, and in the lists of its own kind. */
function listsOf({ kind, type, databaseId }: Address): string[] {
  if (kind === 'category' || kind === 'tag' || kind === 'term') return [tags.list(type), tags.list('term')];
  if (kind === 'author') return [tags.list(type), tags.list('author')];
  return rowsOf(type, databaseId);
}

const rowsOfItem = (item: ReportedChange['item']) => (item ? rowsOf(item.type, item.id) : []);

const rowsOf = (type: string, id?: number) => [
  tags.list(type),
  tags.rows(type, id === undefined ? undefined : spanOf(id)),
];
