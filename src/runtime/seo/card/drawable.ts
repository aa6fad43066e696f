/**
 * Characters that the font inside next/og (Geist, Next 16.4) has: Latin with its accents, Vietnamese, Cyrillic, and the
 * punctuation of text. For any other one, emoji included, next/og asks Google and jsDelivr for a font or an image; a test
 * reads the font and holds this list to it.
 */
const DRAWABLE =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2030\u2039\u203a\u20ac]+$/;

/** Longer titles are cut: the card has room for four lines. */
const MAX_LENGTH = 110;

/** The first of the texts that can be drawn, shortened; empty when there is none. */
export function firstDrawable(...texts: string[]): string {
  const found = texts.map((text) => text.normalize('NFC').trim()).find((text) => DRAWABLE.test(text));
  if (!found || found.length <= MAX_LENGTH) return found ?? '';
  return `${found.slice(0, MAX_LENGTH).replace(/\s+\S*$/, '')}…`;
}

export const isDrawable = (text: string) => DRAWABLE.test(text);
