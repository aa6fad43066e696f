import { withTimeout } from '../base/timeout.ts';
import { type Address, findAddress } from '../wordpress/address.ts';
import { lookAtAll } from '../wordpress/index/live-index.ts';
import { periodOf } from '../wordpress/index/periods.ts';
import { confirm } from '../wordpress/unknown-paths.ts';
import { isOfWholeSite, type ReportedChange, tellsOfHidden } from './body.ts';
import type { PathState } from './plan.ts';

/**
 * What this site knows of a path and, where the sender did not say what happened, what the CMS has there now. A CMS
 * that is away leaves both unknown, and the change counts as an update: the old page stays until the CMS is back.
 * The CMS alone knows a published item: its type says which lists show it, and without it all lists would be rendered again. A sender that
 * names the item leaves nothing to ask, so visitors see at once what was published, and no longer what was hidden.
 * @param timeoutMs milliseconds that a question to the CMS may take
 */
export async function lookUp(change: ReportedChange, timeoutMs = TIMEOUT_MS): Promise<PathState> {
  const { path, event, item, isList } = change;
  const unknown = { before: undefined, after: undefined };
  // Drops what the CMS no longer shows to everybody, and what lists it. One that is slow, or away, is heard later.
  if (isOfWholeSite(change)) await within(timeoutMs, lookAtAll());
  if (path.endsWith('/*') || isList || followsLists(path, event)) return unknown;
  // The CMS itself has named it: nobody makes it wait for its turn.
  confirm(path);
  if (event === 'publish' && item) return { before: undefined, after: addressOf(path, item) };
  // A page can be the front page or the blog, and each has a strategy of its own.
  if (event && item && path !== '/' && (tellsOfHidden(change) || item.type !== 'page'))
    return { before: addressOf(path, item), after: undefined };
  const known = (isNew?: true) => within(timeoutMs, findAddress(path, isNew));
  if (event === 'publish') return { before: undefined, after: await known(true) };
  const before = await known();
  const after = event === undefined ? await known(true) : undefined;
  return { before, after };
}

function addressOf(path: string, { type, id }: NonNullable<ReportedChange['item']>): Address {
  const kind = type === 'post' || type === 'page' ? type : 'content';
  const contentType = kind === 'content' ? type : `${kind}s`;
  return { kind, contentType, type, typename: '', databaseId: id, slug: '', path, uri: path };
}

/**
 * Feeds, the sitemap and archives of a time show what the lists hold and are refreshed with them; the CMS has no address for
 * them, and a look-up would take them for pages that have just gone. A page may be called `/2026`: when it appears or
 * goes away it is looked up.
 */
function followsLists(path: string, event: ReportedChange['event']): boolean {
  if (/(^|\/)feed$/.test(path) || path === '/sitemap.xml') return true;
  return event === 'update' && periodOf(path) !== null;
}

/** Milliseconds that a look-up may take: the plugin waits 5 seconds for the whole answer, and then tries again. */
const TIMEOUT_MS = 2_500;
/** The same beside something that is hidden, which waits for all that came with it. */
export const TIMEOUT_BESIDE_HIDDEN_MS = 500;

/** @returns undefined when it fails, or takes longer */
const within = <T>(ms: number, lookup: Promise<T>): Promise<T | undefined> =>
  withTimeout(lookup, ms, () => undefined).catch(() => undefined);
