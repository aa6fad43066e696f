import { plainText, prepareHtml } from '../content/html.ts';
import { absoluteHtml } from '../seo/absolute-html.ts';
import type { FeedChannel, FeedItem } from '../seo/feed.ts';
import { feedPath } from '../seo/feed-path.ts';
import { absoluteUrl, cmsUrl } from '../seo/site.ts';
import { excerptText } from '../seo/text.ts';
import { type Address, findAddress } from './address.ts';
import { readArchive } from './archives.ts';
import { read } from './client/read.ts';
import { findDateArchive } from './date-archive.ts';
import { readContentIndex } from './index/content-index.ts';
import { readItemTypes } from './index/site-types.ts';
import { contentTypeEnum } from './model/content-type-enum.ts';
import { derivedStrategy as strategy } from './model/seo-strategy.ts';
import { tags } from './model/tags.ts';
import { toMoment } from './model/to-view.ts';
import type { Identity } from './model/views.ts';
import { type CmsFeedItem, getFeedPosts } from './queries/seo.ts';
import { readIdentity } from './shell.ts';

/** Items of a feed; WordPress's own default. */
const ITEMS = 10;

const PROTECTED = '<p>This post is protected by a password.</p>';

export interface FeedView {
  channel: FeedChannel;
  items: FeedItem[];
}

/** Content of a feed: which items, and what they are listed under. */
interface Listing {
  title: string;
  description: string;
  uri: string;
  ids: string[];
  /** WordPress's names of the types whose changes it shows. */
  on: readonly string[];
  /** GraphQL's names of the types; left out for any, because WordPress finds nothing for null. */
  types?: string[];
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
  return { title, description, uri: '/', ids: await newestPosts(), on: ['post'], types: ['POST'] };
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
    on: address.kind === 'term' ? await readItemTypes(strategy) : [address.type],
    ...typesOf(address),
  };
}

const idOf = ({ databaseId }: { databaseId: number }) => String(databaseId);

/** A term of a custom taxonomy may hold items of any type. */
function typesOf({ kind, type }: Address): Pick<Listing, 'types'> {
  if (kind === 'term') return {};
  return { types: [kind === 'contentType' ? contentTypeEnum(type) : 'POST'] };
}

async function readItems({ ids, on, types }: Listing): Promise<FeedItem[]> {
  // WordPress answers every post there is to an empty list of ids.
  if (ids.length === 0) return [];
  const { contentNodes } = await read({
    operation: getFeedPosts,
    variables: { ids, ...(types ? { types } : {}) },
    tags: [...new Set([...on.map(tags.list), ...ids.map(tags.shown)])],
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
