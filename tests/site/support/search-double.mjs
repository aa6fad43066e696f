import { createServer } from 'node:http';

/** A query with this text makes the double fail, as a service that is down would. */
export const SERVICE_DOWN = 'service down';
/** Keys that the double accepts; they open nothing else. */
export const searchKeys = { search: 'search-key-of-the-tests', admin: 'admin-key-of-the-tests' };

/** Stands in for Algolia on a loopback port, behind the real client: queries cost money, and an index is the owner's. */
export async function startSearchDouble() {
  /** @type {Map<string, Map<string, Record<string, unknown>>>} */
  const indexes = new Map();
  /** @type {{method: string, path: string, key: string, host: string}[]} */
  const requests = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://double');
      const key = String(request.headers['x-algolia-api-key'] ?? url.searchParams.get('x-algolia-api-key'));
      const method = request.method ?? '';
      requests.push({ method, path: url.pathname, key, host: String(request.headers.host) });
      const [status, answer] = answerTo(method, url.pathname, key, body ? JSON.parse(body) : {});
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });

  /** @param {string} name */
  const index = (name) => {
    const known = indexes.get(name) ?? new Map();
    indexes.set(name, known);
    return known;
  };

  /**
   * @param {string} method @param {string} path @param {string} key @param {any} body
   * @returns {[number, object]}
   */
  function answerTo(method, path, key, body) {
    const [, , , name = '', action = ''] = path.split('/').map(decodeURIComponent);
    if (key !== searchKeys.admin && !(key === searchKeys.search && action === 'query'))
      return [403, { message: 'Invalid Application-ID or API key', status: 403 }];
    if (action === 'query') return query(name, body);
    if (action === 'task') return [200, { status: 'published', pendingTask: false }];
    if (action === 'batch') {
      for (const { action, body: record } of body.requests)
        if (action === 'deleteObject') index(name).delete(record.objectID);
        else index(name).set(record.objectID, record);
      return [200, { taskID: 1, objectIDs: [] }];
    }
    if (action === 'operation' && body.operation === 'move') {
      indexes.set(body.destination, index(name));
      indexes.delete(name);
    }
    if (method === 'DELETE') indexes.delete(name);
    return [200, { taskID: 1, updatedAt: '', deletedAt: '' }];
  }

  /**
   * Every word must occur somewhere; Algolia's ranking is not what is tested.
   * @param {string} name @param {{query?: string, hitsPerPage?: number}} body
   * @returns {[number, object]}
   */
  function query(name, { query = '', hitsPerPage = 20 }) {
    if (query.includes(SERVICE_DOWN)) return [503, { message: 'The service is down', status: 503 }];
    const words = query.toLowerCase().split(/\s+/);
    const hits = [...index(name).values()].filter((record) => {
      const text = JSON.stringify(record).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return [200, { hits: hits.slice(0, hitsPerPage), nbHits: hits.length }];
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const hook = new URL('search-double-hook.mjs', import.meta.url).href;
  return {
    indexes,
    requests,
    /** Variables that lead the site's Algolia client to this double. */
    env: {
      NEXT_PUBLIC_HOSTED_SEARCH_APP_ID: 'TESTAPP',
      NEXT_PUBLIC_HOSTED_SEARCH_API_KEY: searchKeys.search,
      HOSTED_SEARCH_ADMIN_KEY: searchKeys.admin,
      SEARCH_DOUBLE_PORT: String(port),
      NODE_OPTIONS: `--import=${hook}`,
    },
    close: () => server.close(),
  };
}
