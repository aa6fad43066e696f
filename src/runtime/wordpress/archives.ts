import type { ArchiveFields } from '../config/extend/content.ts';
import type { RenderingStrategy } from '../config/index.ts';
import { toSeoData } from '../content/seo-from-cms.ts';
import type { SEOData } from '../content/types.ts';
import { type Address, assertFrontPage } from './address.ts';
import { getCapabilities } from './client/probe.ts';
import { dependOn, read } from './client/read.ts';
import { readInTime } from './client/read-in-time.ts';
import { type Reading, readReading } from './client/reading.ts';
import { cardView } from './fields/card-with-fields.ts';
import { readAuthorFields, readTermFields } from './fields/read-fields.ts';
import { type IndexEntry, readContentIndex } from './index/content-index.ts';
import { newestFirst } from './index/index-entry.ts';
import { readBeside } from './index/neighbours.ts';
import { isWithin, titleOfPeriod } from './index/periods.ts';
import { readItemTypes } from './index/site-types.ts';
import { readTerms, withDescendants } from './index/terms.ts';
import { contentTypeEnum } from './model/content-type-enum.ts';
import { AT_ONCE, pageThrough } from './model/paging.ts';
import { decodedUri, normalizePath } from './model/paths.ts';
import { tags } from './model/tags.ts';
import type { CmsArchive } from './model/types.ts';
import type { PostCardView } from './model/views.ts';
import { getContentById, getPosts } from './queries/posts.ts';
import { getArchive, getPostsPage, listTermContent } from './queries/site.ts';
import { getCards } from './shared-card-requests.ts';
import { readIdentity } from './shell.ts';

export interface ArchivePage<Fields = ArchiveFields> {
  /** `posts`, `category`, `tag`, `term`, `author`, `date` or `contentType`. */
  kind: Address['kind'];
  title: string;
  /** HTML. */
  description: string;
  avatar?: string;
  seo?: SEOData;
  posts: PostCardView[];
  page: number;
  pages: number;
  /** Posts on all pages. */
  total: number;
  /** Fields that `content.config.ts` reads: of a term by `terms`, of an author by `site.author`. */
  fields: Fields;
}

/** The newest posts, by the specification's own operation. */
export async function readLatestPosts(first: number, strategy: RenderingStrategy): Promise<PostCardView[]> {
  const question = {
    operation: getPosts,
    variables: { first },
    tags: [tags.list('post'), tags.anyShown],
    strategy,
  };
  const { posts } = await readInTime(question, (data) => data.posts?.nodes ?? []);
  return (posts?.nodes ?? []).flatMap(cardView);
}

/**
 * One page of the blog index, or of the archive of a term, an author, a date or a custom type. Which items it shows
 * comes from the content index; only the cards of this one page are asked for.
 * @returns null when the archive or that page of it does not exist
 */
export async function readArchive(
  address: Address,
  page: number,
  strategy: RenderingStrategy,
): Promise<ArchivePage | null> {
  const [ids, reading] = await Promise.all([idsOf(address, strategy), readReading(strategy)]);
  const pages = Math.max(1, Math.ceil(ids.length / reading.postsPerPage));
  if (page > pages) return null;
  const about = await readAbout(address, reading.postsPage, strategy);
  if (!about) return null;
  const cards = await readCards(address, idsOnPage(address, ids, page, reading), strategy);
  const isTop = address.kind === 'posts' && page === 1;
  const posts = cards.map((card) => ({ ...card, isSticky: isTop && reading.sticky.has(card.databaseId) }));
  return { kind: address.kind, ...about, posts, page, pages, total: ids.length };
}

/** @returns address of the page that WordPress lists its posts on; undefined where that is the front page */
export async function readPostsPath(strategy: RenderingStrategy): Promise<string | undefined> {
  const { postsPage } = await readReading(strategy);
  if (!postsPage) return undefined;
  const pages = await readBeside('page', strategy);
  const path = pages.find(({ databaseId }) => databaseId === postsPage)?.path;
  // A page with this link need not follow each change of any page.
  const about = path && normalizePath(path);
  if (about && strategy.strategy !== 'static') await dependOn(tags.about(about), tags.linked(about));
  return path;
}

/**
 * The items of one page. WordPress's rule of sticky posts: they stand before all others on the first page of the blog
 * index, however old they are, beside the posts that belong there; in other archives, and on the page where an old one
 * has its place, they are posts like any other.
 */
export function idsOnPage(
  { kind }: Pick<Address, 'kind'>,
  ids: readonly string[],
  page: number,
  { postsPerPage, sticky }: Pick<Reading, 'postsPerPage' | 'sticky'>,
): string[] {
  const own = ids.slice((page - 1) * postsPerPage, page * postsPerPage);
  if (kind !== 'posts' || page > 1) return own;
  const first = ids.filter((id) => sticky.has(Number(id)));
  return [...first, ...own.filter((id) => !sticky.has(Number(id)))];
}

type About = Pick<ArchivePage, 'title' | 'description' | 'avatar' | 'seo' | 'fields'>;

