import { escapeHtml } from '../content/html/escape.ts';
import type { OwnComment } from './accept.ts';

/**
 * Shows a comment to its author in a page that others see without it. The theme has a place for it: a hidden `<li data-own-comment>`
 * with elements for the name, a note that it waits, and the text. The page is React's: well-formed, with every value in double quotes.
 * @returns the page as it is, where it has no such place
 */
export function withOwnComment(html: string, comment: OwnComment, isWaiting: boolean): string {
  const start = html.search(/<li\b[^>]*\sdata-own-comment="/);
  if (start === -1) return html;
  const end = html.indexOf('</li>', start);
  const item = html
    .slice(start, end)
    .replace(/<li\b[^>]*>/, (tag) =>
      tag.replace(/\shidden=""/, '').replace('<li', `<li id="comment-${comment.id}"`),
    )
    .replace(/(<[^>]*\sdata-name="[^>]*>)/, (tag) => tag + escapeHtml(comment.author))
    .replace(/(<[^>]*\sdata-note="[^>]*>)/, (tag) => (isWaiting ? tag.replace(/\shidden=""/, '') : tag))
    .replace(/(<[^>]*\sdata-text="[^>]*>)/, (tag) => tag + comment.html);
  return html.slice(0, start) + item + html.slice(end);
}
