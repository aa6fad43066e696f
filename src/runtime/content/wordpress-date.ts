import { dateFormatOf } from './format.ts';

/** A date and time as WordPress writes them: its own local time, without a zone. */
interface Moment {
  year: number;
  /** 1 is January. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

type Write = (
  moment: Moment,
  words: (options: Intl.DateTimeFormatOptions, part: PartType) => string,
) => string;
type PartType = Intl.DateTimeFormatPartTypes;

const two = (value: number) => String(value).padStart(2, '0');
const twelve = (hour: number) => hour % 12 || 12;

/** Letters of PHP's `date()` that people write into "Settings > General". */
const LETTERS: Record<string, Write> = {
  d: ({ day }) => two(day),
  j: ({ day }) => String(day),
  S: ({ day }) => ordinal(day),
  D: (_, words) => words({ weekday: 'short' }, 'weekday'),
  l: (_, words) => words({ weekday: 'long' }, 'weekday'),
  m: ({ month }) => two(month),
  n: ({ month }) => String(month),
  M: (_, words) => words({ month: 'short' }, 'month'),
  F: (_, words) => words({ month: 'long' }, 'month'),
  Y: ({ year }) => String(year),
  y: ({ year }) => two(year % 100),
  H: ({ hour }) => two(hour),
  G: ({ hour }) => String(hour),
  h: ({ hour }) => two(twelve(hour)),
  g: ({ hour }) => String(twelve(hour)),
  i: ({ minute }) => two(minute),
  s: ({ second }) => two(second),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
};

/**
 * Writes a date in a format of WordPress's: `F j, Y`, `d.m.Y`, `\l\e j F Y`.
 * @param date begins with `2026-11-20`, or `2026-11-20T09:05:00`
 * @param language BCP 47, of the names of months and days
 * @returns null for what is no date, and for a format with letters that nobody writes there, such as the week of the year
 */
export function inWordPressFormat(format: string, date: string, language: string): string | null {
  const moment = read(date);
  if (!moment || format.trim() === '') return null;
  // Beside a day a month is declined, as WordPress does it: `20 listopada`.
  const day = /[dj]/.test(format) ? ({ day: 'numeric' } as const) : {};
  const words = (options: Intl.DateTimeFormatOptions, part: PartType) =>
    partOf(moment, language, options.month ? { ...options, ...day } : options, part);
  let out = '';
  for (let i = 0; i < format.length; i++) {
    const letter = format[i] ?? '';
    if (letter === '\\') {
      i += 1;
      out += format[i] ?? '';
    } else if (/[a-z]/i.test(letter)) {
      const write = LETTERS[letter];
      if (!write) return null;
      out += write(moment, words);
    } else out += letter;
  }
  return out;
}

function read(date: string): Moment | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(date);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const time = new Date(Date.UTC(year, month - 1, day));
  // JavaScript reads February 31 as March 3.
  return time.getUTCDate() === day && time.getUTCMonth() === month - 1
    ? { year, month, day, hour, minute, second }
    : null;
}

function partOf(
  { year, month, day }: Moment,
  language: string,
  options: Intl.DateTimeFormatOptions,
  part: PartType,
): string {
  const parts = dateFormatOf(language, options).formatToParts(Date.UTC(year, month - 1, day));
  return parts.find(({ type }) => type === part)?.value ?? '';
}

/** PHP writes the English one in every language. */
function ordinal(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return { 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th';
}
