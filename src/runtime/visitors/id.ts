import { createHash, randomBytes } from 'node:crypto';

/** What WordPress takes once: 32 hexadecimal digits, the same for the same content. */
export const idFor = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);

/** Of what is new, whatever it says. */
export const newId = (): string => randomBytes(16).toString('hex');
