import type { FieldKind } from '../../config/extend/check-fields.ts';

/**
 * Begin the names that an owner's fields have in our documents: none collides with a field of ours, of another type or of
 * another entry for the same type, and the place of an error says that it is about one of these.
 */
const prefixes: Record<FieldKind, string> = {
  fields: 'custom_',
  cards: 'customCard_',
  terms: 'customTerm_',
  site: 'customSite_',
};

const BEGIN = 'custom(?:Card|Term|Site)?_\\w+?__';

/** How a name of any kind begins. */
export const CUSTOM_NAME = new RegExp(`^${BEGIN}`);

/** A selection under the names that the owner knows. */
export const withoutCustomNames = (selection: string): string =>
  selection.replace(new RegExp(`\\b${BEGIN}(?=\\w+:)`, 'g'), '');

export const prefixOf = (type: string, kind: FieldKind = 'fields') =>
  `${prefixes[kind]}${type.replace(/\W/g, '_')}__`;
