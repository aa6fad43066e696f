import { readFileSync } from 'node:fs';

/**
 * A row of one of the specification's tables, named by its section and its first cell.
 * @typedef {{section: string, row: string}} SpecRow
 */

/** Sections whose tables state something that a test can hold the code to. */
const SECTIONS = [
  'Contact submission',
  'Configuration object (SiteConfig)',
  'Environment variables',
  'Library functions',
  'POST /api/revalidate',
  'POST /api/contact',
  'CMS GraphQL operations used by the service',
  'Errors',
  'Limits',
];

/**
 * Reads every row of those tables from the specification itself.
 * @returns {SpecRow[]}
 */
export function specRows() {
  const lines = readFileSync(new URL('./interface-specification.md', import.meta.url), 'utf8').split('\n');
  /** @type {SpecRow[]} */
  const rows = [];
  let section = '';
  lines.forEach((line, i) => {
    const heading = /^#+ (.*)$/.exec(line);
    if (heading) section = heading[1] ?? '';
    // Two routes are described in prose: the heading itself is the row.
    if (heading && /^GET \/api\//.test(section)) rows.push({ section, row: section });
    const isRow =
      line.startsWith('|') && !/^\|[-|]+\|$/.test(line) && !/^\|[-|]+\|$/.test(lines[i + 1] ?? '');
    if (isRow && SECTIONS.includes(section)) rows.push({ section, row: (line.split('|')[1] ?? '').trim() });
  });
  return rows;
}

/**
 * The name that a test carries to say which row it holds.
 * @param {SpecRow} row
 */
export const rowName = ({ section, row }) => `${section}: ${row}`;
