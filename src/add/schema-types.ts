// From where they are: the program brings the parser alone.
import type { FieldDefinitionNode, NamedTypeNode, TypeNode } from 'graphql/language/ast';
import { Kind } from 'graphql/language/kinds';
import { parse } from 'graphql/language/parser';
import * as z from 'zod';

/** A type in GraphQL, with what is around it. */
export interface TypeRef {
  kind: string;
  name?: string | null | undefined;
  ofType?: TypeRef | null | undefined;
}

export interface SchemaField {
  name: string;
  description?: string | null | undefined;
  type: TypeRef;
}

/** An object type of the schema. */
export interface SchemaType {
  interfaces: readonly string[];
  fields: readonly SchemaField[];
}

/** The object types of a schema, by name. */
export type SchemaTypes = ReadonlyMap<string, SchemaType>;

const typeRef: z.ZodType<TypeRef> = z.lazy(() =>
  z.object({ kind: z.string(), name: z.string().nullish(), ofType: typeRef.nullish() }),
);
const answered = z.object({
  __schema: z.object({
    types: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        interfaces: z.array(z.object({ name: z.string() })).nullish(),
        fields: z
          .array(z.object({ name: z.string(), description: z.string().nullish(), type: typeRef }))
          .nullish(),
      }),
    ),
  }),
});

const TYPE = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';

/** Query for all types, where WordPress shows its schema to everybody. */
export const typesDocument = `{ __schema { types { kind name interfaces { name } fields { name description type { ${TYPE} } } } } }`;

/** @returns undefined for what is no answer to `typesDocument` */
export function typesFrom(data: unknown): SchemaTypes | undefined {
  const { success, data: answer } = answered.safeParse(data);
  if (!success) return undefined;
  return new Map(
    answer.__schema.types
      .filter(({ kind }) => kind === 'OBJECT')
      .map(({ name, interfaces, fields }) => [
        name,
        { interfaces: (interfaces ?? []).map((one) => one.name), fields: fields ?? [] },
      ]),
  );
}

/** Query to the companion plugin for the schema, which it hands to whoever proves to know the site's secrets. */
export const schemaDocument = (proof: string): string =>
  `{ companionSchema(proof: ${JSON.stringify(proof)}) }`;

/**
 * The same from the whole schema, as the companion plugin hands it out.
 * @param sdl in the schema definition language; anything else is no schema
 */
export function typesFromSchema(sdl: unknown): SchemaTypes | undefined {
  if (typeof sdl !== 'string') return undefined;
  return new Map(
    parse(sdl, { noLocation: true }).definitions.flatMap((definition) =>
      definition.kind === Kind.OBJECT_TYPE_DEFINITION
        ? [
            [
              definition.name.value,
              {
                interfaces: (definition.interfaces ?? []).map(({ name }: NamedTypeNode) => name.value),
                fields: (definition.fields ?? []).map(fieldOf),
              },
            ],
          ]
        : [],
    ),
  );
}

const fieldOf = ({ name, description, type }: FieldDefinitionNode): SchemaField => ({
  name: name.value,
  description: description?.value,
  type: refOf(type),
});

function refOf(type: TypeNode): TypeRef {
  if (type.kind === Kind.NAMED_TYPE) return { kind: 'NAMED', name: type.name.value };
  return { kind: type.kind === Kind.LIST_TYPE ? 'LIST' : 'NON_NULL', ofType: refOf(type.type) };
}

/** The type of a field without what says that it is never null; undefined for a list. */
export function namedType({ kind, name, ofType }: TypeRef): string | undefined {
  if (kind === 'NON_NULL') return ofType ? namedType(ofType) : undefined;
  return kind === 'LIST' ? undefined : (name ?? undefined);
}
