import * as z from 'zod';
import { plainText } from '../runtime/content/html/text';

const MAX_TEXT = 300;

/**
 * A text of a CMS as it is shown in a terminal: one line without tags, entities and control characters (which could be
 * commands to the terminal).
 */
export const line = z.string().transform((text) =>
  plainText(text)
    // Bidirectional marks turn the order of what follows round.
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .slice(0, MAX_TEXT),
);
