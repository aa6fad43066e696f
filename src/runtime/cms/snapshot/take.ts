import { contactDelivery } from '../../config/contact.ts';
import {
  ConfigError,
  isCustomType,
  itemTypes,
  prerenderedItems,
  type SiteConfig,
} from '../../config/index.ts';
import { environment } from '../../config/site.ts';
import type { Maybe } from '../../content/types.ts';
import { contentTypeEnum } from '../content-type-enum.ts';
import { hasAddress } from '../index-entry.ts';
import type { Operation } from '../operation.ts';
import { ownPart } from '../own-answer.ts';
import { AT_ONCE, pageThrough } from '../paging.ts';
import { builder } from '../patience.ts';
import { getCapabilities } from '../probe.ts';
import { listContent, listPages, listPosts } from '../queries/lists.ts';
import { getContentById, getPostsById } from '../queries/posts.ts';
import { getMenuRest } from '../queries/site.ts';
import { keepRedirects } from '../redirect-file.ts';
import type { Shown } from '../site-types.ts';
import type { CmsIndexPage, CmsMenuItem, CmsPostCard, Connection } from '../types.ts';
import { commentsOf } from './comments.ts';
import { leaveOut, takeIndex } from './content-index.ts';
import { ask, type Item, type List, type Page, readItems, type Source } from './pages.ts';
import {
  checkPages,
  checkPosts,
  indexAlias,
  snapshotAuthors,
  snapshotContent,
  snapshotIndexes,
  snapshotPages,
  snapshotPosts,
  snapshotSite,
  snapshotTerms,
} from './queries.ts';
import { reporter } from './report.ts';
import { type Begun, beginSnapshot, forgetLeft } from './store.ts';
import type { MenuLocation, SiteParts, Snapshot } from './types.ts';
import { type Walk, walkItems } from './walk.ts';
import { Choice } from './wanted.ts';

/** Newest posts whose ids are kept where there is no index. */
const NEWEST = 100;

/** What a type has in the snapshot. */
interface Taken {
  count: number;
  /** Of how many the contents were read. */
  read: number;
  isWhole: boolean;
  newest: number[];
  /** An address of each of some items. */
  uris: string[];
}

/** What was taken, as far as anybody but the file wants to know. */
export interface TakenSnapshot {
  /** Addresses of some posts, pages and terms, as the CMS writes them. */
  uris: string[];
  /** How many items the build renders. */
  items: number;
  /** Types and taxonomies, for what judges names of templates. */
  shown: Shown;
}

/**
 * Reads the public content that the build will render, once, so that a build of any size asks the CMS a handful of questions
 * and not one a page. What `next build` renders comes from here.
 * @throws {WordPressError|GraphQLError} when the CMS fails for good; what was read is kept for the next build
 */
export async function takeSnapshot(
  config: SiteConfig,
  begun: Begun = beginSnapshot(config.wordpress.graphqlUrl),
): Promise<TakenSnapshot> {
  const report = reporter();
  const custom = Object.keys(config.rendering.custom ?? {});
  try {
    const capabilities = await getCapabilities(builder);
    if (capabilities.unknownFields?.length) throw new ConfigError(capabilities.unknownFields.join('\n'));
    const source: Source = { ...begun, capabilities, onRows: report.rows, size: 0, taken: 0 };
    // Turns keep two requests under way at once, whatever is asked for here.
    const [{ site, types }, terms, authors] = await Promise.all([
      readContents(source, config),
      readList(source, snapshotTerms),
      readList(source, snapshotAuthors),
    ]);
    begun.file.finish({
      ...site,
      ...aboutOf(types),
      rendering: config.rendering,
      contact: whyNoContact(config),
      capabilities,
      terms,
      authors,
    });
    forgetLeft(begun);
    const { post, page } = types;
    report.done(
      { posts: post?.count ?? 0, pages: page?.count ?? 0, terms: terms.length, authors: authors.length },
      source.taken,
    );
    const termUris = terms.flatMap(({ uri }) => uri ?? []);
    const items = Object.values(types).reduce((sum, type) => sum + type.read, 0);
    const shown = { types: site.contentTypes.flatMap(namedOnly), taxonomies: site.taxonomies };
    return { uris: [...(post?.uris ?? []), ...(page?.uris ?? []), ...termUris], items, shown };
  } catch (error) {
    report.failed();
    throw unknownType(error as Error, custom) ?? unwritable(error as NodeJS.ErrnoException) ?? error;
  }
}

const namedOnly = ({ name, uri }: SiteParts['contentTypes'][number]) => (name ? [{ name, uri }] : []);

function whyNoContact(config: SiteConfig): string | null {
  const delivery = contactDelivery(config, (name) => environment[name]);
  return delivery.by === undefined ? delivery.why : null;
}

function aboutOf(types: Record<string, Taken>): Pick<Snapshot, 'newest' | 'whole'> {
  return {
    newest: types.post?.newest ?? [],
    whole: Object.fromEntries(Object.entries(types).map(([type, { isWhole }]) => [type, isWhole])),
  };
}

/** The items of all types; where the companion has an index, it says first which ones there are. */
async function readContents(source: Source, config: SiteConfig) {
  const configured = itemTypes(config);
  const site = readSite(source, configured);
  const take = (types: readonly string[], indexes: () => Promise<readonly Maybe<CmsIndexPage>[]>) =>
    Promise.all(
      types.map(async (type, i): Promise<[string, Taken]> => {
        const most = prerenderedItems(config, contentTypeOf(type));
        if (!source.capabilities.index) return [type, await readWalked(source, type, most)];
        const index = (await indexes())[i];
        return [type, await readIndexed(source, type, most, { ...(await site).parts, index })];
      }),
    );
  const [known, others, { parts }] = await Promise.all([
    take(configured, async () => (await site).index),
    site.then(({ parts }) => {
      const types = parts.contentTypes.flatMap(({ name }) => name ?? []).filter(isCustomType);
      const left = types.filter((type) => !configured.includes(type));
      const indexes = readIndexes(source, left);
      return take(left, () => indexes);
    }),
    site,
  ]);
  return { site: parts, types: Object.fromEntries([...known, ...others]) };
}

