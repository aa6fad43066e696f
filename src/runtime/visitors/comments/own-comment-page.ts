import { escapeHtml } from '../../content/html/escape.ts';
import type { OwnComment } from './accept.ts';

/**
 * Shows a comment to its author in a page that others see without it. The theme has a place for it: a hidden `<li data-own-comment>`
 * with elements for the name, a note that it waits, and the text; and `#comments-title`, which may say that there is no comment. The page
 * is React's: well-formed, with every value in double quotes.
 * The word `heading` of the form stands there in its place.
 * @returns the page as it is, where it has no such place
 */
export function withOwnComment(html: string, comment: OwnComment, isWaiting: boolean): string {
  const start = html.search(/<li\b[^>]*\sdata-own-comment="/);
  if (start === -1) return html;
  const end = html.indexOf('</li>', start) + '</li>'.length;
  const model = html.slice(start, end);
  const item = model
    .replace(/<li\b[^>]*>/, (tag) =>
      tag
        .replace(/\shidden=""|\sdata-own-comment="[^"]*"/g, '')
        .replace('<li', `<li id="comment-${comment.id}"`),
    )
    .replace(/(<[^>]*\sdata-name="[^>]*>)/, (tag) => tag + escapeHtml(comment.author))
    .replace(/(<[^>]*\sdata-note="[^>]*>)/, (tag) => (isWaiting ? tag.replace(/\shidden=""/, '') : tag))
    .replace(/(<[^>]*\sdata-text="[^>]*>)/, (tag) => tag + comment.html);
  const place = placeBelow(html, comment.parent) ?? placeAtTop(html);
  const look = /\sdata-own-comment="([^"]*)"/.exec(model)?.[1] ?? '';
  const shown = place?.isNewList ? `<ol class="${look}">${item}</ol>` : item;
  const at = place?.at ?? start;
  // Where it has a place of its own, the model stays hidden; otherwise the item takes the model's.
  const page = html.slice(0, at) + shown + html.slice(place ? at : end);
  // Escaped, like the text there.
  const [, heading] = /&quot;heading&quot;:&quot;(.*?)&quot;/.exec(html) ?? [];
  return page.replace(
    /(<h2\b[^>]*\sid="comments-title"[^>]*>)([^<]*)/,
    (_, tag, said) => tag + (heading ?? said),
  );
}

/** For a list with its newest comment first. */
function placeAtTop(html: string): { at: number; isNewList: boolean } | null {
  const [list] = /\sdata-newest-first="true"/.test(html)
    ? (/\sid="comments-title".*?<ol\b[^>]*>/s.exec(html) ?? [])
    : [];
  return list ? { at: html.indexOf(list) + list.length, isNewList: false } : null;
}

/** Where a reply stands: at the end of the list below its parent, or of one that is still to be made. */
function placeBelow(html: string, parent: number): { at: number; isNewList: boolean } | null {
  const start = parent ? html.search(new RegExp(`<li\\b[^>]*\\sid="comment-${parent}"`)) : -1;
  if (start === -1) return null;
  const tags = /<(\/?)li\b/g;
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1;
    if (depth > 0) continue;
    const list = html.slice(start, tag.index).endsWith('</ol>');
    return { at: list ? tag.index - '</ol>'.length : tag.index, isNewList: !list };
  }
  return null;
}
