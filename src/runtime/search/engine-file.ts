import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { siteConfig } from '../config/site.ts';
import { siteCache } from '../wordpress/model/site-cache.ts';
import type { SearchDocument } from './documents.ts';
import { createEngine, type SavedEngine, type SearchEngine } from './engine.ts';

/** Things of one line. */
const AT_ONCE = 1_000;
const HEAD = JSON.stringify(['engine', 1, siteConfig.wordpress.graphqlUrl]);

/**
 * The server's search index on disk: to read it takes a fifth of the time that making it does, and no CMS (2 s for 10,000 items on
 * a loaded machine, 0.5 s). It may be older than the texts; the engine then takes in what differs.
 */
const file = () => {
  const folder = siteCache()?.folder;
  return folder && path.join(folder, 'index', 'engine.jsonl');
};

/** @returns null where there is none that can be read */
export async function loadEngine(): Promise<SearchEngine | null> {
  const from = file();
  const text = from && (await fs.promises.readFile(/* turbopackIgnore: true */ from, 'utf8').catch(() => ''));
  const [head, index, ...lines] = (text || '').split('\n');
  if (head !== HEAD || !index || lines.pop() !== '') return null;
  try {
    const saved: SavedEngine = { index: JSON.parse(index), documents: [], terms: [] };
    for (const line of lines) {
      const [kind, things] = JSON.parse(line) as ['d', SearchDocument[]] | ['t', SavedEngine['terms']];
      if (kind === 'd') for (const document of things) saved.documents.push(document);
      else for (const term of things) saved.terms.push(term);
      await pause();
    }
    return createEngine(saved);
  } catch {
    return null;
  }
}

/** Never throws: without the file the next start makes the index again. */
export async function saveEngine(engine: SearchEngine): Promise<void> {
  const to = file();
  if (!to) return;
  const { index, documents, terms } = engine.save();
  try {
    await fs.promises.mkdir(path.dirname(to), { recursive: true });
    const out = await fs.promises.open(`${to}.new`, 'w');
    try {
      await out.write(`${HEAD}\n${JSON.stringify(index)}\n`);
      for (const [kind, things] of [
        ['d', documents],
        ['t', terms],
      ] as const)
        for (let i = 0; i < things.length; i += AT_ONCE) {
          await out.write(`${JSON.stringify([kind, things.slice(i, i + AT_ONCE)])}\n`);
          await pause();
        }
    } finally {
      await out.close();
    }
    await fs.promises.rename(`${to}.new`, to);
  } catch {
    // The cache's handler complains of a disk that takes nothing.
  }
}
