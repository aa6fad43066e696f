import { spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = 'content.config.ts';
/** Milliseconds. An editor saves in several steps. */
const PAUSE_MS = 300;

/**
 * Writes the types again whenever `content.config.ts` is saved, in a process of its own: development waits for nothing. Only what is wrong
 * is said.
 * @param root folder of the site, as a whole: an editor may put another file in the place of this one
 */
export function watchContent(root: string): FSWatcher {
  let pause: NodeJS.Timeout | undefined;
  return watch(root, (_, name) => {
    if (name !== FILE) return;
    clearTimeout(pause);
    pause = setTimeout(() => writeTypes(root), PAUSE_MS);
  });
}

function writeTypes(root: string): void {
  const program = fileURLToPath(new URL('headless-site.js', import.meta.url));
  spawn(process.execPath, [program, 'generate'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
