/** WordPress's `wp_allowed_protocols()`, and what only its administrators may write. None of them runs anything in a page. */
export const LINK_SCHEMES =
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn geo skype whatsapp'.split(
    ' ',
  );

/**
 * @returns the URL when a link may carry it (one of LINK_SCHEMES, or relative to this site), otherwise undefined.
 * Browsers ignore tabs, line breaks and leading control characters inside a scheme, so `java\tscript:` is judged
 * after they are removed.
 */
export function safeUrl(url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what a browser ignores
  const compact = url.replace(/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028\u2029\ufeff]/g, '');
  if (compact === '') return undefined;
  const scheme = /^([^/?#]*?):/.exec(compact)?.[1];
  if (scheme !== undefined && !LINK_SCHEMES.includes(scheme.toLowerCase())) return undefined;
  return url.trim();
}
