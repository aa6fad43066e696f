import { spawn } from 'node:child_process';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from '../extend/imports.ts';
import { FILE } from '../extend/place.ts';

/** Milliseconds. An editor saves in several steps. */
const PAUSE_MS = 300;

/**
 * Writes the types again whenever `content.config.ts`, or a .graphql file that it imports, is saved, in a process of its own: development waits
 * for nothing. Only what is wrong is said.
 * @param root folder of the site. Folders are watched as a whole: an editor may put another file in the place of this one
 * @returns what ends it
 */
export function watchContent(root: string): { close: () => void } {
  let pause: NodeJS.Timeout | undefined;
  const watchers = new Map<string, FSWatcher>();
  let files: readonly string[] = [];
  const saved = (folder: string, name: string | null) => {
    if (name === null || !files.includes(path.join(folder, name))) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      look();
      writeTypes(root);
    }, PAUSE_MS);
  };
  const look = () => {
    files = filesOf(root);
    const folders = new Set(files.map((file) => path.dirname(file)).filter(existsSync));
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (!watchers.has(folder))
        watchers.set(
          folder,
          watch(folder, (_, name) => saved(folder, name)).on('error', () => watchers.delete(folder)),
        );
    }
  };
  look();
  return {
    close: () => {
      clearTimeout(pause);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** `content.config.ts`, and the .graphql files that it imports. */
const filesOf = (root: string): string[] => [
  path.join(root, FILE),
  ...importsOf(root).flatMap(({ target }) => (target.endsWith('.graphql') ? target : [])),
];

function writeTypes(root: string): void {
  const program = fileURLToPath(new URL('headless-site.js', import.meta.url));
  spawn(process.execPath, [program, 'generate'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
