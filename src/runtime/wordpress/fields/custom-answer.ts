import type { FieldKind } from '../../config/extend/check-fields.ts';
import { ownContent } from '../../config/extend/own.ts';
import type { GraphQLErrorEntry } from '../model/errors.ts';
import { CUSTOM_NAME, prefixOf } from './custom-names.ts';
import { stepsOf, textsAt } from './custom-search.ts';

/** Paths into the answer to a type's custom fields whose text is searched. */
export const searchedPaths = (type: string): readonly string[] => {
  const { fields = {} } = ownContent;
  return (Object.hasOwn(fields, type) && fields[type]?.search) || [];
};

/** Whether fields of a type are searched. */
export const isSearched = (type: string): boolean => searchedPaths(type).length > 0;

/** The searched paths of each type that has some. */
export const searchedEntries = Object.keys(ownContent.fields ?? {})
  .filter(isSearched)
  .map((type) => [type, ...searchedPaths(type)]);

/** The texts of an item that are searched, as the CMS gives them. */
export function searchedTexts(item: object, type: string): string[] {
  if (!isSearched(type)) return [];
  const answer = customAnswer(item, type);
  return searchedPaths(type).flatMap((path) => textsAt(answer, stepsOf(path)));
}

/** Custom fields of an item that the query for texts asks for. */
export function searchedAnswer(item: object, type: string): Record<string, unknown> {
  const names = new Set(searchedPaths(type).map((path) => prefixOf(type) + stepsOf(path)[0]));
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

/** Whether a custom field failed while it was answered. */
export const isCustomFieldError = ({ path }: GraphQLErrorEntry): boolean =>
  path?.some((step) => typeof step === 'string' && CUSTOM_NAME.test(step)) ?? false;

/** A step of an error's path, as the owner knows it. */
export const ownersName = (step: string | number): string => String(step).replace(CUSTOM_NAME, '');

/** The CMS's answer to the custom fields of an item or a term, under the owner's names. */
export function customAnswer(
  item: object,
  type: string,
  kind: FieldKind = 'fields',
): Record<string, unknown> {
  const { length } = prefixOf(type, kind);
  const custom = Object.entries(customPart(item, type, kind));
  return Object.fromEntries(custom.map(([name, value]) => [name.slice(length), value]));
}

/** The same under the names that the documents have for them. */
export function customPart(item: object, type: string, kind: FieldKind): Record<string, unknown> {
  const prefix = prefixOf(type, kind);
  return Object.fromEntries(Object.entries(item).filter(([name]) => name.startsWith(prefix)));
}
