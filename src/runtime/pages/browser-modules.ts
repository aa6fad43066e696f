import { isLocalSearch } from '../search/settings.ts';

/** Addresses of the files in `browser/`, for `data-module`. */

const local = new URL('../browser/search.js', import.meta.url).href;
const remote = new URL('../browser/search-remote.js', import.meta.url).href;

export const searchModule = isLocalSearch ? local : remote;
/** Its first request, for `data-fetch`. */
export const searchData = isLocalSearch ? '/search/titles.json' : undefined;
export const contactModule = new URL('../browser/contact.js', import.meta.url).href;
export const formModule = new URL('../browser/form.js', import.meta.url).href;
export const commentsModule = new URL('../browser/comments.js', import.meta.url).href;
export const shareModule = new URL('../browser/share.js', import.meta.url).href;
