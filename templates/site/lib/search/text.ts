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
};

/**
 * Lower case without accents: `Über` and `uber` become one word. Only the marks of European scripts go; those that
 * other scripts are written with (vowels, the two strokes of が) are put together again by NFKC.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/[ßæœøđðłþı]/g, (letter) => ligatures[letter] ?? letter);
}

/** A word: letters and digits, `+` and `#` behind them (C++, C#). An emoji is a word too. */
const words = /[\p{L}\p{M}\p{N}]+[+#]*|\p{Extended_Pictographic}/gu;
/** Scripts that are written without spaces. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * The terms of a text, the same in the index and in a query. Where a script has no spaces, each pair of neighbours is
 * a term, and the last character one more, so that every character begins a term and a part of a word is found.
 * Pairs and not Intl.Segmenter: it cuts 研ぐ in a title otherwise than 研ぐ alone, and each browser in its own way.
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
