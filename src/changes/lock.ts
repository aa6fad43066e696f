import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CliError } from '../base/errors';
import { onAbort } from '../base/signals';
import { isAlive } from '../write/alive';
import { resolveInside } from '../write/inside';

/**
 * Keeps two runs from changing one site at once.
 * @returns the function that ends it
 * @throws {CliError} `unexpected` while another run is alive, `usage` where a link would lead out of the site
 */
export function lock(root: string): () => void {
  const file = resolveInside(root, '.headless-site/regenerate.lock');
  const take = () => {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
    } catch (error) {
      // On a full disk the file is there, without its text.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
      throw error;
    }
  };
  try {
    take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAlive(Number(readFileSync(file, 'utf8')))) {
      throw new CliError('unexpected', 'Another run is at work in this site.', {
        fix: `Wait for it to end. If there is none, delete ${file}`,
      });
    }
    // Left by a run that was killed.
    rmSync(file, { force: true });
    take();
  }
  const release = () => rmSync(file, { force: true });
  const forget = onAbort(release);
  return () => {
    forget();
    release();
  };
}
