/**
 * Weights of a built and running site, in bytes after gzip.
 * Usage: node tests/support/weights.mjs <address of the site> <its folder> [path ...]
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Words that only one provider's own file holds. */
const PROVIDERS = {
  vercel: '/_vercel/insights/script.js',
  google: 'googletagmanager.com/gtag/js',
  sentry: 'sentry_key',
};

/**
 * The JavaScript that a browser fetches before the page works; not the polyfills, which today's browsers leave out.
 * @param {string} url address of a page
 * @returns {Promise<{bytes: number, files: string[]}>} paths below the site
 */
export async function firstLoad(url) {
  const html = await (await fetch(url)).text();
  const tags = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag));
  const sources = tags.flatMap((tag) => /\ssrc="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? []);
  const files = [...new Set(sources)];
  const sizes = await Promise.all(
    files.map(async (file) => gzipped(Buffer.from(await (await fetch(new URL(file, url))).arrayBuffer()))),
  );
  return { bytes: sum(sizes), files };
}

/**
 * Weight that each analytics provider adds once the page is shown, beside what its own host then serves (gtag.js, Vercel's
 * script). Its code lies in every build, and is fetched only where it is configured.
 * @param {string} dir folder of the site, built
 * @returns {Record<string, number>}
 */
export function providerWeights(dir) {
  const chunks = path.join(dir, '.next/static');
  const files = readdirSync(chunks, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(chunks, file)));
  return Object.fromEntries(
    Object.entries(PROVIDERS).map(([name, word]) => [
      name,
      sum(files.filter((file) => file.includes(word)).map(gzipped)),
    ]),
  );
}

/** @param {Buffer} data */
const gzipped = (data) => gzipSync(data, { level: 9 }).length;

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [url = '', dir = '', ...paths] = process.argv.slice(2);
  const kib = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
  for (const page of paths.length > 0 ? paths : ['/']) {
    console.log(`first load ${page}: ${kib((await firstLoad(new URL(page, url).href)).bytes)}`);
  }
  for (const [name, bytes] of Object.entries(providerWeights(dir))) {
    console.log(`${name}, after first paint: ${kib(bytes)}`);
  }
}
