const ALLOWED_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * @returns the URL when a link may carry it (http, https, mailto, tel, or relative to this site), otherwise undefined.
 * Browsers ignore tabs, line breaks and leading control characters inside a scheme, so `java\tscript:` is judged
 * after they are removed.
 */
export function safeUrl(url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what a browser ignores
  const compact = url.replace(/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028\u2029\ufeff]/g, '');
  if (compact === '') return undefined;
  const scheme = /^([^/?#]*?):/.exec(compact)?.[1];
  if (scheme !== undefined && !ALLOWED_SCHEMES.has(`${scheme.toLowerCase()}:`)) return undefined;
  return url.trim();
}
