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
import { ownContent } from '../extend/own.ts';
import type { GraphQLErrorEntry } from './errors.ts';
import { knownParts, type OwnPart } from './own-parts.ts';
import { problemsOfRead } from './own-reads.ts';

/**
 * Begins the names that an owner's fields have in our documents: none collides with a field of ours or of another type, and
 * the place of an error says that it is about one of these.
 */
const PREFIX = 'own_';

/** GraphQL's selection of the own fields of each type that has some, by WordPress's name; as far as the CMS knows them. */
export type OwnSelections = Readonly<Record<string, string>>;

/** One of the fields at the top of a `select`. */
export interface OwnField extends OwnPart {
  /** WordPress's name of the type: `post`, `page`, `project`. */
  type: string;
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
      return selections.map((selection): OwnField => {
        const name =
          selection.kind === Kind.FIELD ? selection.name.value : stripIgnoredCharacters(print(selection));
        return {
          type,
          line: stripIgnoredCharacters(print(renamed(selection, prefixOf(type)))),
          leftOut: `content.config.ts: fields.${type}: "${name}" is left out of every ${type}`,
        };
      });
    } catch (error) {
      problems.push(`fields.${type}.select: ${(error as Error).message}`);
      return [];
    }
  });
  if (problems.length > 0) throw contentError(problems);
  return fields;
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

const prefixOf = (type: string) => `${PREFIX}${type.replace(/\W/g, '_')}__`;

/** Of all types. */
export const ownFields: readonly OwnField[] = ownFieldsOf(ownContent.fields ?? {});

/** Whether a type is a custom one, whose name in GraphQL only the CMS knows. */
const isCustom = ({ type }: OwnField) => type !== 'post' && type !== 'page';

/** Custom types of WordPress with own fields. */
export const customTypes = [...new Set(ownFields.filter(isCustom).map(({ type }) => type))];

/** GraphQL's names of custom types, by WordPress's. */
export type TypeNames = Readonly<Record<string, string>>;

/**
 * What finds out which own fields the CMS has, as a part of another document. Those of a type stand together as in the documents
 * of items, because two of them can also disagree.
 */
export function ownFieldsProbe(types: TypeNames, fields = ownFields): string {
  const names = { post: 'Post', page: 'Page', ...types };
  return Object.entries(names)
    .flatMap(([type, on], position) => {
      const lines = fields.filter((field) => field.type === type).map(({ line }) => line);
      const list = type === 'post' ? 'posts' : type === 'page' ? 'pages' : 'contentNodes';
      const inside = `... on ${on} {\n${lines.join('\n')}\n}`;
      return lines.length > 0 ? [`  own${position}: ${list}(first: 1) { nodes { ${inside} } }`] : [];
    })
    .join('\n');
}

/**
 * The own fields that the CMS has, and the errors that are not about them.
 * @param document that gave the errors
 */
export function ownFieldsFrom(
  errors: readonly GraphQLErrorEntry[],
  document: string,
  types: TypeNames,
  fields = ownFields,
): { selections: OwnSelections; others: GraphQLErrorEntry[] } {
  const { known, others } = knownParts(fields, document, errors);
  return { selections: selectionsFor(known, types), others };
}

/** @param types a custom type that is not among them has no fields */
export function selectionsFor(fields: readonly OwnField[], types: TypeNames): OwnSelections {
  const selections: Record<string, string> = {};
  for (const field of fields) {
    const { type, line } = field;
    const on = isCustom(field) ? types[type] : '';
    if (on === undefined) continue;
    const text = on ? `... on ${on} { ${line} }` : line;
    selections[type] = selections[type] ? `${selections[type]} ${text}` : text;
  }
  return selections;
}

/** Whether an own field failed while it was answered. */
export const isOwnError = ({ path }: GraphQLErrorEntry): boolean =>
  path?.some((step) => typeof step === 'string' && step.startsWith(PREFIX)) ?? false;

/** What the CMS answered to the own fields of an item, under the owner's names. */
export function ownAnswer(item: object, type: string): Record<string, unknown> {
  const prefix = prefixOf(type);
  const own = Object.entries(item).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}