/** Reads an archive's own data. */
async function readAbout(
  address: Address,
  postsPage: number | null,
  strategy: RenderingStrategy,
): Promise<About | null> {
  if (address.kind === 'date') {
    const { language } = await readIdentity(strategy);
    return { title: titleOfPeriod(address.slug, language), description: '', fields: {} };
  }
  const page =
    address.kind === 'posts' && postsPage ? await readPostsPage(address, postsPage, strategy) : null;
  // It needs no second question, unless it has no title: then the blog index has WordPress's name for posts.
  if (page?.title) return toAbout(page);
  const question = {
    operation: getArchive,
    variables: { uri: decodedUri(address.uri) },
    tags: [tags.about(address.path), ...tags.below(address.path)],
    strategy,
    keep: (data: { nodeByUri: unknown }) => data.nodeByUri !== null,
  };
  const { nodeByUri } = await readInTime(question, (data) => [data.nodeByUri]);
  if (!nodeByUri) await assertFrontPage();
  return nodeByUri && toAbout({ ...nodeByUri, seo: page?.seo ?? nodeByUri.seo }, address.taxonomy);
}

/** @param taxonomy of a term */
function toAbout(archive: Partial<CmsArchive>, taxonomy = ''): About {
  const seo = toSeoData(archive.seo);
  return {
    title: archive.title ?? archive.label ?? archive.name ?? '',
    description: archive.description ?? '',
    ...(archive.avatar?.url ? { avatar: archive.avatar.url } : {}),
    ...(seo ? { seo } : {}),
    fields: archive.__typename === 'User' ? readAuthorFields(archive) : readTermFields(archive, taxonomy),
  };
}

/** WordPress shows the blog index at the address, and with the title and SEO, of a page. */
async function readPostsPage(address: Address, id: number, strategy: RenderingStrategy) {
  const { page } = await read({
    operation: getPostsPage,
    variables: { id: String(id) },
    tags: [tags.about(address.path), ...tags.below(address.path)],
    strategy,
  });
  return page;
}

/** Database ids of all items of an archive, newest first. */
async function idsOf(address: Address, strategy: RenderingStrategy): Promise<string[]> {
  const isTerm = address.kind === 'term';
  // Without the companion the light index knows the terms of posts only.
  if (isTerm && !(await getCapabilities()).index) return idsOfTerm(address, strategy);
  const [index, belongs] = await Promise.all([
    readContentIndex(strategy, await typesIn(address, strategy)),
    membership(address, strategy),
  ]);
  const found = index.filter((entry) => !entry.isUnlisted && belongs(entry));
  return (isTerm ? found.sort(newestFirst) : found).map(({ databaseId }) => String(databaseId));
}

/** WordPress's names of the types that an archive may show: a term of a custom taxonomy may have items of any. */
async function typesIn({ kind, type }: Address, strategy: RenderingStrategy): Promise<string[]> {
  if (kind === 'term') return readItemTypes(strategy);
  return [kind === 'contentType' ? type : 'post'];
}

/** Whether an item of the index belongs to an archive. */
async function membership(
  { kind, databaseId = 0, slug }: Address,
  strategy: RenderingStrategy,
): Promise<(entry: IndexEntry) => boolean> {
  if (kind === 'category' || kind === 'term') {
    const ids = withDescendants(databaseId, await readTerms(strategy));
    return (entry) => entry.terms.some((id) => ids.has(id));
  }
  if (kind === 'tag') return (entry) => entry.terms.includes(databaseId);
  if (kind === 'author') return (entry) => entry.author === databaseId;
  if (kind === 'date') return (entry) => isWithin(entry.date, slug);
  return () => true;
}

/** The same of a term of a custom taxonomy, as WordPress itself says it. */
async function idsOfTerm(address: Address, strategy: RenderingStrategy): Promise<string[]> {
  const operation = listTermContent(address.typename);
  const types = await readItemTypes(strategy);
  const on = [...types.map(tags.list), tags.path(address.path), tags.anyShown];
  const common = { operation, strategy, tags: on };
  const rows = await pageThrough(operation.name, async (after) => {
    const { nodeByUri } = await read({
      ...common,
      variables: { uri: decodedUri(address.uri), ...(after ? { after } : {}) },
    });
    if (nodeByUri?.list === null) throw new Error(`${operation.name}: the list is missing`);
    return nodeByUri?.list ?? null;
  });
  return rows.map(({ databaseId }) => String(databaseId));
}

async function readCards(
  address: Address,
  ids: string[],
  strategy: RenderingStrategy,
): Promise<PostCardView[]> {
  // WordPress answers every post there is to an empty list of ids.
  if (ids.length === 0) return [];
  if (ids.length > AT_ONCE) {
    const parts = [ids.slice(0, AT_ONCE), ids.slice(AT_ONCE)].map((part) =>
      readCards(address, part, strategy),
    );
    return (await Promise.all(parts)).flat();
  }
  const lists = (await typesIn(address, strategy)).map(tags.list);
  const common = { tags: [...new Set([...lists, ...ids.map(tags.shown)])], strategy };
  if (address.kind === 'contentType' || address.kind === 'term') {
    const question = { ...common, operation: getContentById, variables: { ids, ...typesOf(address) } };
    const { contentNodes } = await readInTime(question, (data) => data.contentNodes?.nodes ?? []);
    return (contentNodes?.nodes ?? []).flatMap(cardView);
  }
  const question = { ...common, operation: getCards, variables: { ids } };
  const { posts } = await readInTime(question, (data) => data.posts?.nodes ?? []);
  return (posts?.nodes ?? []).flatMap(cardView);
}

/** A term of a custom taxonomy may hold any type: nothing is said then, because WordPress finds nothing for null. */
function typesOf({ kind, type }: Address): { types?: string[] } {
  return kind === 'contentType' ? { types: [contentTypeEnum(type)] } : {};
}
