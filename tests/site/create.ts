import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { ensureBuilt } from '../support/built';
import { isLong } from '../support/variations';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A site that the CLI made, below this repository, so that it shares its packages. Its build leaves the types out, a quarter of
 * its time, and starts one process for all pages, but in the long tests: those of `createCheckedSite` are as their owners'.
 * @param flags beside `--yes`; without `--cms-url` among them the site has the sample CMS
 * @returns its folder
 */
export async function createSite(name: string, ...flags: string[]): Promise<string> {
  const dir = await createCheckedSite(name, ...flags);
  if (!isLong) buildLess(path.join(dir, 'next.config.ts'));
  return dir;
}

/** The same, with a build that checks the types as its owner's does. */
export async function createCheckedSite(name: string, ...flags: string[]): Promise<string> {
  ensureBuilt();
  const dir = path.join(root, 'tests/.sites', name);
  rmSync(dir, { recursive: true, force: true });
  const cms = flags.includes('--cms-url') ? [] : ['--sample'];
  const args = [...cms, '--yes', '--no-install', '--no-git', ...flags];
  await execa(process.execPath, ['bin/create-headless-site.js', dir, ...args], { cwd: root, input: '' });
  return dir;
}

function buildLess(config: string): void {
  const text = readFileSync(config, 'utf8');
  const changed = text.replace(
    'withHeadlessSite({})',
    'withHeadlessSite({ typescript: { ignoreBuildErrors: true }, experimental: { cpus: 1 } })',
  );
  if (changed === text) throw new Error(`${config} is not as it was`);
  writeFileSync(config, changed);
}
