import type { KnownFields } from '../fields/custom-problems.ts';

/** Development asks again each second, and what is missing stays so for a while. */
let kept: { problems: string; known: Promise<KnownFields> } | undefined;

/**
 * The fields that WordPress has in the place of those that it does not, for the fix: asked only where it has suggested none itself.
 * @param problems that there are so far
 * @returns undefined where nothing is to be known, or WordPress shows its schema to nobody
 */
export async function fieldsInstead(problems: readonly string[]): Promise<KnownFields | undefined> {
  const words = problems.join('\n');
  if (!/Cannot query field(?!.*Did you mean)/.test(words)) return undefined;
  if (kept?.problems !== words) {
    // The code that reads a schema is the larger part of its package: no server without a mistake loads it.
    const known = import('./known-fields.ts').then(({ readKnownFields }) => readKnownFields());
    kept = { problems: words, known };
  }
  return kept.known.catch(() => undefined);
}
