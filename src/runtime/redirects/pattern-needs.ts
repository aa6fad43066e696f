import type { Node } from './pattern-parse.ts';

/**
 * The longest text that stands in whatever a pattern matches, in lower case: to look for it costs next to nothing, and most
 * addresses do not have it. So a thousand patterns for other addresses use nothing up of what one address may cost.
 * @returns empty where there is none
 */
export function neededBy(node: Node): string {
  let longest = '';
  let now = '';
  const end = () => {
    if (now.length > longest.length) longest = now;
    now = '';
  };
  const visit = (one: Node): void => {
    if (one.type === 'set') {
      const char = charOf(one.set);
      if (char === undefined) end();
      else now += char;
    } else if (one.type === 'sequence') for (const part of one.nodes) visit(part);
    else if (one.type === 'group') visit(one.node);
    else if (one.type === 'repeat' && one.min > 0) {
      // A repeated part stands there once at least; the parts around it need not be its neighbours.
      end();
      visit(one.node);
      end();
    } else if (one.type !== 'assert') end();
  };
  visit(node);
  end();
  return longest;
}

/** The one byte of a set, or the one letter in both cases. */
function charOf(set: Uint8Array): string | undefined {
  const bytes: number[] = [];
  for (let byte = set.indexOf(1); byte >= 0 && bytes.length < 3; byte = set.indexOf(1, byte + 1))
    bytes.push(byte);
  const chars = new Set(bytes.map((byte) => String.fromCharCode(byte).toLowerCase()));
  return chars.size === 1 ? [...chars][0] : undefined;
}
