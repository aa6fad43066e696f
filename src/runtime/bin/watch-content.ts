import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from '../config/extend/imports.ts';
import { FILE } from '../config/extend/place.ts';

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
  const write = oneAtATime(() => writeTypes(root));
  const saved = (folder: string, name: string | null) => {
    if (name === null || !files.includes(path.join(folder, name))) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      look();
      write();
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

/** Two at once may end in the other order, and leave the types of the file before. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false;
  let isAgain = false;
  const next = async (): Promise<void> => {
    isAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    await run();
    isRunning = false;
    if (isAgain) void next();
  };
  return () => void next();
}

function writeTypes(root: string): Promise<void> {
  const program = fileURLToPath(new URL('headless-site.js', import.meta.url));
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] } satisfies SpawnOptions;
  return new Promise((resolve) => {
    spawn(process.execPath, [program, 'generate'], options)
      .once('close', () => resolve())
      .once('error', () => resolve());
  });
}
