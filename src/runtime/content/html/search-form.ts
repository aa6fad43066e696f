import { escapeHtml } from './escape.ts';
import { markedIn, words } from './not-shown.ts';

/** Letters of a form that are looked at. */
const MOST = 2_000;

/**
 * A form to the site's own search, with the words that WordPress's has.
 * @param form what stood in the form, cleaned
 */
export function searchForm(form: string): string {
  const inside = form.slice(0, MOST);
  const [label, button] = inside
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter(Boolean);
  const hint = escapeHtml(markedIn(inside, 'hint') ?? '');
  const word = escapeHtml(markedIn(inside, 'word') ?? '') || button || words.search;
  const name = label && label !== word ? label : '';
  const isHidden = !name || inside.includes('screen-reader-text');
  const attributes = [
    'class="field" type="search" name="q" required',
    ...(isHidden ? [`aria-label="${name || word}"`] : []),
    ...(hint ? [`placeholder="${hint}"`] : []),
  ];
  const field = `<input ${attributes.join(' ')}>`;
  return (
    '<form class="search-form" role="search" action="/search">' +
    (isHidden ? field : `<label><span class="search-label">${name}</span>${field}</label>`) +
    `<button class="button">${word}</button></form>`
  );
}
