import { nodeByUri } from '../resolvers/lookup.mjs';
import { serveMedia } from '../store/media.mjs';
import { answerControl } from './control.mjs';
import { fail, spoil } from './failure.mjs';
import { operationOf } from './graphql.mjs';
import { homePage, notFoundPage } from './pages.mjs';
import { grantOf } from './preview-grant.mjs';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Store } from '../store.mjs' */
/** @import { Control } from './control.mjs' */

const LONGEST_BODY = 2_000_000;
const UPLOADS = '/wp-content/uploads/';
const GRAPHQL_HEADERS = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Companion-Preview',
  'X-Robots-Tag': 'noindex',
};

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LONGEST_BODY) throw new Error('The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {ServerResponse} response @param {number} status @param {string} html */
const sendPage = (response, status, html) =>
  response
    .writeHead(status, { 'Content-Type': 'text/html; charset=UTF-8', 'X-Robots-Tag': 'noindex' })
    .end(html);

/** @param {string} pathname */
function decoded(pathname) {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** WordPress answers at all of these. @param {URL} url */
const isGraphql = (url) =>
  /^\/graphql\/?$/.test(url.pathname) ||
  (/^\/(index\.php)?$/.test(url.pathname) && url.searchParams.get('graphql') === 'true');

/**
 * @typedef {object} Parts
 * @property {Store} store
 * @property {Control} control
 * @property {ReturnType<typeof import('./log.mjs').requestLog>} log
 * @property {import('./graphql.mjs').GraphqlEndpoint} graphql
 * @property {string | undefined} previewSecret
 * @property {() => string} origin
 */

/**
 * @param {Parts} parts
 * @param {IncomingMessage} request @param {ServerResponse} response @param {URL} url
 */
async function answerGraphql(parts, request, response, url) {
  const { store, control, log, graphql, previewSecret, origin } = parts;
  const started = performance.now();
  const { failure, delayMs } = control.state;
  log.begin();
  response.once('close', () => log.end());
  const body = await bodyOf(request);
  if (request.method === 'OPTIONS') return response.writeHead(200, GRAPHQL_HEADERS).end();

  const method = request.method ?? 'GET';
  const contentType = request.headers['content-type'] ?? '';
  const header = request.headers['x-companion-preview'];
  const grant = grantOf(Array.isArray(header) ? header[0] : header, previewSecret);
  const answer = await graphql.answer({ method, url, contentType, body }, () => ({
    index: store.read(),
    origin: origin(),
    grant,
  }));
  const text = JSON.stringify(spoil(failure, answer.body));
  // After the content was read, as on a slow way: what changes meanwhile is not in this answer.
  const operation = operationOf(answer.params);
  if (delayMs) await log.hold(operation, delayMs);
  const params = Array.isArray(answer.params) ? null : answer.params;
  const failed = fail(failure, response);
  if (!failed) response.writeHead(answer.status, GRAPHQL_HEADERS).end(method === 'HEAD' ? undefined : text);
  log.add({
    operation,
    variables: params?.variables ?? null,
    at: new Date().toISOString(),
    ms: Math.round(performance.now() - started),
    bytes: failed ? 0 : Buffer.byteLength(text),
    status: !failed
      ? answer.status
      : typeof failure === 'object' && failure
        ? failure.status
        : failure === 'html'
          ? 200
          : 0,
  });
}

/** @param {Parts} parts */
export function createHandler(parts) {
  const { store, control, log, previewSecret, origin } = parts;
  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async function handle(request, response) {
    const url = new URL(request.url ?? '/', 'http://sample.invalid');
    if (url.pathname.startsWith('/__sample/')) {
      const answer = answerControl(
        control,
        request,
        url.pathname.slice('/__sample/'.length),
        await bodyOf(request),
      );
      return response
        .writeHead(answer.status, { 'Content-Type': 'application/json; charset=UTF-8' })
        .end(JSON.stringify(answer.body));
    }
    if (isGraphql(url)) return answerGraphql(parts, request, response, url);
    // An outage takes pages and pictures with it.
    if (fail(control.state.failure, response)) return;
    if (url.pathname.startsWith(UPLOADS)) {
      log.countMedia();
      if (serveMedia(request, response, url.pathname.slice(UPLOADS.length))) return;
    }
    // Like WordPress's own front end, it knows its addresses; the page at each of them says what this server is.
    const ctx = { index: store.read(), origin: origin(), grant: grantOf(undefined, previewSecret) };
    if (url.pathname === '/' || nodeByUri(ctx, decoded(url.pathname)))
      return sendPage(response, 200, homePage(ctx.index.site.title, `${ctx.origin}/graphql`));
    return sendPage(response, 404, notFoundPage);
  }

  return (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    handle(request, response).catch((/** @type {Error} */ error) => {
      // A content file with a mistake must say so where the owner looks, and not stop the server.
      console.error(`sample CMS: ${error.message}`);
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(500, GRAPHQL_HEADERS)
          .end(JSON.stringify({ errors: [{ message: error.message }] }));
    });
  };
}
