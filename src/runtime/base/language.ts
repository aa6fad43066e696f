/** The language of the site's content. Pure: the server and the browser share it. */

/** The language of a site that names none. */
export const DEFAULT_LANGUAGE = 'en';

/** ISO 15924 names of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/**
 * BCP 47 from WordPress's name of a locale: `pt_PT_ao90` is `pt-PT`. What WordPress puts behind the country (`formal`,
 * `ao90`) is no tag that browsers know, and `Intl` throws on some of it.
 * @returns `en` for what names no language
 */
export function languageOf(locale: string | null | undefined): string {
  const [language = '', ...rest] = (locale ?? '').split(/[-_]/);
  const [script] = rest.filter((part) => /^[a-z]{4}$/i.test(part));
  const [region] = rest.filter((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part));
  const tag = [language, script, region].filter(Boolean).join('-');
  for (const candidate of [tag, language]) {
    try {
      return new Intl.Locale(candidate).toString();
    } catch {
      // The next one.
    }
  }
  return DEFAULT_LANGUAGE;
}

/** @param language from languageOf() */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script = '' } = new Intl.Locale(language).maximize();
  return RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}
