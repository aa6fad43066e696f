import { contactDelivery } from '../../config/contact.ts';
import { ConfigError, isCustomType, itemTypes, type SiteConfig } from '../../config/index.ts';
import { environment } from '../../config/site.ts';
import { getCapabilities } from '../client/probe.ts';
import { forBuild } from '../client/retry-policy.ts';
import { customPart } from '../fields/custom-answer.ts';
import type { Shown } from '../index/site-types.ts';
import { contentTypeEnum } from '../model/content-type-enum.ts';
import { pageThrough } from '../model/paging.ts';
import type { CmsMenuItem, CmsTypes, Connection } from '../model/types.ts';
import type { Operation } from '../queries/operation.ts';
import { getMenuRest, getTypes } from '../queries/site.ts';
import { keepRedirects } from '../snapshot/redirect-file.ts';
import { reporter } from '../snapshot/report.ts';
import { type Begun, beginSnapshot, endSnapshot } from '../snapshot/store.ts';
import type { MenuLocation, SiteParts, Snapshot } from '../snapshot/types.ts';
import { readContents, type Site, type Taken } from './contents.ts';
import { ask, isTooMuch, type Source } from './pages.ts';
import { indexAlias, snapshotArchives, snapshotAuthors, snapshotSite, snapshotTerms } from './queries.ts';

/**
 * Reads the public content that the build will render, once, so that a build of any size asks the CMS a handful of questions
 * and not one a page. `next build` renders from it.
 * @returns types and taxonomies, for what judges names of templates
 * @param known the types that WordPress shows to everybody; asked for when left out
 * @throws {WordPressError|GraphQLError} when the CMS fails for good; what was read is kept for the next build
 */
export async function takeSnapshot(
  config: SiteConfig,
  begun: Begun = beginSnapshot(config.wordpress.graphqlUrl),
  known?: Pick<CmsTypes, 'contentTypes'>,
): Promise<Shown> {
  const report = reporter();
  const custom = Object.keys(config.rendering.custom ?? {});
  try {
    const capabilities = await getCapabilities(forBuild);
    if (capabilities.unknownFields?.length) throw new ConfigError(capabilities.unknownFields.join('\n'));
    const source: Source = { ...begun, capabilities, onRows: report.rows, size: 0, taken: 0 };
    const types = [
      ...new Set([...itemTypes(config), ...namesOf(known ?? (await ask(source, getTypes, {})))]),
    ];
    // Turns keep two requests in flight at once, whatever is asked for here.
    const site = readSite(source, types);
    const [{ parts }, taken, { terms, authors }] = await Promise.all([
      site,
      readContents(source, config, types, site),
      readArchives(source),
    ]);
    begun.file.finish({
      ...parts,
      ...aboutOf(taken),
      rendering: config.rendering,
      contact: whyNoContact(config),
      capabilities,
      terms,
      authors,
    });
    endSnapshot(begun);
    const { post, page } = taken;
    report.done(
      { posts: post?.count ?? 0, pages: page?.count ?? 0, terms: terms.length, authors: authors.length },
      source.taken,
    );
    return { types: parts.contentTypes.flatMap(namedOnly), taxonomies: parts.taxonomies };
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

/** WordPress's names of the types that the configuration need not know. */
const namesOf = ({ contentTypes }: Pick<CmsTypes, 'contentTypes'>): string[] =>
  (contentTypes?.nodes ?? []).flatMap((type) => type?.name ?? []).filter(isCustomType);

async function readSite(source: Source, types: readonly string[]): Promise<Site> {
  const site = await ask(source, snapshotSite(types), {});
  // It came along, so that a site knows the rules before it asks anything.
  keepRedirects(site.redirects ?? null);
  const [primary, footer] = await Promise.all([
    restOfMenu(source, 'PRIMARY', site.primary),
    restOfMenu(source, 'FOOTER', site.footer),
  ]);
  const parts: SiteParts = {
    settings: site.generalSettings,
    identity: site.companionIdentity ?? null,
    changed: site.companionChanged ?? null,
    options: customPart(site, 'options', 'site'),
    reading: site.readingSettings,
    sticky: site.sticky ?? null,
    contentTypes: (site.contentTypes?.nodes ?? []).filter((node) => node !== null),
    taxonomies: (site.taxonomies?.nodes ?? []).flatMap((node) => node?.name ?? []),
    menus: { PRIMARY: primary, FOOTER: footer },
  };
  return { parts, index: new Map(types.map((type, i) => [type, site[indexAlias(i)] ?? null])) };
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

/** The terms and authors; apart where they are too much together. */
async function readArchives(source: Source) {
  const first = await ask(source, snapshotArchives, {}).catch((error: unknown) => {
    if (isTooMuch(error)) return undefined;
    throw error;
  });
  const [terms, authors] = await Promise.all([
    readList(source, snapshotTerms, first?.terms),
    readList(source, snapshotAuthors, first?.authors),
  ]);
  return { terms, authors };
}

/** @param first page, where it is there already */
function readList<Row>(
  source: Source,
  operation: Operation<{ list: Connection<Row> | null }, { after?: string }>,
  first: Connection<Row> | null | undefined,
) {
  return pageThrough(operation.name, async (after) => {
    if (!after && first !== undefined) return first;
    return (await ask(source, operation, after ? { after } : {})).list;
  });
}
