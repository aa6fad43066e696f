import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** Names what the key is for, so that a proof can never pass for a preview link or a read token. */
const PURPOSE = 'sample-cms/proof/v1';
/** Two copies of a site share their secrets, not their content. */
const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Shows that a sample CMS is the one of this folder and was started with this secret, without telling either.
 * @param {string | undefined} secret
 * @param {string} nonce  made up by who asks
 * @returns {string | null} null without a secret
 */
export function proofOf(secret, nonce) {
  if (!secret) return null;
  const key = createHmac('sha256', secret).update(PURPOSE).digest();
  return createHmac('sha256', key).update(`${folder}|${nonce}`).digest('base64url');
}
