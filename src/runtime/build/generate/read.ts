import { buildSchema, parse, validate } from 'graphql';
import { type FieldKind, fieldKinds } from '../../config/extend/check-fields.ts';
import { contentProblems, ownContent } from '../../config/extend/own.ts';
import { readTypeNames } from '../../wordpress/client/custom-types.ts';
import { knownFieldsIn } from '../../wordpress/client/known-fields.ts';
import { readSchema } from '../../wordpress/client/schema.ts';
import {
  customFields,
  customFieldsFrom,
  customFieldsProbe,
  graphqlName,
  selectProblems,
} from '../../wordpress/fields/custom-fields.ts';
import { withoutCustomNames } from '../../wordpress/fields/custom-names.ts';

/** The input of the generated types. */
export interface Selected {
  /** In the schema definition language. */
  schema: string;
  /** For each entry of `content.config.ts`, what WordPress has of it. */
  entries: readonly SelectedEntry[];
  /** Errors in the file, and fields that WordPress does not have: a line each, with the place and the fix. */
  problems: readonly string[];
}

export interface SelectedEntry {
  kind: FieldKind;
  /** WordPress's name of the type or taxonomy. */
  type: string;
  /** A GraphQL fragment; null where WordPress has nothing of it. */
  fragment: string | null;
}

/**
 * Holds the entries of `content.config.ts` against the schema of the owner's WordPress.
 * @returns null where there are no entries and nothing is wrong
 * @throws {WordPressError} when WordPress does not answer
 * @throws {Error} with the fix, where it gives no schema
 */
export async function readSelected(): Promise<Selected | null> {
  const ofFile = [...contentProblems, ...selectProblems];
  if (customFields.length === 0 && ofFile.length === 0) return null;
  const schema = await readSchema();
  const { names, problems: unknownTypes } = await readTypeNames({});
  const probe = customFieldsProbe(names);
  const document = `{ __typename\n${probe}\n}`;
  const built = buildSchema(schema, { assumeValidSDL: true });
  const errors = validate(built, parse(document));
  const { selections, problems, others } = customFieldsFrom(
    errors.map(({ message, locations }) => ({ message, locations: [...(locations ?? [])] })),
    document,
    names,
    customFields,
    knownFieldsIn(built),
  );
  const entries = fieldKinds.flatMap((kind) =>
    Object.keys(ownContent[kind] ?? {}).map((type) => {
      const selection = selections[kind][type];
      const on = graphqlName({ kind, type }, names);
      const fragment = selection ? `fragment custom on ${on} { ${withoutCustomNames(selection)} }` : null;
      return { kind, type, fragment };
    }),
  );
  return {
    schema,
    entries,
    problems: [...ofFile, ...unknownTypes, ...problems, ...others.map(({ message }) => message)],
  };
}
