import { decodeHTMLAttribute } from 'entities';
import { escapeHtml } from '../content/html/escape.ts';

/** How it went with what a visitor sent, in a page that shows the form. */
export interface Filling {
  /** The `id` of the form's element. Where another element has it, the first form with this action is filled in. */
  id: string;
  /** Path that it is sent to. */
  action: string;
  /** Names and values as they were written, in order. A form that was sent is empty again. */
  written: readonly (readonly [name: string, value: string])[];
  isSent: boolean;
  /** A text, or the name of one in the form's `data-words`. */
  message: { text: string } | { word: string };
  /** Names of more of them that follow. */
  more?: readonly string[];
  errors?: readonly { name: string; message: string }[];
  /** Hidden values for the next try. */
  hidden?: Readonly<Record<string, string>>;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;

/**
 * Fills in one form of a page: what was written, what is wrong at its fields, and a message. The page is React's: well-formed, with
 * every value in double quotes.
 *
 * The theme's form has for that: `data-words`; a place with `data-for="<name>"` for each field; and `role="status"`.
 *
 * @returns undefined where the page has no such form
 */
export function fillForm(html: string, filling: Filling): string | undefined {
  const found = findForm(html, filling);
  if (!found) return undefined;
  const { start, end, words } = found;
  const work = new Work(filling, words);
  const form = work.fill(html.slice(start, end));
  // With the framework's scripts React would take the form for its own, and empty it.
  return withoutScripts(html.slice(0, start)) + form + withoutScripts(html.slice(end));
}

const withoutScripts = (html: string) =>
  html.replace(/<script\b[^>]*\bsrc="[^"]*\/_next\/[^"]*"[^>]*><\/script>/g, '');

function findForm(html: string, { id, action }: Filling) {
  let first: { start: number; end: number; words: Record<string, string> } | undefined;
  for (const match of html.matchAll(/<form\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g)) {
    const attributes = match[1] ?? '';
    if (attributeOf(attributes, 'action') !== action) continue;
    const end = html.indexOf('</form>', match.index);
    if (end === -1) continue;
    const found = { start: match.index, end, words: wordsOf(attributes) };
    if (attributeOf(attributes, 'id') === id) return found;
    first ??= found;
  }
  return first;
}

function wordsOf(attributes: string): Record<string, string> {
  try {
    return JSON.parse(attributeOf(attributes, 'data-words') ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

class Work {
  readonly #filling: Filling;
  readonly #words: Record<string, string>;
  readonly #values = new Map<string, string[]>();
  readonly #errors: Map<string, string>;
  /** Names that have a control. */
  readonly #placed = new Set<string>();
  /** The select that the position is in. */
  #select: string | undefined;
  #hasFocus = false;

  constructor(filling: Filling, words: Record<string, string>) {
    this.#filling = filling;
    this.#words = words;
    this.#errors = new Map(filling.errors?.map(({ name, message }) => [name, message]));
    if (filling.isSent) return;
    for (const [name, value] of filling.written)
      this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }

  fill(form: string): string {
    let out = '';
    let at = 0;
    let status: number | undefined;
    const tags = [...form.matchAll(TAG)];
    for (const [place, match] of tags.entries()) {
      const [whole, slash, tag = '', attributes = ''] = match;
      if (match.index < at) continue;
      out += form.slice(at, match.index);
      at = match.index + whole.length;
      const name = tag.toLowerCase();
      if (slash) {
        if (name === 'select') this.#select = undefined;
        out += whole;
        continue;
      }
      const error = this.#errors.get(attributeOf(attributes, 'data-for') ?? '');
      if (attributeOf(attributes, 'role') === 'status') {
        // Its message is known at the end.
        status = out.length;
        at = tags[place + 1]?.index ?? at;
      } else if (error !== undefined && attributeOf(attributes, 'data-for') !== undefined) {
        const end = tags[place + 1]?.index ?? at;
        // The theme's own message is in the site's words.
        out += `<${tag}${attributes} data-shown="">${form.slice(at, end) || escapeHtml(error)}`;
        at = end;
      } else {
        const { open, inside } = this.#control(name, attributes);
        out += `<${tag}${open}>`;
        if (inside !== undefined) {
          out += inside;
          at = form.indexOf(`</${tag}>`, at);
        }
      }
    }
    out += form.slice(at);
    return status === undefined ? out : out.slice(0, status) + this.#status(form, tags) + out.slice(status);
  }

  /** An opening tag with what was written. */
  #control(tag: string, attributes: string): { open: string; inside?: string } {
    const name = attributeOf(attributes, 'name');
    if (tag === 'option') return { open: this.#option(attributes) };
    if (name === undefined || !/^(input|textarea|select)$/.test(tag)) return { open: attributes };
    const type = (attributeOf(attributes, 'type') ?? 'text').toLowerCase();
    if (type === 'hidden') {
      const value = this.#filling.hidden?.[name];
      return { open: value === undefined ? attributes : withValue(attributes, value) };
    }
    const isFirst = !this.#placed.has(name);
    this.#placed.add(name);
    const open = this.#errors.has(name) ? this.#wrong(attributes) : attributes;
    if (this.#filling.isSent || type === 'file') return { open };
    const values = this.#values.get(name) ?? [];
    if (tag === 'select') {
      this.#select = name;
      return { open };
    }
    if (type === 'checkbox' || type === 'radio') {
      const isChosen = values.includes(attributeOf(attributes, 'value') ?? 'on');
      return { open: toggle(open, 'checked', isChosen) };
    }
    const value = values[isFirst ? 0 : values.length - 1] ?? '';
    // The parser takes a line break at its beginning away.
    return tag === 'textarea' ? { open, inside: `\n${escapeHtml(value)}` } : { open: withValue(open, value) };
  }

  #option(attributes: string): string {
    if (this.#filling.isSent || this.#select === undefined) return attributes;
    const chosen = this.#values.get(this.#select) ?? [''];
    return toggle(attributes, 'selected', chosen.includes(attributeOf(attributes, 'value') ?? ''));
  }

  #wrong(attributes: string): string {
    const focus = this.#hasFocus ? '' : ' autofocus=""';
    this.#hasFocus = true;
    return `${attributes.replace(/\/$/, '')} aria-invalid="true"${focus}`;
  }

  /** The element that says how it went, without its end. */
  #status(form: string, tags: RegExpMatchArray[]): string {
    const [, , tag = 'div', attributes = ''] =
      tags.find((match) => attributeOf(match[3] ?? '', 'role') === 'status') ?? [];
    const { message, more = [], isSent } = this.#filling;
    const first = 'text' in message ? message.text : (this.#words[message.word] ?? this.#words.failed ?? '');
    const texts = [first, ...more.map((word) => this.#words[word] ?? '')].filter(Boolean);
    const places = new Set(tags.map((match) => attributeOf(match[3] ?? '', 'data-for')));
    for (const [name, error] of this.#errors) if (!places.has(name)) texts.push(error);
    const failed = isSent ? '' : ' data-failed=""';
    const focus = this.#hasFocus ? '' : ' autofocus=""';
    return `<${tag}${attributes}${failed}${focus}>${escapeHtml(texts.join(' '))}${this.#unplaced(form)}`;
  }

  /** Text for fields that this page does not have: its form has changed meanwhile. */
  #unplaced(form: string): string {
    const lost = [...this.#values].filter(
      ([name]) =>
        !this.#placed.has(name) && !form.includes(` name="${escapeHtml(name)}"`) && !name.startsWith('_'),
    );
    const items = lost.map(([, values]) => `<li>${escapeHtml(values.join(', '))}</li>`);
    return items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
  }
}

function withValue(attributes: string, value: string): string {
  const rest = attributes.replace(/\svalue="[^"]*"/, '').replace(/\/$/, '');
  return `${rest} value="${escapeHtml(value)}"`;
}

function toggle(attributes: string, name: 'checked' | 'selected', isOn: boolean): string {
  const rest = attributes.replace(new RegExp(`\\s${name}(?:="[^"]*")?(?=[\\s/]|$)`), '').replace(/\/$/, '');
  return isOn ? `${rest} ${name}=""` : rest;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decodeHTMLAttribute(value);
}
