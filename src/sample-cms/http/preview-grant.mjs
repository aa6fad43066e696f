import { createHmac, timingSafeEqual } from 'node:crypto';

/** Life of a read grant, in seconds. */
const READ_SECONDS = 60;

/** Seconds by which the clocks of site and CMS may differ, as in the companion plugin's Preview\Token. */
const CLOCK_SECONDS = 300;

/** Names what the key is for, so that a preview link can never pass for a read token. */
const PURPOSE = 'companion/graphql-read/v1';

/**
 * @param {string} secret
 * @param {number} id
 * @param {number} exp  Unix seconds
 */
function mac(secret, id, exp) {
  const key = createHmac('sha256', secret).update(PURPOSE).digest();
  return createHmac('sha256', key).update(`v1|${id}|${exp}`).digest();
}

/**
 * @param {string | undefined} header  `<databaseId>.<exp>.<mac>`
 * @param {string | undefined} secret
 * @param {number} [now]               Unix seconds
 * @returns {number | null}            the one item that the header opens
 */
export function grantOf(header, secret, now = Math.floor(Date.now() / 1000)) {
  const match = /^([1-9]\d{0,17})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(header ?? '');
  if (!match || !secret) return null;
  const [id, exp] = [Number(match[1]), Number(match[2])];
  if (exp < now - CLOCK_SECONDS || exp > now + READ_SECONDS + CLOCK_SECONDS) return null;
  return timingSafeEqual(mac(secret, id, exp), Buffer.from(match[3], 'base64url')) ? id : null;
}
