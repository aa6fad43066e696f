import { isWhole } from './brackets';
import type { Language } from './look';

/** Lines that may stand before or behind others of their kind. */
interface Kind {
  /** All of the lines, without white space around them. */
  lines: RegExp;
  /** Each thing that they bring, by its name. */
  name: RegExp;
}

const IMPORTS: Kind = {
  lines: /^(?:import\b[^\n]*;\n?)+$/,
  name: /[\w$]+(?=\s*(?:[,}]|from\b))/g,
};
/** Top-level ones, which are known before anything runs. */
const DECLARATIONS: Kind = {
  lines: /^(?:\/\*\*[\s\S]*?\*\/\n)?(?:export )?(?:async )?(?:function|type|interface) [\s\S]*[};]$/,
  name: /(?<=^(?:export )?(?:async )?(?:function|type|interface) )\w+/gm,
};
const ELEMENTS: Kind = { lines: /^(?:\{\/\*[^*]*\*\/\}\s*)?<[\s\S]*>$/, name: /(?<=<)[A-Z]\w*/g };
const RULES: Kind = { lines: /^[^{};]+\{[\s\S]*\}$/, name: /^[^{};\n]+(?=\{$)/gm };
const WORDS: Kind = { lines: /^(?:\s*\w+: [^\n]*,\n?)+$/, name: /^\s*\w+(?=: )/gm };

const kinds: Readonly<Record<Language, readonly Kind[]>> = {
  js: [IMPORTS, ELEMENTS, DECLARATIONS],
  words: [IMPORTS, WORDS],
  css: [RULES],
};

/** Whether two additions at one place say the same in either order: of one kind, each complete, and neither brings what the other brings. */
export function areIndependent(
  one: readonly string[],
  other: readonly string[],
  language: Language | undefined,
): boolean {
  const kind = kindOf(one, language);
  if (!kind || kind !== kindOf(other, language)) return false;
  const names = new Set(namesOf(one, kind));
  return !namesOf(other, kind).some((name) => names.has(name));
}

export const areImports = (lines: readonly string[]) => IMPORTS.lines.test(textOf(lines));

function kindOf(lines: readonly string[], language: Language | undefined): Kind | undefined {
  if (!language || !isWhole(lines)) return undefined;
  return kinds[language].find((kind) => kind.lines.test(textOf(lines)));
}

const namesOf = (lines: readonly string[], { name }: Kind) =>
  [...lines.join('\n').matchAll(name)].map(([found]) => found.trim());

const textOf = (lines: readonly string[]) => lines.join('\n').trim();
