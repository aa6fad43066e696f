import { load, type SearchSource, serverSource } from './ask-server.ts';
import { DIALOG_LIMIT, nothing } from './documents.ts';
import { createEngine } from './engine.ts';
import { fromTitlesFile, type TextsFile, type TitlesFile, withTexts } from './files.ts';

/**
 * Searches in files of this site; where those say so, the server does.
 * @param titles the first file, where somebody has asked for it already
 */
export function localSource(titles?: Promise<Response>): SearchSource {
  let asked = titles;
  let opened: Promise<SearchSource> | undefined;
  const source = () => {
    opened ??= openFiles(asked);
    // It can be read once.
    asked = undefined;
    // A file that could not be loaded is tried again with the next key.
    return opened.catch((error) => {
      opened = undefined;
      throw error;
    });
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

/** Titles first, texts with the first query. */
async function openFiles(asked?: Promise<Response>): Promise<SearchSource> {
  const titles = fromTitlesFile(await load<TitlesFile>('/search/titles.json', undefined, asked));
  if (!titles) return serverSource;
  const engine = createEngine();
  await engine.sync(titles);
  let texts: Promise<void> | undefined;
  return {
    warm() {},
    async search(query, show, signal) {
      const byTitles = engine.search(query, DIALOG_LIMIT);
      // That nothing is there is known when the texts were searched.
      if (byTitles.total > 0) show(byTitles);
      texts ??= load<TextsFile>('/search/texts.json').then((all) => engine.sync(withTexts(titles, all)));
      // Titles alone are a good answer; the next key tries again.
      await texts.catch((error) => {
        texts = undefined;
        if (byTitles.total === 0) throw error;
      });
      if (!signal.aborted) show(engine.search(query, DIALOG_LIMIT));
    },
  };
}
