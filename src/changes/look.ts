/** What a file is written in; `words` is code that holds nothing but the theme's words. */
export type Language = 'js' | 'words' | 'css';

/** @returns undefined for a file whose lines are nothing but lines to a merge */
export function languageOf(path: string): Language | undefined {
  if (path.endsWith('.css')) return 'css';
  if (/words\.ts$/.test(path)) return 'words';
  return /\.[cm]?[jt]sx?$/.test(path) ? 'js' : undefined;
}

/**
 * The parts of a line that are look, and that nothing else depends on, with what they belong to: classes and words in attributes, words
 * of the theme, what a style is set to. Other texts are code: addresses, keys, names of events, of types, of variables.
 */
const parts: Readonly<Record<Language, RegExp>> = {
  js: /(?<=\s)(?:(?:className|sizes|alt|title|placeholder|aria-label)=(?:"[^"{}<>]*"|'[^'{}<>]*')|className=\{(?:`(?:[^`$\\]|\$\{[^`{}]*\})*`|[^`{}<>]*)\})/g,
  words: /(?<=^\s*)\w+: (?:"[^"\\{}]*"|'[^'\\{}]*')(?=,$)/g,
  // But not what names a thing that is declared elsewhere.
  css: /(?<=^\s*)(?!animation|font-family|container|grid-(?:area|template)|view-transition-name)[\w-]+: [^{}]+(?=;$)/g,
};

/** Without its look, a part says what it belongs to, and how it is quoted: other quotes are another format. */
const bare = (part: string) =>
  part.endsWith('}') ? bareExpression(part) : part.replace(/(["'])[^"']*\1$/, '$1$1');

/** Of classes that code puts together, the conditions stay: only texts beside them and what they choose from are look. */
function bareExpression(part: string): string {
  const template = part.replace(/`.*`/s, (all) => `\`${(all.match(/\$\{[^}]*\}/g) ?? []).join('')}\``);
  return template.replace(/(?<= [?:] )(["'])[^"']*\1/g, '$1$1');
}
const bareStyle = (part: string) => [part.replace(/:.*/s, ''), ...(part.match(TAKEN) ?? [])].join();

/** What a style takes from elsewhere is no look. */
const TAKEN = /var\([^)]*\)|url\([^)]*\)|!important/g;
const FOR_TOOLS = /@ts-|@jsx|-ignore|eslint|webpack/;

/** What a line is without its look. A line within a comment of several lines has nothing else, unless a tool reads it. */
export function outlines(text: string, language: Language | undefined): string[] {
  let isComment = false;
  return text.split('\n').map((line) => {
    if (language === undefined) return line;
    if (/^\s*\/\*\*?$/.test(line)) isComment = true;
    else if (line.includes('*/')) isComment = false;
    else if (isComment && /^\s*\*( |$)/.test(line) && !FOR_TOOLS.test(line)) return ' *';
    return line.replace(parts[language], language === 'css' ? bareStyle : bare);
  });
}

/**
 * Brings the look that one side gave a line into the lines that the other side made of it.
 * @param was the line of the base
 * @param own the same with a new look
 * @returns undefined where a part of the base is not there exactly once
 */
export function withLookOf(
  was: string | undefined,
  own: string | undefined,
  lines: readonly string[],
  language: Language | undefined,
): string[] | undefined {
  const [before, after] = [was, own].map((line = '') => (language && line.match(parts[language])) ?? []);
  if (!before?.length || before.length !== after?.length) return undefined;
  let text = lines.join('\n');
  for (const [index, part] of before.entries()) {
    const next = after[index] ?? part;
    if (next === part) continue;
    const pieces = text.split(part);
    if (pieces.length !== 2) return undefined;
    text = pieces.join(next);
  }
  return text.split('\n');
}
