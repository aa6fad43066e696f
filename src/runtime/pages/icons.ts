import type { Metadata } from 'next';
import { getImageProps } from 'next/image';
import { isDrawing, optimizable } from '../content/images/hosts.ts';
import type { IconFile, IconView } from '../wordpress/model/views.ts';

/** Pixels that browsers ask for: a tab, a shortcut on Android; and on the home screen of an iPhone. */
const ICONS = [32, 192];
const APPLE = 180;

/**
 * WordPress's site icon for the head of a page. It wins over the site's own `app/icon.svg`, which Next takes where the
 * metadata names no icons.
 * @param icon null for none
 * @returns what is to be spread into the metadata
 */
export function iconsOf(icon: IconView | null): Pick<Metadata, 'icons'> {
  if (!icon) return {};
  // An iPhone draws no SVG, and an ICO holds several sizes itself.
  if (isDrawing(icon.url)) return { icons: { icon: { url: icon.url, sizes: 'any', type: 'image/svg+xml' } } };
  if (/\.ico$/i.test(new URL(icon.url).pathname)) return { icons: { icon: icon.url } };
  return { icons: { icon: ICONS.map((pixels) => linkTo(icon, pixels)), apple: linkTo(icon, APPLE) } };
}

/** WordPress's own file of that size, otherwise the whole icon made smaller. */
function linkTo(icon: IconView, pixels: number): { url: string; sizes?: string } {
  const file: IconFile = icon.sizes.find(({ width }) => width === pixels) ?? icon;
  const address = optimizable(file.url);
  const { srcSet = '' } = address
    ? getImageProps({ src: address, alt: '', width: pixels, height: pixels }).props
    : {};
  const url = srcSet.split(' ')[0] || file.url;
  const made = Number(/[?&]w=(\d+)/.exec(srcSet)?.[1] ?? Infinity);
  return { url, ...sizesOf(file, made) };
}

/** @param made pixels of the width that the optimiser makes; it enlarges nothing */
function sizesOf({ width, height }: IconFile, made: number): { sizes?: string } {
  if (!width || !height) return {};
  const shown = Math.min(width, made);
  return { sizes: `${shown}x${Math.max(1, Math.round((shown * height) / width))}` };
}
