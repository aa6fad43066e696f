import fs from 'node:fs';
import { FILE } from '../extend/problems.ts';

/** A place in an entry's GraphQL. */
interface InSelect {
  select: string;
  offset: number;
}

/**
 * Where something of `content.config.ts` is written.
 * @param keys of the entry, from the top: `['fields', 'post']`
 * @param inside the place in it, if not the entry itself
 * @returns `content.config.ts:12`, or a place in the .graphql file that the text comes from; without the line where the file is not there (a container) or is put together otherwise
 */
export function placeOf(keys: readonly string[], inside?: InSelect): string {
  const inFile = inside && placeInFile(inside.select, inside.offset);
  if (inFile) return inFile;
  let source = '';
  try {
    // What is bundled must not take the file along.
    source = fs.readFileSync(/* turbopackIgnore: true */ FILE, 'utf8').replace(/\r\n/g, '\n');
  } catch {
    return FILE;
  }
  const line = lineIn(source, keys, inside);
  return line === undefined ? FILE : `${FILE}:${line}`;
}

/** `commonjs/graphql.js` puts the name before the text, because a container has what Next has bundled and not the file. */
const NAMED = /^# from (\S.*)\n/;

/** @returns `queries/book.graphql:3`; undefined for a text that comes from no file */
export function placeInFile(select: string, offset: number): string | undefined {
  const [, file] = NAMED.exec(select) ?? [];
  // The name has a line of its own, before those of the file.
  return file && `${file}:${Math.max(1, select.slice(0, offset).split('\n').length - 1)}`;
}

/** Text, and comments, in which a key counts for nothing. */
const QUOTED = /`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*.*?\*\//gs;

/** @returns the line, beginning with 1: that of the place, otherwise that of the entry; undefined where neither is found */
export function lineIn(source: string, keys: readonly string[], inside?: InSelect): number | undefined {
  const bare = source.replace(QUOTED, (text, at: number) =>
    isKey(source, at + text.length) ? text : text.replace(/[^\n]/g, ' '),
  );
  let entry = 0;
  for (const key of keys) {
    const found = keyAfter(bare, key, entry);
    if (found === undefined) return undefined;
    entry = found;
  }
  const start = inside ? source.indexOf(inside.select, keyAfter(bare, 'select', entry) ?? entry) : -1;
  const at = inside && start !== -1 ? start + inside.offset : entry;
  return source.slice(0, at).split('\n').length;
}

function keyAfter(bare: string, key: string, from: number): number | undefined {
  const found = new RegExp(`(?<=[{,\\s])(['"]?)${key.replace(/\W/g, '\\$&')}\\1\\s*:`, 'g');
  found.lastIndex = from;
  return found.exec(bare)?.index;
}

/** A name in quotes may be a key: `'case-study': { … }`. */
const isKey = (source: string, end: number) => /^\s*:/.test(source.slice(end, end + 20));
