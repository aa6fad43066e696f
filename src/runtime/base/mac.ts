import { createHmac } from 'node:crypto';

/** Signs with a key that is made from a secret and the name of its purpose: base64url without padding, 43 characters. */
export function mac(secret: string, label: string, message: string): string {
  const key = createHmac('sha256', secret).update(label).digest();
  return createHmac('sha256', key).update(message).digest('base64url');
}
