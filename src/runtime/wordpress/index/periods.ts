import { dateInWords } from '../../content/format.ts';
import type { IndexEntry } from './content-index.ts';

/** WordPress's date archives: `/2026`, `/2026/11`, `/2026/11/05`, below the permalink structure's front if it has one. */

const PERIOD = /^(.*)\/(\d{4}(?:\/(?:0[1-9]|1[0-2])(?:\/(?:0[1-9]|[12]\d|3[01]))?)?)$/;

/** `/blog/2026/11` is the period `2026/11` behind the front `/blog`; null for any other path. */
export function periodOf(path: string): { front: string; period: string } | null {
  const match = PERIOD.exec(path);
  return match ? { front: match[1] ?? '', period: match[2] ?? '' } : null;
}

/** @param period `2026`, `2026/11` or `2026/11/05` */
export function isWithin(date: string, period: string): boolean {
  return date.slice(0, period.length).replaceAll('-', '/') === period;
}

/** `November 5, 2026`, as much of it as the period says. */
export function titleOfPeriod(period: string, language: string): string {
  const [year = '', month, day] = period.split('/');
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  return dateInWords(date, language, {
    year: 'numeric',
    ...(month ? { month: 'long' } : {}),
    ...(day ? { day: 'numeric' } : {}),
  });
}

/**
 * The start that all posts' paths share, before slug and date: `/blog` for `/blog/%postname%/`. WordPress puts date
 * archives behind the same front.
 * @param paths in normal form
 */
export function frontOf(posts: readonly Pick<IndexEntry, 'path'>[]): string {
  const [first, ...rest] = posts.map(({ path }) => path.split('/').filter(Boolean).slice(0, -1));
  let common = first ?? [];
  for (const folders of rest) {
    const end = common.findIndex((folder, i) => folder !== folders[i]);
    if (end !== -1) common = common.slice(0, end);
  }
  const year = common.findIndex((folder) => /^\d{4}$/.test(folder));
  const front = year === -1 ? common : common.slice(0, year);
  return front.map((folder) => `/${folder}`).join('');
}
