import { endOfFilled } from './filled.ts';
import { MARKS } from './parts.ts';
import { isOfWidget } from './widgets.ts';

const FORM_MARK = MARKS.form;

/**
 * Looks at the opening tag around a form of WordPress.
 * @returns what turns the HTML inside into a mark; undefined where the form is not to be shown
 */
export type TakeForm = (tag: string) => ((original: string) => string) | undefined;

/** Deeper elements lose their tags and keep their text; the deepest layout of the block editor uses about 30. */
export const MAX_DEPTH = 120;

/** Elements without a closing tag, which therefore never deepen anything. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Elements whose inside is text to a parser and must not be shown. */
const RAW = new Set('script style textarea title xmp noscript noembed noframes template'.split(' '));

/**
 * Drops comments, what is in scripts, and tags nested too deep, before the sanitiser sees them. Of a script and a text field
 * the empty element stays, so that the sanitiser can put a notice there. It is no sanitiser itself: it limits the work,
 * because the sanitiser's parser needs 50 s for one megabyte of `<b>` (htmlparser2 12 shifts its whole stack for each open
 * tag), and one hostile post must not stop a build.
 *
 * @param takeForm where forms are shown: each is replaced by its mark
 * @param ownTags that the owner shows; any other element with a dash in its name is a script's
 */
export function limitNesting(html: string, takeForm?: TakeForm, ownTags: readonly string[] = []): string {
  const open: string[] = [];
  /** The form that the position is in. */
  let form: { from: number; depth: number; finish: (original: string) => string } | undefined;
  let out = '';
  let position = 0;
  /** Nothing but white space has come since a quote ended. */
  let behindQuote = false;
  while (position < html.length) {
    const start = html.indexOf('<', position);
    if (start === -1) break;
    const text = html.slice(position, start);
    out += text;
    behindQuote &&= text.trim() === '';
    const { end, name, closing } = readTag(html, start);
    if (name === undefined) {
      if (end === start + 1) out += '&lt;';
    } else if (closing) {
      const at = open.lastIndexOf(name);
      if (at !== -1) {
        open.length = at;
        const isItsEnd = at === form?.depth;
        if (form && at <= form.depth) {
          out = out.slice(0, form.from) + form.finish(out.slice(form.from));
          form = undefined;
        }
        if (!isItsEnd) out += `</${name}>`;
      }
    } else if (name === 'svg' && open.includes('button')) {
      // The button goes, and its image has no name.
      position = endOfRaw(html, end, name);
      continue;
    } else if (html[end - 2] === '/' && open.some(isDrawing)) {
      // There, elements may end in their own tag.
      if (!RAW.has(name)) out += html.slice(start, end);
    } else if (RAW.has(name)) {
      // A network's script behind a quote only decorates it: the quote says it all.
      const isMissed =
        name === 'script'
          ? !behindQuote && isMissedScript(html.slice(start, end), html)
          : name === 'textarea';
      if (isMissed) out += `<${name}></${name}>`;
      position = endOfRaw(html, end, name);
      continue;
    } else if (VOID.has(name)) {
      out += html.slice(start, end);
    } else if (open.length < MAX_DEPTH) {
      const tag = html.slice(start, end);
      const filled = open.some(isDrawing) ? undefined : endOfFilled(html, tag, name, end, ownTags);
      if (filled !== undefined) {
        // A canvas is what a script draws on, and gets the same notice.
        out += '<canvas></canvas>';
        position = filled;
        behindQuote = name === 'blockquote';
        continue;
      }
      const isWrapper = takeForm !== undefined && name === 'div' && tag.toLowerCase().includes(FORM_MARK);
      const finish = isWrapper && !form ? takeForm(tag) : undefined;
      if (finish) form = { from: out.length, depth: open.length, finish };
      // A mark in the CMS's own hand would name a form by a number of ours.
      else out += isWrapper ? '<div>' : tag;
      open.push(name);
    }
    behindQuote = closing === true && name === 'blockquote';
    position = end;
  }
  return out + html.slice(position);
}

/** `end` is the index behind the tag or comment; a bare `<` is one character long and has no name. */
function readTag(html: string, start: number): { end: number; name?: string; closing?: boolean } {
  if (html.startsWith('<!--', start)) return { end: after(html, '-->', start + 4) };
  const next = html[start + 1] ?? '';
  if (next === '!' || next === '?') return { end: after(html, '>', start + 2) };
  const closing = next === '/';
  const match = /^[a-z][^\s/>]{0,40}/i.exec(html.slice(start + (closing ? 2 : 1), start + 44));
  if (!match) return { end: start + 1 };
  return { end: endOfTag(html, start), name: match[0].toLowerCase(), closing };
}

/** A `>` inside a quoted attribute value does not end the tag. */
function endOfTag(html: string, start: number): number {
  let quote = '';
  let afterEquals = false;
  for (let i = start + 1; i < html.length; i++) {
    const character = html[i] ?? '';
    if (quote) {
      if (character === quote) quote = '';
      continue;
    }
    if (character === '>') return i + 1;
    if (afterEquals && (character === '"' || character === "'")) quote = character;
    if (character.trim() !== '') afterEquals = character === '=';
  }
  return html.length;
}

function endOfRaw(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
  closing.lastIndex = from;
  const match = closing.exec(html);
  return match ? endOfTag(html, match.index) : html.length;
}

function after(html: string, text: string, from: number): number {
  const index = html.indexOf(text, from);
  return index === -1 ? html.length : index + text.length;
}

const isDrawing = (name: string) => name === 'svg' || name === 'math';

const isMissedScript = (tag: string, html: string) => runs(tag) && !isOfWidget(tag, html);

/** Whether a script does something that a reader sees: data (JSON-LD, templates) is for others. */
function runs(tag: string): boolean {
  const type = /\stype\s*=\s*["']?([^"'\s>]*)/i.exec(tag)?.[1] ?? '';
  return /^$|^module$|script/i.test(type);
}
