import { customPart, isSearched, searchedAnswer } from '../fields/custom-answer.ts';
import { AGAIN_SECONDS } from '../fields/custom-errors.ts';
import { hasCustomCards } from '../fields/custom-fields.ts';
import { contentTypeEnum } from '../model/content-type-enum.ts';
import type { Changing, CmsPostCard } from '../model/types.ts';
import type { SnapshotIndex } from './lookup.ts';
import { snapshotNow } from './now.ts';
import type { MenuLocation, Snapshot, SnapshotItem } from './types.ts';

/**
 * The answer of the build's snapshot to an operation: what the CMS itself would say, in the same shape.
 * @returns undefined when the snapshot does not know the operation, or not all that it asks for, or when this build has none
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
  GetSettings: ({ snapshot }) => ({
    generalSettings: snapshot.settings,
    ...(snapshot.capabilities.identity ? { companionIdentity: snapshot.identity ?? null } : {}),
    ...snapshot.options,
  }),
  GetTypes: ({ snapshot: { contentTypes, taxonomies } }) => ({
    contentTypes: { nodes: contentTypes },
    taxonomies: { nodes: taxonomies.map((name) => ({ name })) },
  }),
  GetReading: ({ snapshot }) => ({ readingSettings: snapshot.reading, ...stickyOf(snapshot) }),
  GetMenu: ({ snapshot }, { location }) => ({ menuItems: { nodes: snapshot.menus[location] } }),
  // A CMS of which a snapshot was taken has a front page.
  GetAddress: (index, { uri }) =>
    known(index, index.address(uri), (nodeByUri) => ({
      nodeByUri,
      front: { __typename: index.address('/')?.__typename ?? 'Front' },
    })),
  GetArchive: (index, { uri }) => ({ nodeByUri: index.archive(uri) }),
  // Old addresses are looked up when somebody asks for one.
  GetHead: () => ({ status: 404, to: null }),
  GetPost: (index, { slug }) => known(index, index.postBySlug(slug), (post) => ({ post })),
  GetPage: (index, { uri }) => known(index, index.page(uri), (page) => ({ page })),
  GetContent: (index, { uri }) => known(index, index.content(uri), (contentNode) => ({ contentNode })),
  GetPostsPage: (index, { id }) => known(index, index.file.item(id) ?? null, (page) => ({ page })),
  GetPosts: (index, { first = 10 }) =>
    cards(index, index.snapshot.newest.slice(0, first), (nodes) => ({ posts: { nodes } })),
  GetPostsById: (index, { ids }) => cards(index, ids, (nodes) => ({ posts: { nodes } })),
  GetContentById: (index, { ids }) => cards(index, ids, (nodes) => ({ contentNodes: { nodes } })),
  // Texts for search: the same fields of items of every type.
  ListTexts: (index, { ids }) => {
    const items = ids.flatMap((id) => index.file.item(id) ?? []);
    return items.length === ids.length || index.isWhole ? { list: { nodes: items.map(toText) } } : undefined;
  },
  GetIndex: ({ file }, { type, after }) => ({ index: file.indexPage(type, after) ?? null }),
  ListPosts: ({ file }, { after }) => list(file.listPage('post', after)),
  ListPages: ({ file }, { after }) => list(file.listPage('page', after)),
  ListContent: (index, { types, after }) => {
    const type = typeOf(index, types);
    return type === undefined ? undefined : list(index.file.listPage(type, after));
  },
  ListRobots: (index, { types, after }) => {
    const type = typeOf(index, types);
    if (type === undefined || !index.snapshot.whole[type]) return undefined;
    const { nodes, pageInfo } = page(index.ofType(type), after);
    return { list: { pageInfo, nodes: itemsOf(index, nodes).map(toRobots) } };
  },
  ListTerms: ({ snapshot }, { after }) => ({ list: page(snapshot.terms, after) }),
  ListAuthors: ({ snapshot }, { after }) => ({ list: page(snapshot.authors, after) }),
};

/** A missing item does not exist only where everything is there; otherwise the CMS knows. */
function known<T>(
  { isWhole }: SnapshotIndex,
  found: T | null,
  answer: (found: T | null) => unknown,
): unknown {
  return found === null && !isWhole ? undefined : answer(found);
}

