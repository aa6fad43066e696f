import { warnOnce } from '../../base/warn-once.ts';
import { GraphQLError, type GraphQLErrorEntry, WordPressError } from '../model/errors.ts';
import type { Capabilities } from './capabilities.ts';
import { isCustomFieldError, ownersName } from './custom-answer.ts';

/** Seconds after which an item is asked for again whose custom fields failed. */
export const AGAIN_SECONDS = 60;

/** A custom field failed that may not be null, and took its item along. */
export class CustomFieldError extends GraphQLError {
  override name = 'CustomFieldError';
}

interface Item {
  companionInterval?: number | null;
}

/**
 * Makes the best of an answer in which custom fields failed: where WPGraphQL put null in the place of the field alone, the item is
 * whole, and is asked for again soon. Each failure is named once.
 * @throws {CustomFieldError} where the null is in the place of the item, or of the whole list
 */
export function settleCustomFieldErrors(errors: readonly GraphQLErrorEntry[], data: unknown): void {
  const custom = errors.filter(isCustomFieldError);
  for (const error of custom) {
    const item = itemAt(data, error.path ?? []);
    const where = ownersPath(error.path);
    if (!item)
      throw new CustomFieldError(
        `${where}: ${error.message} (its type in GraphQL says that it is never null)`,
        custom,
      );
    askSoon(item);
    warnOnce(`[cms] a custom field fails and is read as empty: ${withoutPositions(where)}: ${error.message}`);
  }
}

/** The object whose custom field is at the path: that of the first such name on it. */
function itemAt(data: unknown, path: readonly (string | number)[]): Item | null {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return null;
    if (isCustomFieldError({ message: '', path: [step] })) return value;
    value = (value as Record<string | number, unknown>)[step];
  }
  return null;
}

/** Where a failure is, under the owner's names. */
const ownersPath = (path: GraphQLErrorEntry['path'] = []) => path.map(ownersName).join('.');

/** The same field of each item of a list is one failure. */
const withoutPositions = (path = '') => path.replace(/\.\d+(?=\.)/g, '');

function askSoon(item: Item): void {
  item.companionInterval = Math.min(item.companionInterval ?? AGAIN_SECONDS, AGAIN_SECONDS);
}

/** How a CMS answers when a plugin's code ends the request, prints into it or gives more than anybody reads. */
const OF_CODE = new Set(['serverError', 'printedBefore', 'html', 'notGraphql', 'malformed', 'tooLarge']);

/** Whether a custom field may be why a question failed. */
export function mayBeCustomFields(error: unknown): boolean {
  if (error instanceof CustomFieldError) return true;
  if (!(error instanceof WordPressError)) return false;
  const { diagnosis = '' } = (error.details ?? {}) as { diagnosis?: string };
  return OF_CODE.has(diagnosis);
}

/**
 * Asks a question that failed once more without the custom fields: none of them may cost a page.
 * @param document makes the document for a CMS that can do this
 * @param error what the question failed with
 * @throws the same error where the document has no custom fields, otherwise what asking without them throws
 */
export async function askWithoutCustomFields<Data>(
  document: (capabilities: Capabilities) => string,
  capabilities: Capabilities,
  error: unknown,
  ask: (capabilities: Capabilities) => Promise<Data>,
): Promise<Data> {
  const { custom: _, ...plain } = capabilities;
  if (document(plain) === document(capabilities)) throw error;
  const data = await ask(plain);
  warnOnce(
    `[cms] content.config.ts: without its fields WordPress answers, with them it fails; they are read as empty: ${(error as Error).message}`,
  );
  for (const item of itemsOf(data)) askSoon(item);
  return data;
}

/** The top of an answer: an item, or those of a list. */
function itemsOf(data: unknown): Item[] {
  const values = Object.values(data as Record<string, { nodes?: (Item | null)[] } | null>);
  return values
    .flatMap((value) => value?.nodes ?? [value as Item | null])
    .filter((item): item is Item => typeof item === 'object' && item !== null);
}
