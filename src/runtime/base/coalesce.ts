/**
 * Coalesces concurrent calls with the same key: two clicks without JavaScript send the same twice, and the second one gets the answer of the first.
 * @returns a function that begins something, or gives the promise of what was begun with the same key and has not ended
 */
export function coalesce<Result>(): (key: string, begin: () => Promise<Result>) => Promise<Result> {
  const all = new Map<string, Promise<Result>>();
  return (key, begin) => {
    const first = all.get(key);
    if (first) return first;
    const result = begin().finally(() => all.delete(key));
    all.set(key, result);
    return result;
  };
}
