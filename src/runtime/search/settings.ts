import { siteConfig } from '../config/site.ts';

const { enabled, provider } = siteConfig.features.search;

export const isSearchEnabled = enabled;

/** `local_index`: the browser searches by itself, in files of this site. Otherwise the server asks Algolia. */
export const isLocalSearch = provider === 'local_index';
