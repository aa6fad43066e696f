/** What a file is written in. */
export type Language = 'js' | 'css';

/** @returns undefined for a file whose lines are nothing but lines to a merge */
export function languageOf(path: string): Language | undefined {
  if (path.endsWith('.css')) return 'css';
  return /\.[cm]?[jt]sx?$/.test(path) ? 'js' : undefined;
}

/** Literals without a variable in them; nothing that looks like one across lines. */
const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.)*`/g;
/** What a style is set to. */
const VALUE = /(?<=^\s*[\w-]+:\s)[^{}]+(?=;)/g;
const COMMENT = /^\s*(?:\/[/*]|\*\/|\* [^\s{,]|\*$)/;
/** A literal that says where code comes from is code. */
const MODULE = /^\s*(?:import\b|export\b.*\bfrom\b|\}\s*from\b|@import\b)|\b(?:import|require)\(/;

const looks: Readonly<Record<Language, RegExp>> = { js: LITERAL, css: VALUE };

/** @returns the line without its look: the words, classes and values that no other line depends on */
export function outline(line: string, language: Language | undefined): string {
  if (language === undefined || MODULE.test(line)) return line;
  return COMMENT.test(line) ? '//' : line.replace(looks[language], "''");
}

/**
 * Brings the look that the owner gave a line into lines that take its place.
 * @param was the line of the base
 * @param own it with the owner's look
 * @returns undefined where a text of the base is not there exactly once
 */
export function withLookOf(
  was: string | undefined,
  own: string | undefined,
  lines: string[],
  language: Language | undefined,
): string[] | undefined {
  if (!language || was === undefined || own === undefined || COMMENT.test(was)) return undefined;
  const [before, after] = [was, own].map((line) => line.match(looks[language]) ?? []);
  let text = lines.join('\n');
  for (const [index, literal] of (before ?? []).entries()) {
    const next = after?.[index] ?? literal;
    if (next === literal) continue;
    const parts = text.split(literal);
    if (parts.length !== 2) return undefined;
    text = parts.join(next);
  }
  return text.split('\n');
}
