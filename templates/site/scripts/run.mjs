#!/usr/bin/env node
/**
 * Runs Next, and the sample CMS beside it when that is the configured CMS and does not answer yet.
 * Usage: node scripts/run.mjs dev|build|start [Next's own options]
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { printBuildTable } from './build-table.mjs';
import { heapOptions, memoryVariables } from './heap-limit.mjs';
import { stampBuild } from './stamp-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command = 'dev', ...options] = process.argv.slice(2);
/** The address that `create-headless-site --sample` puts into site.config.json. */
const SAMPLE_URL = 'http://127.0.0.1:8787/graphql';

const next = createRequire(path.join(root, 'package.json')).resolve('next/package.json');
const { loadEnvConfig } = createRequire(next)('@next/env');
loadEnvConfig(root, command === 'dev', { info() {}, error: console.error });

// Next would report each build to its makers. A build of this site talks to the CMS and to nobody else.
process.env.NEXT_TELEMETRY_DISABLED ??= '1';

const sample = sampleIsConfigured() ? await startSample() : null;
// Data that an earlier build fetched would be baked into this one.
if (command === 'build') rmSync(path.join(root, '.next/cache/fetch-cache'), { recursive: true, force: true });

const bin = path.join(path.dirname(next), 'dist/bin/next');
let child;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal));

const began = Date.now();
let code = await runNext(command, ...options);
if (command === 'build' && code === 0) {
  stampBuild(root, began);
  printBuildTable(root);
  // The same words as `isTrue` in lib/config/environment.ts, which only TypeScript can import.
  if (/^(true|1|yes|on)$/i.test(process.env.ANALYZE?.trim() ?? '')) {
    code = await runNext('analyze', '--output');
    console.log('Bundle analysis: .next/diagnostics/analyze/index.html');
  }
}
await sample?.close();
process.exit(code);

/** @returns {Promise<number>} the exit code; 130 or 143 when a signal ended it */
function runNext(...args) {
  const serves = args[0] === 'start';
  const limits = serves ? heapOptions() : [];
  const env = { ...(serves ? memoryVariables : {}), ...process.env };
  child = spawn(process.execPath, [...limits, bin, ...args], { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** Only where the committed answers and the environment both name it: no other CMS is ever stood in for. */
function sampleIsConfigured() {
  const answers = JSON.parse(readFileSync(path.join(root, 'site.config.json'), 'utf8'));
  return (
    answers.wordpress?.graphqlUrl === SAMPLE_URL &&
    process.env.NEXT_PUBLIC_CMS_API_URL === SAMPLE_URL &&
    existsSync(path.join(root, 'sample-cms/index.mjs'))
  );
}

/** @returns null when something answers there already */
async function startSample() {
  if (await somethingAnswers(SAMPLE_URL)) return null;
  const { startSampleCms } = await import('../sample-cms/index.mjs');
  const { port } = new URL(SAMPLE_URL);
  const server = await startSampleCms({ port: Number(port), previewSecret: process.env.PREVIEW_SECRET });
  console.log(`Sample CMS: ${server.graphqlUrl} (started here, stops with this command)`);
  return server;
}

async function somethingAnswers(url) {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}
