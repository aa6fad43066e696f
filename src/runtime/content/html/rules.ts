import type { Attributes, IOptions } from 'sanitize-html';
import { LINK_SCHEMES, safeUrl } from '../../base/url.ts';
import type { OwnHtml } from '../../config/extend/content.ts';
import { ownContent } from '../../config/extend/own.ts';
import { classTokens } from './classes.ts';
import { DRAWN_ATTRIBUTES, DRAWN_TAGS, drawn, GONE_TAGS, turned } from './drawn.ts';
import { original } from './lazy.ts';
import { fileHref, localHref, MAX_URL_LENGTH } from './links.ts';
import { markOf, NOT_SHOWN } from './not-shown.ts';
import { MARKS, type Mark } from './parts.ts';
import { formLines, replacedTags } from './replaced-tags.ts';
import { TAB } from './scripted.ts';
import { withService } from './social.ts';
import { cleanStyle } from './style.ts';
import { frameOf } from './widgets.ts';

export const ownTags: readonly string[] = ownContent.html?.tags ?? [];

/** Everything that WordPress's core blocks and its classic editor write, and nothing that runs. */
const TAGS =
  'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl ' +
  'dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd li mark meter nav ol p picture pre ' +
  'progress q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr track u ul var ' +
  'video wbr';

/** Elements with which a form's owner lays it out; a label gets its field from the site. */
const LAYOUT_TAGS = ['label', 'fieldset', 'legend'];

const VISITOR_TAGS = 'a abbr b blockquote br cite code del em i li ol p pre q s strong ul';

const REL = new Set(['nofollow', 'sponsored', 'ugc', 'noreferrer', 'noopener', 'tag', 'me', 'license']);

