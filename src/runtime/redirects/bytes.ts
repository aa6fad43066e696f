/**
 * Addresses as PHP has them: bytes, each as one character. A visitor's address need not be UTF-8, and plugins compare bytes.
 */

export const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** PHP's `rawurldecode`: anything else stays. */
export const rawUrlDecode = (bytes: string): string =>
  bytes.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** PHP's `urldecode`. */
export const urlDecode = (bytes: string): string => rawUrlDecode(bytes.replaceAll('+', ' '));

const encodeByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** PHP's `rawurlencode`. */
export const rawUrlEncode = (bytes: string): string => bytes.replace(/[^\w.~-]/g, encodeByte);

/** PHP's `urlencode`. */
export const urlEncode = (bytes: string): string =>
  bytes.replace(/[^\w.\- ]/g, encodeByte).replaceAll(' ', '+');

/** PHP's `mb_strtolower` in UTF-8. */
export function toLower(bytes: string): string {
  const isAscii = !/[\x80-\xff]/.test(bytes);
  return isAscii ? bytes.toLowerCase() : toBytes(Buffer.from(bytes, 'latin1').toString('utf8').toLowerCase());
}
