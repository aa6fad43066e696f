import { isDeepStrictEqual } from 'node:util';
import { openAtEnd } from './brackets';

/**
 * Whether a merge of code left no bracket open, declares no name twice, and uses no name of which one side took the
 * declaration away.
 */
export function holdsTogether(
  merged: string,
  [base, ours, theirs]: readonly [string, string, string],
): boolean {
  if (!isDeepStrictEqual(openAtEnd(merged), openAtEnd(ours))) return false;
  const twice = (text: string, name: string) => declarations(text).filter((one) => one === name).length;
  const declared = declaredIn(merged);
  const isTwice = (name: string) => twice(merged, name) > Math.max(1, twice(ours, name), twice(theirs, name));
  if ([...declared].some(isTwice)) return false;
  const known = new Set([base, ours, theirs].flatMap((text) => [...declaredIn(text)]));
  const missing = wordsOf(merged).filter((word) => known.has(word) && !declared.has(word));
  return missing.every((word) => [ours, theirs].some((text) => isUndeclaredIn(text, word)));
}

/** A property or a word of a text may be called as something that is declared elsewhere. */
function isUndeclaredIn(text: string, word: string): boolean {
  return wordsOf(text).includes(word) && !declaredIn(text).has(word);
}

const IMPORTS = /^import\b([^'"]*?)\bfrom\b/gm;
const NAME = /[\w$]+(?=\s*(?:[,}]|$))/g;
const DECLARATION =
  /\b(?:const|let|var|function|class|type|interface|enum)\s+(?:([\w$]+)|[{[]([^=]*?)[}\]]\s*=)|\(\s*\{([^{}]*)\}\s*(?::|\)\s*(?:\{|=>))/g;

const importedBy = (text: string) =>
  [...text.matchAll(IMPORTS)].flatMap(([, list = '']) => list.trim().match(NAME) ?? []);

/** Names as often as a text declares them. */
function declarations(text: string): string[] {
  const declared = [...text.matchAll(DECLARATION)].flatMap(([, name, list, parameters]) =>
    name ? [name] : ((list ?? parameters ?? '').match(/[\w$]+(?=\s*(?:[,=]|$))/g) ?? []),
  );
  return [...importedBy(text), ...declared];
}

const declaredIn = (text: string) => new Set(declarations(text));

const wordsOf = (text: string) => [...new Set(text.match(/[\w$]+/g))];
