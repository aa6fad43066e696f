import { normalizePath } from '../cms/paths.ts';
import { type Change, type ChangeEvent, changeEvents } from '../extend/content.ts';
import { safeEqual } from '../preview/token.ts';

/** Paths one request may name; the companion plugin sends at most 100. */
export const MAX_PATHS = 1000;
/** Bytes of a body: MAX_PATHS long addresses and their events. */
export const MAX_BODY = 512 * 1024;

export type RevalidateBody = { ok: true; changes: Change[] } | Refusal;

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
  const { secret, paths, events: named } = body as Record<string, unknown>;
  if (typeof secret !== 'string' || !secrets.some((known) => safeEqual(secret, known))) {
    return { ok: false, status: 401, error: 'Invalid revalidation secret' };
  }
  if (!Array.isArray(paths)) return wrongPaths('paths must be a list of paths');
  // The plugin's connection check: it learns that the secret is right and what this site understands.
  if (paths.length === 0) return { ...wrongPaths('paths must not be empty'), supports: true };
  if (paths.length > MAX_PATHS) return wrongPaths(`paths must have at most ${MAX_PATHS} entries`);
  return readChanges(paths, named);
}

/** To somebody who knows the secret. */
const wrongPaths = (error: string): Refusal => ({ ok: false, status: 400, error, authenticated: true });

function readChanges(paths: unknown[], named: unknown): RevalidateBody {
  const eventOf = new Map<string, ChangeEvent>();
  for (const [path, event] of Object.entries(typeof named === 'object' && named !== null ? named : {})) {
    const normal = normalizePath(path);
    const known = changeEvents.find((name) => name === event);
    if (normal !== null && known) eventOf.set(normal, known);
  }
  const changes = new Map<string, Change>();
  for (const path of paths) {
    const normal = typeof path === 'string' ? normalizePath(path) : null;
    if (normal === null) return wrongPaths('paths must hold paths of this site, like /about');
    changes.set(normal, { path: normal, event: eventOf.get(normal) });
  }
  return { ok: true, changes: [...changes.values()] };
}
