#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { toFailure } from './http/failure.mjs';
import { DEFAULT_PORT, startSampleCms } from './index.mjs';

const HELP = `sample-cms [--port ${DEFAULT_PORT}] [--posts 200] [--delay 300] [--fail 503]

  --port   where to listen, on this machine only
  --posts  adds that many generated posts to the written ones
  --delay  milliseconds before every answer
  --fail   refuse, timeout, html, partial, lists or an HTTP status

PREVIEW_SECRET, of the environment or of the site's .env.local, lets the site preview drafts, and find this server.`;

/** The site's scripts take a server for theirs that was started with the site's secret. */
function readEnvironment() {
  try {
    process.loadEnvFile('.env.local');
  } catch {
    // There need not be one.
  }
}

/** @param {string} name @param {string | undefined} value @param {number} fallback @param {number} most */
function number(name, value, fallback, most) {
  const result = value === undefined ? fallback : Number(value);
  if (!Number.isInteger(result) || result < 0 || result > most)
    throw new Error(`--${name}: a whole number up to ${most}, not "${value}".`);
  return result;
}

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      posts: { type: 'string' },
      delay: { type: 'string' },
      fail: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
  } else {
    readEnvironment();
    const cms = await startSampleCms({
      port: number('port', values.port, DEFAULT_PORT, 65_535),
      generatedPosts: number('posts', values.posts, 0, 30_000),
      delayMs: number('delay', values.delay, 0, 600_000),
      failure: toFailure(values.fail),
      previewSecret: process.env.PREVIEW_SECRET || undefined,
    });
    console.log(`Sample CMS: ${cms.graphqlUrl}`);
    const stop = () => void cms.close().then(() => process.exit(0));
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  }
} catch (error) {
  console.error(`sample CMS: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
