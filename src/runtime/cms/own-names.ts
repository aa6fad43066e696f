import type { FieldKind } from '../extend/check-fields.ts';

/**
 * Begin the names that an owner's fields have in our documents: none collides with a field of ours, of another type or of
 * another entry for the same type, and the place of an error says that it is about one of these.
 */
const prefixes: Record<FieldKind, string> = { fields: 'own_', cards: 'ownCard_', terms: 'ownTerm_' };

/** How a name of any kind begins. */
export const OWN_NAME = /^own(?:Card|Term)?_\w+?__/;

export const prefixOf = (type: string, kind: FieldKind = 'fields') =>
  `${prefixes[kind]}${type.replace(/\W/g, '_')}__`;
