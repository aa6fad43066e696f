import { CliError } from '../base/errors';
import { typeNameOf } from '../runtime/base/graphql-name';
import { nearest } from '../runtime/config';
import { fieldKinds, type GroupField, kindOfField } from './field-kinds';
import { namedType, type SchemaTypes, type TypeRef } from './schema-types';

export const FIELDS_EXAMPLE = 'subtitle:text,pages:number,cover:image';

/** A name that JavaScript and GraphQL take. */
const NAME = /^(?!__)[A-Za-z]\w*$/;

/** Groups within groups that are looked into. */
const DEPTH = 4;

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

export interface GroupInSchema {
  fields: GroupField[];
  /** Fields that no starter shows. */
  left: string[];
}

/**
 * The fields of a group, those of the groups in it among them.
 * @param type of the group in GraphQL
 * @returns undefined where the schema has no such type
 */
export function fieldsOf(types: SchemaTypes, type: string): GroupInSchema | undefined {
  if (!types.has(type)) return undefined;
  const group: GroupInSchema = { fields: [], left: [] };
  collect(types, type, [], group);
  return group;
}

/** @param above names of the fields that lead to it, within the group */
function collect(types: SchemaTypes, type: string, above: readonly string[], group: GroupInSchema): void {
  for (const { name, description, type: of } of types.get(type)?.fields ?? []) {
    // Every group of "WPGraphQL for ACF" has it.
    if (name === 'fieldGroupName') continue;
    const path = [...above, name];
    const inner = namedType(of);
    if (inner && isAcfGroup(types, inner) && path.length <= DEPTH) {
      collect(types, inner, path, group);
      continue;
    }
    const key = keyOf(path);
    const kind = NAME.test(name) ? kindIn(description ?? '', of) : undefined;
    const isTaken = group.fields.some((field) => field.name === key);
    if (!kind || isTaken) group.left.push(path.join('.'));
    else group.fields.push({ name: key, kind, ...(above.length > 0 ? { path } : {}) });
  }
}

/** Key of a field in a group of the group: `authorName`. */
const keyOf = ([first = '', ...more]: readonly string[]) => [first, ...more.map(typeNameOf)].join('');

export const isAcfGroup = (types: SchemaTypes, type: string): boolean =>
  types.get(type)?.interfaces.includes('AcfFieldGroup') === true;

/** @returns undefined for what no starter shows: passwords, repeaters */
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
