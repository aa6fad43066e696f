import { decodeHTML } from 'entities';
import type { MenuNode } from '../../wordpress/model/views.ts';

/** CSS class of the block that thanks for a message: an editor gives it in WordPress, under "Advanced". */
const THANKS = 'contact-thanks';
/** Addresses of the contact page and of a menu that a visitor can write or speak to. */
const DIRECT = /^(mailto|tel):/i;

export interface ContactTexts {
  /** HTML of the CMS without the thanks. */
  text: string;
  /** HTML of the blocks that thank for a message; empty where the page has none. */
  thanks: string;
}

/**
 * Takes the thanks out of the page that an editor wrote, to be shown in place of the form after a message. Linear in the length of the HTML,
 * which is sanitised afterwards, each part on its own.
 * @param html as the CMS sent it
 */
export function contactTexts(html: string): ContactTexts {
  let text = '';
  let thanks = '';
  let position = 0;
  for (let at = html.indexOf(THANKS); at !== -1; at = html.indexOf(THANKS, position)) {
    // Only as far as the last one and the next tag: to look further each time would be quadratic.
    const from = position + html.slice(position, at).lastIndexOf('<');
    const name = from >= position ? nameWithClass(html.slice(from, tagEnd(html, at))) : undefined;
    const end = name ? endOf(html, name, from) : at + THANKS.length;
    text += html.slice(position, name ? from : end);
    if (name) thanks += html.slice(from, end);
    position = end;
  }
  return { text: text + html.slice(position), thanks };
}

/** @returns where a tag ends that `from` stands in; `from` where none does before the next one begins */
function tagEnd(html: string, from: number): number {
  const end = /[^<>]*>/y;
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : from;
}

/** @returns the name of an element that has the class; undefined where its words lie elsewhere, as in another attribute */
function nameWithClass(tag: string): string | undefined {
  const name = /^<([a-z][a-z0-9]*)\s/i.exec(tag)?.[1];
  const classes = /\sclass=(?:"([^"]*)"|'([^']*)')/i.exec(tag);
  const isOne = (classes?.[1] ?? classes?.[2] ?? '').split(/\s+/).includes(THANKS);
  return isOne ? name : undefined;
}

/** Where an element ends. @param from where its opening tag begins */
function endOf(html: string, name: string, from: number): number {
  const tags = new RegExp(`<(/?)${name}\\b[^<>]*>`, 'gi');
  tags.lastIndex = from;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return tags.lastIndex;
  }
  return html.length;
}

export interface DirectContact {
  kind: 'mailto' | 'tel';
  href: string;
  /** The e-mail address, or the number as it is written. */
  label: string;
}

/**
 * Finds how a visitor can reach the site's owner without a form: the first e-mail address and the first telephone number that the contact
 * page links to, otherwise the menu.
 * @param html of the page, as the CMS sent it
 * @param menu such as the footer's
 */
export function directContacts(html: string, menu: readonly MenuNode[]): DirectContact[] {
  const found = [...linksIn(html), ...linksOf(menu)];
  return (['mailto', 'tel'] as const).flatMap((kind) => {
    const link = found.find(({ href }) => href.toLowerCase().startsWith(`${kind}:`));
    const label = link && labelOf(kind, link);
    return link && label ? [{ kind, href: link.href, label }] : [];
  });
}

interface Link {
  href: string;
  text: string;
}

/** `antispambot` of WordPress writes addresses as entities. */
function linksIn(html: string): Link[] {
  const links = html.matchAll(/<a\s[^<>]*?href=(?:"([^"]*)"|'([^']*)')[^<>]*>([^<]*)/gi);
  return [...links]
    .map(([, double, single, text = '']) => ({
      href: decodeHTML(double ?? single ?? '').trim(),
      text: decodeHTML(text),
    }))
    .filter(({ href }) => DIRECT.test(href));
}

const linksOf = (menu: readonly MenuNode[]): Link[] =>
  menu.flatMap(({ href, label, children }) => [
    ...(DIRECT.test(href) ? [{ href, text: label }] : []),
    ...linksOf(children),
  ]);

function labelOf(kind: DirectContact['kind'], { href, text }: Link): string {
  const [address = ''] = href.slice(kind.length + 1).split('?', 1);
  const isNumber = /^[\s\d()+./-]{5,}$/.test(text);
  if (kind === 'tel' && isNumber) return text.trim();
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
