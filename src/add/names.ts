import { CliError } from '../base/errors';

/** So long that a line with it still fits. */
const MAX = 30;

/** `book-details` and `bookDetails` as words. */
function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1-')
    .split('-')
    .map((word) => word.toLowerCase());
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Name of a component: `BookDetails`. */
export const pascal = (name: string): string => words(name).map(capital).join('');

/** Name of a value, and of a field in GraphQL: `bookDetails`. */
export function camel(name: string): string {
  const whole = pascal(name);
  return whole.charAt(0).toLowerCase() + whole.slice(1);
}

/** For people: `Book details`. */
export const title = (name: string): string => capital(words(name).join(' '));

/**
 * @param what is named: `block`
 * @throws {CliError} `usage` for a name that no component can have
 */
export function refuseName(what: string, name: string): void {
  if (name.length > MAX || !/^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/.test(name)) {
    const plain = name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^[-0-9]+|-+$/g, '')
      .slice(0, MAX);
    throw new CliError(
      'usage',
      `"${name}" cannot be the name of a ${what}: letters, digits and dashes, a letter first, ${MAX} characters at most.`,
      { fix: `Use for example: ${plain.toLowerCase().replace(/-$/, '') || 'notice'}` },
    );
  }
  // A component of that name would hide what the language has.
  if (pascal(name) in globalThis)
    throw new CliError(
      'usage',
      `"${name}" cannot be the name of a ${what}: JavaScript has a ${pascal(name)}.`,
      {
        fix: `Use for example: own-${name.toLowerCase()}`,
      },
    );
}
