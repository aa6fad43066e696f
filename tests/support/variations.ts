/** Whether this is `npm run test:long`. */
export const isLong = Boolean(process.env.LONG);

/**
 * Variations of one rule.
 * @param cases those that differ most come first
 * @param count how many of them `npm test` looks at; the long run looks at all
 */
export function variations<const T>(count: number, cases: readonly T[]): readonly T[] {
  return isLong ? cases : cases.slice(0, count);
}
