import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createControl } from './http/control.mjs';
import { toFailure } from './http/failure.mjs';
import { GraphqlEndpoint } from './http/graphql.mjs';
import { createHandler } from './http/handler.mjs';
import { requestLog } from './http/log.mjs';
import { proofOf } from './proof.mjs';
import { createSchema } from './schema.mjs';
import { Store } from './store.mjs';

/** @import { Server } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

/**
 * @typedef {object} SampleCmsOptions
 * @property {number} [port]            0 takes a free one
 * @property {string} [host]
 * @property {number} [delayMs]         before every GraphQL answer
 * @property {unknown} [failure]        see http/failure.mjs
 * @property {number} [generatedPosts]  added to the written ones
 * @property {string} [previewSecret]   opens single items to the preview header
 * @property {string} [contentDir]
 * @property {boolean} [companion]      false: a WordPress without the companion plugin
 */

/**
 * @param {Server} server @param {number} port @param {string} host
 * @returns {Promise<void>}
 */
const listen = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(
        Object.assign(
          new Error(`Port ${port} is in use. Stop what runs there, or choose another port.`, {
            cause: error,
          }),
          { code: error.code, port },
        ),
      );
    });
    server.listen(port, host, resolve);
  });

/** The one that the answers of a new site name. */
export const DEFAULT_PORT = 8787;

/**
 * Starts a CMS shaped like WordPress with WPGraphQL and the companion plugin.
 * @param {SampleCmsOptions} [options]
 */
export async function startSampleCms(options = {}) {
  const { host = '127.0.0.1', delayMs = 0, generatedPosts = 0, previewSecret } = options;
  const store = new Store({
    contentDir: options.contentDir ?? fileURLToPath(new URL('./content/', import.meta.url)),
    posts: generatedPosts,
  });
  // A mistake in the content is told now, not at the first request.
  store.read();
  const log = requestLog();
  const initial = { delayMs, failure: toFailure(options.failure) };
  const control = createControl(store, log, initial, (nonce) => proofOf(previewSecret, nonce));
  let url = '';
  const server = createServer(
    createHandler({
      store,
      control,
      log,
      previewSecret,
      graphql: new GraphqlEndpoint(createSchema(options)),
      origin: () => url,
    }),
  );
  await listen(server, options.port ?? DEFAULT_PORT, host);
  const { port } = /** @type {AddressInfo} */ (server.address());
  url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

  return {
    url,
    graphqlUrl: `${url}/graphql`,
    port,
    control,
    store,
    /** @returns {Promise<void>} */
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Requests that were never answered, on purpose or not, must not hold the end up.
        server.closeAllConnections();
      }),
  };
}
