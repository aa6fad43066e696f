import { warnOnce } from '../base/warn-once.ts';
import type { PageFields, PostFields } from '../extend/content.ts';
import { ownContent } from '../extend/own.ts';
import { fieldReader } from './field-reader.ts';
import { nothingOf, ownAnswer } from './own-fields.ts';

interface Item {
  uri?: string | null | undefined;
  contentTypeName?: string | undefined;
}

/**
 * What the owner's `read` makes of a post or an item of a custom type. One without an entry has the fields of `post`, all
 * empty, because the same templates show both.
 * @param isHidden the CMS keeps the content back, so nothing of it is shown
 */
export function readPostFields(item: Item, isHidden: boolean): PostFields {
  const type = item.contentTypeName ?? 'post';
  if (type !== 'page' && Object.hasOwn(entries, type)) return readFields(item, type, isHidden) as PostFields;
  return readFields(item, 'post', true) as PostFields;
}

export const readPageFields = (item: Item, isHidden: boolean) =>
  readFields(item, 'page', isHidden) as PageFields;

const entries = ownContent.fields ?? {};

/** A mistake in the owner's `read` costs the fields, not the page. */
function readFields(item: Item, type: string, isHidden: boolean): unknown {
  const entry = Object.hasOwn(entries, type) ? entries[type] : undefined;
  if (!entry) return {};
  const uri = item.uri ?? '/';
  try {
    const answer = isHidden ? {} : ownAnswer(item, type);
    return entry.read ? entry.read(fieldReader(answer, uri)) : { ...nothingOf(type), ...answer };
  } catch (error) {
    warnOnce(`[cms] content.config.ts: fields.${type}.read fails at ${uri}: ${(error as Error).message}`);
    return {};
  }
}
