import { diffIndices } from 'node-diff3';
import type { Language } from './look';
import { mergeText, type Resolution, type TextMerge } from './merge-text';

/** A word or a sign, and the white space before it. */
interface Token {
  space: string;
  text: string;
  /** Whether visitors see that space. */
  isShown: boolean;
}

/**
 * Merges code or a style sheet of which the owner has another format, so that a formatter with other settings is no change.
 * Base and what is new are brought into the owner's format before: wherever the same words and signs stand side by side,
 * white space and quotes are the owner's. Not for texts in which white space says something.
 * @returns undefined where little is the same
 */
export function mergeInFormat(
  base: string,
  ours: string,
  theirs: string,
  language: Language,
  resolve?: Resolution,
): TextMerge | undefined {
  const [own, was, fresh] = [tokensOf(ours), tokensOf(base), tokensOf(theirs)];
  const ownOf = pairs(was, own, language);
  const wasOf = pairs(fresh, was, language);
  if (!ownOf || !wasOf) return undefined;
  const freshToOwn = wasOf.map((at) => (at === undefined ? undefined : ownOf[at]));
  const before = formatted(was, own, ownOf);
  const next = formatted(fresh, own, freshToOwn, (index) => was[wasOf[index] ?? -1]);
  return mergeText(before, ours, next, resolve, language);
}

function tokensOf(text: string): Token[] {
  const tokens = text.matchAll(new RegExp(`((?:${SPACE})*)(${STRING}|[\\w$-]+|[^\\s\\w$-]|$)`, 'g'));
  let last = '';
  return [...tokens].map(([, space = '', sign = '']) => {
    // In JSX a blank shows; formatters write it out where they break a line.
    const isShown = BLANK.test(space) || (/^[ \t]+$/.test(space) && /[}>]$/.test(last));
    last = sign;
    return { space, text: sign, isShown };
  });
}

const BLANK = /\{["'] ["']\}/;

/** Around an element of several lines. What else stands before a `<` and behind a `>` is the same on all sides. */
const AROUND = [/(?<=(?:&&|\|\||\?|:|=>|\breturn)\s*)\((?=\s*<)/, /(?<=>\s*)\)/];

/** What formatters put in and take out: white space, parentheses around elements, and what may stand at the end of a list. */
const SPACE = [/\s/, BLANK, /[,;](?=\s*[)\]}])/, ...AROUND].map(({ source }) => source).join('|');

const signsIn = (space: string) => space.replace(/\s/g, '');

/** One sign, whatever its quotes are. */
const STRING = [/'(?:[^'\\\n]|\\.)*'/, /"(?:[^"\\\n]|\\.)*"/, /`(?:[^`\\]|\\.)*`/]
  .map(({ source }) => source)
  .join('|');

const QUOTED = /(["'])([^"'\\]*)\1/g;
const ALL_QUOTED = new RegExp(`^${QUOTED.source}$`);

/** Strings are equal in other quotes, unless they hold some. Selectors with a blank before a class, a state or an id are others. */
function meaning({ space, text, isShown }: Token, language: Language): string {
  if (language !== 'css' && isShown && /^[<{]$/.test(text)) return ` ${text}`;
  if (language === 'css' && space && /^[.:#[*]$/.test(text)) return ` ${text}`;
  if (text.startsWith('`')) return text.replace(/\$\{[^}]*\}/g, (code) => code.replace(QUOTED, '"$2"'));
  return text.replace(ALL_QUOTED, '"$2"');
}

/** Pairs of tokens that are compared at most: repetition makes the comparison cubic, 250 equal lines would take minutes. */
const MOST_PAIRS = 4_000_000;

/** @returns for each token of the one the place of the same token in the other, where it has one; undefined where they differ too much */
function pairs(one: Token[], other: Token[], language: Language): (number | undefined)[] | undefined {
  const a = one.map((token) => meaning(token, language));
  const b = other.map((token) => meaning(token, language));
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [rest, others] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (rest.length * others.length > MOST_PAIRS) return undefined;
  const found: (number | undefined)[] = new Array(a.length).fill(undefined);
  let [at, there] = [0, 0];
  const both = (until: number) => {
    while (at < until) found[at++] = there++;
  };
  for (const { buffer1, buffer2 } of diffIndices(rest, others)) {
    both(start + buffer1[0]);
    at = start + buffer1[0] + buffer1[1];
    there = start + buffer2[0] + buffer2[1];
  }
  both(a.length);
  return found;
}

/**
 * @param baseOf the token that one comes from. Where a parenthesis or comma that counts as space came or went since, that is a change,
 *   and the space is none of the owner's.
 */
function formatted(
  tokens: Token[],
  own: Token[],
  ownOf: (number | undefined)[],
  baseOf: (index: number) => Token | undefined = (index) => tokens[index],
): string {
  /** The last token before that both have. */
  let before = { index: -1, at: -1 };
  const parts = tokens.map(({ space, text }, index) => {
    const at = ownOf[index];
    const same = at === undefined ? undefined : own[at];
    if (at === undefined || !same) return space + text;
    // As many tokens in between are others in the same places.
    const isBehind = index - before.index === at - before.at;
    before = { index, at };
    const isAsBefore = signsIn(space) === signsIn(baseOf(index)?.space ?? '');
    return (isBehind && isAsBefore ? same.space : space) + same.text;
  });
  return parts.join('');
}
