/** A property of an object literal, by where it stands in the text. */
export interface Property {
  /** Undefined where it is spread or computed: then nobody knows what it holds. */
  key: string | undefined;
  start: number;
  /** Where its value begins. */
  value: number;
  end: number;
}

/** An object literal, by where its brackets and its properties stand. */
export interface ObjectText {
  open: number;
  close: number;
  properties: readonly Property[];
}

const OPAQUE =
  /\/\/.*|\/\*[\s\S]*?\*\/|(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\[\s\S]|[^`\\])*`|\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*\//g;

/**
 * The same text with blanks in the place of comments, and of what stands within quotation marks: what is left of brackets and colons is code.
 * Each character stays where it is.
 */
export const codeOf = (text: string): string =>
  text.replace(OPAQUE, (found) => {
    const isComment = found.startsWith('//') || found.startsWith('/*');
    const blank = (part: string) => part.replace(/[^\n]/g, ' ');
    return isComment ? blank(found) : `${found[0]}${blank(found.slice(1, -1))}${found.at(-1)}`;
  });

/**
 * @param text as it was written
 * @param code of `codeOf(text)`
 * @param open where its bracket stands
 * @returns undefined where no object literal begins there, or it never ends
 */
export function objectAt(text: string, code: string, open: number): ObjectText | undefined {
  if (code[open] !== '{') return undefined;
  const properties: Property[] = [];
  let depth = 0;
  let from = open + 1;
  let colon = -1;
  for (let at = open + 1; at < code.length; at += 1) {
    const character = code[at] ?? '';
    if (depth === 0 && character === ':' && colon < 0) colon = at;
    if (depth === 0 && (character === ',' || character === '}')) {
      const property = propertyOf(text, code, from, colon, at);
      if (property) properties.push(property);
      if (character === '}') return { open, close: at, properties };
      from = at + 1;
      colon = -1;
    }
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
  }
  return undefined;
}

function propertyOf(
  text: string,
  code: string,
  from: number,
  colon: number,
  to: number,
): Property | undefined {
  const part = code.slice(from, to);
  if (part.trim() === '') return undefined;
  const start = from + part.search(/\S/);
  const key = /^(['"]?)([\w$-]+)\1(?=\s*(?:[:(]|$))/.exec(
    text.slice(start, from + part.trimEnd().length),
  )?.[2];
  const value = colon < 0 ? start : colon + 1 + code.slice(colon + 1).search(/\S/);
  return { key, start, value, end: from + part.trimEnd().length };
}