/** First pages of the index of types that the configuration does not name; nothing is asked where there are none. */
async function readIndexes(source: Source, types: readonly string[]): Promise<Maybe<CmsIndexPage>[]> {
  if (types.length === 0 || !source.capabilities.index) return [];
  const found = await ask(source, snapshotIndexes(types), {});
  return types.map((_, i) => found[indexAlias(i)]);
}

/** As the configuration names a type. */
const contentTypeOf = (type: string) => ({ post: 'posts', page: 'pages' })[type] ?? type;

async function readIndexed(
  source: Source,
  type: string,
  most: number,
  { index, ...site }: Pick<SiteParts, 'reading' | 'sticky'> & { index: Maybe<CmsIndexPage> },
): Promise<Taken> {
  const choice = new Choice(type, site);
  const uris: string[] = [];
  const places = await takeIndex(source, type, index, (row) => {
    // The page of the blog index has none, and lends its title.
    if (type !== 'page' && !hasAddress(type, row[1])) return;
    choice.add(row);
    if (row[1] && uris.length < 2) uris.push(row[1]);
  });
  const items = choice.items(most);
  const comments = commentsOf(source);
  const missing = await readItems(source, type, operationOf(type), items, comments.add);
  await Promise.all([comments.read(), readCards(source, type, choice.cards(most))]);
  leaveOut(source, type, places, missing);
  const gone = new Set(missing);
  return {
    count: choice.size - gone.size,
    read: items.length - gone.size,
    isWhole: items.length === choice.size,
    newest: choice.newest().filter((id) => !gone.has(id)),
    uris,
  };
}

async function readWalked(source: Source, type: string, most: number): Promise<Taken> {
  const comments = commentsOf(source);
  const taken: Taken = { count: 0, read: 0, isWhole: true, newest: [], uris: [] };
  taken.isWhole = await walkItems(source, walkOf(source, type), most, (node) => {
    taken.count += 1;
    if (taken.read < most) taken.read += 1;
    if (taken.newest.length < NEWEST) taken.newest.push(node.databaseId);
    if (node.uri && taken.uris.length < 2) taken.uris.push(node.uri);
    if ('commentCount' in node) comments.add(node);
  });
  await comments.read();
  return taken;
}

function operationOf(type: string): Operation<List<Item>, Page> {
  const operation = { post: snapshotPosts, page: snapshotPages }[type] ?? snapshotContent(type);
  return operation as Operation<List<Item>, Page>;
}

function walkOf(source: Source, type: string): Walk {
  const operation = operationOf(type);
  const cursor = (after: string | undefined) => (after ? { after } : {});
  if (type === 'post') {
    const light = async (after: string | undefined) => (await ask(source, listPosts, cursor(after))).list;
    return { type, operation, light, check: checkPosts };
  }
  if (type === 'page') {
    const light = async (after: string | undefined) => (await ask(source, listPages, cursor(after))).list;
    return { type, operation, light, check: checkPages };
  }
  const types = [contentTypeEnum(type)];
  const light = async (after: string | undefined) =>
    (await ask(source, listContent, { types, ...cursor(after) })).list;
  return { type, operation, light };
}

/** What lists show of items whose contents are not read. */
async function readCards(source: Source, type: string, ids: readonly number[]): Promise<void> {
  const groups = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) =>
    ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map(String),
  );
  await Promise.all(
    groups.map(async (some) => {
      const list =
        type === 'post'
          ? (await ask(source, getPostsById, { ids: some })).posts
          : (await ask(source, getContentById, { ids: some, types: [contentTypeEnum(type)] })).contentNodes;
      for (const card of (list?.nodes ?? []) as (CmsPostCard | null)[]) if (card) source.file.setCard(card);
    }),
  );
}

async function readSite(source: Source, types: readonly string[]) {
  const site = await ask(source, snapshotSite(types), {});
  // It came along, so that a site knows the rules before it asks anything.
  keepRedirects(site.redirects ?? null);
  const [primary, footer] = await Promise.all([
    restOfMenu(source, 'PRIMARY', site.primary),
    restOfMenu(source, 'FOOTER', site.footer),
  ]);
  const parts: SiteParts = {
    settings: site.generalSettings,
    options: ownPart(site, 'options', 'site'),
    reading: site.readingSettings,
    sticky: site.sticky ?? null,
    contentTypes: (site.contentTypes?.nodes ?? []).filter((node) => node !== null),
    taxonomies: (site.taxonomies?.nodes ?? []).flatMap((node) => node?.name ?? []),
    menus: { PRIMARY: primary, FOOTER: footer },
  };
  return { parts, index: types.map((_, i) => site[indexAlias(i)]) };
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

/** A disk that takes nothing, in words that name the place. */
function unwritable({ code, syscall }: NodeJS.ErrnoException): Error | undefined {
  if (code === undefined || !['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes(code)) return undefined;
  if (syscall !== undefined && !['write', 'open', 'mkdir'].includes(syscall)) return undefined;
  return new Error(
    `The content snapshot cannot be written to .next/cache (${code}). Fix: make room there, then build again; what was read is kept.`,
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