const ATTRIBUTES: Record<string, readonly string[]> = {
  '*': [
    'class',
    'id',
    'lang',
    'dir',
    'title',
    'style',
    'aria-label',
    'aria-hidden',
    'aria-current',
    'tabindex',
  ],
  a: ['href', 'target', 'rel', 'hreflang', 'download'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  source: ['src', 'srcset', 'sizes', 'type', 'media'],
  video: ['src', 'poster', 'width', 'height', 'controls', 'loop', 'muted', 'playsinline', 'preload'],
  audio: ['src', 'controls', 'loop', 'preload'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
  iframe: ['src', 'title', 'height'],
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  time: ['datetime'],
  meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
  progress: ['value', 'max'],
  blockquote: ['cite'],
  q: ['cite'],
  del: ['cite', 'datetime'],
  ins: ['cite', 'datetime'],
  details: ['open', 'name'],
  div: [NOT_SHOWN],
  span: [NOT_SHOWN],
  ...DRAWN_ATTRIBUTES,
};

/** Class of an element that goes with all that is in it. */
const GONE = 'headless-site-gone';

/** Elements that WordPress writes for its scripts: nothing is shown of them. */
const FOR_SCRIPTS =
  /\bwp-block-(?:accordion-heading__toggle-icon|navigation__submenu-icon|navigation-overlay-close|playlist__waveform-player)\b/;

/** `allowedEmptyAttributes` is an option of sanitize-html that its types lack. */
type Rules = IOptions & { allowedEmptyAttributes: string[] };

/**
 * @param marks those that stay; of fields in the layout of a form only
 * @param own what the owner lets through beside; `config/extend/check.ts` has refused what could run
 */
export function editorRules(
  cmsOrigin: string,
  marks: readonly Mark[] = [],
  own: OwnHtml = ownContent.html ?? {},
): Rules {
  const names = marks.map((mark) => MARKS[mark]);
  const attributes: Record<string, readonly string[] | undefined> = {
    ...ATTRIBUTES,
    div: [NOT_SHOWN, ...names],
    span: [NOT_SHOWN, ...names],
  };
  const layout = marks.includes('field') ? LAYOUT_TAGS : [];
  // A form may stand on a page twice, and with it each id in it.
  if (layout.length > 0) attributes['*'] = ATTRIBUTES['*']?.filter((name) => name !== 'id');
  return {
    ...shared,
    allowedTags: [...TAGS.split(' '), ...DRAWN_TAGS, ...layout, ...(own.tags ?? [])],
    allowedAttributes: withOwn(attributes, own.attributes),
    allowedEmptyAttributes: ['alt', 'download'],
    exclusiveFilter: ({ attribs }) => attribs.class === GONE,
    transformTags: {
      // The page's own heading is the only h1.
      h1: (_, attribs) => ({ tagName: 'h2', attribs: safe(attribs, cmsOrigin) }),
      ...replacedTags,
      ...(layout.length > 0 ? {} : formLines),
      '*': (tagName, attribs) =>
        marked(tagName, attribs, cmsOrigin) ??
        forScript(tagName, attribs, cmsOrigin) ?? {
          tagName,
          attribs: transform(
            tagName,
            withService(tagName, safe(turned(tagName, original(tagName, attribs)), cmsOrigin)),
            cmsOrigin,
          ),
        },
    },
  };
}

/** A mark of an element that is removed. A button of WordPress's block still looks like one. */
function marked(tagName: string, attribs: Attributes, cmsOrigin: string): ReturnType<typeof markOf> {
  const mark = markOf(tagName, attribs, cmsOrigin);
  if (!mark || tagName !== 'button' || !/\bwp-block-button__link\b/.test(attribs.class ?? '')) return mark;
  const { class: classes = '', style } = safe(attribs, cmsOrigin);
  return { ...mark, attribs: { ...mark.attribs, class: classes, ...(style ? { style } : {}) } };
}

/** @returns what becomes of an element that only a script makes use of; undefined for any other */
function forScript(
  tagName: string,
  { class: classes = '', ...attribs }: Attributes,
  cmsOrigin: string,
): { tagName: string; attribs: Attributes } | undefined {
  const frame = frameOf({ ...attribs, class: classes });
  if (frame) return { tagName: 'iframe', attribs: transform('iframe', frame, cmsOrigin) };
  if (FOR_SCRIPTS.test(classes) || attribs['data-wp-text'] === 'state.trackButtonActionLabel')
    // Only an element that may stay can go with its content.
    return { tagName: 'span', attribs: { class: GONE } };
  const section = attribs['aria-controls'];
  if (tagName === 'button' && attribs.role === 'tab' && section)
    return { tagName: 'a', attribs: { href: `#${section}`, class: TAB } };
  // Parts of a button: in one line they would be one word.
  const isLine = tagName === 'span' && /\bwp-block-playlist-track__(?:artist|length|title)\b/.test(classes);
  return isLine ? { tagName: 'div', attribs: { class: classTokens(classes).join(' ') } } : undefined;
}

function withOwn(
  attributes: Readonly<Record<string, readonly string[] | undefined>>,
  own: OwnHtml['attributes'] = {},
): Record<string, string[]> {
  const tags = new Set([...Object.keys(attributes), ...Object.keys(own)]);
  return Object.fromEntries([...tags].map((tag) => [tag, [...(attributes[tag] ?? []), ...(own[tag] ?? [])]]));
}

/** Comments: WordPress filters them too, but what a stranger wrote gets no class, id, style or image of its own. */
export function visitorRules(cmsOrigin: string): IOptions {
  return {
    ...shared,
    allowedTags: VISITOR_TAGS.split(' '),
    allowedAttributes: { a: ['href', 'rel'], pre: ['tabindex'] },
    transformTags: {
      '*': (tagName, attribs) => {
        const clean = transform(tagName, safe(attribs, cmsOrigin), cmsOrigin);
        return { tagName, attribs: tagName === 'a' ? { ...clean, rel: 'nofollow ugc noopener' } : clean };
      },
    },
  };
}

const shared: IOptions = {
  nonTextTags: ['script', 'style', 'textarea', 'option', ...GONE_TAGS],
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { a: LINK_SCHEMES },
  allowProtocolRelative: true,
  // Filtered here instead: the sanitiser would parse each attribute as a style sheet.
  parseStyleAttributes: false,
  selfClosing: ['img', 'br', 'hr', 'col', 'source', 'track', 'wbr'],
};

/** Class names, style and addresses cleaned, on every element. */
function safe(attribs: Attributes, cmsOrigin: string): Attributes {
  const out: Attributes = {};
  let isGround = false;
  for (const [name, value] of Object.entries(attribs)) {
    if (name === 'class') {
      const tokens = classTokens(value);
      if (tokens.length > 0) out.class = tokens.slice(0, 50).join(' ');
    } else if (name === 'style') {
      const { style, hasGround } = cleanStyle(value, cmsOrigin);
      if (style) out.style = style;
      isGround = hasGround;
    } else if (
      name !== 'tabindex' &&
      name !== NOT_SHOWN &&
      value.length <= (name === 'srcset' ? 4 : 1) * MAX_URL_LENGTH
    ) {
      out[name] = value;
    }
  }
  // The theme shows what stands on it in its light colours.
  if (isGround) out.class = out.class ? `${out.class} own-ground` : 'own-ground';
  return out;
}

function transform(tagName: string, attribs: Attributes, cmsOrigin: string): Attributes {
  for (const name of ['src', 'poster']) address(attribs, name, (url) => fileHref(url, cmsOrigin));
  address(attribs, 'href', (url) => localHref(url, cmsOrigin));
  if (attribs.srcset) attribs.srcset = cleanSrcset(attribs.srcset, cmsOrigin);
  switch (tagName) {
    case 'a':
      return link(attribs);
    case 'img':
      return { ...attribs, alt: attribs.alt ?? '', loading: 'lazy', decoding: 'async' };
    case 'video':
    case 'audio':
      return { ...attribs, controls: '', preload: attribs.preload === 'none' ? 'none' : 'metadata' };
    case 'ol':
      return numbered(attribs);
    case 'code':
      return withoutLang(attribs);
    case 'pre':
      // A wide code block scrolls, and what scrolls must be reachable by keyboard.
      return { ...withoutLang(attribs), tabindex: '0' };
    case 'div':
      // A wide formula scrolls, too.
      return hasClass(attribs, 'wp-block-math') ? { ...attribs, tabindex: '0' } : attribs;
    default:
      return drawn(tagName, attribs);
  }
}

const hasClass = (attribs: Attributes, name: string) => attribs.class?.split(' ').includes(name) ?? false;

/** The Code block says `lang="javascript"`, which a screen reader takes for the language to speak. */
function withoutLang({ lang: _lang, ...attribs }: Attributes): Attributes {
  return attribs;
}

const NUMBERS: Partial<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};

/** A style of the theme would win over the attribute. */
function numbered({ type = '', ...attribs }: Attributes): Attributes {
  const kind = NUMBERS[type];
  if (!kind) return attribs;
  return {
    ...attribs,
    style: [`list-style-type:${kind}`, ...(attribs.style ? [attribs.style] : [])].join(';'),
  };
}

function link(attribs: Attributes): Attributes {
  const rel = new Set(
    (attribs.rel ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((token) => REL.has(token)),
  );
  const { target: _target, rel: _rel, name, ...rest } = attribs;
  // The classic editor's anchors.
  if (name && !rest.id) rest.id = name;
  if (attribs.target === '_blank') {
    rest.target = '_blank';
    rel.add('noopener');
  }
  return rel.size > 0 ? { ...rest, rel: [...rel].join(' ') } : rest;
}

function address(attribs: Attributes, name: string, rewrite: (url: string) => string): void {
  const value = attribs[name];
  if (value === undefined) return;
  const url = safeUrl(value);
  if (url === undefined) delete attribs[name];
  else attribs[name] = rewrite(url);
}

/** `url 300w, url 2x`; a candidate that is anything else is dropped. */
function cleanSrcset(srcset: string, cmsOrigin: string): string {
  return srcset
    .split(/,\s+/)
    .flatMap((candidate) => {
      const [url = '', size, more] = candidate.trim().split(/\s+/);
      const src = safeUrl(url.replaceAll(',', '%2C'));
      if (!src || more !== undefined || (size !== undefined && !/^\d+(?:\.\d+)?[wx]$/.test(size))) return [];
      return [size ? `${fileHref(src, cmsOrigin)} ${size}` : fileHref(src, cmsOrigin)];
    })
    .join(', ');
}
