import { ConfigError, nearest } from '../index.ts';
import { placeOf } from './place.ts';

/** One thing that is wrong: the entry, what is wrong with it and how it is put right. */
export type Problem = string;

/** @param problems one a line */
export function contentError(problems: readonly Problem[]): ConfigError {
  const placed = problems.map(withPlace);
  return new ConfigError(placed.join('\n'), placed);
}

/** Begins with the place of the entry, `content.config.ts:12`, which it names itself: `html.attributes["my-map"]: …`. */
export function withPlace(problem: Problem): string {
  const [entry = ''] = /^[^:]*/.exec(problem) ?? [];
  return `${placeOf(entry.match(/[^.[\]"\s]+/g) ?? [])}: ${problem}`;
}

export const unknownKeys = (at: string, value: object, known: readonly string[]): Problem[] =>
  asMeant(at, value, known).problems;

/** A checked value, as far as it can be used, and the mistakes in it. */
export interface Judged<Value> {
  value: Value;
  problems: Problem[];
}

/**
 * Takes each unknown key for the one that it is nearest to. Development goes on with that, so that the mistake is told on a page that works.
 * @param others names that are meant in the place of some
 */
export function asMeant(
  at: string,
  value: object,
  known: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Judged<Record<string, unknown>> {
  const problems: Problem[] = [];
  const meant: Record<string, unknown> = {};
  const right: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (known.includes(key)) {
      right[key] = entry;
      continue;
    }
    const name = Object.hasOwn(others, key) ? others[key] : nearest(key, known);
    if (name) meant[name] = entry;
    problems.push(`${at}${key}: unknown. Fix: ${name ? `\`${name}\`` : `one of ${known.join(', ')}`}`);
  }
  return { value: { ...meant, ...right }, problems };
}

export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');
