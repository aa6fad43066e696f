import { ConfigError, itemTypes, type SiteConfig } from '../../config/index.ts';
import { contentTypeEnum } from '../content-type-enum.ts';
import { pageThrough } from '../paging.ts';
import { builder } from '../patience.ts';
import { getCapabilities } from '../probe.ts';
import { listAuthors, listTerms } from '../queries/lists.ts';
import { getCommentsRest } from '../queries/posts.ts';
import { getMenuRest } from '../queries/site.ts';
import type { CmsComment, CmsMenuItem, Connection } from '../types.ts';
import { knownOnly, restOfIndex } from './content-index.ts';
import { ask, readContents, type Source } from './pages.ts';
import {
  checkPages,
  checkPosts,
  indexAlias,
  snapshotComments,
  snapshotContent,
  snapshotPages,
  snapshotPosts,
  snapshotSite,
} from './queries.ts';
import { reporter } from './report.ts';
import { writeSnapshot } from './store.ts';
import type { MenuLocation, Snapshot, SnapshotItem } from './types.ts';

/** Comments one request asks for at most: inline they cost WordPress more than the posts themselves. */
const COMMENTS_PER_REQUEST = 500;

/**
 * Reads all public content once, in pages of a hundred, so that a build of any size asks the CMS a handful of questions
 * and not one a page. What `next build` renders comes from here.
 * @throws {WordPressError|GraphQLError} when the CMS fails for good; parts that were read are kept for the next build
 */
export async function takeSnapshot(config: SiteConfig): Promise<Snapshot> {
  const { wordpress, rendering } = config;
  const report = reporter();
  try {
    const capabilities = await getCapabilities(builder);
    const source: Source = { url: wordpress.graphqlUrl, capabilities, onRows: report.rows };
    const types = Object.keys(rendering.custom ?? {});
    // Turns keep two requests under way at once, whatever is asked for here.
    const [{ index, ...site }, posts, pages, content, terms, authors] = await Promise.all([
      readSite(source, itemTypes(config)),
      readPosts(source),
      readContents(source, 'pages', snapshotPages, checkPages),
      Promise.all(types.map((type) => readContents(source, `type-${type}`, snapshotContent(type)))),
      readList(source, listTerms),
      readList(source, listAuthors),
    ]);
    const byType = Object.fromEntries(types.map((type, i) => [type, content[i] ?? []]));
    const items = { posts, pages, content: byType };
    const snapshot = { capabilities, ...site, ...items, terms, authors, index: knownOnly(index, items) };
    writeSnapshot(config, snapshot);
    report.done({ posts: posts.length, pages: pages.length, terms: terms.length, authors: authors.length });
    return snapshot;
  } catch (error) {
    report.failed();
    throw unknownType(error as Error, Object.keys(rendering.custom ?? {})) ?? error;
  }
}

async function readSite(source: Source, types: readonly string[]) {
  const site = await ask(source, snapshotSite(types), {});
  const [primary, footer, ...index] = await Promise.all([
    restOfMenu(source, 'PRIMARY', site.primary),
    restOfMenu(source, 'FOOTER', site.footer),
    ...types.map((type, i) => restOfIndex(source, type, site[indexAlias(i)])),
  ]);
  return {
    settings: site.generalSettings,
    reading: site.readingSettings,
    sticky: site.sticky ?? null,
    contentTypes: (site.contentTypes?.nodes ?? []).filter((node) => node !== null),
    menus: { PRIMARY: primary, FOOTER: footer },
    index: Object.fromEntries(types.flatMap((type, i) => (index[i]?.length ? [[type, index[i]]] : []))),
  } satisfies Partial<Snapshot>;
}

/** A type that only site.config.json knows, in words that name the place. The companion says it of its index, or WPGraphQL. */
function unknownType({ message }: Error, types: readonly string[]): ConfigError | undefined {
  const type = types.find(
    (name) =>
      message.includes(`no public content type "${name}"`) ||
      message.includes(`Value "${contentTypeEnum(name)}" does not exist in "ContentTypeEnum"`),
  );
  if (type === undefined) return undefined;
  return new ConfigError(
    `site.config.json: rendering.custom.${type}: WordPress has no public content type of that name in GraphQL. ` +
      `Fix: remove or rename the key, then npx create-headless-site regenerate-config. In WordPress a type needs \`show_in_graphql\`.`,
  );
}

function restOfMenu(
  source: Source,
  location: MenuLocation,
  first: Connection<CmsMenuItem> | null | undefined,
): Promise<CmsMenuItem[]> {
  return pageThrough('GetMenu', async (after) =>
    after ? (await ask(source, getMenuRest, { location, after })).menuItems : (first ?? null),
  );
}

function readList<Row>(
  source: Source,
  operation: Parameters<typeof ask<{ list: Connection<Row> | null }, { after?: string }>>[1],
) {
  return pageThrough(
    operation.name,
    async (after) => (await ask(source, operation, after ? { after } : {})).list,
  );
}

async function readPosts(source: Source): Promise<SnapshotItem[]> {
  const posts = await readContents(source, 'posts', snapshotPosts, checkPosts);
  const comments = await readComments(source, posts);
  return posts.map((post) => ({ ...post, comments: { nodes: comments.get(post.databaseId) ?? [] } }));
}

/** The comments of the posts that have any, several posts a request. */
async function readComments(source: Source, posts: SnapshotItem[]): Promise<Map<number, CmsComment[]>> {
  const found = new Map<number, CmsComment[]>();
  await Promise.all(
    groups(posts.filter(({ commentCount }) => commentCount)).map(async (group) => {
      const ids = group.map(({ databaseId }) => String(databaseId));
      const answer = await ask(source, snapshotComments, { ids });
      for (const post of answer.posts?.nodes ?? [])
        if (post) found.set(post.databaseId, await restOfComments(source, post));
    }),
  );
  return found;
}

function restOfComments(
  source: Source,
  { databaseId, comments }: { databaseId: number; comments: Connection<CmsComment> | null },
): Promise<CmsComment[]> {
  return pageThrough('GetComments', async (after) => {
    if (!after) return comments;
    const rest = await ask(source, getCommentsRest, { id: String(databaseId), after });
    return rest.post?.comments ?? null;
  });
}

/** At most a hundred posts and COMMENTS_PER_REQUEST comments each. */
function groups(posts: SnapshotItem[]): SnapshotItem[][] {
  const all: SnapshotItem[][] = [];
  let room = 0;
  for (const post of posts) {
    const weight = Math.min(post.commentCount ?? 0, 100);
    const last = all.at(-1);
    if (!last || last.length === 100 || weight > room) {
      all.push([post]);
      room = COMMENTS_PER_REQUEST - weight;
    } else {
      last.push(post);
      room -= weight;
    }
  }
  return all;
}
