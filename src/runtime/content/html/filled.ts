import { isWidget } from './widgets.ts';

/**
 * Elements that are empty until a script fills them: a map, a chart, a slider. That script stands in the head or at the foot of WordPress's page,
 * not in the content. Such an element has `data-` attributes for the script to read, or a name and the height that it will need. One with only
 * an id may be an anchor, and one without a height may be a spacer.
 */
const BOXES = new Set(['aside', 'blockquote', 'div', 'figure', 'section']);

const DATA = /\sdata-(?!wp-|companion-)[a-z]/i;

/** Two expressions: one would look through a long tag once for each name in it. */
const NAME = /\s(?:id|class)\s*=/i;
const ROOM = /\sstyle\s*=\s*["'][^"']*height\s*:\s*(?:1[5-9]\d|[2-9]\d\d|\d{4,5})(?:\.\d+)?px/i;

/** Shows something as it is, or nothing in WordPress either. */
const AS_IS = /\s(?:aria-hidden|hidden)\b|background|divider|overlay|separator|spacer|waveform/i;

/**
 * Looks at an opening tag.
 * @param name of the element
 * @param end where its inside begins in the HTML
 * @param ownTags that the owner shows
 * @returns where the element ends, if a script fills it
 */
export function endOfFilled(
  html: string,
  tag: string,
  name: string,
  end: number,
  ownTags: readonly string[],
): number | undefined {
  const isElementOfScript = name.includes('-') && !ownTags.includes(name);
  const isBox = BOXES.has(name) && (DATA.test(tag) || (NAME.test(tag) && ROOM.test(tag))) && !isWidget(tag);
  if (!(isElementOfScript || isBox) || AS_IS.test(tag)) return undefined;
  const closing = /\s*<\/([a-z][^\s/>]{0,40})\s*>/iy;
  closing.lastIndex = end;
  const found = closing.exec(html);
  return found?.[1]?.toLowerCase() === name ? closing.lastIndex : undefined;
}
