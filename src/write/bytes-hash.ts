import { createHash } from 'node:crypto';

/** SHA-256 of the very bytes: here a line end is no line end. */
export function bytesHash(contents: string | Buffer): string {
  return createHash('sha256').update(contents).digest('hex');
}
