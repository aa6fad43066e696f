import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { startSampleCms } from '@/sample-cms/index.mjs';

/** Secrets of the test servers; they open nothing else. */
export const secrets = {
  revalidation: 'test-revalidation-secret-0123456789',
  preview: 'test-preview-secret-0123456789',
} as const;

export type SampleCms = Awaited<ReturnType<typeof startSampleCms>>;

export interface RunningSite {
  url: string;
  cms: SampleCms;
  /** All that the server has printed. */
  output: () => string;
  /** Ends the server with SIGKILL, as a crash would, and starts it again on the same files. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
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
 */
export async function serveSite(dir: string, env: Record<string, string> = {}): Promise<RunningSite> {
  const cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
    NEXT_PUBLIC_SITE_URL: url,
    REVALIDATION_SECRET: secrets.revalidation,
    PREVIEW_SECRET: secrets.preview,
    NEXT_TELEMETRY_DISABLED: '1',
    ...env,
  };
  let output = '';
  const next = (...args: string[]) => {
    const bin = createRequire(path.join(dir, 'package.json')).resolve('next/dist/bin/next');
    const child = spawn(process.execPath, [bin, ...args], { cwd: dir, env: environment });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data;
      });
    return child;
  };
  const start = async () => {
    const child = next('start', '-H', '127.0.0.1', '-p', String(port));
    await untilItAnswers(url, child, () => output);
    return child;
  };
  rmSync(path.join(dir, '.next'), { recursive: true, force: true });
  const code = await exitOf(next('build'));
  if (code !== 0) {
    await cms.close();
    throw new Error(`next build failed:\n${output}`);
  }
  let server = await start();
  return {
    url,
    cms,
    output: () => output,
    async restart() {
      await end(server, 'SIGKILL');
      server = await start();
    },
    async stop() {
      await end(server, 'SIGTERM');
      await cms.close();
    },
  };
}

async function untilItAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (child.exitCode !== null) break;
    try {
      await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  child.kill('SIGKILL');
  throw new Error(`the site did not answer at ${url}:\n${output()}`);
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on('exit', resolve));

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = exitOf(child);
  child.kill(signal);
  await ended;
}

/** @returns a TCP port that nobody listens on */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
