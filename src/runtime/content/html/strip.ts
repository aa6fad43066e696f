/** Text with tags and comments removed; entities stay. Not a sanitiser: never output the result as HTML. */
export function stripHtml(html: string): string {
  return withoutTags(html, '');
}

/** One pass, so that a megabyte of unclosed `<` costs no more than a megabyte of text. */
export function withoutTags(html: string, replacement: string): string {
  let out = '';
  let position = 0;
  while (position < html.length) {
    const start = html.indexOf('<', position);
    if (start === -1) break;
    const end = tagEnd(html, start);
    if (end === undefined) break;
    if (end === start) {
      out += html.slice(position, start + 1);
      position = start + 1;
    } else {
      out += html.slice(position, start) + replacement;
      position = end;
    }
  }
  return out + html.slice(position);
}

/** Index behind the tag at `start`; `start` itself when it is a bare `<`; undefined when the tag never ends. */
function tagEnd(html: string, start: number): number | undefined {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4);
    return end === -1 ? undefined : end + 3;
  }
  if (!/[a-zA-Z/!?]/.test(html[start + 1] ?? '')) return start;
  let quote = '';
  for (let i = start + 1; i < html.length; i++) {
    const character = html[i];
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '>') return i + 1;
    else if ((character === '"' || character === "'") && html[i - 1] === '=') quote = character;
  }
  return undefined;
}
