import { withoutTags } from './html/strip.ts';

export { stripHtml } from './html/strip.ts';

/** Words an adult reads in a minute; the specification's figure. */
export const WORDS_PER_MINUTE = 200;

/** How much of a date is written, in WordPress's calendar: some languages have one of their own. */
type DateParts = Pick<Intl.DateTimeFormatOptions, 'year' | 'month' | 'day'>;
const longFormat: DateParts = { year: 'numeric', month: 'long', day: 'numeric' };

/** By language and parts. Made when first needed: one takes 20 ms, and the CLI imports this file for something else. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** @param language BCP 47; one that Intl does not know is written in English, whatever the machine speaks */
export function dateFormatOf(language: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, parts]);
  let format = formats.get(key);
  if (!format) {
    const options = { ...parts, calendar: 'gregory', timeZone: 'UTC' };
    format = new Intl.DateTimeFormat([language, 'en-US'], options);
    formats.set(key, format);
  }
  return format;
}

/**
 * A moment in words, in UTC.
 * @param language as of `dateFormatOf`
 */
export const dateInWords = (time: number | Date, language: string, parts: DateParts): string =>
  dateFormatOf(language, parts).format(time);

/**
 * `November 20, 2026`: the calendar day that is written in the date, under any time zone of the machine.
 * The CMS's dates are its own local time and carry no zone, so converting them could only move the day.
 * @param language BCP 47, of the text around it
 * @returns an empty string for what is no date (a password-protected post has none)
 */
export function formatDate(date: string, language = 'en-US'): string {
  const day = /^(\d{4}-\d{2}-\d{2})/.exec(date)?.[1];
  const time = day === undefined ? Date.parse(date) : Date.parse(`${day}T00:00:00Z`);
  // JavaScript reads February 31 as March 3.
  const exists = day === undefined || new Date(time).toISOString().startsWith(day);
  return Number.isNaN(time) || !exists ? '' : dateInWords(time, language, longFormat);
}

const numbers = new Map<string, Intl.NumberFormat>();

/**
 * `12,500` or `12.500`: a number as the language writes it, with all its decimals. One of four digits stays whole, because nobody knows
 * whether it is a year.
 * @param language BCP 47, of the text around it; one that Intl does not know is written in English
 */
export function formatNumber(value: number, language = 'en-US'): string {
  let format = numbers.get(language);
  if (!format) {
    format = new Intl.NumberFormat([language, 'en-US'], { useGrouping: 'min2', maximumFractionDigits: 20 });
    numbers.set(language, format);
  }
  return format.format(value);
}

/** @returns the text, or its first `length` characters followed by `...`; never half of a character */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}...`;
}

/** Minutes, rounded up; 0 for no words. */
export function getReadingTime(content: string): number {
  const words = withoutTags(content, ' ').split(/\s+/).filter(Boolean).length;
  return Math.ceil(words / WORDS_PER_MINUTE);
}
