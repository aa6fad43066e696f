import { ownContent } from '../extend/own.ts';
import type { GraphQLErrorEntry } from './errors.ts';
import { knownParts } from './own-parts.ts';
import { type OwnField, ownFieldsOf, PREFIX, prefixOf } from './own-select.ts';

/** GraphQL's selection of the own fields of each type that has some, by WordPress's name; as far as the CMS knows them. */
export type OwnSelections = Readonly<Record<string, string>>;

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
      const lines = fields.filter((field) => field.type === type).flatMap(linesOf);
      const list = type === 'post' ? 'posts' : type === 'page' ? 'pages' : 'contentNodes';
      const inside = `... on ${on} {\n${lines.join('\n')}\n}`;
      return lines.length > 0 ? [`  own${position}: ${list}(first: 1) { nodes { ${inside} } }`] : [];
    })
    .join('\n');
}

/** Each field has a line of its own, so that an error leads to that one and not to all that stand in a group. */
function linesOf({ line, inside }: OwnField): string[] {
  return inside.length > 0 ? [line, ...inside.flatMap(linesOf), '}'] : [line];
}

const withInside = (field: OwnField): OwnField[] => [field, ...field.inside.flatMap(withInside)];

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
  const { known, others } = knownParts(fields.flatMap(withInside), document, errors);
  return { selections: selectionsFor(fields, types, new Set(known)), others };
}

/**
 * @param types a custom type that is not among them has no fields
 * @param known all of them when left out
 */
export function selectionsFor(
  fields: readonly OwnField[],
  types: TypeNames,
  known?: ReadonlySet<OwnField>,
): OwnSelections {
  const selections: Record<string, string> = {};
  for (const field of fields) {
    const { type } = field;
    const text = selectionOf(field, known);
    const on = isCustom(field) ? types[type] : '';
    if (on === undefined || text === '') continue;
    const part = on ? `... on ${on} { ${text} }` : text;
    selections[type] = selections[type] ? `${selections[type]} ${part}` : part;
  }
  return selections;
}

/** @returns empty for a field that is not known, or of which nothing is */
function selectionOf(field: OwnField, known?: ReadonlySet<OwnField>): string {
  if (known && !known.has(field)) return '';
  if (field.inside.length === 0) return field.head;
  const inside = field.inside.map((part) => selectionOf(part, known)).filter(Boolean);
  return inside.length > 0 ? `${field.head}{${inside.join(' ')}}` : '';
}

/** Whether an own field failed while it was answered. */
export const isOwnError = ({ path }: GraphQLErrorEntry): boolean =>
  path?.some((step) => typeof step === 'string' && step.startsWith(PREFIX)) ?? false;

/** A step of an error's path, as the owner knows it. */
export const ownName = (step: string | number): string => String(step).replace(/^own_\w+?__/, '');

/** What the CMS answered to the own fields of an item, under the owner's names. */
export function ownAnswer(item: object, type: string): Record<string, unknown> {
  const prefix = prefixOf(type);
  const own = Object.entries(item).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** The same of an item that has nothing, or nothing that the public may see: null under each name. */
export const nothingOf = (type: string): Record<string, null> =>
  Object.fromEntries(
    namesAtTop(ownFields.filter((field) => field.type === type)).map((name) => [name, null]),
  );

const namesAtTop = (fields: readonly OwnField[]): string[] =>
  fields.flatMap(({ head, inside }) =>
    head.startsWith(PREFIX) ? [ownName(head.split(':', 1)[0] ?? '')] : namesAtTop(inside),
  );
