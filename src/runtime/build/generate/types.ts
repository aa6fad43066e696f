import {
  buildSchema,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Selected, SelectedEntry } from './read.ts';

/**
 * TypeScript for the answers to the owner's selections. Our own code: graphql-codegen brings 42 packages and 16 MB, of which some want Node 22 where we
 * promise 20, and gives `{ title } | {}` for a fragment on one of several types, out of which a template cannot read `title`; gql.tada wants the whole schema
 * committed, a megabyte on a WordPress with plugins. `docs/README.md` compares them.
 */

const HEADING = `// What WordPress answers to content.config.ts. Made by \`npm run generate\`: commit it, and do not edit it.
import 'headless-site/register';

declare module 'headless-site/register' {
  interface Register {
    answers: `;

const ENDING = `;
  }
}
`;

/** @returns the text of `content.generated.d.ts` */
export function typesOf({ schema: text, entries }: Selected): string {
  const schema = buildSchema(text, { assumeValidSDL: true });
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const answers = kinds.map((kind) => {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    return [kind, objectOf(ofKind.map((entry) => [entry.type, answerOf(schema, entry)]))] as const;
  });
  const all = objectOf(answers).replaceAll('\n', '\n    ');
  return `${HEADING}${all}${ENDING}`;
}

function answerOf(schema: GraphQLSchema, { fragment }: SelectedEntry): string {
  if (fragment === null) return objectOf([]);
  const [{ typeCondition, selectionSet }] = parse(fragment).definitions as [FragmentDefinitionNode];
  const type = schema.getType(typeCondition.name.value);
  return isCompositeType(type)
    ? objectType(schema, type, [{ set: selectionSet, isCertain: true }])
    : 'unknown';
}

/** The selection of one value, in one place of the document. */
interface Selection {
  set: SelectionSetNode;
  /** Whether it applies to each type that the value may have. */
  isCertain: boolean;
}

interface Field {
  type: GraphQLOutputType;
  isCertain: boolean;
  inside: Selection[];
}

/** A field of some of the types that a value may have is optional: it can be read without asking first which type it is. */
function objectType(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  selections: readonly Selection[],
): string {
  const fields = new Map<string, Field>();
  for (const { set, isCertain } of selections) collect(schema, type, set, isCertain, fields);
  return objectOf(
    [...fields].map(([name, { type: of, isCertain, inside }]) => {
      // Where it is there, so is what its only place asks for.
      const parts = inside.length === 1 ? inside.map((part) => ({ ...part, isCertain: true })) : inside;
      const text = typeText(of, (named) =>
        isCompositeType(named) ? objectType(schema, named, parts) : scalar(named),
      );
      return [name, text, isCertain];
    }),
  );
}

function collect(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  set: SelectionSetNode,
  isCertain: boolean,
  fields: Map<string, Field>,
): void {
  for (const node of set.selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD) continue;
    if (node.kind === Kind.FIELD) {
      addField(type, node, isCertain, fields);
      continue;
    }
    const on = node.typeCondition ? schema.getType(node.typeCondition.name.value) : type;
    if (isCompositeType(on))
      collect(schema, on, node.selectionSet, isCertain && covers(schema, on, type), fields);
  }
}

function addField(
  type: GraphQLCompositeType,
  node: FieldNode,
  isCertain: boolean,
  answer: Map<string, Field>,
): void {
  const name = (node.alias ?? node.name).value;
  const fields = 'getFields' in type ? type.getFields() : {};
  const of = { ...fields, __typename: TypeNameMetaFieldDef }[node.name.value]?.type;
  const known = answer.get(name) ?? (of && { type: of, isCertain, inside: [] });
  if (!known) return;
  known.isCertain ||= isCertain;
  if (node.selectionSet) known.inside.push({ set: node.selectionSet, isCertain });
  answer.set(name, known);
}

/** Whether each object of a type is one of another type, too. */
function covers(schema: GraphQLSchema, wide: GraphQLCompositeType, narrow: GraphQLCompositeType): boolean {
  const objects = isObjectType(narrow) ? [narrow] : schema.getPossibleTypes(narrow);
  return objects.every((each) => each === wide || (isAbstractType(wide) && schema.isSubType(wide, each)));
}

type Named = GraphQLNamedOutputType;

function typeText(type: GraphQLOutputType, named: (type: Named) => string): string {
  if (isNonNullType(type)) return present(type.ofType, named);
  return `${present(type, named)} | null`;
}

function present(type: GraphQLOutputType, named: (type: Named) => string): string {
  if (isListType(type)) return `readonly (${typeText(type.ofType, named)})[]`;
  return named(getNamedType(type));
}

const scalars: Record<string, string> = {
  Boolean: 'boolean',
  Float: 'number',
  ID: 'string',
  Int: 'number',
  String: 'string',
};

/** A scalar of a plugin may be anything. */
function scalar(type: Named): string {
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name }) => JSON.stringify(name))
      .join(' | ');
  return scalars[type.name] ?? 'unknown';
}

/** @param members name, type, and whether it is always there */
function objectOf(members: readonly (readonly [name: string, type: string, isCertain?: boolean])[]): string {
  if (members.length === 0) return '{}';
  const lines = members.map(([name, type, isCertain = true]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `  readonly ${key}${isCertain ? '' : '?'}: ${type.replaceAll('\n', '\n  ')};\n`;
  });
  return `{\n${lines.join('')}}`;
}
