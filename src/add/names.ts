import { CliError } from '../base/errors';

/** So long that a line with it still fits. Groups of fields have the names that WordPress gives them. */
const MAX = { block: 30, 'field group': 60 } as const;

/** `book-details`, `bookDetails` and GraphQL's `Book_Details` as words. */
function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1-')
    .split(/[-_]+/)
    .map((word) => word.toLowerCase());
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Name of a component: `BookDetails`. */
export const pascal = (name: string): string => words(name).map(capital).join('');

/** Name of a value: `bookDetails`. */
export function camel(name: string): string {
  const whole = pascal(name);
  return whole.charAt(0).toLowerCase() + whole.slice(1);
}

/** For people: `Book details`. */
export const title = (name: string): string => capital(words(name).join(' '));

/** Whether two names are the same but for capitals and what stands between words: `faq` and GraphQL's `FAQ`. */
export const isSameName = (a: string, b: string): boolean => bare(a) === bare(b);

const bare = (name: string) => name.toLowerCase().replace(/[-_]/g, '');

/**
 * @param what is named
 * @throws {CliError} `usage` for a name that no component can have
 */
export function refuseName(what: keyof typeof MAX, name: string): void {
  const max = MAX[what];
  if (name.length > max || !/^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/.test(name)) {
    const plain = name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^[-0-9]+|-+$/g, '')
      .slice(0, max);
    throw new CliError(
      'usage',
      `"${name}" cannot be the name of a ${what}: letters, digits and dashes, a letter first, ${max} characters at most.`,
      { fix: `Use for example: ${plain.toLowerCase().replace(/-$/, '') || 'notice'}` },
    );
  }
  // A component of that name would hide what the language has. That of a group gets another name.
  if (what === 'block' && pascal(name) in globalThis)
    throw new CliError(
      'usage',
      `"${name}" cannot be the name of a ${what}: JavaScript has a ${pascal(name)}.`,
      {
        fix: `Use for example: own-${name.toLowerCase()}`,
      },
    );
}
