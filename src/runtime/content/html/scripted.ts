import { escapeHtml } from './escape.ts';
import { words } from './not-shown.ts';

/**
 * Blocks that WordPress shows by a script, as they are without one: an accordion's items open (`<details>`), tabs are sections below each
 * other, and an image that grows leads to its file.
 * @param clean that the sanitiser has made: well-formed
 */
export function unscripted(clean: string): string {
  let html = clean;
  if (html.includes('wp-block-accordion-item')) html = openable(html);
  if (html.includes(TAB)) html = sections(html);
  if (html.includes('wp-lightbox-container')) html = linked(html);
  return html;
}

/** Class of what was the button of a tab; `rules.ts` makes a link of it. */
export const TAB = 'tab-name';

const ITEM = /\sclass="(?:[^"]*\s)?wp-block-accordion-item(?:\s[^"]*)?"/;
const HEADING = /\s*<(h[2-6])\b[^>]*\bwp-block-accordion-heading\b/y;

/** An item that does not begin with its heading stays open: nobody could open it. */
function openable(html: string): string {
  const areItems: boolean[] = [];
  let heading = '';
  return html.replace(
    /<(\/?)(div|h[2-6])\b([^>]*)>/g,
    (tag, slash: string, name: string, attributes: string, at: number) => {
      if (name === 'div' && slash) return areItems.pop() ? '</details>' : tag;
      if (name === 'div') {
        HEADING.lastIndex = at + tag.length;
        const found = ITEM.test(attributes) ? HEADING.exec(html) : null;
        areItems.push(found !== null);
        if (!found) return tag;
        heading = found[1] ?? '';
        return `<details${attributes}${/\bis-open\b/.test(attributes) ? ' open' : ''}><summary>`;
      }
      if (!slash || name !== heading) return tag;
      heading = '';
      return `${tag}</summary>`;
    },
  );
}

const LABEL = `<a\\b[^>]*\\s(?:class="(?:[^"]*\\s)?${TAB}")[^>]*>([^<]*(?:<(?!/a>)[^<]*)*)</a>`;
const LIST = new RegExp(`<div\\b[^>]*\\bwp-block-tab-list\\b[^>]*>(?:\\s*${LABEL})+\\s*</div>`, 'g');
const PANEL = /<section\b(?=[^>]*\bwp-block-tab-panel\b)[^>]*\sid="([^"]*)"[^>]*>/g;

/** Each section gets the name of its tab as a heading. Names of sections that are not there stay, as links. */
function sections(html: string): string {
  const names = new Map<string, string>();
  for (const [label, name = ''] of html.matchAll(new RegExp(LABEL, 'g'))) names.set(idOf(label), name);
  const shown = new Set<string>();
  const named = html.replace(PANEL, (tag, id: string) => {
    const name = names.get(id);
    if (name === undefined || shown.has(id)) return tag;
    shown.add(id);
    return `${tag}<h3 class="${TAB}">${name}</h3>`;
  });
  return named.replace(LIST, (list) => {
    const labels = [...list.matchAll(new RegExp(LABEL, 'g'))];
    return labels.every(([label]) => shown.has(idOf(label))) ? '' : list;
  });
}

const idOf = (link: string) => /\shref="#([^"]*)"/.exec(link)?.[1] ?? '';

/** An image that WordPress enlarges on a click leads to its largest file. */
function linked(html: string): string {
  return html.replace(
    /(<figure\b[^>]*\bwp-lightbox-container\b[^>]*>\s*)(<img\b[^>]*>)/g,
    (all, figure: string, img: string) => {
      const file = largest(img);
      if (!file) return all;
      // Its text is the name of the link.
      const name = /\salt="[^"]/.test(img) ? '' : ` aria-label="${escapeHtml(words.enlarge)}"`;
      return `${figure}<a href="${file}"${name}>${img}</a>`;
    },
  );
}

/** @returns an address as it stands in the attribute */
function largest(img: string): string | undefined {
  const [, srcset = ''] = /\ssrcset="([^"]*)"/.exec(img) ?? [];
  const files = srcset.split(', ').flatMap((candidate) => {
    const [, url = '', width = 0] = /^(\S+) (\d+)w$/.exec(candidate) ?? [];
    return url ? [{ url, width: Number(width) }] : [];
  });
  return files.sort((a, b) => b.width - a.width)[0]?.url ?? /\ssrc="([^"]+)"/.exec(img)?.[1];
}
