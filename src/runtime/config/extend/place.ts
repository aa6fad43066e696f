import fs from 'node:fs';

export const FILE = 'content.config.ts';

/** A place in an entry's GraphQL. */
interface InSelect {
  select: string;
  offset: number;
}

/** Texts in quotes, and calls, that follow each other in an entry: `['related', '.txt(']`. */
export type Words = readonly string[];

/**
 * Where something of the owner's file is written.
 * @param keys of the entry, from the top: `['fields', 'post']`; those that are not there count for nothing
 * @param inside the place in it, if not the entry itself
 * @returns `content.config.ts:12`, or a place in the .graphql file that the text comes from; without the line where the file is not there (a container) or is put together otherwise
 */
export function placeOf(keys: readonly string[], inside?: InSelect | Words, file = FILE): string {
  const inFile = inside && 'select' in inside && placeInFile(inside.select, inside.offset);
  if (inFile) return inFile;
  let source = '';
  try {
    // The bundle must not take the file along.
    source = fs.readFileSync(/* turbopackIgnore: true */ file, 'utf8').replace(/\r\n/g, '\n');
  } catch {
    return file;
  }
  const line = lineIn(source, keys, inside);
  return line === undefined ? file : `${file}:${line}`;
}

/** `build/commonjs/graphql.js` puts the name before the text, because a container has what Next has bundled and not the file. */
const NAMED = /^# from (\S.*)\n/;

/** @returns `queries/book.graphql:3`; undefined for a text that comes from no file */
function placeInFile(select: string, offset: number): string | undefined {
  const [, file] = NAMED.exec(select) ?? [];
  // The name has a line of its own, before those of the file.
  return file && `${file}:${Math.max(1, select.slice(0, offset).split('\n').length - 1)}`;
}

/** Text, and comments, in which a key counts for nothing. */
const QUOTED = /`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*.*?\*\//gs;

/** @returns the line, beginning with 1: that of the place, otherwise that of the entry; undefined where neither is found */
export function lineIn(
  source: string,
  keys: readonly string[],
  inside?: InSelect | Words,
): number | undefined {
  const bare = source.replace(QUOTED, (text, at: number) =>
    isKey(source, at + text.length) ? text : text.replace(/[^\n]/g, ' '),
  );
  let entry: number | undefined;
  for (const key of keys) {
    const found = keyAfter(bare, key, entry ?? 0);
    if (found === undefined) break;
    entry = found;
  }
  if (entry === undefined) return undefined;
  const isEntry = !inside || (!('select' in inside) && inside.length === 0);
  const at = isEntry ? entry : (placeAfter(source, bare, entry, inside) ?? entry);
  return source.slice(0, at).split('\n').length;
}

function placeAfter(
  source: string,
  bare: string,
  entry: number,
  inside: InSelect | Words,
): number | undefined {
  if ('select' in inside) {
    const start = source.indexOf(inside.select, keyAfter(bare, 'select', entry) ?? entry);
    return start === -1 ? undefined : start + inside.offset;
  }
  // The function that reads it may stand above.
  return wordsAfter(source, inside, entry) ?? wordsAfter(source, inside, 0);
}

function wordsAfter(source: string, words: Words, from: number): number | undefined {
  let at: number | undefined = from;
  for (const word of words) at = at === undefined ? undefined : wordAfter(source, word, at);
  return at;
}

function wordAfter(source: string, word: string, from: number): number | undefined {
  const forms = word.startsWith('.') ? [word] : [`'${word}'`, `"${word}"`, `\`${word}\``];
  const found = forms.map((form) => source.indexOf(form, from)).filter((at) => at !== -1);
  return found.length > 0 ? Math.min(...found) : undefined;
}

function keyAfter(bare: string, key: string, from: number): number | undefined {
  const found = new RegExp(`(?<=[{,\\s])(['"]?)${key.replace(/\W/g, '\\$&')}\\1\\s*:`, 'g');
  found.lastIndex = from;
  return found.exec(bare)?.index;
}

/** A name in quotes may be a key: `'case-study': { … }`. */
const isKey = (source: string, end: number) => /^\s*:/.test(source.slice(end, end + 20));
