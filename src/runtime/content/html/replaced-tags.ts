import type { Attributes, IOptions, Tag } from 'sanitize-html';

/** Elements that others stand for. */
export const replacedTags: IOptions['transformTags'] = {
  input: ticked,
  // Links in a picture stand below it: its areas would lie elsewhere on a smaller one.
  map: () => ({ tagName: 'span', attribs: {} }),
  area: (_, { href, alt, title }): Tag =>
    href
      ? { tagName: 'a', attribs: { href }, text: `${alt || title || href} ` }
      : { tagName: 'area', attribs: {} },
};

/** Lines of a form that is not shown: without them its legends and fields would run into each other. */
export const formLines: IOptions['transformTags'] = {
  legend: (_, attribs) => ({ tagName: 'p', attribs }),
  fieldset: (_, attribs) => ({ tagName: 'div', attribs }),
};

/** A box of a list of tasks is a character. */
function ticked(tagName: string, attribs: Attributes): Tag {
  const isTask = attribs.disabled !== undefined && attribs.type?.toLowerCase() === 'checkbox';
  if (!isTask) return { tagName, attribs };
  return { tagName: 'span', attribs: {}, text: attribs.checked === undefined ? '☐' : '☑' };
}
