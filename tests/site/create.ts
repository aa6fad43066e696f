import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { ensureBuilt } from '../support/built';
import { unmountBelow } from '../support/small-disk';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A site that the CLI made, below this repository, so that it shares its packages.
 * @param flags beside `--yes`; without `--cms-url` among them the site has the sample CMS
 * @returns its folder
 */
export async function createSite(name: string, ...flags: string[]): Promise<string> {
  ensureBuilt();
  const dir = path.join(root, 'tests/.sites', name);
  unmountBelow(dir);
  rmSync(dir, { recursive: true, force: true });
  const cms = flags.includes('--cms-url') ? [] : ['--sample'];
  const args = [...cms, '--yes', '--no-install', '--no-git', ...flags];
  await execa(process.execPath, ['bin/create-headless-site.js', dir, ...args], { cwd: root, input: '' });
  return dir;
}
