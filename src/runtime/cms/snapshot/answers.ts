import type { CmsIndexPage, CmsListed } from '../types.ts';
import type { SnapshotIndex } from './lookup.ts';
import { snapshotNow } from './now.ts';
import type { MenuLocation, Snapshot, SnapshotItem, SnapshotPage } from './types.ts';

/**
 * The answer of the build's snapshot to an operation: what the CMS itself would say, in the same shape.
 * @returns undefined when the snapshot does not know the operation, or when this build has none
 */
export function fromSnapshot(name: string, variables: object): unknown {
  const index = snapshotNow();
  return index ? answers[name]?.(index, variables as Variables) : undefined;
}

interface Variables {
  uri: string;
  slug: string;
  id: string;
  ids: string[];
  types: string[] | null;
  location: MenuLocation;
  type: string;
  first?: number;
  after?: string;
}

/** One line an operation; a test compares each with what a real WordPress answers. */
const answers: Record<string, (index: SnapshotIndex, variables: Variables) => unknown> = {
  GetSettings: ({ snapshot }) => ({ generalSettings: snapshot.settings }),
  GetReading: ({ snapshot }) => ({ readingSettings: snapshot.reading, ...stickyOf(snapshot) }),
  GetMenu: ({ snapshot }, { location }) => ({ menuItems: { nodes: snapshot.menus[location] } }),
  // A CMS of which a snapshot was taken has a front page.
  GetAddress: (index, { uri }) => ({
    nodeByUri: index.address(uri),
    front: { __typename: index.address('/')?.__typename ?? 'Front' },
  }),
  GetArchive: (index, { uri }) => ({ nodeByUri: index.archive(uri) }),
  // Old addresses are looked up when somebody asks for one.
  GetHead: () => ({ status: 404, to: null }),
  GetPost: (index, { slug }) => ({ post: index.postBySlug(slug) }),
  GetPage: (index, { uri }) => ({ page: index.page(uri) }),
  GetContent: (index, { uri }) => ({ contentNode: index.content(uri) }),
  GetPostsPage: ({ snapshot }, { id }) => ({
    page: snapshot.pages.find(({ databaseId }) => String(databaseId) === id) ?? null,
  }),
  GetPosts: ({ snapshot }, { first = 10 }) => ({
    posts: { nodes: snapshot.posts.slice(0, first).map(toCard) },
  }),
  GetPostsById: (index, { ids }) => ({ posts: { nodes: index.byIds(ids).map(toCard) } }),
  GetContentById: (index, { ids }) => ({ contentNodes: { nodes: index.byIds(ids).map(toCard) } }),
  // Texts for search: the same fields of items of every type.
  ListTexts: (index, { ids }) => ({ list: { nodes: index.byIds(ids).map(toText) } }),
  GetIndex: ({ snapshot }, { type, after }) => ({ index: indexPage(snapshot.index[type] ?? [], after) }),
  ListPosts: ({ snapshot }, { after }) => ({ list: page(snapshot.posts, after, toListed) }),
  ListPages: ({ snapshot }, { after }) => ({ list: page(snapshot.pages, after, toListed) }),
  ListContent: (index, { types, after }) => ({ list: page(index.ofTypes(types ?? []), after, toListed) }),
  ListRobots: (index, { types, after }) => ({ list: page(index.ofTypes(types ?? []), after, toRobots) }),
  ListTerms: ({ snapshot }, { after }) => ({ list: page(snapshot.terms, after) }),
  ListAuthors: ({ snapshot }, { after }) => ({ list: page(snapshot.authors, after) }),
};

/** As the document asks for it: only where the CMS can say. */
const stickyOf = ({ sticky }: Snapshot) => (sticky ? { sticky } : {});

/** What a card shows, without the content: a page of cards must stay a small cache entry. */
function toCard({ id, databaseId, slug, uri, title, excerpt, date, hasPassword, ...item }: SnapshotItem) {
  const { featuredImage, author, categories } = item;
  const card = { id, databaseId, slug, uri, title, excerpt, date, hasPassword };
  return { ...card, featuredImage, author, categories };
}

/** Pages have no excerpt. */
const toText = ({ databaseId, excerpt, content, contentTypeName }: SnapshotItem) => ({
  databaseId,
  ...(contentTypeName === 'page' ? { content } : { excerpt }),
});

const toRobots = ({ databaseId, uri, modifiedGmt, seo }: SnapshotItem) => ({
  databaseId,
  uri,
  modifiedGmt,
  seo,
});

function toListed(item: SnapshotItem | SnapshotPage): CmsListed {
  const { databaseId, uri, title, date, modifiedGmt, isRestricted, parentDatabaseId, author, terms } = item;
  return { databaseId, uri, title, date, modifiedGmt, isRestricted, parentDatabaseId, author, terms };
}

/** The companion's index goes by ids: a page begins where the one before it ended. */
function indexPage(pages: readonly CmsIndexPage[], after: unknown): CmsIndexPage | null {
  if (after === undefined) return pages[0] ?? null;
  const before = pages.findIndex(({ endCursor }) => endCursor === after);
  return before === -1 ? null : (pages[before + 1] ?? null);
}

/** A hundred rows and the cursor that WPGraphQL itself would give: pages are cached under it and asked for again later. */
function page<Row extends { databaseId: number }>(
  rows: readonly Row[],
  after: string | undefined,
  pick: (row: Row) => unknown = (row) => row,
) {
  const start = after ? rows.findIndex((row) => cursorOf(row) === after) + 1 : 0;
  const part = rows.slice(start, start + 100);
  const last = part.at(-1);
  const pageInfo = { hasNextPage: start + 100 < rows.length, endCursor: last ? cursorOf(last) : null };
  return { pageInfo, nodes: part.map(pick) };
}

const cursorOf = ({ databaseId }: { databaseId: number }) =>
  Buffer.from(`arrayconnection:${databaseId}`).toString('base64');