/** Cards in the order of the ids. */
function cards(
  { file, isWhole }: SnapshotIndex,
  ids: readonly (string | number)[],
  answer: (cards: unknown[]) => unknown,
): unknown {
  const found = ids.flatMap((id) => {
    const item = file.item(id);
    return item ? toCard(item) : (file.card(id) ?? []);
  });
  return found.length === ids.length || isWhole ? answer(found) : undefined;
}

const itemsOf = ({ file }: SnapshotIndex, entries: readonly { databaseId: number }[]) =>
  entries.flatMap(({ databaseId }) => file.item(databaseId) ?? []);

/** @param types GraphQL's names; one of them, where the runtime asks for a list */
const typeOf = ({ snapshot }: SnapshotIndex, types: readonly string[] | null) =>
  Object.keys(snapshot.whole).find((type) => types?.length === 1 && contentTypeEnum(type) === types[0]);

const list = (page: unknown) => (page === undefined ? undefined : { list: page });

/** Present where the document asks for it: only where the CMS can say. */
const stickyOf = ({ sticky }: Snapshot) => (sticky ? { sticky } : {});

/** The fields of a card, without the content: a page of cards must stay a small cache entry. */
function toCard(item: SnapshotItem) {
  const { id, databaseId, slug, uri, title, excerpt, date, hasPassword } = item;
  const { featuredImage, author, categories } = item;
  // All fields of the card fragment; the compiler names one that is missing here.
  const card: Record<
    Exclude<keyof CmsPostCard, keyof Changing | 'isRestricted' | 'contentTypeName'>,
    unknown
  > = {
    ...{ id, databaseId, slug, uri, title, excerpt, date, hasPassword },
    ...{ featuredImage, author, categories },
  };
  return { ...card, ...(hasCustomCards ? toCustomCard(item) : {}) };
}

/** One of which a custom field may have failed says so to its lists, too. */
function toCustomCard({ isRestricted, contentTypeName, companionInterval, ...item }: SnapshotItem) {
  const isFailing = (companionInterval ?? Number.POSITIVE_INFINITY) <= AGAIN_SECONDS;
  const custom = customPart(item, contentTypeName, 'cards');
  return { isRestricted, contentTypeName, ...custom, ...(isFailing ? { companionInterval } : {}) };
}

/** Pages have no excerpt. */
const toText = ({ databaseId, excerpt, content, contentTypeName, isRestricted, ...item }: SnapshotItem) => ({
  databaseId,
  ...(contentTypeName === 'page' ? { content } : { excerpt }),
  ...(isSearched(contentTypeName) ? { isRestricted, ...searchedAnswer(item, contentTypeName) } : {}),
});

const toRobots = ({ databaseId, uri, modifiedGmt, seo }: SnapshotItem) => ({
  databaseId,
  uri,
  modifiedGmt,
  seo,
});

/** A hundred rows and the cursor that WPGraphQL itself would give: pages are cached under it and asked for again later. */
function page<Row extends { databaseId: number }>(rows: readonly Row[], after: string | undefined) {
  const start = after ? rows.findIndex((row) => cursorOf(row) === after) + 1 : 0;
  const part = rows.slice(start, start + 100);
  const last = part.at(-1);
  const pageInfo = { hasNextPage: start + 100 < rows.length, endCursor: last ? cursorOf(last) : null };
  return { pageInfo, nodes: part };
}

const cursorOf = ({ databaseId }: { databaseId: number }) =>
  Buffer.from(`arrayconnection:${databaseId}`).toString('base64');
