import { type FieldNode, Kind, type SelectionNode } from 'graphql';
import { nearest } from '../config/index.ts';
import type { FieldEntry, FieldReader } from '../extend/content.ts';

/** What GraphQL selects inside of one value; undefined inside of a scalar, whose parts no document names. */
type Selected = readonly SelectionNode[] | undefined;

/** What a reader of a whole object needs of it, or of its `node`. */
const NEEDS = { image: ['sourceUrl'], link: ['url', 'uri'] } as const;

/**
 * Paths that `read` asks for though `select` does not, so that they would give null for ever. `read` runs once with an answer
 * in which everything is empty; what it asks for only beside other values is not seen.
 * @param selected what `select` selects
 * @returns one line each, with the fix
 */
export function problemsOfRead(read: FieldEntry['read'], selected: Selected): string[] {
  const problems = new Set<string>();
  try {
    read?.(recorder(selected, '', (problem) => problems.add(problem)));
  } catch {
    // On the answer to a real item it is reported where it fails.
  }
  return [...problems];
}

function recorder(selected: Selected, above: string, report: (problem: string) => void): FieldReader {
  const at = (path = '', needs: readonly string[] = []) => {
    const inside = follow(selected, path, above, report);
    if (inside && needs.length > 0 && !selects(inside, needs))
      report(
        `\`${above}${path}\` is read without \`${needs[0]}\`. Fix: select \`${needs.join('` or `')}\` in it`,
      );
    return inside;
  };
  const asks = (path?: string, needs?: readonly string[]) => {
    at(path, needs);
    return null;
  };
  const one = (path?: string) => asks(path);
  return {
    ...{ text: one, html: one, number: one, boolean: one, date: one, raw: one },
    image: (path) => asks(path, NEEDS.image),
    link: (path) => asks(path, NEEDS.link),
    list: (path, read) => {
      const rows = at(path);
      const nodes = rows && fieldOf(rows, 'nodes');
      read(recorder(nodes ? nodes.inside : rows, `${above}${path}.`, report));
      return [];
    },
  };
}

/** @returns what is selected at the end of the path, having reported a step that is not selected */
function follow(
  selected: Selected,
  path: string,
  above: string,
  report: (problem: string) => void,
): Selected {
  let inside = selected;
  for (const step of path === '' ? [] : path.split('.')) {
    if (!inside) return undefined;
    if (/^\d+$/.test(step)) continue;
    const field = fieldOf(inside, step);
    if (!field) {
      const meant = nearest(step, namesOf(inside));
      report(
        `"${above}${path}" is not in \`select\`. Fix: ${meant ? `\`${meant}\` for "${step}"` : `select "${step}"`}`,
      );
      return undefined;
    }
    inside = field.inside;
  }
  return inside;
}

/** A field by the name that the answer has it under, also of an inline fragment. */
function fieldOf(selected: readonly SelectionNode[], name: string): { inside: Selected } | undefined {
  const named = fieldsOf(selected).filter((field) => (field.alias ?? field.name).value === name);
  if (named.length === 0) return undefined;
  const insides = named.flatMap((field) => field.selectionSet?.selections ?? []);
  return { inside: insides.length > 0 ? insides : undefined };
}

function fieldsOf(selected: readonly SelectionNode[]): FieldNode[] {
  return selected.flatMap((node) => {
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet.selections);
    return node.kind === Kind.FIELD ? [node] : [];
  });
}

const namesOf = (selected: readonly SelectionNode[]) =>
  fieldsOf(selected).map((field) => (field.alias ?? field.name).value);

/** Whether one of the names is selected here, or in the `node` of a connection. */
function selects(selected: readonly SelectionNode[], names: readonly string[]): boolean {
  const inside = [...namesOf(selected), ...namesOf(fieldOf(selected, 'node')?.inside ?? [])];
  return names.some((name) => inside.includes(name));
}
