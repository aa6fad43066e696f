import { nearest } from '../../config/index.ts';

/** A field of a `select`, by what the answer has it under; undefined for an inline fragment. */
export interface Selected<Field> {
  key: string | undefined;
  inside: readonly Field[];
}

/** Steps of a connection that a path may leave out. */
const BETWEEN = new Set(['nodes', 'node']);

/**
 * The fields that lead to the end of a path, that one included. Lists are walked through: `chapters.title` is the title of each.
 * @returns none where the path leads to nothing
 */
export function wayTo<Field extends Selected<Field>>(
  fields: readonly Field[],
  [step, ...rest]: readonly string[],
): Field[] {
  if (step === undefined) return [];
  return fields.flatMap((field) => {
    const { key, inside } = field;
    if (key === step && rest.length === 0) return [field];
    const steps = key === step ? rest : [step, ...rest];
    if (key !== undefined && key !== step && !BETWEEN.has(key)) return [];
    const way = wayTo(inside, steps);
    return way.length > 0 ? [field, ...way] : [];
  });
}

export const stepsOf = (path: string): string[] => path.split('.');

/**
 * Paths of `search` that find nothing.
 * @param fields what `select` selects
 * @returns what is wrong with each, with the fix
 */
export function problemsOfSearch<Field extends Selected<Field>>(
  fields: readonly Field[],
  paths: readonly string[] = [],
): { problem: string; path: string }[] {
  return paths.flatMap((path) => {
    const end = wayTo(fields, stepsOf(path)).at(-1);
    const known = pathsIn(fields);
    const short = shortened(path);
    if (!end) {
      const meant = known.includes(short) ? short : nearest(path, known);
      return [
        { path, problem: `"${path}" is not in \`select\`. Fix: ${meant ? `\`${meant}\`` : 'select it'}` },
      ];
    }
    if (end.inside.length === 0) return [];
    const example = known.find((one) => short === '' || one.startsWith(`${short}.`));
    return [{ path, problem: `"${path}" is no text. Fix: what is in it, such as \`${example}\`` }];
  });
}

/** Without steps of connections and places in lists, which a reader's path has: `related.title` of `related.nodes.0.title`. */
const shortened = (path: string) =>
  stepsOf(path)
    .filter((step) => !BETWEEN.has(step) && !/^\d+$/.test(step))
    .join('.');

/** All that `search` may name, without steps of connections. */
function pathsIn<Field extends Selected<Field>>(fields: readonly Field[], above = ''): string[] {
  return fields.flatMap(({ key, inside }) => {
    const path = key === undefined || BETWEEN.has(key) ? above : `${above}${key}.`;
    if (inside.length > 0) return pathsIn(inside, path);
    return key === undefined ? [] : [`${above}${key}`];
  });
}

/**
 * The texts at the end of a path.
 * @param value what the CMS answered
 */
export function textsAt(value: unknown, steps: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => textsAt(entry, steps));
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value).find(([key]) => key === step);
  if (own) return textsAt(own[1], rest);
  return Object.entries(value).flatMap(([key, inner]) => (BETWEEN.has(key) ? textsAt(inner, steps) : []));
}
