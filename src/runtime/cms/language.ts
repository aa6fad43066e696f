import { DEFAULT_LANGUAGE } from '../base/language.ts';
import { siteConfig } from '../config/site.ts';
import { getSettings } from './queries/site.ts';
import { read } from './read.ts';
import { identityOf } from './shell.ts';
import { lastChange } from './site-cache.ts';
import { lasting } from './strategy.ts';
import { tags } from './tags.ts';
import type { Identity } from './views.ts';

/**
 * Reads language and name of the document, for the root layout; the error page shows the name. The layout stands in every
 * page, `static` ones too, so what it reads may make no page depend on anything: the answer carries no tag, and is asked for under
 * another key once the settings have changed. The pages that follow them are made again then, and find it.
 * @returns `en` and the configured name while the CMS does not answer: the page itself fails then, or is the one that says so
 */
export async function readDocument(): Promise<Pick<Identity, 'language' | 'title'>> {
  const change = lastChange(tags.settings);
  const variables = change > 0 ? { stamp: String(change) } : {};
  try {
    return identityOf(await read({ operation: getSettings, variables, tags: [], strategy: lasting }));
  } catch {
    return { language: DEFAULT_LANGUAGE, title: siteConfig.site.name };
  }
}

/** @returns its language alone */
export const readDocumentLanguage = async (): Promise<string> => (await readDocument()).language;
