import { warnOnce } from '../../base/warn-once.ts';
import type { FieldKind } from '../../config/extend/check-fields.ts';
import type {
  AuthorFields,
  CardFields,
  MenuFields,
  OptionFields,
  PageFields,
  PostFields,
  TermFields,
} from '../../config/extend/content.ts';
import { ownContent } from '../../config/extend/own.ts';
import { placeOf } from '../../config/extend/place.ts';
import type { Maybe } from '../../content/types.ts';
import { customAnswer } from './custom-answer.ts';
import { nothingOf } from './custom-fields.ts';
import { fieldReader } from './field-reader.ts';
import { noReader } from './unknown-reader.ts';

interface Item {
  uri?: Maybe<string>;
  contentTypeName?: string | undefined;
}

/**
 * Fields that the owner's `read` makes of a post or an item of a custom type. One without an entry has the fields of `post`, all
 * empty, because the same templates show both.
 * @param isHidden the CMS keeps the content back, so nothing of it is shown
 */
export function readPostFields(item: Item, isHidden: boolean): PostFields {
  const type = item.contentTypeName ?? 'post';
  return (type === 'page' ? ofPost('fields', item) : ofType('fields', item, type, isHidden)) as PostFields;
}

export const readPageFields = (item: Item, isHidden: boolean) =>
  readFields('fields', item, 'page', isHidden) as PageFields;

/** The same of an item in a list, whatever its type: nothing of one with a password, whose content no list has anyway. */
export function readCardFields(
  item: Item & { hasPassword?: Maybe<boolean>; isRestricted?: Maybe<boolean> },
): CardFields {
  const isHidden = item.hasPassword === true || item.isRestricted === true;
  return ofType('cards', item, item.contentTypeName ?? 'post', isHidden) as CardFields;
}

/** Fields of a term, for its archive; none where its taxonomy has no entry. */
export const readTermFields = (term: Item, taxonomy: string): TermFields =>
  readFields('terms', term, taxonomy, false) as TermFields;

/** Fields of a user; all empty where nobody is to be named. */
export const readAuthorFields = (author: Maybe<Item>): AuthorFields =>
  readFields('site', author ?? {}, 'author', !author) as AuthorFields;

/** Its links are read as those of the home page. */
export const readMenuFields = (item: object): MenuFields =>
  readFields('site', item, 'menuItem', false) as MenuFields;

/** @param answer the question for the settings, which asks for them along */
export const readOptionFields = (answer: object): OptionFields =>
  readFields('site', answer, 'options', false) as OptionFields;

const ofType = (kind: FieldKind, item: Item, type: string, isHidden: boolean) =>
  entryOf(kind, type) ? readFields(kind, item, type, isHidden) : ofPost(kind, item);

const ofPost = (kind: FieldKind, item: Item) => readFields(kind, item, 'post', true);

function entryOf(kind: FieldKind, type: string) {
  const entries = ownContent[kind] ?? {};
  return Object.hasOwn(entries, type) ? entries[type] : undefined;
}

/** A mistake in the owner's `read` costs the fields, not the page: they are as where the CMS has nothing, if `read` gets that far. */
function readFields(kind: FieldKind, item: Item, type: string, isHidden: boolean): unknown {
  const entry = entryOf(kind, type);
  if (!entry) return {};
  const uri = item.uri ?? '/';
  const unknown = (name: string) => {
    const problem = `${kind}.${type}.read: ${noReader(name)}`;
    warnOnce(`[cms] ${placeOf([kind, type], [`.${name}`])}: ${problem}`);
    return () => null;
  };
  const empty = () => (entry.read ? entry.read(fieldReader({}, uri, unknown)) : nothingOf(kind, type));
  try {
    if (isHidden) return empty();
    const answer = customAnswer(item, type, kind);
    return entry.read
      ? entry.read(fieldReader(answer, uri, unknown))
      : { ...nothingOf(kind, type), ...answer };
  } catch (error) {
    const { message } = error as Error;
    const at = `${kind}.${type}.read fails`;
    warnOnce(`[cms] ${placeOf([kind, type])}: ${at} at ${uri}: ${message}`, `${at}: ${message}`);
    return attempted(empty) ?? {};
  }
}

function attempted<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
