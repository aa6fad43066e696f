import { DEFAULT_LANGUAGE } from '../base/language.ts';
import { currentScope } from '../base/request-scope.ts';
import { isBuild, siteConfig } from '../config/site.ts';
import { againIn, read } from './client/read.ts';
import { lastChange } from './model/site-cache.ts';
import { lasting } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import type { Identity } from './model/views.ts';
import { getSettings } from './queries/site.ts';
import { identityOf } from './shell.ts';

/** Seconds after which a page is made again that was made without the settings of WordPress. */
const AGAIN_SECONDS = 60;

/**
 * Reads language and name of the document, for the root layout; the error page shows the name. The layout stands in every
 * page, `static` ones too, so what it reads may make no page depend on anything: the answer carries no tag, and is asked for under
 * another key once the settings have changed. The pages that follow them are made again then, and find it.
 * @returns `en` and the configured name where a visitor waits and the CMS does not answer; what is stored of that is made again soon
 * @throws {WordPressError|GraphQLError} when the CMS fails, and nobody waits: the page that is stored is better than one in another language
 */
export async function readDocument(): Promise<Pick<Identity, 'language' | 'title'>> {
  const change = lastChange(tags.settings);
  const variables = change > 0 ? { stamp: String(change) } : {};
  try {
    return identityOf(await read({ operation: getSettings, variables, tags: [], strategy: lasting }));
  } catch (error) {
    if (isBuild || currentScope()?.isBackground) throw error;
    await againIn(AGAIN_SECONDS);
    return { language: DEFAULT_LANGUAGE, title: siteConfig.site.name };
  }
}

/** @returns its language alone */
export const readDocumentLanguage = async (): Promise<string> => (await readDocument()).language;
