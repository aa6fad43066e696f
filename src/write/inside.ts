import { lstatSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../base/errors';

/**
 * Where a path of the manifest lies. The manifest comes from a repository, so it is not trusted.
 * @throws {CliError} `usage` for a path that leaves the site: absolute, with `..`, or through a link
 */
export function resolveInside(root: string, file: string): string {
  const steps = file.split('/');
  const odd = steps.some((step) => step === '' || step === '.' || step === '..' || /[\\:\0]/.test(step));
  if (odd || path.isAbsolute(file)) throw refused(file, 'it does not stay inside the site');
  let at = root;
  for (const step of steps) {
    at = path.join(at, step);
    if (isLink(at)) throw refused(file, 'it is a link or lies behind one');
  }
  return at;
}

export function isLink(at: string): boolean {
  try {
    return lstatSync(at).isSymbolicLink();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: a file is where a directory of the path should be.
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

function refused(file: string, why: string): CliError {
  return new CliError('usage', `The managed path ${JSON.stringify(file)} is refused: ${why}.`, {
    fix: 'Look at .headless-site/manifest.json, or put a plain file there.',
  });
}
