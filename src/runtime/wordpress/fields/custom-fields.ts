import { mayWarnAgain } from '../../base/warn-once.ts';
import { type FieldKind, fieldKinds, siteTypes } from '../../config/extend/check-fields.ts';
import { ownContent } from '../../config/extend/own.ts';
import type { GraphQLErrorEntry } from '../model/errors.ts';
import { searchedPaths } from './custom-answer.ts';
import { knownParts } from './custom-parts.ts';
import { askedAmiss, type KnownFields, refusedProblem } from './custom-problems.ts';
import { stepsOf, wayTo } from './custom-search.ts';
import { type CustomField, customFieldsOf } from './custom-select.ts';

/** GraphQL's selection for each type or taxonomy that has some, by WordPress's name; as far as the CMS knows the fields. */
type Selections = Readonly<Record<string, string>>;

/** `texts` is what of `fields` is searched. */
export type CustomSelections = Readonly<Record<FieldKind | 'texts', Selections>>;

/** Selections in `content.config.ts` that are no GraphQL, a line each, with the place and the fix. */
export const selectProblems: string[] = [];

/** Custom fields of all types and taxonomies. */
export const customFields: readonly CustomField[] = fieldKinds.flatMap((kind) =>
  customFieldsOf(ownContent[kind] ?? {}, kind, (problem) => selectProblems.push(problem)),
);

/** Whether cards have custom fields: then they say what they are of, and whether that is protected. */
export const hasCustomCards = Object.keys(ownContent.cards ?? {}).length > 0;

/** GraphQL's names, by WordPress's. */
export interface TypeNames {
  types: Readonly<Record<string, string>>;
  taxonomies: Readonly<Record<string, string>>;
}

/** WPGraphQL's own; plugins choose the others freely, so that only the CMS knows them. */
const builtIn: Readonly<Record<keyof TypeNames | 'site', Readonly<Record<string, string>>>> = {
  types: { post: 'Post', page: 'Page' },
  taxonomies: { category: 'Category', post_tag: 'Tag' },
  site: siteTypes,
};

const namesFor = (kind: FieldKind): keyof typeof builtIn =>
  kind === 'site' ? 'site' : kind === 'terms' ? 'taxonomies' : 'types';

/** Custom types and taxonomies of WordPress with custom fields. */
export const customNames = (fields = customFields): Record<keyof TypeNames, string[]> => {
  const custom = (which: keyof TypeNames) => {
    const types = fields.filter(({ kind }) => namesFor(kind) === which).map(({ type }) => type);
    return [...new Set(types)].filter((type) => !Object.hasOwn(builtIn[which], type));
  };
  return { types: custom('types'), taxonomies: custom('taxonomies') };
};

/** @returns undefined for a type or taxonomy that the CMS does not have */
export function graphqlName(
  { kind, type }: Pick<CustomField, 'kind' | 'type'>,
  names: TypeNames,
): string | undefined {
  const which = namesFor(kind);
  if (which === 'site' || Object.hasOwn(builtIn[which], type)) return builtIn[which][type];
  return names[which][type];
}

/** Root fields that lead to objects of a type; fields at the top of the schema stand there themselves. */
const lists: Record<string, string> = {
  Post: 'posts',
  Page: 'pages',
  User: 'users',
  MenuItem: 'menuItems',
};

/**
 * Query that finds out which custom fields the CMS has, as a part of another document. Those of a type stand together as in the documents
 * of items, because two of them can also disagree. They are judged and not answered: one that fails is known all the same.
 */
export function customFieldsProbe(names: TypeNames, fields = customFields): string {
  return groupsOf(fields)
    .flatMap(({ kind, type, group }, position) => {
      const on = graphqlName({ kind, type }, names);
      if (!on) return [];
      const list = kind === 'terms' ? 'terms' : (lists[on] ?? 'contentNodes');
      const inside = `... on ${on} @skip(if: true) {\n${group.flatMap(linesOf).join('\n')}\n}`;
      if (on === 'RootQuery') return [`  ${inside}`];
      return [`  custom${position}: ${list}(first: 1) { nodes { id ${inside} } }`];
    })
    .join('\n');
}

