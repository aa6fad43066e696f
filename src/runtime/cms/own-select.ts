import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type InlineFragmentNode,
  Kind,
  parse,
  print,
  type SelectionNode,
  stripIgnoredCharacters,
  visit,
} from 'graphql';
import type { FieldKind } from '../extend/check-fields.ts';
import type { FieldEntries, FieldEntry } from '../extend/content.ts';
import { contentError } from '../extend/problems.ts';
import { prefixOf } from './own-names.ts';
import { placeInFile, placeOf } from './own-place.ts';
import { problemsOfRead } from './own-reads.ts';
import { problemsOfSearch } from './own-search.ts';

/** A field of a `select`, or an inline fragment there. */
export interface OwnField {
  kind: FieldKind;
  /** WordPress's name of the type, `post`, `page`, `project`, or of the taxonomy. */
  type: string;
  /** GraphQL, without what is selected inside of it. */
  head: string;
  /** What the owner's answer has it under; undefined for an inline fragment. */
  key: string | undefined;
  inside: readonly OwnField[];
  /** What stands for it in the document that asks which fields there are, on a line of its own. */
  line: string;
  /** Entry and name: `fields.post: WordPress cannot answer "book.pages"`. */
  about: string;
  /** Where it is written: `content.config.ts:12`. */
  place: () => string;
}

/**
 * The own fields of one kind, one by one.
 * @throws {ConfigError} where a `select` is not GraphQL, or needs something from outside of it; where a `read` or `search` asks
 *   for what is not selected
 */
export function ownFieldsOf(entries: FieldEntries, kind: FieldKind = 'fields'): OwnField[] {
  const problems: string[] = [];
  const fields = Object.entries(entries).flatMap(([type, entry]) => {
    const at = `${kind}.${type}`;
    try {
      const { selections, opening } = selectionsOf(entry.select);
      problems.push(...problemsOfRead(entry.read, selections).map((problem) => `${at}.read: ${problem}`));
      const made = selections.map((selection, position) => {
        const named = renamed(selection, prefixOf(type, kind));
        return ownField(named, { kind, type, entry, opening }, [], `${kind}.${type}.${position}`);
      });
      problems.push(...problemsOfSearch(made, entry.search).map((problem) => `${at}.search: ${problem}`));
      return made;
    } catch (error) {
      problems.push(`${at}.select: ${(error as Error).message}`);
      return [];
    }
  });
  if (problems.length > 0) throw contentError(problems);
  return fields;
}

interface Of {
  kind: FieldKind;
  type: string;
  entry: FieldEntry;
  /** Length of what stands before `select` in what was parsed. */
  opening: number;
}

/**
 * @param above names of what it stands in
 * @param id makes its line another one than that of each other field
 */
function ownField(node: SelectionNode, of: Of, above: readonly string[], id: string): OwnField {
  const { kind, type, entry, opening } = of;
  const head = headOf(node);
  const isField = node.kind === Kind.FIELD;
  const names = isField ? [...above, node.name.value] : above;
  const selected = node.kind === Kind.FRAGMENT_SPREAD ? [] : (node.selectionSet?.selections ?? []);
  const start = (isField ? node.name : node).loc?.start ?? 0;
  return {
    kind,
    type,
    head,
    key: isField ? withoutPrefix((node.alias ?? node.name).value, prefixOf(type, kind)) : undefined,
    inside: selected.map((part, at) => ownField(part, of, names, `${id}.${at}`)),
    line: `${head}${selected.length > 0 ? ' {' : ''} # ${id}`,
    about: `${kind}.${type}: WordPress cannot answer "${names.join('.') || head}"`,
    place: () => placeOf([kind, type], { select: entry.select, offset: start - opening }),
  };
}

const withoutPrefix = (name: string, prefix: string) =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name;

function headOf(node: SelectionNode): string {
  if (node.kind === Kind.FIELD) return stripIgnoredCharacters(print({ ...node, selectionSet: undefined }));
  const whole = stripIgnoredCharacters(print(node));
  return whole.replace(/\{.*/s, '');
}

/** What stands before a `select` when it is parsed. */
const OPENING = '{ ';

/** The selections of a text: one that stands inside of the item, or fragments, of which the first is the item's. */
function selectionsOf(select: string): { selections: readonly SelectionNode[]; opening: number } {
  if (/^(?:\s|,|#[^\n]*)*fragment\b/.test(select)) return { selections: fragmentsOf(select), opening: 0 };
  const { definitions } = parseSelect(select, OPENING, '\n}');
  const [query] = definitions;
  if (definitions.length !== 1 || query?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error(
      'brackets do not match. Fix: write only what stands inside of the item, `book { pages }`',
    );
  visit(query, { ...noVariables, ...noFragments });
  return { selections: query.selectionSet.selections, opening: OPENING.length };
}

/** Fragments written out: an item's document has none of an owner's, whose names might be ours. */
function fragmentsOf(select: string): readonly SelectionNode[] {
  const { definitions } = parseSelect(select);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION)
      throw new Error('holds more than fragments. Fix: leave only `fragment … on … { … }`');
    fragments.set(definition.name.value, visit(definition, noVariables));
  }
  const [first] = fragments.values();
  return first ? [inlined(first, fragments, [])] : [];
}

/** @param around names of the fragments that it stands in */
function inlined(
  { name, typeCondition, selectionSet, loc }: FragmentDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  around: readonly string[],
): InlineFragmentNode {
  const within = [...around, name.value];
  const inside = visit(selectionSet, {
    enter: (node) => {
      if (node.kind !== Kind.FRAGMENT_SPREAD) return undefined;
      const used = fragments.get(node.name.value);
      if (!used || node.directives?.length) return noFragments.FragmentSpread(node);
      if (within.includes(node.name.value))
        throw new Error(`the fragment ${node.name.value} holds itself. Fix: take it out there`);
      return inlined(used, fragments, within);
    },
  });
  return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: inside, ...(loc ? { loc } : {}) };
}

/** Refuses what only a whole document could have. */
const noVariables: ASTVisitor = {
  Variable: ({ name }) => {
    throw new Error(`$${name.value} has no value here. Fix: write the value itself`);
  },
};
const noFragments = {
  FragmentSpread: ({ name }: { name: { value: string } }): never => {
    throw new Error(`the fragment ${name.value} is not known here. Fix: write its fields out`);
  },
};

function parseSelect(select: string, opening = '', ending = ''): DocumentNode {
  try {
    return parse(`${opening}${select}${ending}`);
  } catch (error) {
    const [start = 0] = (error as GraphQLError).positions ?? [];
    const at = placeInFile(select, start - opening.length);
    throw new Error(
      `${at ? `${at}: ` : ''}is not valid GraphQL: ${(error as Error).message.replace(/\.$/, '')}. Fix: as in \`book { pages }\``,
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
