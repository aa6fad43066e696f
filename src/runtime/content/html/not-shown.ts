import type { Attributes } from 'sanitize-html';
import { say } from '../../base/say.ts';
import { type HtmlWords, htmlWords } from '../../config/extend/html-words.ts';
import { ownContent } from '../../config/extend/own.ts';
import { type Elsewhere, elsewhereOf } from './elsewhere.ts';
import { escapeHtml } from './escape.ts';
import { fileHref, MAX_URL_LENGTH } from './links.ts';

/** Kinds of content that the sanitiser removes and a reader would miss. */
export type NotShown =
  | 'form'
  | 'script'
  | 'frame'
  | Exclude<Elsewhere, 'search' | 'comments'>
  /** Some of the text, which the companion plugin has left out. */
  | 'cut'
  /** All but the text. */
  | 'design';

/** Says on an element of the sanitiser's output that something was removed here; the CMS's own attribute of this name is dropped. */
export const NOT_SHOWN = 'data-not-shown';

/** Class of the plugin's mark where a page goes beyond a limit of its own. */
const CUT = 'companion-cut';

export const isCut = (html: string): boolean => html.includes(CUT);

/** WordPress with our plugin redirects its pages to this site, but not with this in the address. */
const STAY = 'on-wordpress';

/**
 * The notice in place of an element that is removed.
 * @returns undefined for an element that is shown, or that nobody misses: hidden fields, and those that are off
 */
export function markOf(
  tagName: string,
  attribs: Attributes,
  cmsOrigin: string,
): { tagName: string; attribs: Attributes } | undefined {
  const elsewhere = elsewhereOf(tagName, attribs, cmsOrigin);
  if (elsewhere) return { tagName: 'div', attribs: { [NOT_SHOWN]: elsewhere } };
  switch (tagName) {
    case 'div':
      return attribs.class === CUT ? { tagName: 'span', attribs: { [NOT_SHOWN]: 'cut' } } : undefined;
    case 'form':
      // Its labels stay readable.
      return { tagName: 'div', attribs: { [NOT_SHOWN]: 'form' } };
    case 'button':
      if (isOfBlock(attribs)) return undefined;
      return { tagName: 'span', attribs: { [NOT_SHOWN]: `button ${wordMark(attribs['aria-label'])}` } };
    case 'input':
      if (attribs.type?.toLowerCase() === 'hidden' || attribs.disabled !== undefined) return undefined;
      return { tagName: 'span', attribs: { [NOT_SHOWN]: `input ${inputMark(attribs)}` } };
    case 'select':
    case 'textarea':
      return { tagName: 'span', attribs: { [NOT_SHOWN]: 'input' } };
    case 'script':
      return { tagName: 'span', attribs: { [NOT_SHOWN]: 'script' } };
    case 'canvas':
      // A script draws on it; what stands inside is shown where there is none.
      return { tagName: 'div', attribs: { [NOT_SHOWN]: 'script' } };
    case 'embed':
      return { tagName: 'span', attribs: { [NOT_SHOWN]: 'frame' } };
    case 'object':
      if (/\bwp-block-file__embed\b/.test(attribs.class ?? ''))
        return { tagName: 'span', attribs: { [NOT_SHOWN]: fileMark(attribs, cmsOrigin) } };
      return { tagName: 'div', attribs: { [NOT_SHOWN]: 'frame' } };
    default:
      return undefined;
  }
}

/** Letters of a word that a form has in an attribute. */
const MOST_LETTERS = 100;
const marked = (name: string, word = '', most = MOST_LETTERS): string =>
  word && `${name}=${Buffer.from(word.slice(0, most)).toString('base64url')}`;
const wordMark = (word?: string): string => marked('word', word);
const inputMark = ({ type, value, placeholder }: Attributes): string =>
  /^(?:submit|button)$/i.test(type ?? '') ? wordMark(value) : marked('hint', placeholder);

/** The address and the size of a file whose preview is removed. */
const fileMark = ({ data = '', 'data-companion-size': size }: Attributes, cmsOrigin: string): string =>
  `file ${data.length <= MAX_URL_LENGTH ? marked('file', fileHref(data, cmsOrigin), MAX_URL_LENGTH) : ''} ${marked('size', size)}`;

/**
 * @returns the word of a form's button (`word`), of an empty field (`hint`), the address of a file (`file`) or its `size`, which stands in a mark;
 * undefined where none has one
 */
export function markedIn(html: string, name: 'word' | 'hint' | 'file' | 'size'): string | undefined {
  const word = new RegExp(`${NOT_SHOWN}="[^"]*\\b${name}=([\\w-]+)`).exec(html)?.[1];
  return word && Buffer.from(word, 'base64url').toString();
}

/** Opens what is open here, or belongs to a block of WordPress that is shown without its script. */
const isOfBlock = ({ class: classes = '', ...attribs }: Attributes) =>
  /\b(?:lightbox-trigger|wp-block-(?:accordion|navigation|playlist|tab)[\w-]*)\b/.test(classes) ||
  Object.keys(attribs).some((name) => /^(?:aria-(?:controls|expanded)|data-wp-.*)$/.test(name));

/** The owner's, and ours for the rest. */
export const words: HtmlWords = { ...htmlWords, ...ownContent.html?.words };

/** The words of a notice, and the way to see the rest. */
const said: Record<NotShown, readonly [text: string, link: string]> = {
  form: [words.form, words.openForm],
  host: [words.formOfHost, words.openForm],
  shop: [words.shop, words.openShop],
  login: [words.login, words.openLogin],
  script: [words.script, words.openPage],
  frame: [words.frame, words.openPage],
  design: [words.design, words.openPage],
  cut: [words.cut, words.openPage],
};

/**
 * The words where something was removed, with the way to see it. Of elements that may stand inside a paragraph.
 * @param page address of the page on WordPress
 * @param frame address of what was embedded, if it has one
 * @param host of a form that another host takes
 */
export function notice(kind: NotShown, page: string, frame?: { url: URL; title: string }, host = ''): string {
  const [plain, open] = said[kind];
  const text = frame
    ? say(words.frameOfHost, { title: frame.title || words.frameTitle, host: frame.url.hostname })
    : say(plain, { host });
  const own = frame ? `${link(frame.url.href, words.openFrame)} ` : '';
  return `<span class="not-shown" role="note">${escapeHtml(text)} ${own}${link(withStay(page), open)}</span>`;
}

/**
 * The same in place of the preview of a file: the way to the file is its name, with its size.
 * @param file its address, which may be none that can be opened
 */
export function fileNotice(page: string, file = '', size = ''): string {
  const url = URL.canParse(file) ? new URL(file) : undefined;
  const name = url && /^https?:$/.test(url.protocol) ? nameOf(url) : '';
  const own = name && url ? `${link(url.href, size ? `${name} (${size})` : name)} ` : '';
  const text = `${escapeHtml(words.filePreview)} ${own}${link(withStay(page), words.openPage)}`;
  return `<span class="not-shown" role="note">${text}</span>`;
}

/** @returns `report.pdf` */
function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || url.hostname;
  } catch {
    return last;
  }
}

function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" rel="nofollow noopener">${escapeHtml(text)}</a>`;
}

function withStay(page: string): string {
  const url = new URL(page);
  url.searchParams.set(STAY, '1');
  return url.href;
}
