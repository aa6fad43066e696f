/** Biome's line width in a site. */
export const WIDTH = 110;

/** An element of a starter. Children stand one a line where they do not fit; a text is one child. */
export interface Element {
  tag: string;
  /** In the place of an element: its one child for each entry of a list, under this name. */
  each?: { list: string; row: string; type: string };
  /** Written form: `href={link.href}`. */
  attributes?: readonly string[];
  children?: readonly (Element | string)[];
}

/** Lines of an element, broken where Biome breaks them. */
export function linesOf({ tag, each, attributes = [], children = [] }: Element, indent: number): string[] {
  const pad = ' '.repeat(indent);
  if (each) {
    const rows = children.flatMap((child) => (typeof child === 'string' ? [] : linesOf(child, indent + 2)));
    return [`${pad}{${each.list}.map((${each.row}: ${each.type}) => (`, ...rows, `${pad}))}`];
  }
  const end = children.length > 0 ? '>' : ' />';
  const open = `${pad}${[`<${tag}`, ...attributes].join(' ')}${end}`;
  const texts = children.filter((child): child is string => typeof child === 'string');
  const isShort = attributes.length < 2 && texts.length === children.length && expressions(texts) < 2;
  const inOne = `${open}${texts.join('')}${children.length > 0 ? `</${tag}>` : ''}`;
  if ((isShort || children.length === 0) && inOne.length <= WIDTH) return [inOne];
  const opening =
    open.length <= WIDTH
      ? [open]
      : [`${pad}<${tag}`, ...attributes.map((one) => `${pad}  ${one}`), `${pad}${end.trim()}`];
  if (children.length === 0) return opening;
  const inside = children.flatMap((child) =>
    typeof child === 'string' ? filled(child, indent + 2) : linesOf(child, indent + 2),
  );
  return [...opening, ...inside, `${pad}</${tag}>`];
}

const expressions = (texts: readonly string[]) => texts.join('').split('{').length - 1;

/** Words and expressions in as many lines as it takes; a space before an expression is written out where a line ends there. */
function filled(text: string, indent: number): string[] {
  const pad = ' '.repeat(indent);
  const lines: string[] = [];
  for (const piece of text.match(/(?:\{[^}]*\}|\S)+/g) ?? []) {
    const line = lines.at(-1);
    if (line === undefined && pad.length + piece.length > WIDTH && / (?:\|\||\?\?) /.test(piece))
      lines.push(...`${pad}${piece.replace(/ (\|\||\?\?) /, ` $1\n${pad}  `)}`.split('\n'));
    else if (line === undefined) lines.push(pad + piece);
    else if (`${line} ${piece}`.length <= WIDTH) lines[lines.length - 1] = `${line} ${piece}`;
    else {
      if (piece.startsWith('{')) lines[lines.length - 1] = `${line}{' '}`;
      lines.push(pad + piece);
    }
  }
  return lines;
}

/** An element that is shown where a condition holds, as a child of another one. */
export function when(condition: string, element: Element, indent: number): string[] {
  const pad = ' '.repeat(indent);
  const lines = linesOf(element, indent + 2);
  const inOne = `${pad}{${condition} ? ${lines[0]?.trim()} : null}`;
  if (lines.length === 1 && inOne.length <= WIDTH) return [inOne];
  return [`${pad}{${condition} ? (`, ...lines, `${pad}) : null}`];
}
