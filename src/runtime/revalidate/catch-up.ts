import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keepTrying } from '../base/keep-trying.ts';
import { ofProcess } from '../base/of-process.ts';
import { siteConfig } from '../config/site.ts';
import { askCms } from '../wordpress/client/ask.ts';
import { outsideRenders } from '../wordpress/client/outside-renders.ts';
import { invalidate } from '../wordpress/model/invalidate.ts';
import { siteCache } from '../wordpress/model/site-cache.ts';
import { getChanged } from '../wordpress/queries/site.ts';
import { planChange } from './plan.ts';

/** Holds the CMS's word (`companionChanged`): beside a build the one from before it, in its cache the one that was heard last. */
const FILE = 'changed';

const state = ofProcess('catch-up', () => ({ isDone: false }));

/**
 * Menus, settings, terms, comments and the like have no index that a start could compare with its pages, as it does for items
 * (`wordpress/index/live-index.ts`). The CMS has a word for them: where it is not the one that the pages are of, somebody changed something between
 * the build and this start, or while no server ran, and all pages are rendered again behind their visitors. A CMS that does not answer is
 * asked again until it does. Never throws.
 */
export async function catchUp(): Promise<void> {
  const folder = siteCache()?.folder;
  if (folder === undefined) return;
  const compareNow = async () => {
    const { companionChanged } = await outsideRenders(() => askCms(getChanged, {}));
    if (companionChanged) await compare(folder, companionChanged);
    state.isDone = true;
  };
  await compareNow().catch(() => void keepTrying(compareNow));
}

async function compare(folder: string, changed: string): Promise<void> {
  const known = await knownWord(folder);
  if (known === changed) return;
  if (known !== undefined) {
    const everything = { path: '/*', event: undefined };
    const { expire, stale } = planChange(everything, { before: undefined, after: undefined }, siteConfig);
    await invalidate(new Set(expire), new Set(stale), ['/']);
  }
  // A disk that takes nothing is compared again at the next start.
  await keepWord(folder, changed).catch(() => undefined);
}

/** Notes the word that came with a change, when the change counts here. Not before this start has compared its own. */
export async function noteWord(word: string): Promise<void> {
  const folder = siteCache()?.folder;
  if (folder !== undefined && state.isDone) await keepWord(folder, word).catch(() => undefined);
}

async function keepWord(folder: string, word: string): Promise<void> {
  const file = path.join(folder, FILE);
  await writeFile(`${file}.new`, word);
  await rename(`${file}.new`, file);
}

/** @returns the younger one of the two; undefined for a build that knew none */
async function knownWord(folder: string): Promise<string | undefined> {
  const files = [path.join(folder, FILE), path.join(path.dirname(folder), FILE)];
  const found = await Promise.all(files.map(readWord));
  return found.flatMap((one) => one ?? []).sort((a, b) => b.at - a.at)[0]?.word;
}

async function readWord(file: string): Promise<{ word: string; at: number } | undefined> {
  try {
    return { word: await readFile(file, 'utf8'), at: (await stat(file)).mtimeMs };
  } catch {
    return undefined;
  }
}
