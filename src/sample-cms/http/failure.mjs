import { notFoundPage } from './pages.mjs';

/** @import { ServerResponse } from 'node:http' */

/**
 * @typedef {null | 'refuse' | 'timeout' | 'html' | 'partial' | 'lists' | number | { status: number, retryAfter?: number | string }} Failure
 */

const KINDS = ['refuse', 'timeout', 'html', 'partial', 'lists'];

/**
 * @param {unknown} value  from JSON, a flag or a caller
 * @returns {Failure}
 */
export function toFailure(value) {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' && KINDS.includes(value)) return /** @type {Failure} */ (value);
  const given =
    typeof value === 'object' ? /** @type {Record<string, any>} */ (value) : { status: Number(value) };
  const status = Number(given.status);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new Error(
      `failure: null, "${KINDS.join('", "')}", a status from 200 to 599 or {status, retryAfter}; not ${JSON.stringify(value)}.`,
    );
  }
  return { status, ...(given.retryAfter !== undefined && { retryAfter: given.retryAfter }) };
}

/**
 * Does to a request what a broken CMS would.
 *
 * @param {Failure} failure
 * @param {ServerResponse} response
 * @returns {boolean} true when the request has been dealt with
 */
export function fail(failure, response) {
  if (failure === null || failure === 'partial' || failure === 'lists') return false;
  if (failure === 'refuse') {
    response.socket?.destroy();
  } else if (failure === 'html') {
    // A CMS with stale rewrite rules or a maintenance page answers like this: success, and a page.
    response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8' }).end(notFoundPage);
  } else if (typeof failure === 'object') {
    const headers = {
      'Content-Type': 'text/html; charset=UTF-8',
      ...(failure.retryAfter !== undefined && { 'Retry-After': String(failure.retryAfter) }),
    };
    response
      .writeHead(failure.status, headers)
      .end('<!doctype html><title>Error</title><p>There has been a critical error on this website.</p>');
  }
  // 'timeout': no answer, until the other side gives up.
  return true;
}

/**
 * The answer that a broken plugin leaves.
 * @param {Failure} failure
 * @param {any} body
 */
export function spoil(failure, body) {
  if (failure === 'partial') return partial(body);
  return failure === 'lists' ? withoutLists(body) : body;
}

/**
 * A plugin that hides errors: the lists are gone, and nothing says so.
 * @param {any} body
 */
function withoutLists(body) {
  const fields = Object.entries(body?.data ?? {});
  return {
    ...body,
    data: Object.fromEntries(fields.map(([name, value]) => [name, value?.nodes ? null : value])),
  };
}

/**
 * A plugin broke one resolver: status 200, some data, an error.
 * @param {any} body
 */
function partial(body) {
  const [field] = Object.keys(body?.data ?? {});
  if (!field) return body;
  return {
    errors: [{ message: 'Internal server error', path: [field] }],
    data: { ...body.data, [field]: null },
  };
}
