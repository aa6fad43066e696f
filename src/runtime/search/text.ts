/** Characters of a query that count; a longer one is cut, never refused. */
export const MAX_QUERY = 100;

/** A query as it arrives in an address: one line, trimmed, of bounded length. */
export function readQuery(value: string | readonly string[] | null | undefined): string {
  const first = typeof value === 'string' ? value : (value?.[0] ?? '');
  const line = first.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return Array.from(line).slice(0, MAX_QUERY).join('').trim();
}

/** Letters that do not decompose into a letter and a mark. */
const ligatures: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  // Arabic letters that are typed in each other's place, and the Persian forms of two.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};

/**
 * Marks that readers leave out when they type: accents of European scripts, hamza and vowels of Arabic and the line that
 * stretches its words, points of Hebrew. Those that other scripts are written with (vowels, the two strokes of が) stay.
 */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/**
 * Lower case without accents: `Über` and `uber` become one word, `ISPARTA`, `ısparta` and `İsparta` another. The same in
 * every language: a site may have texts in several, and each finds what was typed with and without its marks.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFKC')
    .replace(/[ßæœøđðłþıςٱىیکة]/g, (letter) => ligatures[letter] ?? letter);
}

/** How Germans and Scandinavians write letters that a keyboard lacks. */
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const spellOut = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüåø]/g, (letter) => spelledOut[letter] ?? letter);

/** A word: letters and digits, `+` and `#` behind them (C++, C#). An emoji is a word too. */
const words = /[\p{L}\p{M}\p{N}]+[+#]*|\p{Extended_Pictographic}/gu;
/** Scripts that are written without spaces. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** The terms of a text in the index: `Übung` is found as `übung`, `ubung` and `uebung`. */
export function indexedTerms(text: string): string[] {
  const terms = tokenize(text);
  const others = /[äöüåø]/i.test(text.normalize('NFC')) ? tokenize(spellOut(text)) : [];
  const known = new Set(terms);
  return [...terms, ...others.filter((term) => !known.has(term))];
}

/**
 * The terms of a query, each of which an item must have. Where a script has no spaces, each pair of neighbours is
 * a term, and the last character one more, so that every character begins a term and a part of a word is found.
 * Pairs and not Intl.Segmenter: it cuts 研ぐ in a title differently from 研ぐ alone, and each browser in its own way.
 */
export function tokenize(text: string): string[] {
  return (fold(text).match(words) ?? []).flatMap((word) => {
    const runs = word.match(unspaced);
    if (!runs) return [word];
    return [...runs.flatMap(pairs), ...word.split(unspaced).filter(Boolean)];
  });
}

/** Whether the first character of a term already says much. */
export function isUnspaced(term: string): boolean {
  return term.search(unspaced) === 0;
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, i) => character + (characters[i + 1] ?? ''));
}
