import { type Change, changeEvents } from '../config/extend/content.ts';
import { safeEqual } from '../pages/preview/token.ts';
import { normalizePath } from '../wordpress/model/paths.ts';

/** Paths one request may name; the companion plugin sends at most 100. */
export const MAX_PATHS = 1000;
/** Bytes of a body: MAX_PATHS long addresses and their events. */
export const MAX_BODY = 512 * 1024;

interface Item {
  type: string;
  id: number;
}

/** A change as reported by the plugin's webhook, which knows what happened. */
export interface ReportedChange extends Change {
  /** The item that lives at the path, or did. */
  item?: Item & {
    /** The item that had the path before; it is gone, or has moved. */
    replaced?: Item;
  };
  /** The item there is unchanged, but shows something that has changed. */
  isList?: true;
  /** The item there is unchanged, but has other comments. */
  hasComments?: true;
  /** It has a password now and had none. */
  isHidden?: true;
}

/** Whether the sender says that visitors must not see something any more. */
export const tellsOfHidden = ({ event, isHidden, item }: ReportedChange): boolean =>
  event === 'delete' || isHidden === true || item?.replaced !== undefined;

/** Whether anything may have changed: more than the menus, the settings or the rules. */
export const isOfWholeSite = ({ path, event }: ReportedChange): boolean =>
  path === '/*' && event !== 'menu' && event !== 'settings' && event !== 'redirects';

/** `changed`: the CMS's word as it was when this was sent, see `catch-up.ts`. */
export type RevalidateBody = { ok: true; changes: ReportedChange[]; changed?: string } | Refusal;

interface Refusal {
  ok: false;
  status: 400 | 401 | 500;
  error: string;
  /** The secret was right. */
  authenticated?: true;
  supports?: true;
}

/** Judges the body in the order secret (401), paths (400). */
export function readBody(body: unknown, secrets: readonly string[]): RevalidateBody {
  if (secrets.length === 0) return { ok: false, status: 500, error: 'Revalidation is not configured' };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { ok: false, status: 400, error: 'The body must be a JSON object with secret and paths' };
  }
  const { secret, paths, events, items, lists, comments, hidden, changed } = body as Record<string, unknown>;
  if (typeof secret !== 'string' || !secrets.some((known) => safeEqual(secret, known))) {
    return { ok: false, status: 401, error: 'Invalid revalidation secret' };
  }
  if (!Array.isArray(paths)) return wrongPaths('paths must be a list of paths');
  // The plugin's connection check: it learns that the secret is right and what this site understands.
  if (paths.length === 0) return { ...wrongPaths('paths must not be empty'), supports: true };
  if (paths.length > MAX_PATHS) return wrongPaths(`paths must have at most ${MAX_PATHS} entries`);
  const read = readChanges(paths, { events, items, lists, comments, hidden });
  const isWord = typeof changed === 'string' && /^\w{1,64}$/.test(changed);
  return read.ok && isWord ? { ...read, changed } : read;
}

/** To somebody who knows the secret. */
const wrongPaths = (error: string): Refusal => ({ ok: false, status: 400, error, authenticated: true });

type More = Record<'events' | 'items' | 'lists' | 'comments' | 'hidden', unknown>;

function readChanges(paths: unknown[], more: More): RevalidateBody {
  const eventOf = byPath(more.events, (event) => changeEvents.find((name) => name === event));
  const itemOf = byPath(more.items, readItem);
  const lists = toPaths(more.lists);
  const comments = toPaths(more.comments);
  const hidden = toPaths(more.hidden);
  const changes = new Map<string, ReportedChange>();
  for (const path of paths) {
    const normal = toPath(path);
    if (normal === null) return wrongPaths('paths must hold paths of this site, like /about');
    const item = itemOf.get(normal);
    changes.set(normal, {
      path: normal,
      event: eventOf.get(normal),
      ...(item ? { item } : {}),
      ...(lists.has(normal) && eventOf.get(normal) === 'update' ? { isList: true } : {}),
      ...(comments.has(normal) && eventOf.get(normal) === 'update' ? { hasComments: true } : {}),
      ...(hidden.has(normal) && eventOf.get(normal) === 'update' ? { isHidden: true } : {}),
    });
  }
  return { ok: true, changes: [...changes.values()] };
}

const toPath = (path: unknown) => (typeof path === 'string' ? normalizePath(path) : null);

const toPaths = (paths: unknown) => new Set(Array.isArray(paths) ? paths.map(toPath) : []);

/** Reads the changes of paths; unknown values are ignored. */
function byPath<Value>(said: unknown, read: (value: unknown) => Value | undefined): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const [path, value] of Object.entries(typeof said === 'object' && said !== null ? said : {})) {
    const normal = normalizePath(path);
    const known = read(value);
    if (normal !== null && known !== undefined) found.set(normal, known);
  }
  return found;
}

function readItem(value: unknown): ReportedChange['item'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, id, replaced } = value as Record<string, unknown>;
  if (typeof type !== 'string' || typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0)
    return undefined;
  const before = readItem(replaced);
  return before ? { type, id, replaced: { type: before.type, id: before.id } } : { type, id };
}
