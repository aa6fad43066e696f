import { isDeepStrictEqual } from 'node:util';
import { openAtEnd } from './brackets';

/**
 * Whether a merge of code left no bracket open, brought no import twice, and uses no name of which one side took the
 * declaration away.
 */
export function holdsTogether(
  merged: string,
  [base, ours, theirs]: readonly [string, string, string],
): boolean {
  if (!isDeepStrictEqual(openAtEnd(merged), openAtEnd(ours))) return false;
  if (copies(merged) > Math.max(copies(ours), copies(theirs))) return false;
  const declared = declaredIn(merged);
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
  /\b(?:const|let|var|function|class|type|interface|enum)\s+(?:([\w$]+)|[{[]([^=]*?)[}\]]\s*=)/g;

const importedBy = (text: string) =>
  [...text.matchAll(IMPORTS)].flatMap(([, list = '']) => list.trim().match(NAME) ?? []);

function declaredIn(text: string): Set<string> {
  const declarations = [...text.matchAll(DECLARATION)].flatMap(([, name, list = '']) =>
    name ? [name] : (list.match(/[\w$]+(?=\s*(?:[,=]|$))/g) ?? []),
  );
  return new Set([...importedBy(text), ...declarations]);
}

const wordsOf = (text: string) => [...new Set(text.match(/[\w$]+/g))];

/** How many imported names are there already. */
function copies(text: string): number {
  const names = importedBy(text);
  return names.length - new Set(names).size;
}
