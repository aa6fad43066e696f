import type { Change } from '../config/extend/content.ts';
import { environment } from '../config/site.ts';
import { read } from '../wordpress/client/read.ts';
import { readItemTypes } from '../wordpress/index/site-types.ts';
import { normalizePath, shortKey } from '../wordpress/model/paths.ts';
import { derivedStrategy } from '../wordpress/model/seo-strategy.ts';
import { everyRequest } from '../wordpress/model/strategy.ts';
import { type CmsSearchItem, getSearchItem } from '../wordpress/queries/search.ts';
import { customTextsOf, excerptOf } from './excerpt.ts';
import { type SearchItem, toDocument } from './files.ts';
import { type HostedRecord, hostedIndex, withoutKeys } from './hosted.ts';
import { toSearchItem } from './item.ts';
import { readItems } from './read.ts';
import { isLocalSearch, isSearchEnabled } from './settings.ts';

/** Changes that are looked up one by one; of more, or of a whole folder, the index is made again. */
const MAX_LOOK_UPS = 100;

/** Attributes that Algolia searches, best first, and its order among equals, newest first. */
const settings = {
  searchableAttributes: ['unordered(title)', 'unordered(terms)', 'unordered(excerpt)'],
  customRanking: ['desc(date)'],
};

/**
 * Makes the hosted index again from all public content, in one step: until it is whole, the old one answers.
 * @returns how many items it has now
 * @throws {Error} when a key is missing, or the CMS or Algolia fails; no message holds a key
 */
export async function fillHostedIndex(): Promise<number> {
  const admin = environment.HOSTED_SEARCH_ADMIN_KEY;
  if (!admin) throw new Error('HOSTED_SEARCH_ADMIN_KEY is not set: it is needed to write the index.');
  const records = (await readItems(everyRequest)).map(toRecord);
  try {
    const { client, indexName } = hostedIndex({ admin });
    const { taskID } = await client.setSettings({ indexName, indexSettings: settings });
    await client.waitForTask({ indexName, taskID });
    await client.replaceAllObjects({ indexName, objects: records });
    return records.length;
  } catch (error) {
    throw new Error(`Algolia: ${withoutKeys(error, admin)}`);
  }
}

/**
 * Brings the hosted index in step with what the CMS says has changed. Does nothing without hosted search or its admin
 * key, and never throws: a failure is logged, and the next change or `npm run index-search` makes up for it.
 */
export async function updateHostedIndex(changes: readonly Change[]): Promise<void> {
  const admin = environment.HOSTED_SEARCH_ADMIN_KEY;
  if (!isSearchEnabled || isLocalSearch || !admin) return;
  const content = changes.filter(
    ({ event }) => event !== 'menu' && event !== 'settings' && event !== 'redirects',
  );
  try {
    if (content.length > MAX_LOOK_UPS || content.some(({ path }) => path.endsWith('/*')))
      await fillHostedIndex();
    else await writeChanges(content, admin);
  } catch (error) {
    console.error(`[search] the hosted index is behind: ${withoutKeys(error, admin)}`);
  }
}

async function writeChanges(changes: readonly Change[], admin: string): Promise<void> {
  const found = await Promise.all(changes.map(look));
  const saved = found.flatMap(({ record }) => record ?? []);
  const kept = new Set(saved.map(({ objectID }) => objectID));
  const gone = found.flatMap(({ gone }) => gone ?? []).filter((objectID) => !kept.has(objectID));
  const { client, indexName } = hostedIndex({ admin });
  if (gone.length > 0) await client.deleteObjects({ indexName, objectIDs: gone });
  if (saved.length > 0) await client.saveObjects({ indexName, objects: saved });
}

/** The record to save for a changed path, and the one to remove. An archive is neither. */
async function look({ path, event }: Change): Promise<{ record?: HostedRecord; gone?: string }> {
  const gone = idOf(path);
  if (event === 'delete') return { gone };
  const { nodeByUri } = await read({
    operation: getSearchItem,
    variables: { uri: path === '/' ? path : `${path}/` },
    tags: [],
    strategy: everyRequest,
  });
  if (!nodeByUri) return { gone };
  const item = toItem(nodeByUri, await readItemTypes(derivedStrategy));
  // A path that answers with an item elsewhere is a former address of it.
  return item ? { record: toRecord(item), gone } : {};
}

function toItem(node: CmsSearchItem, types: readonly string[]): SearchItem | null {
  const { databaseId: id, contentTypeName: type, uri: path, title, date, isRestricted } = node;
  if (!id || !type || !path || !types.includes(type)) return null;
  const terms = [
    ...customTextsOf(node, type),
    ...(node.terms?.nodes ?? []).flatMap((term) => term?.name ?? []),
    ...(node.author?.node?.name ? [node.author.node.name] : []),
  ];
  const item = { id, type, path, title: title ?? '', date: date ?? '', terms };
  return toSearchItem({ ...item, excerpt: excerptOf(node), hasPassword: isRestricted ?? false });
}

function toRecord(item: SearchItem): HostedRecord {
  const { id: _id, ...document } = toDocument(item);
  return { objectID: idOf(item.path), ...document };
}

const idOf = (path: string) => shortKey(normalizePath(path) ?? path);
