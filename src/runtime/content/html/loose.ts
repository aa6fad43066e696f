import { elementsOf } from './parts.ts';

/** Elements that stand in a line of text. */
const INLINE = new Set(
  (
    'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark math meter progress q ruby s samp small span strong sub sup svg ' +
    'time u var wbr'
  ).split(' '),
);

/** Notices are boxes, and nobody sees the rest. */
const NO_TEXT = /\sclass="(?:[^"]* )?(?:not-shown|screen-reader-text)[ "]/;

/**
 * Puts text that stands in no element into one, with the inline elements beside it: the theme gives elements their column, and text outside of
 * them would begin at the edge of the window. WordPress's Custom HTML block writes such text.
 * @param html that the sanitiser has made: well-formed
 */
export function withoutLooseText(html: string): string {
  let out = '';
  let run = '';
  let position = 0;
  const flush = () => {
    out += isText(run) ? `<div>${run}</div>` : run;
    run = '';
  };
  for (const { name, attributes, from, to } of elementsOf(html)) {
    run += html.slice(position, from);
    position = to;
    if (INLINE.has(name) && !NO_TEXT.test(attributes)) {
      run += html.slice(from, to);
      continue;
    }
    flush();
    out += html.slice(from, to);
  }
  run += html.slice(position);
  flush();
  return out;
}

const isText = (html: string) => html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';
