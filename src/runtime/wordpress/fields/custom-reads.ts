import type { FieldEntry, FieldReader } from '../../config/extend/content.ts';
import type { Words } from '../../config/extend/place.ts';
import { nearest } from '../../config/index.ts';
import type { Selected } from './custom-search.ts';
import { noReader, withReaders } from './unknown-reader.ts';

/** A field or reader that `read` asks for and will never get. */
export interface Amiss {
  problem: string;
  /** Words of the source that lead to its place. */
  words: Words;
}

/** A selected field, by what the answer has it under. */
export interface ReadField extends Selected<ReadField> {}

/** Fields that a reader of a whole object needs of it, or of its `node`. */
const NEEDS = { image: ['sourceUrl'], link: ['url', 'uri'] } as const;

/**
 * Finds fields that `read` asks for though `select` does not, so that they would be null for ever, and readers that do not exist. `read` runs
 * once with an answer in which everything is empty, and once with one in which everything has some value: fields behind a condition are found, too.
 * @param selected what `select` selects
 * @param refused what of it WordPress cannot answer. A path that leads to nothing beside such a field says nothing: `select` is to be mended
 *   there, after which the path may be right
 */
export function amissInRead(
  read: FieldEntry['read'],
  selected: readonly ReadField[],
  refused: ReadonlySet<ReadField> = new Set(),
): Amiss[] {
  const found = new Map<string, Amiss>();
  const report = (amiss: Amiss) => found.set(amiss.problem, amiss);
  for (const isEmpty of [true, false]) {
    try {
      read?.(recorder(selected, [], { refused, report, isEmpty }));
    } catch {
      // On the answer to a real item it is reported where it fails.
    }
  }
  return [...found.values()];
}

interface Of {
  refused: ReadonlySet<ReadField>;
  report: (amiss: Amiss) => void;
  /** Whether each reader gives null. */
  isEmpty: boolean;
}

/** Values that readers give for an answer that has everything. */
const SOME = {
  ...{ text: 'a', html: 'a', number: 1, boolean: true, date: '2026-01-31', raw: null },
  ...{ image: { url: '', alt: '' }, link: { href: '', text: '' } },
} satisfies { [Name in Exclude<keyof FieldReader, 'list'>]: ReturnType<FieldReader[Name]> };

type Inside = readonly ReadField[] | undefined;

/**
 * @param selected inside of one value; undefined inside of a scalar, whose parts no document names
 * @param above paths of the lists that it stands in
 */
function recorder(selected: Inside, above: readonly string[], of: Of): FieldReader {
  const at = (path = '', needs: readonly string[] = []) => {
    const inside = follow(selected, path, above, of);
    if (inside && needs.length > 0 && !selects(inside, needs))
      of.report({
        problem: `\`${[...above, path].join('.')}\` is read without \`${needs[0]}\`. Fix: select \`${needs.join('` or `')}\` in it`,
        words: [...above, path],
      });
    return inside;
  };
  const asks =
    <Name extends keyof typeof SOME>(name: Name, needs?: readonly string[]) =>
    (path?: string) => {
      at(path, needs);
      return of.isEmpty ? null : SOME[name];
    };
  return withReaders(
    {
      text: asks('text'),
      html: asks('html'),
      number: asks('number'),
      boolean: asks('boolean'),
      date: asks('date'),
      raw: asks('raw'),
      image: asks('image', NEEDS.image),
      link: asks('link', NEEDS.link),
      list: (path, read) => {
        const rows = at(path);
        const nodes = rows && fieldOf(rows, 'nodes');
        const row = read(recorder(nodes ? nodes.inside : rows, [...above, path], of));
        return of.isEmpty || row === null || row === undefined ? [] : [row];
      },
    },
    (name) => {
      of.report({ problem: noReader(name), words: [...above, `.${name}`] });
      return () => null;
    },
  );
}

/** @returns what is selected at the end of the path, having reported a step that is not selected */
function follow(selected: Inside, path: string, above: readonly string[], { refused, report }: Of): Inside {
  const steps = path === '' ? [] : path.split('.');
  let inside = selected;
  for (const [position, step] of steps.entries()) {
    if (!inside) return undefined;
    if (/^\d+$/.test(step)) continue;
    const field = fieldOf(inside, step);
    const list = listAt(steps, position, inside);
    if (field && list === undefined) {
      inside = field.inside;
      continue;
    }
    if (fieldsOf(inside).some((one) => refused.has(one))) return undefined;
    const words = [...above, path];
    const node = fieldOf(inside, 'node')?.inside;
    const meant = node && fieldOf(node, step) ? `node.${step}` : nearest(step, namesOf(inside));
    const problem =
      list === undefined
        ? `is not in \`select\`. Fix: ${meant ? `\`${meant}\` for "${step}"` : `select "${step}"`}`
        : `leads into a list. Fix: \`list('${list}', (row) => …)\``;
    report({ problem: `"${words.join('.')}" ${problem}`, words });
    return undefined;
  }
  return inside;
}

/** The path of a connection into whose rows a path leads as if they were one value: `tags` of `tags.nodes.name` and of `tags.name`. */
function listAt(
  steps: readonly string[],
  position: number,
  inside: readonly ReadField[],
): string | undefined {
  const [step = '', next] = steps.slice(position);
  const list = steps.slice(0, position).join('.');
  if (list === '') return undefined;
  if (step === 'nodes') return next === undefined || /^\d+$/.test(next) ? undefined : list;
  const rows = fieldOf(inside, step) ? undefined : fieldOf(inside, 'nodes')?.inside;
  return rows && fieldOf(rows, step) ? list : undefined;
}

/** A field by the name that the answer has it under, also of an inline fragment. */
function fieldOf(selected: readonly ReadField[], name: string): { inside: Inside } | undefined {
  const named = fieldsOf(selected).filter(({ key }) => key === name);
  if (named.length === 0) return undefined;
  const insides = named.flatMap(({ inside }) => inside);
  return { inside: insides.length > 0 ? insides : undefined };
}

const fieldsOf = (selected: readonly ReadField[]): ReadField[] =>
  selected.flatMap((field) => (field.key === undefined ? fieldsOf(field.inside) : [field]));

const namesOf = (selected: readonly ReadField[]) => fieldsOf(selected).flatMap(({ key }) => key ?? []);

/** Whether one of the names is selected here, or in the `node` of a connection. */
function selects(selected: readonly ReadField[], names: readonly string[]): boolean {
  const inside = [...namesOf(selected), ...namesOf(fieldOf(selected, 'node')?.inside ?? [])];
  return names.some((name) => inside.includes(name));
}
