import { existsSync } from 'node:fs';
import path from 'node:path';

/** The file that `npm run generate` of a site writes. */
export const GENERATED = 'content.generated.d.ts';

/** Milliseconds; a WordPress that hangs is given up after 30 seconds by the site itself. */
const TIMEOUT_MS = 60_000;

export const hasGenerated = (root: string): boolean => existsSync(path.join(root, GENERATED));

/**
 * Runs the site's own `headless-site generate`: only the site's runtime knows how `content.config.ts` is read.
 * @param options `--check` writes nothing
 * @returns what it says of faults, line by line; none where all is well. Undefined where it cannot be run
 */
export async function runGenerate(root: string, ...options: '--check'[]): Promise<string[] | undefined> {
  const { execa } = await import('execa');
  const { failed, exitCode, stderr } = await execa('headless-site', ['generate', ...options], {
    cwd: root,
    localDir: root,
    preferLocal: true,
    stdin: 'ignore',
    reject: false,
    timeout: TIMEOUT_MS,
  });
  if (!failed) return [];
  if (exitCode !== 1) return undefined;
  return stderr.split('\n').filter(Boolean);
}