/** The fields of each entry. */
function groupsOf(fields: readonly CustomField[]) {
  const entries = new Map(fields.map(({ kind, type }) => [`${kind}.${type}`, { kind, type }]));
  return [...entries.values()].map((entry) => ({
    ...entry,
    group: fields.filter(({ kind, type }) => kind === entry.kind && type === entry.type),
  }));
}

/** Each field has a line of its own, so that an error leads to that one and not to all that stand in a group. */
function linesOf({ line, inside }: CustomField): string[] {
  return inside.length > 0 ? [line, ...inside.flatMap(linesOf), '}'] : [line];
}

const withInside = (field: CustomField): CustomField[] => [field, ...field.inside.flatMap(withInside)];

/**
 * The custom fields that the CMS has, the mistakes in the entries, and the errors that are about neither. Fields that the CMS does not have
 * come first: they may be why `read` and `search` ask for something else.
 * @param document that gave the errors
 * @param known fields of a type of the schema, by its name, where they are known
 */
export function customFieldsFrom(
  errors: readonly GraphQLErrorEntry[],
  document: string,
  names: TypeNames,
  fields = customFields,
  known: KnownFields = () => [],
): { selections: CustomSelections; problems: string[]; others: GraphQLErrorEntry[] } {
  const found = knownParts(fields.flatMap(withInside), document, errors);
  for (const { about } of found.known) mayWarnAgain(about);
  const unknown = new Set(found.refused.map(({ part }) => part));
  return {
    selections: selectionsFor(fields, names, new Set(found.known)),
    problems: [
      ...found.refused.map((refused) => refusedProblem(refused, known)),
      ...groupsOf(fields).flatMap((entry) => askedAmiss(entry, unknown)),
    ],
    others: found.others,
  };
}

/**
 * @param names a custom type or taxonomy that is not among them has no fields
 * @param known all of them when left out
 */
export function selectionsFor(
  fields: readonly CustomField[],
  names: TypeNames,
  known: ReadonlySet<CustomField> = new Set(fields.flatMap(withInside)),
): CustomSelections {
  const of = (kind: FieldKind, some: ReadonlySet<CustomField> = known): Selections => {
    const selections: Record<string, string> = {};
    for (const field of fields) {
      const on = graphqlName(field, names);
      const text = selectionOf(field, some);
      if (field.kind !== kind || !on || text === '') continue;
      const part = `... on ${on} { ${text} }`;
      const before = selections[field.type];
      selections[field.type] = before ? `${before} ${part}` : part;
    }
    return selections;
  };
  const searched = new Set(searchedIn(fields).filter((field) => known.has(field)));
  return {
    fields: of('fields'),
    cards: of('cards'),
    terms: of('terms'),
    site: of('site'),
    texts: of('fields', searched),
  };
}

/** @returns empty for a field that is not known, or of which nothing is */
function selectionOf(field: CustomField, known: ReadonlySet<CustomField>): string {
  if (!known.has(field)) return '';
  if (field.inside.length === 0) return field.head;
  const inside = field.inside.map((part) => selectionOf(part, known)).filter(Boolean);
  return inside.length > 0 ? `${field.head}{${inside.join(' ')}}` : '';
}

/** Fields that lead to a searched path. */
function searchedIn(fields: readonly CustomField[]): CustomField[] {
  return groupsOf(fields).flatMap(({ kind, type, group }) =>
    kind === 'fields' ? searchedPaths(type).flatMap((path) => wayTo(group, stepsOf(path))) : [],
  );
}

/** Result of an entry without `read` where the CMS has nothing, or keeps it back: null under each name. */
export const nothingOf = (kind: FieldKind, type: string): Record<string, null> =>
  Object.fromEntries(
    keysOf(customFields.filter((field) => field.kind === kind && field.type === type)).map((key) => [
      key,
      null,
    ]),
  );

const keysOf = (fields: readonly CustomField[]): string[] =>
  fields.flatMap(({ key, inside }) => (key === undefined ? keysOf(inside) : [key]));
