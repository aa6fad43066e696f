import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type SampleCms, startSampleCms } from '@/sample-cms/index.mjs';
import { freePort } from '../../support/free-port';
import { endGroupWith } from '../../wordpress/server/guard';

export type { SampleCms };

/** Secrets of the test servers; they open nothing else. */
export const secrets = {
  revalidation: 'test-revalidation-secret-0123456789',
  preview: 'test-preview-secret-0123456789',
} as const;

export interface ServedSite {
  url: string;
  /** All that the build and the server have printed. */
  output: () => string;
  /** The number of its process, which changes with `restart`. */
  pid: () => number;
  /** Ends the server with SIGKILL, as a crash would, and starts it again on the same files. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface RunningSite extends ServedSite {
  cms: SampleCms;
}

/** A copy of the site below itself, so that a test build never touches the owner's `.next`; packages are found above. */
export function copySite(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const left = new Set(['node_modules', '.next', '.git', '.test-site', 'tests', 'vitest.config.ts']);
  for (const entry of readdirSync(from)) {
    if (!left.has(entry)) cpSync(path.join(from, entry), path.join(to, entry), { recursive: true });
  }
}

/**
 * Builds the site in `dir` against a sample CMS of its own and serves it on a free port.
 * @param env variables beside the four required ones
 * @param build makes the build that is served
 */
export async function serveSite(
  dir: string,
  env: Record<string, string> = {},
  build = buildSite,
): Promise<RunningSite> {
  const cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
  try {
    const site = await buildAndServe(dir, cms.graphqlUrl, env, undefined, build);
    return {
      ...site,
      cms,
      async stop() {
        await site.stop();
        await cms.close();
      },
    };
  } catch (error) {
    await cms.close();
    throw error;
  }
}

/**
 * The same against any CMS.
 * @param port on 127.0.0.1; a free one by default
 * @param build makes the build that is served
 */
export async function buildAndServe(
  dir: string,
  graphqlUrl: string,
  env: Record<string, string> = {},
  port?: number,
  build = buildSite,
): Promise<ServedSite> {
  port ??= await freePort();
  const printed = await build(dir, graphqlUrl, { NEXT_PUBLIC_SITE_URL: `http://127.0.0.1:${port}`, ...env });
  const site = await startSite(dir, graphqlUrl, env, port);
  return { ...site, output: () => printed + site.output() };
}

/**
 * Builds as the owner does it, `npm run build`, with the table at its end.
 * @returns all that it printed
 * @throws when it fails
 */
export async function buildSite(
  dir: string,
  graphqlUrl: string,
  env: Record<string, string> = {},
): Promise<string> {
  forgetBuild(path.join(dir, '.next'));
  const build = run(dir, environment(graphqlUrl, env), programOf(dir), 'build');
  const code = await exitOf(build.child);
  if (code !== 0) throw new Error(`the build failed:\n${build.output()}`);
  return build.output();
}

/** The program behind `npm run build`. */
export function programOf(dir: string): string {
  const runtime = createRequire(path.join(dir, 'package.json')).resolve('headless-site/package.json');
  return path.join(path.dirname(runtime), 'dist/bin/headless-site.js');
}

/** Deletes a build, but for what the compiler remembers of it. */
function forgetBuild(folder: string): void {
  const cache = path.join(folder, 'cache');
  for (const [at, kept] of [
    [cache, 'turbopack'],
    [folder, 'cache'],
  ] as const) {
    for (const entry of existsSync(at) ? readdirSync(at) : [])
      if (entry !== kept) rmSync(path.join(at, entry), { recursive: true });
  }
}

/** Serves what was built in `dir`. */
export async function startSite(
  dir: string,
  graphqlUrl: string,
  env: Record<string, string>,
  port: number,
): Promise<ServedSite> {
  const url = `http://127.0.0.1:${port}`;
  const bin = createRequire(path.join(dir, 'package.json')).resolve('next/dist/bin/next');
  let output = '';
  const start = async () => {
    const all = environment(graphqlUrl, { NEXT_PUBLIC_SITE_URL: url, ...env });
    // Node closes an idle connection after five seconds, just when a test that is slow takes it again.
    const idle = ['--keepAliveTimeout', '600000'];
    const server = run(dir, all, bin, 'start', '-H', '127.0.0.1', '-p', String(port), ...idle);
    const printed = () => output + server.output();
    await untilItAnswers(url, server.child, printed);
    return { ...server, printed };
  };
  let server = await start();
  return {
    url,
    output: () => server.printed(),
    pid: () => server.child.pid ?? 0,
    async restart() {
      await end(server.child, 'SIGKILL');
      output = server.printed();
      server = await start();
    },
    stop: () => end(server.child, 'SIGTERM'),
  };
}

function environment(graphqlUrl: string, env: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_PUBLIC_CMS_API_URL: graphqlUrl,
    NEXT_PUBLIC_SITE_URL: 'http://127.0.0.1:3000',
    REVALIDATION_SECRET: secrets.revalidation,
    PREVIEW_SECRET: secrets.preview,
    NEXT_TELEMETRY_DISABLED: '1',
    ...env,
  };
}

function run(dir: string, env: NodeJS.ProcessEnv, file: string, ...args: string[]) {
  const child = spawn(process.execPath, [file, ...args], { cwd: dir, env, detached: true });
  endGroupWith(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  return { child, output: () => output };
}

async function untilItAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      await fetch(url, { method: 'HEAD', redirect: 'manual' });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`the site ended and did not answer at ${url}:\n${output()}`);
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on('exit', resolve));

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = exitOf(child);
  child.kill(signal);
  await ended;
}
