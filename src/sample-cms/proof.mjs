import { createHmac } from 'node:crypto';

/** Names what the key is for, so that a proof can never pass for a preview link or a read token. */
const PURPOSE = 'sample-cms/proof/v1';

/**
 * Shows that a sample CMS was started in this folder with this secret, without telling either. Two copies of a site share
 * their secrets, and one must not depend on the server of the other.
 * @param {string | undefined} secret
 * @param {string} nonce  made up by who asks
 * @returns {string | null} null without a secret
 */
export function proofOf(secret, nonce) {
  if (!secret) return null;
  const key = createHmac('sha256', secret).update(PURPOSE).digest();
  return createHmac('sha256', key).update(`${process.cwd()}|${nonce}`).digest('base64url');
}
