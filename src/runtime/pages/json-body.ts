import { readLimited } from '../base/read-limited.ts';

export type JsonBody = { ok: true; value: unknown } | { ok: false; status: 400 | 413 | 415; error: string };

/**
 * Reads a JSON body of bounded size, judging in the order content type (415), size (413), JSON (400).
 * @param revive as for `JSON.parse`
 */
export async function readJson(
  request: Request,
  maxBytes: number,
  revive?: typeof wellFormed,
): Promise<JsonBody> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    return { ok: false, status: 415, error: 'Content-Type must be application/json' };
  }
  const text = await readLimited(request, maxBytes);
  if (text === null) return { ok: false, status: 413, error: `The body must be at most ${maxBytes} bytes` };
  try {
    return { ok: true, value: JSON.parse(text, revive) };
  } catch {
    return { ok: false, status: 400, error: 'The body is not valid JSON' };
  }
}

/** Mends text of visitors. JSON can hold half of a character (`"\ud800"`), for which WordPress and mail providers refuse the whole body. */
export const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;
