import {
  type ASTVisitor,
  Kind,
  parse,
  print,
  type SelectionNode,
  stripIgnoredCharacters,
  visit,
} from 'graphql';
import { contentError } from '../extend/check.ts';
import type { FieldEntries } from '../extend/content.ts';
import type { OwnPart } from './own-parts.ts';
import { problemsOfRead } from './own-reads.ts';

/**
 * Begins the names that an owner's fields have in our documents: none collides with a field of ours or of another type, and
 * the place of an error says that it is about one of these.
 */
export const PREFIX = 'own_';

export const prefixOf = (type: string) => `${PREFIX}${type.replace(/\W/g, '_')}__`;

/** A field of a `select`, or an inline fragment there. */
export interface OwnField extends OwnPart {
  /** WordPress's name of the type: `post`, `page`, `project`. */
  type: string;
  /** GraphQL, without what is selected inside of it. */
  head: string;
  inside: readonly OwnField[];
}

/**
 * The own fields, one by one.
 * @throws {ConfigError} where a `select` is not GraphQL, or needs something from outside of it; where a `read` asks for what
 *   is not selected
 */
export function ownFieldsOf(entries: FieldEntries): OwnField[] {
  const problems: string[] = [];
  const fields = Object.entries(entries).flatMap(([type, { select, read }]) => {
    try {
      const selections = selectionsOf(select);
      problems.push(...problemsOfRead(read, selections).map((problem) => `fields.${type}.read: ${problem}`));
      const prefix = prefixOf(type);
      return selections.map((selection, at) =>
        ownField(renamed(selection, prefix), type, [], `${type}.${at}`),
      );
    } catch (error) {
      problems.push(`fields.${type}.select: ${(error as Error).message}`);
      return [];
    }
  });
  if (problems.length > 0) throw contentError(problems);
  return fields;
}

/**
 * @param above names of what it stands in
 * @param id makes its line another one than that of each other field
 */
function ownField(node: SelectionNode, type: string, above: readonly string[], id: string): OwnField {
  const head = headOf(node);
  const names = node.kind === Kind.FIELD ? [...above, node.name.value] : above;
  const selected = node.kind === Kind.FRAGMENT_SPREAD ? [] : (node.selectionSet?.selections ?? []);
  return {
    type,
    head,
    inside: selected.map((part, at) => ownField(part, type, names, `${id}.${at}`)),
    line: `${head}${selected.length > 0 ? ' {' : ''} # ${id}`,
    leftOut: `content.config.ts: fields.${type}: "${names.join('.') || head}" is left out of every ${type}`,
    fix: 'its name in GraphQL; in ACF, switch "Show in GraphQL" on',
  };
}

function headOf(node: SelectionNode): string {
  if (node.kind === Kind.FIELD) return stripIgnoredCharacters(print({ ...node, selectionSet: undefined }));
  const whole = stripIgnoredCharacters(print(node));
  return whole.replace(/\{.*/s, '');
}

function selectionsOf(select: string): readonly SelectionNode[] {
  const { definitions } = parseSelect(`{ ${select}\n}`);
  const [query] = definitions;
  if (definitions.length !== 1 || query?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error(
      'brackets do not match. Fix: write only what stands inside of the item, `book { pages }`',
    );
  visit(query, selfContained);
  return query.selectionSet.selections;
}

/** Refuses what only a whole document could have. */
const selfContained: ASTVisitor = {
  Variable: ({ name }) => {
    throw new Error(`$${name.value} has no value here. Fix: write the value itself`);
  },
  FragmentSpread: ({ name }) => {
    throw new Error(`the fragment ${name.value} is not known here. Fix: write its fields out`);
  },
};

function parseSelect(document: string) {
  try {
    return parse(document, { noLocation: true });
  } catch (error) {
    throw new Error(
      `is not valid GraphQL: ${(error as Error).message.replace(/\.$/, '')}. Fix: as in \`book { pages }\``,
    );
  }
}

/** A text in several lines becomes one: each selection has one line. */
const inOneLine: ASTVisitor = { StringValue: (value) => ({ ...value, block: false }) };

/** @returns the selection with the prefix before the name of each field at its top */
function renamed(selection: SelectionNode, prefix: string): SelectionNode {
  const inside = visit(selection, inOneLine);
  if (inside.kind === Kind.FIELD) {
    const name = prefix + (inside.alias ?? inside.name).value;
    return { ...inside, alias: { kind: Kind.NAME, value: name } };
  }
  if (inside.kind !== Kind.INLINE_FRAGMENT) return inside;
  const selections = inside.selectionSet.selections.map((part) => renamed(part, prefix));
  return { ...inside, selectionSet: { ...inside.selectionSet, selections } };
}
