import { codeOf, type ObjectText } from './object-text';

/** Why a file is not edited. */
export class Unclear extends Error {
  /** @param written where the owner may have written by hand what is wanted; left out, anywhere behind the name of the type */
  constructor(
    message: string,
    readonly written?: string,
  ) {
    super(message);
  }
}

const indentAt = (text: string, at: number) =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';

/** Lines as they stand below an indentation, in the tabs of a file that has some. */
function indented(text: string, lines: readonly string[], pad: string): string {
  const unit = /^\t/m.test(text) ? '\t' : '  ';
  return lines
    .map((line) => `${pad}${line.replace(/^(?: {2})+/, (found) => unit.repeat(found.length / 2))}\n`)
    .join('');
}

/**
 * Puts lines in front of what an object literal holds.
 * @throws {Unclear} where comments stand between what is on one line
 */
export function withLines(
  text: string,
  { open, close, properties }: ObjectText,
  lines: readonly string[],
): string {
  const outer = indentAt(text, open);
  const inner = `${outer}${/^\t/m.test(text) ? '\t' : '  '}`;
  const [first] = properties;
  const isOneLine = !text.slice(open, first?.start ?? close).includes('\n');
  if (!isOneLine) {
    const at = text.indexOf('\n', open) + 1;
    const pad = first ? indentAt(text, first.start) : inner;
    return text.slice(0, at) + indented(text, lines, pad) + text.slice(at);
  }
  const parts = properties.map(({ start, end }) => text.slice(start, end));
  const rest = parts.reduce((left, part) => left.replace(part, ''), text.slice(open + 1, close));
  if (/[^\s,]/.test(rest)) throw new Unclear('comments stand between its entries');
  const kept = parts.map((part) => `${inner}${part},\n`).join('');
  return `${text.slice(0, open + 1)}\n${indented(text, lines, inner)}${kept}${outer}${text.slice(close)}`;
}

/** Puts lines in front of what `select` asks for. @throws {Unclear} */
export function withSelection(
  text: string,
  { start, value, end }: ObjectText['properties'][number],
  lines: readonly string[],
): string {
  const written = text.slice(value, end);
  const body = written.slice(1, -1);
  if (!/^(['"`])\s*\1$/.test(codeOf(written)) || /\\|\$\{|\bfragment\b/.test(body))
    throw new Unclear(`its \`select\` is \`${written.split('\n')[0]}\``, '');
  const outer = indentAt(text, start);
  const inner = `${outer}${/^\t/m.test(text) ? '\t' : '  '}`;
  const before = body.includes('\n') ? body.replace(/^[ \t]*\n/, '').trimEnd() : `${inner}${body.trim()}`;
  const all = `\n${indented(text, lines, inner)}${before.trim() === '' ? '' : `${before}\n`}${outer}`;
  return `${text.slice(0, value)}\`${all}\`${text.slice(end)}`;
}
