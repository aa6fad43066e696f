/**
 * @param from where it would be imported
 * @returns the file that a package's name leads to; undefined where it is not installed
 */
export function resolved(from: NodeJS.Require, name: string): string | undefined {
  try {
    return from.resolve(name);
  } catch {
    return undefined;
  }
}
