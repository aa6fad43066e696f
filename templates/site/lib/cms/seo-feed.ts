import { plainText, prepareHtml } from '@/lib/content/html';
import { absoluteHtml } from '@/lib/seo/absolute-html';
import type { FeedChannel, FeedItem } from '@/lib/seo/feed';
import { feedPath } from '@/lib/seo/feed-path';
import { absoluteUrl, cmsUrl } from '@/lib/seo/site';
import { excerptText } from '@/lib/seo/text';
import { type Address, findAddress } from './address';
import { readArchive } from './archives';
import { readContentIndex } from './content-index';
import { contentTypeEnum } from './content-type-enum';
import { findDateArchive } from './date-archive';
import { type CmsFeedItem, getFeedPosts } from './queries/seo';
import { read } from './read';
import { derivedStrategy as strategy } from './seo-strategy';
import { readIdentity } from './shell';
import { tags } from './tags';
import { toMoment } from './to-view';
import type { Identity } from './views';

/** Items of a feed; WordPress's own default. */
const ITEMS = 10;

const PROTECTED = '<p>This post is protected by a password.</p>';

export interface FeedView {
  channel: FeedChannel;
  items: FeedItem[];
}

/** What a feed is made of: which items, and what they are listed under. */
interface Listing {
  title: string;
  description: string;
  uri: string;
  ids: string[];
  /** WordPress's name of the items' type. */
  type: string;
  /** GraphQL's names of the types; null for any. */
  types: string[] | null;
}

/**
 * The feed of the site (`/`) or of an archive.
 * @param path in normal form, without `/feed`
 * @returns null when there is no such archive
 */
export async function readFeed(path: string): Promise<FeedView | null> {
  const site = await readIdentity(strategy);
  const listing = path === '/' ? await wholeSite(site) : await archiveAt(path, site);
  if (!listing) return null;
  const { title, description, uri } = listing;
  const items = await readItems(listing);
  const channel = {
    title,
    description,
    language: site.language,
    url: absoluteUrl(uri),
    feedUrl: absoluteUrl(feedPath(uri)),
  };
  return { channel, items };
}

async function wholeSite({ title, description }: Identity): Promise<Listing> {
  return { title, description, uri: '/', ids: await newestPosts(), type: 'post', types: ['POST'] };
}

async function newestPosts(): Promise<string[]> {
  const posts = await readContentIndex(strategy, ['post']);
  return posts.slice(0, ITEMS).map(idOf);
}

const SINGLE: ReadonlySet<Address['kind']> = new Set(['post', 'page', 'content']);

async function archiveAt(path: string, site: Identity): Promise<Listing | null> {
  const address = (await findAddress(path)) ?? (await findDateArchive(path));
  if (!address || address.path !== path || SINGLE.has(address.kind)) return null;
  const archive = await readArchive(address, 1, strategy);
  if (!archive) return null;
  return {
    title: `${plainText(archive.title)} – ${site.title}`,
    description: plainText(archive.description),
    uri: address.uri,
    // The blog index begins with its sticky posts, a feed never does.
    ids: address.kind === 'posts' ? await newestPosts() : archive.posts.slice(0, ITEMS).map(idOf),
    type: address.type,
    types: typesOf(address),
  };
}

const idOf = ({ databaseId }: { databaseId: number }) => String(databaseId);

/** A term of a custom taxonomy may hold items of any type. */
function typesOf({ kind, type }: Address): string[] | null {
  if (kind === 'term') return null;
  return [kind === 'contentType' ? contentTypeEnum(type) : 'POST'];
}

async function readItems({ ids, type, types }: Listing): Promise<FeedItem[]> {
  // WordPress answers every post there is to an empty list of ids.
  if (ids.length === 0) return [];
  const { contentNodes } = await read({
    operation: getFeedPosts,
    variables: { ids, types },
    tags: [tags.list(type)],
    strategy,
  });
  return (contentNodes?.nodes ?? []).flatMap((node) => (node?.uri ? [toItem(node, node.uri)] : []));
}

function toItem(node: CmsFeedItem, uri: string): FeedItem {
  const url = absoluteUrl(uri);
  return {
    url,
    title: plainText(node.title ?? ''),
    publishedAt: toMoment(node.dateGmt),
    modifiedAt: toMoment(node.modifiedGmt),
    author: node.author?.node?.name ?? '',
    categories: (node.categories?.nodes ?? []).flatMap((term) => (term?.name ? [plainText(term.name)] : [])),
    excerpt: node.isRestricted ? '' : excerptText(node.excerpt ?? ''),
    html: node.isRestricted
      ? PROTECTED
      : absoluteHtml(prepareHtml(node.content ?? '', { cmsOrigin: cmsUrl, uri }).html, url),
  };
}
