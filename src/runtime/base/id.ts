import { createHash, randomBytes } from 'node:crypto';

/** An id that WordPress takes once: 32 hexadecimal digits, the same for the same content. */
export const idFor = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);

/** An id that nothing has had before. */
export const newId = (): string => randomBytes(16).toString('hex');
