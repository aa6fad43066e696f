import { diffIndices } from 'node-diff3';
import { holdsTogether } from './holds-together';
import type { Language } from './look';
import { mergeText, type Resolution, type TextMerge } from './merge-text';

/** A word or a sign, and the white space before it. */
interface Token {
  space: string;
  text: string;
}

/**
 * Merges code or a style sheet of which the owner has another format, so that a formatter with other settings is no change.
 * Base and what is new are brought into the owner's format before: wherever the same words and signs stand side by side,
 * white space and quotes are the owner's. Not for texts in which white space says something.
 * @returns undefined where the merged code would not hold together
 */
export function mergeInFormat(
  base: string,
  ours: string,
  theirs: string,
  language: Language,
  resolve?: Resolution,
): TextMerge | undefined {
  const [own, was, fresh] = [tokensOf(ours), tokensOf(base), tokensOf(theirs)];
  const ownOf = pairs(was, own);
  const freshToOwn = pairs(fresh, was).map((at) => (at === undefined ? undefined : ownOf[at]));
  const [before, next] = [formatted(was, own, ownOf), formatted(fresh, own, freshToOwn)];
  const merged = mergeText(before, ours, next, resolve, language);
  const isUsable = merged.conflicts > 0 || holdsTogether(merged.text, [before, ours, next]);
  return isUsable ? merged : undefined;
}

function tokensOf(text: string): Token[] {
  const tokens = text.matchAll(new RegExp(`((?:${SPACE})*)([\\w$-]+|[^\\s\\w$-]|$)`, 'g'));
  return [...tokens].map(([, space = '', sign = '']) => ({ space, text: sign }));
}

/** What formatters put in and take out: white space, what may stand at the end of a list, what JSX over several lines has. */
const SPACE = [/\s/, /[,;](?=\s*[)\]}])/, /\{["'] ["']\}/, /\((?=\s*\n\s*<)/, /(?<=>\s*\n\s*)\)/]
  .map(({ source }) => source)
  .join('|');

const meaning = ({ text }: Token) => (text === '"' ? "'" : text);

/** @returns for each token of the one the place of the same token in the other, where it has one */
function pairs(one: Token[], other: Token[]): (number | undefined)[] {
  const found: (number | undefined)[] = new Array(one.length).fill(undefined);
  let [at, there] = [0, 0];
  const both = (until: number) => {
    while (at < until) found[at++] = there++;
  };
  for (const { buffer1, buffer2 } of diffIndices(one.map(meaning), other.map(meaning))) {
    both(buffer1[0]);
    at = buffer1[0] + buffer1[1];
    there = buffer2[0] + buffer2[1];
  }
  both(one.length);
  return found;
}

function formatted(tokens: Token[], own: Token[], ownOf: (number | undefined)[]): string {
  const parts = tokens.map(({ space, text }, index) => {
    const at = ownOf[index];
    const same = at === undefined ? undefined : own[at];
    if (at === undefined || !same) return space + text;
    const isBehind = at === 0 ? index === 0 : ownOf[index - 1] === at - 1;
    return (isBehind ? same.space : space) + same.text;
  });
  return parts.join('');
}
