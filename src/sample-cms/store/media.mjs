import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

const FOLDER = fileURLToPath(new URL('../media/', import.meta.url));
const TYPES = /** @type {Record<string, string>} */ ({
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
});

/**
 * The file behind an upload's name. Uploads lie side by side in one folder, so a name with a slash, a backslash or
 * a leading dot is none of ours, however it was encoded.
 *
 * @param {string} name  decoded
 * @returns {string | null}
 */
export function mediaPath(name) {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(name) || !TYPES[extname(name).toLowerCase()]) return null;
  const path = join(FOLDER, name);
  return existsSync(path) ? path : null;
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {string} encodedName
 * @returns {boolean} false when there is no such file
 */
export function serveMedia(request, response, encodedName) {
  let name = '';
  try {
    name = decodeURIComponent(encodedName);
  } catch {
    return false;
  }
  const path = mediaPath(name);
  if (!path) return false;
  const stat = statSync(path);
  const etag = `"${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}"`;
  const headers = {
    'Content-Type': TYPES[extname(name).toLowerCase()],
    'Cache-Control': 'public, max-age=3600',
    'Last-Modified': stat.mtime.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    ETag: etag,
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return true;
  }
  response.writeHead(200, { ...headers, 'Content-Length': stat.size });
  if (request.method === 'HEAD') response.end();
  else createReadStream(path).pipe(response);
  return true;
}
