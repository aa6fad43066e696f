// From where they are: the program brings the parser alone.
import type { FieldDefinitionNode, TypeNode } from 'graphql/language/ast';
import { Kind } from 'graphql/language/kinds';
import { parse } from 'graphql/language/parser';
import * as z from 'zod';
import { CliError } from '../base/errors';
import { nearest } from '../runtime/config';
import type { GroupField } from './field-group';
import { fieldKinds, kindOfField } from './field-kinds';

export const FIELDS_EXAMPLE = 'subtitle:text,pages:number,cover:image';

/** A name that JavaScript and GraphQL take. */
const NAME = /^(?!__)[A-Za-z]\w*$/;

/**
 * Reads `--fields`.
 * @throws {CliError} `usage`, naming each field that is wrong
 */
export function parseFields(text: string): GroupField[] {
  const problems: string[] = [];
  const kinds = Object.keys(fieldKinds);
  const fields = text.split(',').flatMap((part): GroupField[] => {
    const [name = '', given, ...more] = part.trim().split(':');
    const kind = given === undefined ? undefined : kindOfField(given);
    if (!NAME.test(name) || more.length > 0)
      problems.push(`${part.trim() || 'an empty entry'}: must be name:kind`);
    else if (given === undefined) problems.push(`${name}: has no kind. Fix: ${name}:text`);
    else if (kind === undefined) {
      const meant = nearest(given, kinds);
      problems.push(`${name}: unknown kind "${given}"${meant ? `; did you mean "${meant}"?` : ''}`);
    } else return [{ name, kind }];
    return [];
  });
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) problems.push(`${twice}: is there twice`);
  if (problems.length === 0) return fields;
  throw new CliError('usage', '--fields cannot be used.', {
    details: problems,
    fix: `As in --fields ${FIELDS_EXAMPLE}. Kinds: ${kinds.join(', ')}`,
  });
}

interface TypeRef {
  kind: string;
  name?: string | null | undefined;
  ofType?: TypeRef | null | undefined;
}
const typeRef: z.ZodType<TypeRef> = z.lazy(() =>
  z.object({ kind: z.string(), name: z.string().nullish(), ofType: typeRef.nullish() }),
);
const answered = z.object({
  __type: z
    .object({
      fields: z
        .array(z.object({ name: z.string(), description: z.string().nullish(), type: typeRef }))
        .nullish(),
    })
    .nullable(),
});

const TYPE = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';

/** What asks for the fields of a group; its type has the group's name with a capital. */
export const groupDocument = (type: string): string =>
  `{ __type(name: ${JSON.stringify(type)}) { fields { name description type { ${TYPE} } } } }`;

export interface GroupInSchema {
  fields: GroupField[];
  /** Fields that no starter shows. */
  left: string[];
}

/**
 * The fields of a group, from the answer to groupDocument().
 * @returns undefined where the schema has no such group
 */
export function fieldsFrom(data: unknown): GroupInSchema | undefined {
  const { success, data: answer } = answered.safeParse(data);
  const all = success ? answer.__type?.fields : undefined;
  if (!all) return undefined;
  const group: GroupInSchema = { fields: [], left: [] };
  // What every group has of "WPGraphQL for ACF".
  for (const { name, description, type } of all.filter((one) => one.name !== 'fieldGroupName')) {
    const kind = NAME.test(name) ? kindIn(description ?? '', type) : undefined;
    if (kind) group.fields.push({ name, kind });
    else group.left.push(name);
  }
  return group;
}

/** What asks the companion plugin for the schema, which it hands to whoever proves to know the site's secrets. */
export const schemaDocument = (proof: string): string =>
  `{ companionSchema(proof: ${JSON.stringify(proof)}) }`;

/**
 * The same from the whole schema, as the companion plugin hands it out.
 * @param sdl in the schema definition language; anything else is no schema
 */
export function fieldsFromSchema(sdl: unknown, type: string): GroupInSchema | undefined {
  if (typeof sdl !== 'string') return undefined;
  const { definitions } = parse(sdl, { noLocation: true });
  const group = definitions.find(
    (definition) => definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === type,
  );
  const fields = group && 'fields' in group ? (group.fields as readonly FieldDefinitionNode[]) : undefined;
  return fieldsFrom({
    __type: fields && {
      fields: fields.map(({ name, description, type }) => ({
        name: name.value,
        description: description?.value,
        type: refOf(type),
      })),
    },
  });
}

function refOf(type: TypeNode): TypeRef {
  if (type.kind === Kind.NAMED_TYPE) return { kind: 'NAMED', name: type.name.value };
  return { kind: type.kind === Kind.LIST_TYPE ? 'LIST' : 'NON_NULL', ofType: refOf(type.type) };
}

/** @returns undefined for what no starter shows: passwords, groups, repeaters */
function kindIn(description: string, type: TypeRef): string | undefined {
  // WordPress escapes it.
  const acf = /^Field of the (?:"|&quot;)(\w+)(?:"|&quot;) Field Type/.exec(description)?.[1];
  const fromType = kindOfType(type);
  // These can be shown as a list or as one: the schema says which.
  if (acf && fromType === 'post') return fromType;
  return acf ? kindOfField(acf) : fromType;
}

function kindOfType({ kind, name, ofType }: TypeRef): string | undefined {
  if (kind === 'NON_NULL') return ofType ? kindOfType(ofType) : undefined;
  if (kind === 'LIST') return ofType && kindOfType(ofType) === 'text' ? 'choices' : undefined;
  const scalars: Record<string, string> = {
    String: 'text',
    Int: 'number',
    Float: 'number',
    Boolean: 'boolean',
  };
  const objects: readonly [RegExp, string][] = [
    [/^AcfLink$/, 'link'],
    [/^AcfGoogleMap$/, 'map'],
    [/MediaItemConnectionEdge$/, 'image'],
    [/MediaItemConnection$/, 'gallery'],
    [/ContentNodeConnectionEdge$/, 'post'],
    [/ContentNodeConnection$/, 'posts'],
    [/TermNodeConnection$/, 'terms'],
    [/UserConnection$/, 'users'],
  ];
  return scalars[name ?? ''] ?? objects.find(([pattern]) => pattern.test(name ?? ''))?.[1];
}
