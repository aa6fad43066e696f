/** Addresses of the providers' files. A name of its own in the package, because a build without a provider leaves it out. */
export const providersFile = new URL('../../browser/providers.js', import.meta.url).href;
export const errorTrackingFile = new URL('../../browser/error-tracking.js', import.meta.url).href;
