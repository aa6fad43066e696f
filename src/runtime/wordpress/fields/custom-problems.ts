import { placeOf } from '../../config/extend/place.ts';
import type { Refused } from './custom-parts.ts';
import { amissInRead } from './custom-reads.ts';
import { problemsOfSearch } from './custom-search.ts';
import type { CustomField } from './custom-select.ts';

/** Fields that a type of the schema has; none where that is not known. */
export type KnownFields = (type: string) => readonly string[];

/** A line with the place, the CMS's own words and the fix. */
export const refusedProblem = (
  { part: { place, about }, message }: Refused<CustomField>,
  known: KnownFields,
): string => `${place()}: ${about}: ${message} Fix: ${fixOf(message, known)}`;

function fixOf(message: string, known: KnownFields): string {
  if (/must have a (?:sub ?)?selection/.test(message)) return 'add what of it is asked for, in `{ … }`';
  if (/must not have a (?:sub ?)?selection/.test(message)) return 'leave its `{ … }` out';
  const [, isFragment, name] = /Did you mean (to use an inline fragment on )?"(\w+)"/.exec(message) ?? [];
  if (isFragment) return '`... on Type { … }` around it, with that type';
  if (name) return `\`${name}\``;
  const [, inPlaceOf] = /objects of type "(\w+)" can never be of type/.exec(message) ?? [];
  if (inPlaceOf) return `\`on ${inPlaceOf}\``;
  const [, type] = /^Cannot query field "\w+" on type "(\w+)"/.exec(message) ?? [];
  if (!type && !/^Unknown type/.test(message)) return 'write it as its type in GraphQL wants it';
  const fields = type ? known(type) : [];
  const one = fields.length > 0 ? `one of \`${fields.join('`, `')}\`` : 'its name in GraphQL';
  return `${one}; in ACF, switch "Show in GraphQL" on`;
}

interface Entry extends Pick<CustomField, 'kind' | 'type'> {
  group: readonly CustomField[];
}

/** Everything that `read` and `search` of an entry ask for in vain, a line each, with the place and the fix. */
export function askedAmiss({ kind, type, group }: Entry, refused: ReadonlySet<CustomField>): string[] {
  const { read, search } = group[0]?.entry ?? {};
  const at = (what: string) => `${kind}.${type}.${what}`;
  const ofRead = amissInRead(read, group, refused).map(
    ({ problem, words }) => `${placeOf([kind, type], words)}: ${at('read')}: ${problem}`,
  );
  if (group.some((field) => isRefused(field, refused))) return ofRead;
  const ofSearch = problemsOfSearch(group, search).map(
    ({ problem, path }) => `${placeOf([kind, type, 'search'], [path])}: ${at('search')}: ${problem}`,
  );
  return [...ofRead, ...ofSearch];
}

const isRefused = (field: CustomField, refused: ReadonlySet<CustomField>): boolean =>
  refused.has(field) || field.inside.some((part) => isRefused(part, refused));
