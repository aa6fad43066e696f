import { rawUrlDecode, rawUrlEncode, toLower, urlDecode } from './bytes.ts';
import { AskedParameters, readParameters, withParameters } from './query.ts';

/** The forms of one address that rules are held to, all of bytes. */
export interface Asked {
  /** The address that was sent, without the additions of the site's own router. */
  sent: string;
  /** Decoded, query included. */
  decoded: string;
  /** Decoded up to the query: targets are made from it. */
  original: string;
  /** Path without slashes at its ends, decoded. */
  path: string;
  /** The part behind the question mark, decoded as Rank Math does. */
  query: string;
  /** `pathIn` of `decoded`. */
  decodedPath: string;
  /** Paths in lower case. */
  lower: { path: string; decodedPath: string };
  parameters: AskedParameters;
}

/**
 * @param url as the request names it, `/old/?a=b`
 * @param folder that WordPress lives in: rules of Redirection have it
 */
export function readAsked(url: string, folder: string): Asked {
  const sent = folder + url;
  const decoded = rawUrlDecode(sent);
  const [before = '', ...after] = decoded.split('?');
  const query = sent.split('?')[1];
  const original = after.length > 0 && query !== undefined ? `${before}?${query}` : decoded;
  const [path = '', own = ''] = urlDecode(url)
    .replace(/^\/+|\/+$/g, '')
    .split('?');
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  const decodedPath = pathIn(decoded);
  return {
    ...{ sent, decoded, original, path: trimmed, query: own, decodedPath },
    lower: { path: toLower(trimmed), decodedPath: toLower(decodedPath) },
    parameters: new AskedParameters(decoded),
  };
}

/** The path of an address as Redirection compares it (5.4.2, `Red_Url_Path`): decoded once more. */
export function pathIn(url: string): string {
  const path = /^https?:\/\//.test(url)
    ? `/${url.split('://')[1]?.split('/').slice(1).join('/') ?? ''}`
    : url;
  const at = path.indexOf('?');
  const escaped = path.indexOf('\\?');
  if (at < 0) return urlDecode(path);
  return urlDecode(path.slice(0, escaped >= 0 && escaped < at ? escaped : at));
}

export const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''));

/** By what a rule is found (`Red_Url_Match`): what the plugin stores in `match_url`. */
export function keyOf(url: string): string {
  const path = rawUrlEncode(withoutSlash(pathIn(url))).replace(
    /%(?:2F|3A|5B|5D|40|7E|2C|28|29|3B)/g,
    (code) => rawUrlDecode(code),
  );
  return toLower(path) || '/';
}

/** The same with its parameters, of rules whose parameters stand in one order. */
export const keyWithQuery = (url: string): string => withParameters(keyOf(url), readParameters(url).query);
