import { getImageProps } from 'next/image';
import { escapeHtml } from '../html/escape.ts';
import { optimizable } from './hosts.ts';
import { existingSizes } from './sizes.ts';

/** Pixels that an image takes at most: in a line of text, broken out of it; a full one takes the window's. */
const TEXT = 640;
const WIDE = 960;
/** An image that is smaller is decoration. */
const LARGE = 400;
/** Characters above the first image, as HTML, with which it is still seen at once. */
const SEEN_AT_ONCE = 1500;
/** Images of one text that are optimised: each makes its page a kilobyte longer. */
const MOST = 200;

/** Smaller files than these are for icons. */
const SMALLEST = 256;

/**
 * Sends the images of a text through Next's optimiser, in sizes that exist. Works on the sanitiser's output only, which is
 * well-formed, escaped, and has each image lazy.
 * @param lead the text is the first that is seen: its first large image is then loaded at once
 */
export function optimizeImages(html: string, lead: boolean): string {
  let isLed = !lead;
  let count = 0;
  let isInPicture = false;
  let figure = '';
  return html.replace(/<(\/?)(picture|figure|div|img)\b([^>]*)>/g, (tag, slash, name, attributes, at) => {
    if (name === 'picture') isInPicture = !slash;
    if (name === 'figure' || name === 'div') figure = slash ? '' : attributes;
    if (name !== 'img' || isInPicture || ++count > MOST) return tag;
    const image = read(attributes);
    const leads = !isLed && at < SEEN_AT_ONCE && (image?.width ?? 0) >= LARGE;
    isLed ||= leads;
    const loading = leads ? ' fetchpriority="high"' : ' loading="lazy"';
    const rest = without(attributes, ['loading']) + loading;
    if (!image) return `<img${rest}>`;
    return `<img${without(rest, ['src', 'srcset', 'sizes'])}${files(image, figure + attributes, leads)}>`;
  });
}

interface TextImage {
  /** The largest file that WordPress names. */
  address: string;
  width: number;
  /** The editor's value. */
  shown: number;
}

/** @returns null for what is shown as it is: another host, an SVG, an image of unknown size */
function read(attributes: string): TextImage | null {
  const shown = Number(value(attributes, 'width'));
  const named = [...value(attributes, 'srcset').matchAll(/(\S+) (\d+)w/g)];
  const files = named.map(([, url = '', width]) => ({ url, width: Number(width) }));
  const [largest] = files.sort((a, b) => b.width - a.width);
  const { url, width } = largest ?? { url: value(attributes, 'src'), width: shown };
  const address = width >= SMALLEST / 2 ? optimizable(url) : null;
  return address ? { address, width, shown: shown || width } : null;
}

/** The `srcset` and `sizes` of an image. Browsers that know `auto` measure the width of a lazy image themselves. */
function files({ address, width, shown }: TextImage, around: string, leads: boolean): string {
  const isFull = /\balignfull\b/.test(around);
  const most = isFull ? width : Math.min(shown, /\balignwide\b/.test(around) ? WIDE : TEXT);
  // Without `vw` every size is named; what is too small or too large is left out.
  const { props } = getImageProps({ src: address, alt: '', width, height: width, sizes: '1px' });
  const every = (props.srcSet ?? '').split(', ');
  const usable = every.filter((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1]) >= SMALLEST);
  const srcSet = existingSizes(usable.join(', '), width, 2 * most);
  const sizes = isFull ? '100vw' : `min(100vw, ${most}px)`;
  const [src = ''] = (srcSet.split(', ').at(-1) ?? '').split(' ');
  return ` src="${escapeHtml(src)}" srcset="${escapeHtml(srcSet)}" sizes="${leads ? '' : 'auto, '}${sizes}"`;
}

const value = (attributes: string, name: string) =>
  (new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '').replace(/&amp;/g, '&');

const without = (attributes: string, names: string[]) =>
  attributes.replace(new RegExp(`\\s(?:${names.join('|')})="[^"]*"`, 'g'), '').replace(/\s*\/$/, '');
