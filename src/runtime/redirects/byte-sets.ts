/** Sets of bytes that a pattern of PCRE names: `\d`, `[[:alpha:]]`, `.`. */

/** 1 for each byte that belongs to it. */
export type ByteSet = Uint8Array;

const setOf = (has: (byte: number) => boolean): ByteSet =>
  Uint8Array.from({ length: 256 }, (_, byte) => (has(byte) ? 1 : 0));
const ofPattern = (pattern: RegExp) => setOf((byte) => byte < 128 && pattern.test(String.fromCharCode(byte)));
export const not = (set: ByteSet): ByteSet => set.map((has) => 1 - has);

const digit = ofPattern(/\d/);
/** Characters of a word in `\b`. */
export const word = ofPattern(/\w/);
const space = ofPattern(/[\t\n\v\f\r ]/);
const blank = setOf((byte) => byte === 9 || byte === 32 || byte === 160);
const vertical = setOf((byte) => (byte >= 10 && byte <= 13) || byte === 133);
export const any = setOf(() => true);
export const noNewline = setOf((byte) => byte !== 10);

export const single = Array.from({ length: 256 }, (_, byte) => setOf((one) => one === byte));

export const classes: Record<string, ByteSet> = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: space,
  S: not(space),
  h: blank,
  H: not(blank),
  v: vertical,
  V: not(vertical),
};
export const posix: Record<string, ByteSet> = {
  alnum: ofPattern(/[a-z\d]/i),
  alpha: ofPattern(/[a-z]/i),
  digit,
  lower: ofPattern(/[a-z]/),
  upper: ofPattern(/[A-Z]/),
  punct: ofPattern(/[!-/:-@[-`{-~]/),
  space,
  word,
  xdigit: ofPattern(/[\da-f]/i),
};
