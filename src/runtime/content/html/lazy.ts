import type { Attributes } from 'sanitize-html';

/** Names under which plugins keep an address until their script runs: in its own place stands nothing, or a placeholder. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  src: ['data-src', 'data-lazy-src', 'data-original', 'data-litespeed-src'],
  srcset: ['data-srcset', 'data-lazy-srcset', 'data-original-set'],
  sizes: ['data-sizes', 'data-lazy-sizes'],
  poster: ['data-poster'],
};

const LAZY_TAGS = new Set(['audio', 'iframe', 'img', 'source', 'video']);

/** The same for a background: `data-bg="https://…"`, or `url(…)`. */
const GROUNDS = ['data-bg', 'data-bg-image', 'data-background-image'];

/** An element as it is once the script of a lazy-load plugin has run. */
export function original(tagName: string, attribs: Attributes): Attributes {
  const out = { ...attribs };
  if (LAZY_TAGS.has(tagName))
    for (const [name, kept] of Object.entries(KEPT)) {
      const value = kept.map((attribute) => attribs[attribute]).find(Boolean);
      // `auto` is for the script.
      if (value && value !== 'auto') out[name] = value;
    }
  const ground = GROUNDS.map((attribute) => attribs[attribute]).find(Boolean);
  if (ground && !/background(?:-image)?\s*:/.test(attribs.style ?? '')) {
    const url = /^url\((.*)\)$/.exec(ground)?.[1] ?? `"${ground}"`;
    out.style = `${attribs.style ?? ''};background-image:url(${url})`.replace(/^;/, '');
  }
  return out;
}
