import { DEFAULT_LANGUAGE, languageOf } from '../base/language.ts';
import { getSettings } from './queries/site.ts';
import { read } from './read.ts';
import { lastChange } from './site-cache.ts';
import { lasting } from './strategy.ts';
import { tags } from './tags.ts';

/**
 * The language of the document, for the root layout. The layout stands in every page, `static` ones too, so what it reads
 * may make no page depend on anything: the answer carries no tag, and is asked for under another key once the settings
 * have changed. The pages that follow them are made again then, and find it.
 * @returns `en` while the CMS does not answer: the page itself fails then, or is the one that says so
 */
export async function readDocumentLanguage(): Promise<string> {
  const change = lastChange(tags.settings);
  const variables = change > 0 ? { stamp: String(change) } : {};
  try {
    const { generalSettings } = await read({
      operation: getSettings,
      variables,
      tags: [],
      strategy: lasting,
    });
    return languageOf(generalSettings?.language);
  } catch {
    return DEFAULT_LANGUAGE;
  }
}
