/** Longer listings stay plain. */
const MAX_LENGTH = 20_000;

const KEYWORDS =
  'abstract as async await break case catch class const continue def default defer delete do echo elif else elseif enum ' +
  'export extends false finally fn for foreach from func function if implements import in interface let match mod ' +
  'module namespace new nil None null pub private protected public raise require return select self SELECT FROM WHERE ' +
  'INSERT UPDATE static struct super switch then this throw trait true True False try type typeof use val var void where ' +
  'while with yield';

const WORDS = new Set(KEYWORDS.split(' '));

/**
 * Comments, strings, numbers and words: enough to read by, for any language, because the block editor does not say which
 * one it is. Each alternative ends at the line's end or at its closing mark, so nothing is scanned twice.
 */
const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:\w])\/\/[^\n]*|(?<=^|\s)#(?![\da-fA-F]{3,8}\b)[^\n]*)|(?<string>"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<number>\b\d[\d_.]*\b)|(?<word>[A-Za-z_]\w*)/gm;

/** @param code plain text; @returns HTML */
export function highlight(code: string): string {
  if (code.length > MAX_LENGTH) return escapeText(code);
  let out = '';
  let position = 0;
  for (const match of code.matchAll(TOKENS)) {
    const { comment, string, number, word } = match.groups ?? {};
    const kind = comment
      ? 'comment'
      : string
        ? 'string'
        : number
          ? 'number'
          : WORDS.has(word ?? '') && 'word';
    if (!kind) continue;
    out += `${escapeText(code.slice(position, match.index))}<span class="code-${kind}">${escapeText(match[0])}</span>`;
    position = match.index + match[0].length;
  }
  return out + escapeText(code.slice(position));
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
