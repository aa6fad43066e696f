import { cache } from 'react';
import { formatDate } from '../content/format.ts';
import { inWordPressFormat } from '../content/wordpress-date.ts';
import type { DateFormats } from '../wordpress/model/views.ts';

/** How the page that is being rendered writes dates. React makes one for each page. */
const page = cache((): { formats: DateFormats } => ({ formats: { date: '', time: '', timeZone: '' } }));

/** Says how WordPress writes dates; to be called before any of them is shown. */
export function beginDates({ dates }: { dates: DateFormats }): void {
  page().formats = dates;
}

/** @returns the format of WordPress's dates on this page, for a script that writes some; empty where it is not known */
export const dateFormat = (): string => page().formats.date;

/**
 * A day of the CMS in its own format.
 * @param language BCP 47, of the text around it
 * @returns an empty string for what is no date (a password-protected post has none)
 */
export function dayInWords(date: string, language: string): string {
  return inWordPressFormat(dateFormat(), date, language) ?? formatDate(date, language);
}

/**
 * A moment in the CMS's time zone and format: `4:05 pm`; with the name of the zone where that is UTC because WordPress names none.
 * @param language BCP 47, of the text around it
 */
export function timeInWords(moment: Date, language: string): string {
  const { time, timeZone } = page().formats;
  const zone = isZone(timeZone) ? timeZone : 'UTC';
  // Swedish writes `2026-11-20 16:05:00`.
  const local = moment.toLocaleString('sv-SE', { timeZone: zone });
  const words = inWordPressFormat(time, local, language) ?? local.slice(11, 16);
  return zone === 'UTC' ? `${words} UTC` : words;
}

function isZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
