import { DIALOG_LIMIT, nothing, type SearchResults } from './documents.ts';
import type { SearchEngine } from './engine.ts';
import { fromTitlesFile, type TextsFile, type TitlesFile, withTexts } from './files.ts';

/** Milliseconds without a key before the server is asked. */
const STILL = 180;

/** Runs in the browser, in the dialog's bundle. */
export interface SearchSource {
  /** Loads what the first query needs. Called when the dialog opens. */
  warm(): void;
  /**
   * @param show gets results, and better ones when more has been loaded; never after `signal`
   * @throws {Error} when neither a file nor the server can be reached
   */
  search(query: string, show: (found: SearchResults) => void, signal: AbortSignal): Promise<void>;
}

/** @param isLocal this site keeps its index in files; else, and where those say so, the server searches */
export function createSource(isLocal: boolean): SearchSource {
  let local: Promise<SearchSource | null> | null = isLocal ? null : Promise.resolve(null);
  const source = async () => {
    local ??= openLocal();
    // A file that could not be loaded is tried again with the next key.
    return (
      (await local.catch((error) => {
        local = null;
        throw error;
      })) ?? server
    );
  };
  return {
    warm: () => void source().catch(() => {}),
    async search(query, show, signal) {
      if (query === '') return show(nothing);
      const chosen = await source();
      if (!signal.aborted) await chosen.search(query, show, signal);
    },
  };
}

const server: SearchSource = {
  warm() {},
  async search(query, show, signal) {
    await new Promise((resolve) => setTimeout(resolve, STILL));
    if (signal.aborted) return;
    const found = await load<SearchResults>(`/search/results?${new URLSearchParams({ q: query })}`, signal);
    if (!signal.aborted) show(found);
  },
};

/** Titles first, texts with the first query. @returns null where the server is to be asked */
async function openLocal(): Promise<SearchSource | null> {
  const [file, { createEngine }] = await Promise.all([
    load<TitlesFile>('/search/titles.json'),
    import('./engine.ts'),
  ]);
  const titles = fromTitlesFile(file);
  if (!titles) return null;
  const engine: SearchEngine = createEngine();
  await engine.sync(titles);
  let texts: Promise<void> | null = null;
  return {
    warm() {},
    async search(query, show, signal) {
      show(engine.search(query, DIALOG_LIMIT));
      const loading =
        texts ?? load<TextsFile>('/search/texts.json').then((all) => engine.sync(withTexts(titles, all)));
      texts = loading;
      // Titles alone are a good answer; the next key tries again.
      await loading.catch(() => {
        texts = null;
      });
      if (!signal.aborted) show(engine.search(query, DIALOG_LIMIT));
    },
  };
}

async function load<Answer>(url: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Answer;
}
