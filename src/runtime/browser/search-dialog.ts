import { type Message, say } from '../base/say.ts';
import { formatDate } from '../content/format.ts';
import { inWordPressFormat } from '../content/wordpress-date.ts';
import type { SearchSource } from '../search/ask-server.ts';
import { type SearchResult, type SearchResults, typeLabel } from '../search/documents.ts';

/** Texts of the dialog, in its `data-words`. */
export interface DialogWords {
  /** Language of these words, BCP 47. */
  language: string;
  searching: string;
  unavailable: string;
  goOn: string;
  nothing: Message;
  found: Message;
  all: Message;
}

/** The answer that is known, and for which query; `found` null: the search failed. */
interface Answer {
  query: string;
  found: SearchResults | null;
}

/**
 * Brings the dialog that the server drew to life: the browser keeps the focus inside and gives it back, and closes on Escape.
 * Results are a list of plain links that the arrow keys walk through, not a listbox: each is read out as what it is, and opens
 * in a new tab like any link. Enter in the field goes to /search. The head script opens it, and this may come when it is closed again.
 * @returns what the head script calls with the link whose `aria-controls` names the dialog
 */
export function searchWith(
  sourceOf: (data?: Promise<Response>) => SearchSource,
): (link: HTMLElement, data?: Promise<Response>) => void {
  let warm: (() => void) | undefined;
  return (link, data) => {
    warm ??= bringToLife(link, sourceOf(data));
    warm();
  };
}

function bringToLife(link: HTMLElement, source: SearchSource): () => void {
  const dialog = within(document, `dialog#${link.getAttribute('aria-controls')}`, HTMLDialogElement);
  const field = within(dialog, 'input[name=q]', HTMLInputElement);
  const show = shower(dialog);
  let answer: Answer = { query: '', found: null };
  let gone = new AbortController();

  function look(): void {
    const query = field.value.trim();
    gone.abort();
    gone = new AbortController();
    const { signal } = gone;
    const answered = (found: SearchResults | null) => {
      answer = { query, found };
      show(query, answer);
    };
    source.search(query, answered, signal).catch(() => signal.aborted || answered(null));
    show(query, answer);
  }

  field.addEventListener('input', look);
  dialog.addEventListener('keydown', (event) => onKeyDown(event, dialog, field));
  // For browsers that do not know `closedby`: the dialog has no padding, so only its backdrop is the dialog itself.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  // Somebody may have typed before this was there.
  if (field.value) look();
  return source.warm;
}

function onKeyDown(event: KeyboardEvent, dialog: HTMLDialogElement, field: HTMLInputElement): void {
  if (event.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
  const { activeElement } = document;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const stops = [...dialog.querySelectorAll<HTMLElement>('input, ul:not([hidden]) a')];
    const next = stops.indexOf(activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus();
  } else if (activeElement instanceof HTMLAnchorElement && /^(.|Backspace)$/u.test(event.key)) {
    // Typing goes on where it belongs: the key arrives in the field.
    field.focus();
  }
}

/** @returns what writes an answer into the dialog */
function shower(dialog: HTMLDialogElement): (query: string, answer: Answer) => void {
  const words = JSON.parse(dialog.dataset.words ?? '') as DialogWords;
  const status = within(dialog, '[role=status]', HTMLElement);
  const start = status.textContent;
  const list = within(dialog, 'ul[data-results]', HTMLElement);
  const [row, more] = within(dialog, 'ul[data-rows]', HTMLElement).children as unknown as HTMLElement[];
  if (!row || !more) throw new Error('ul[data-rows] needs two rows');
  const rows = new Map<string, HTMLElement>();
  const rowOf = (key: string, pattern: HTMLElement) => {
    const made = rows.get(key) ?? (pattern.cloneNode(true) as HTMLElement);
    rows.set(key, made);
    return made;
  };
  return (query, answer) => {
    const said = query ? statusOf(query, answer, words) : start;
    // A text that is written again is read out again.
    if (status.textContent !== said) status.textContent = said;
    // While the next answer is on its way, the last one stays: nothing flickers between two keys.
    const results = query ? (answer.found?.results ?? []) : [];
    const total = answer.found?.total ?? 0;
    const shown = results.map((result) => fill(rowOf(result.path, row), result));
    if (total > shown.length && shown.length > 0) {
      const all = rowOf('', more);
      const link = within(all, 'a', HTMLAnchorElement);
      link.href = `/search?${new URLSearchParams({ q: query })}`;
      link.textContent = say(words.all, { count: total }, words.language);
      shown.push(all);
    }
    place(list, shown);
    list.hidden = shown.length === 0;
  };
}

/** @param format of WordPress's dates; earlier themes have none */
function dayIn(format: string, date: string): string {
  const { lang } = document.documentElement;
  return inWordPressFormat(format, date, lang) ?? formatDate(date, lang);
}

/** Rows stay where they are when they may: a link that has the focus keeps it while better results arrive. */
function place(list: HTMLElement, rows: HTMLElement[]): void {
  const { activeElement: before } = document;
  for (const [at, row] of rows.entries())
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
  while (list.children.length > rows.length) list.lastElementChild?.remove();
  if (before instanceof HTMLElement && before.isConnected && before !== document.activeElement)
    before.focus();
}

function fill(row: HTMLElement, { title, path, type, date, excerpt }: SearchResult): HTMLElement {
  const slot = (name: string) => within(row, `[data-slot=${name}]`, HTMLElement);
  within(row, 'a', HTMLAnchorElement).href = path;
  slot('title').textContent = title;
  slot('type').textContent = typeLabel(type);
  const time = within(row, 'time', HTMLTimeElement);
  time.dateTime = date;
  time.textContent = dayIn(time.dataset.format ?? '', date);
  slot('date').hidden = !date;
  slot('excerpt').textContent = excerpt;
  slot('excerpt').hidden = !excerpt;
  return row;
}

function statusOf(query: string, { query: of, found }: Answer, words: DialogWords): string {
  const { language } = words;
  if (of !== query) return words.searching;
  if (!found) return words.unavailable;
  if (found.total > 0) return say(words.found, { count: found.total, query }, language);
  return query.length < 3 ? words.goOn : say(words.nothing, { query }, language);
}

/** @throws {Error} where the markup lacks it; the head script then follows the link */
function within<Kind extends Element>(root: ParentNode, selector: string, kind: new () => Kind): Kind {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`no ${selector}`);
}
