#!/usr/bin/env node
/**
 * Runs Next in the folder of a site, and the sample CMS beside it when that is the configured CMS and does not run yet.
 * Usage: headless-site dev|build|start [Next's own options], headless-site index-search, headless-site generate [--check]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { BUILD_PROCESS, IS_FINISHED } from '../base/build-process.ts';
import { version } from '../base/version.ts';
import { heapOptions, memoryVariables } from './heap-limit.ts';
import { provideSampleCms, recordSampleCms } from './sample-cms.ts';

/** Between two looks whether the shell of the npm script is still there. */
const PARENT_LOOK_MS = 500;

const root = process.cwd();
const [command = 'dev', ...options] = process.argv.slice(2);

const next = createRequire(path.join(root, 'package.json')).resolve('next/package.json');
const { loadEnvConfig } = createRequire(next)('@next/env');
loadEnvConfig(root, command === 'dev', { info() {}, error: console.error });

sayOtherVersion();

// Next would report each build to its makers. A build of this site talks to the CMS and to nobody else.
process.env.NEXT_TELEMETRY_DISABLED ??= '1';

/** Commands that do not run Next, and give an exit code. */
const tools: Record<string, () => Promise<number>> = {
  'index-search': async () => (await import('./index-search.ts')).indexSearch(root),
  generate: async () => (await import('./generate.ts')).generate(root, options),
};
const tool = Object.hasOwn(tools, command) ? tools[command] : undefined;
const sample = await provideSampleCms(root, tool ? 'dev' : command).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
if (tool) {
  const code = await tool();
  await sample?.close();
  process.exit(code);
}
if (command === 'build') {
  // Data that an earlier build fetched would be baked into this one.
  rmSync(path.join(root, '.next/cache/fetch-cache'), { recursive: true, force: true });
  process.env[BUILD_PROCESS] = String(process.pid);
  process.env[IS_FINISHED] = 'true';
}

const bin = path.join(path.dirname(next), 'dist/bin/next');
let child: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child?.kill(signal));
endWithScript();

const watcher = command === 'dev' ? (await import('./watch-content.ts')).watchContent(root) : undefined;
const began = Date.now();
const ends = runNext(command, ...options);
const finishing = command === 'build' ? import('./finish-build.ts') : undefined;
let code = await ends;
watcher?.close();
if (finishing && code === 0) {
  await (await finishing).finishBuild(root, began);
  if (sample) recordSampleCms(root, sample);
  if (!hasCheckedTypes(root)) console.log('The types were not checked. To check them: npm run typecheck');
  // The same words as `isTrue` in config/environment.ts, which only TypeScript can import.
  if (/^(true|1|yes|on)$/i.test(process.env.ANALYZE?.trim() ?? '')) {
    code = await runNext('analyze', '--output');
    console.log('Bundle analysis: .next/diagnostics/analyze/index.html');
  }
}
await sample?.close();
process.exit(code);

/**
 * npm 11 passes a SIGTERM on to the shell of its script, which ends and passes nothing on: the server would go on without either. Run
 * as a script, this process ends with that shell.
 */
function endWithScript(): void {
  if (process.env.npm_lifecycle_event !== command) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) child?.kill('SIGTERM');
  }, PARENT_LOOK_MS).unref();
}

/** Whether Next did so in its build: where the owner's `next.config.ts` wants it. */
function hasCheckedTypes(folder: string): boolean {
  const { config } = JSON.parse(readFileSync(path.join(folder, '.next/required-server-files.json'), 'utf8'));
  return config.typescript?.ignoreBuildErrors === false;
}

/** Packages that were not installed again, or a site that was not upgraded: both work as a rule, and nobody should wonder. */
function sayOtherVersion(): void {
  // A runtime that was ejected is its owner's, whatever its version.
  if (!import.meta.url.includes('/node_modules/')) return;
  let site: string | undefined;
  try {
    site = JSON.parse(readFileSync(path.join(root, '.headless-site/manifest.json'), 'utf8')).cliVersion;
  } catch {
    return;
  }
  if (!site || site === version) return;
  console.warn(
    `The runtime is headless-site ${version}, and this site is ${site}. Fix: npm install (or your package manager's), otherwise npx create-headless-site@latest upgrade`,
  );
}

/** @returns the exit code; 130 or 143 when a signal ended it */
function runNext(...args: string[]): Promise<number> {
  const serves = args[0] === 'start';
  const limits = serves ? heapOptions() : [];
  const env = { ...(serves ? memoryVariables : {}), ...process.env };
  const started = spawn(process.execPath, [...limits, bin, ...args], { cwd: root, env, stdio: 'inherit' });
  child = started;
  return new Promise((resolve) => {
    started.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}
