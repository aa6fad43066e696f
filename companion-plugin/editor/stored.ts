import { isRecord } from './manifest';

/*
 * Texts stand in a block's comment as in HTML, with `&amp;` and `&lt;`, like those of WordPress's own blocks. For people
 * without the right to write any HTML (every editor of a network) WordPress cleans them as HTML on each save: a plain
 * `5 < 6 > 4` would lose its middle. Everything else in the editor works on plain texts.
 */
const characters: Record<string, string> = {
  amp: '&',
  '#038': '&',
  '#x26': '&',
  lt: '<',
  '#060': '<',
  gt: '>',
  '#062': '>',
  quot: '"',
  '#034': '"',
  '#x22': '"',
  '#039': "'",
  '#x27': "'",
};

/** Attributes of a block as plain texts, at any depth; the server reads the same entities (wp_specialchars_decode). */
export const fromStored = (value: unknown): unknown =>
  each(value, (text) => text.replace(/&(#?\w+);/g, (entity, name: string) => characters[name] ?? entity));

/** And back. */
export const toStored = (value: unknown): unknown =>
  each(value, (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));

function each(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => each(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner, change)]));
}
