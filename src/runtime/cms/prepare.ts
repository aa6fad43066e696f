import { ConfigError } from '../config/index.ts';
import { environment, siteConfig } from '../config/site.ts';
import { WordPressError } from './errors.ts';
import { selectProblems } from './own-fields.ts';
import { keepTypeNames, typeNamesFields } from './own-types.ts';
import { checkCms } from './preflight.ts';
import { getCapabilities } from './probe.ts';
import { listPosts } from './queries/lists.ts';
import { getTypes } from './queries/site.ts';
import type { Shown } from './site-types.ts';
import { ask } from './snapshot/pages.ts';
import { beginSnapshot, logRequest } from './snapshot/store.ts';
import { takeSnapshot } from './snapshot/take.ts';
import type { CmsTypes } from './types.ts';

/** Whether the CMS ends its addresses with a slash; null when it has none to tell from. */
export type Slash = boolean | null;

/** What is known of the CMS before Next starts. */
export interface Prepared {
  slash: Slash;
  /** How many items a build renders. */
  items: number;
  /** Undefined where nobody asked, or the CMS did not answer. */
  shown?: Shown | undefined;
}

/**
 * Before a build: checks the CMS and takes the content snapshot.
 * @throws {ConfigError} where `content.config.ts` selects what is no GraphQL
 * @throws {WordPressError|GraphQLError} when the CMS cannot be used
 */
export async function prepareBuild(): Promise<Prepared> {
  // What is no GraphQL is wrong whatever the CMS says.
  if (selectProblems.length > 0) throw new ConfigError(selectProblems.join('\n'));
  const begun = beginSnapshot(siteConfig.wordpress.graphqlUrl);
  const started = performance.now();
  const { graphqlUrl } = siteConfig.wordpress;
  const more = `${typesField} ${typeNamesFields()} ${environment.CMS_AUTHORIZATION ? viewerField : ''}`;
  const answer = await checkCms(graphqlUrl, environment.CMS_AUTHORIZATION, more);
  logRequest({ name: 'Preflight', ms: performance.now() - started, status: 200 });
  refuseEditors(answer);
  keepTypeNames(answer);
  const { uris, items, shown } = await takeSnapshot(siteConfig, begun, typesIn(answer));
  return { slash: slashOf(uris), items, shown };
}

/** Whom `CMS_AUTHORIZATION` logs in. */
const viewerField = 'viewer { capabilities }';

/** With one of these WordPress answers what it does not answer to the public. */
const PRIVILEGES: ReadonlySet<unknown> = new Set(['edit_posts', 'read_private_posts', 'list_users']);

/**
 * A field that leads to a draft would stand on a page for everybody.
 * @throws {ConfigError} where the site is a user who sees what is not public
 */
function refuseEditors(body = '{}'): void {
  const { data } = JSON.parse(body) as {
    data?: { viewer?: { capabilities?: unknown[] | null } | null } | null;
  };
  if (!data?.viewer?.capabilities?.some((one) => PRIVILEGES.has(one))) return;
  throw new ConfigError(
    'CMS_AUTHORIZATION is a user who sees what is not public in WordPress: fields could show drafts. ' +
      'Fix: an application password of a user with the role Subscriber',
  );
}

/** Which types there are is known with the first question: then the next one brings what is to be known of all. */
const typesField = 'contentTypes(first: 100) { nodes { name } }';

/** @returns undefined where the CMS has not said it, or not all of it */
function typesIn(body = '{}'): Pick<CmsTypes, 'contentTypes'> | undefined {
  const { data, errors } = JSON.parse(body) as { data?: CmsTypes; errors?: unknown };
  return errors || !data?.contentTypes ? undefined : data;
}

/**
 * Before development: a CMS that is away is said on the pages, not here.
 * @param hasTemplates whether names of types are of use
 */
export async function prepareDevelopment(hasTemplates: boolean): Promise<Prepared> {
  try {
    const source = { capabilities: await getCapabilities() };
    const { list } = await ask(source, listPosts, {}, { retries: 0 });
    const slash = slashOf((list?.nodes ?? []).flatMap((node) => node?.uri ?? []));
    return { slash, items: 0, shown: hasTemplates ? await readShown(source) : undefined };
  } catch (error) {
    if (error instanceof WordPressError) return { slash: null, items: 0 };
    throw error;
  }
}

async function readShown(source: Parameters<typeof ask>[0]): Promise<Shown> {
  const { contentTypes, taxonomies } = await ask(source, getTypes, {}, { retries: 0 });
  return {
    types: (contentTypes?.nodes ?? []).flatMap((type) =>
      type?.name ? [{ name: type.name, uri: type.uri }] : [],
    ),
    taxonomies: (taxonomies?.nodes ?? []).flatMap((taxonomy) => taxonomy?.name ?? []),
  };
}

function slashOf(uris: readonly string[]): Slash {
  const uri = uris.find((one) => one.startsWith('/') && one !== '/');
  return uri ? uri.endsWith('/') : null;
}
