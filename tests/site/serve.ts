import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../support/lock.mjs';
import * as support from './support/site-server';

/** The functions of a site's own tests, with builds that take over what the builds of other sites have compiled. */

export async function serveSite(dir: string, env: Record<string, string> = {}): Promise<support.RunningSite> {
  return support.serveSite(dir, env, buildSite);
}

export async function buildAndServe(
  dir: string,
  graphqlUrl: string,
  env: Record<string, string> = {},
  port?: number,
  onBuilt?: () => unknown,
): Promise<support.ServedSite> {
  const build: typeof buildSite = async (...site) => {
    const printed = await buildSite(...site);
    await onBuilt?.();
    return printed;
  };
  return support.buildAndServe(dir, graphqlUrl, env, port, build);
}

/**
 * Builds a site in a folder that sites share, one at a time: what Turbopack remembers holds for one path, and saves more than
 * half of a build. There are two folders, because a build takes more than one core.
 */
export async function buildSite(
  dir: string,
  graphqlUrl: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { folder, release } = await takeBuildFolder(path.dirname(dir));
  try {
    for (const entry of readdirSync(folder)) {
      if (entry !== '.next') rmSync(path.join(folder, entry), { recursive: true });
    }
    const unbuilt = (from: string) => from !== path.join(dir, '.next');
    cpSync(dir, folder, { recursive: true, filter: unbuilt });
    const printed = await support.buildSite(folder, graphqlUrl, env);
    moveBuild(folder, dir);
    return printed;
  } finally {
    release();
  }
}

async function takeBuildFolder(sites: string): Promise<{ folder: string; release: () => void }> {
  for (;;) {
    for (let number = 1; number <= 2; number++) {
      const folder = path.join(sites, `build-${number}`);
      mkdirSync(folder, { recursive: true });
      const lock = `${folder}.lock`;
      if (takeLock(lock)) return { folder, release: () => rmSync(lock, { force: true }) };
    }
    await sleep(100);
  }
}

/** All of a build, but for what the compiler remembers: that stays where the next build is. */
function moveBuild(from: string, to: string): void {
  const [built, memory] = ['.next', '.next/cache/turbopack'].map((name) => path.join(from, name)) as [
    string,
    string,
  ];
  const aside = `${from}.memory`;
  rmSync(aside, { recursive: true, force: true });
  if (existsSync(memory)) renameSync(memory, aside);
  rmSync(path.join(to, '.next'), { recursive: true, force: true });
  renameSync(built, path.join(to, '.next'));
  mkdirSync(path.dirname(memory), { recursive: true });
  if (existsSync(aside)) renameSync(aside, memory);
}
