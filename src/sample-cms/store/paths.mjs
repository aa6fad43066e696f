/**
 * The form in which addresses are compared: decoded, composed, with a leading and without a trailing slash.
 * WordPress finds a page with and without slashes, encoded and decoded.
 *
 * @param {string} uri
 */
export function pathKey(uri) {
  const path = uri.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/s, '');
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A stray % sign is a character of its own.
  }
  return `/${decoded.normalize('NFC').split('/').filter(Boolean).join('/')}`.toLowerCase();
}

/**
 * Term addresses are the one thing that WPGraphQL sends encoded, in lower case.
 * @param {string} slug
 */
export const encodeSlug = (slug) =>
  encodeURIComponent(slug).replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());

/**
 * @param {string} title
 * @returns {string} what WordPress would take for a slug on publishing
 */
export const slugify = (title) =>
  title
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/<[^>]*>|[’'"“”]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
