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
 * Where comments, strings, numbers and words begin: enough to read by, for any language, because the block editor does not
 * say which one it is.
 */
const START = /\/\*|<!--|(?<![:\w])\/\/|(?<=^|\s)#(?![\da-fA-F]{3,8}\b)|["`]|(?<!\w)'|\b\d|[A-Za-z_]/gm;

interface Token {
  kind: 'comment' | 'string' | 'number' | 'word';
  /** Matches from the token's beginning to its end. */
  end: RegExp;
  /** How far a token of this kind reaches at most. */
  within?: 'line' | 'listing';
}

const LINE_COMMENT: Token = { kind: 'comment', end: /.*/y };
const NUMBER: Token = { kind: 'number', end: /\d[\d_.]*\b/y };
const WORD: Token = { kind: 'word', end: /\w+/y };

const TOKENS: Record<string, Token> = {
  '/*': { kind: 'comment', end: /\/\*[\s\S]*?\*\//y, within: 'listing' },
  '<!--': { kind: 'comment', end: /<!--[\s\S]*?-->/y, within: 'listing' },
  '//': LINE_COMMENT,
  '#': LINE_COMMENT,
  '"': { kind: 'string', end: /"(?:\\.|[^"\\\n])*"/y, within: 'line' },
  "'": { kind: 'string', end: /'(?:\\.|[^'\\\n])*'/y, within: 'line' },
  '`': { kind: 'string', end: /`(?:\\[\s\S]|[^`\\])*`/y, within: 'listing' },
};

/**
 * Marks what is in a listing, in one pass: a mark that nothing closes is not looked for again where nothing can close it.
 * (A quote that an earlier search passed over was escaped, so a search from there would read the same pairs.)
 * @param code plain text; @returns HTML
 */
export function highlight(code: string): string {
  if (code.length > MAX_LENGTH) return escapeText(code);
  const openUntil = new Map<string, number>();
  let out = '';
  let position = 0;
  START.lastIndex = 0;
  for (let start = START.exec(code); start; start = START.exec(code)) {
    const [mark] = start;
    if (start.index < (openUntil.get(mark) ?? 0)) continue;
    const token = TOKENS[mark] ?? (/\d/.test(mark) ? NUMBER : WORD);
    token.end.lastIndex = start.index;
    const text = token.end.exec(code)?.[0];
    if (text === undefined) {
      if (token.within)
        openUntil.set(mark, token.within === 'line' ? endOfLine(code, start.index) : code.length);
      continue;
    }
    START.lastIndex = start.index + text.length;
    if (token.kind === 'word' && !WORDS.has(text)) continue;
    out += `${escapeText(code.slice(position, start.index))}<span class="code-${token.kind}">${escapeText(text)}</span>`;
    position = START.lastIndex;
  }
  return out + escapeText(code.slice(position));
}

function endOfLine(code: string, from: number): number {
  const end = code.indexOf('\n', from);
  return end === -1 ? code.length : end;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
