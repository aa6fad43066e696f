import { decodeHTML } from 'entities';

/**
 * Attributes of the elements that mark a place: of a block override and of a field in its form (by the companion plugin), of a form
 * (by the sanitiser). They hold a number.
 */
export const MARKS = {
  block: 'data-companion-block',
  form: 'data-companion-form',
  field: 'data-companion-field',
} as const;
export type Mark = keyof typeof MARKS;
/** The start of all of them. */
const MARKED = 'data-companion-';

/** HTML that has marks in it, as far as they make it necessary to know its elements. */
export type ContentPart =
  | { kind: 'text'; text: string }
  /** An element without marks. `html` is what stands inside. */
  | { kind: 'html'; tag: string; attributes: PartAttributes; html: string }
  /** An element with marks. */
  | { kind: 'element'; tag: string; attributes: PartAttributes; parts: ContentPart[] }
  | { kind: 'mark'; of: Mark; index: number };

export type PartAttributes = Readonly<Record<string, string>>;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s=/]+)(?:="([^"]*)"|='([^']*)')?/g;

/**
 * Takes HTML apart along the way to its marks. Siblings stay whole.
 * @param html that the sanitiser has made: well-formed, with `<` and `>` escaped in attribute values
 */
export function partsOf(html: string): ContentPart[] {
  const parts: ContentPart[] = [];
  let position = 0;
  for (const { name, attributes, from, inside, end, to } of elementsOf(html)) {
    addText(parts, html.slice(position, from));
    parts.push(partOf(name, attributesOf(attributes), html.slice(inside, end)));
    position = to;
  }
  addText(parts, html.slice(position));
  return parts;
}

function partOf(tag: string, attributes: PartAttributes, inside: string): ContentPart {
  for (const of of ['block', 'form', 'field'] as const) {
    const mark = attributes[MARKS[of]];
    if (mark !== undefined) return { kind: 'mark', of, index: /^\d{1,6}$/.test(mark) ? Number(mark) : -1 };
  }
  if (inside.includes(MARKED)) return { kind: 'element', tag, attributes, parts: partsOf(inside) };
  return { kind: 'html', tag, attributes, html: inside };
}

interface Element {
  name: string;
  attributes: string;
  /** Where it begins, where its inside does, where that ends, and where it ends itself. */
  from: number;
  inside: number;
  end: number;
  to: number;
}

/** The elements that stand in no other one. */
export function* elementsOf(html: string): Generator<Element> {
  let open: Element | undefined;
  let depth = 0;
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = ''] = match;
    const after = match.index + whole.length;
    const isVoid = VOID.has(name.toLowerCase()) || attributes.endsWith('/');
    if (slash) {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || !open) continue;
      yield { ...open, end: match.index, to: after };
      open = undefined;
      continue;
    }
    if (!open) {
      const element = { name, attributes, from: match.index, inside: after, end: after, to: after };
      if (isVoid) yield element;
      else open = element;
    }
    if (!isVoid) depth += 1;
  }
  if (open) yield { ...open, end: html.length, to: html.length };
}

function attributesOf(text: string): PartAttributes {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name.toLowerCase(),
      decodeHTML(double ?? single ?? ''),
    ]),
  );
}

function addText(parts: ContentPart[], html: string): void {
  if (html !== '') parts.push({ kind: 'text', text: decodeHTML(html) });
}
