import { buildSchema, type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import type { KnownFields } from '../fields/custom-problems.ts';
import { readSchema } from './schema.ts';

/** A type with more fields is an item, and no group of fields. */
const MOST_OF_GROUP = 25;

/** WPGraphQL for ACF: an interface of all groups, and a field of each that holds its name. */
const GROUP = 'AcfFieldGroup';
const NAME_OF_GROUP = 'fieldGroupName';

/** The fields of a group by its type. A type with many fields gives those that lead to a group: the others are WPGraphQL's. */
export const knownFieldsIn =
  (schema: GraphQLSchema): KnownFields =>
  (name) => {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields()).filter((field) => field.name !== NAME_OF_GROUP);
    const groups = fields.filter((field) => {
      const of = getNamedType(field.type);
      return isObjectType(of) && of.getInterfaces().some((one) => one.name === GROUP);
    });
    return (fields.length > MOST_OF_GROUP ? groups : fields).map((field) => field.name);
  };

/** The fields of each type of the owner's WordPress. @throws as `readSchema` */
export async function readKnownFields(): Promise<KnownFields> {
  return knownFieldsIn(buildSchema(await readSchema(), { assumeValidSDL: true }));
}
