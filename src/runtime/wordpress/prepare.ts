import { ConfigError } from '../config/index.ts';
import { environment, siteConfig } from '../config/site.ts';
import { keepTypeNames, typeNamesFields } from './client/custom-types.ts';
import { checkCms } from './client/preflight.ts';
import { getCapabilities } from './client/probe.ts';
import { forBuild } from './client/retry-policy.ts';
import { selectProblems } from './fields/custom-fields.ts';
import type { Shown } from './index/site-types.ts';
import { WordPressError } from './model/errors.ts';
import type { CmsTypes } from './model/types.ts';
import { listPosts } from './queries/lists.ts';
import { getTypes } from './queries/site.ts';
import { beginSnapshot, logRequest } from './snapshot/store.ts';
import { ask } from './take-snapshot/pages.ts';
import { takeSnapshot } from './take-snapshot/take.ts';

/** Whether the CMS ends its addresses with a slash; null when it has none to tell from. */
export type Slash = boolean | null;

/** Facts about the CMS that Next needs before it starts. */
export interface Prepared {
  slash: Slash;
  /** Types and taxonomies of the CMS, for the check of template names. In a build they come when the content snapshot is whole. */
  shown: Promise<Shown | undefined>;
}

/**
 * Before a build: checks the CMS, and begins to take the content snapshot.
 * @returns while the snapshot is still taken: Next compiles meanwhile, and no page is rendered before `shown` is there, which fails
 *   with a WordPressError or a GraphQLError when the CMS cannot be used
 * @throws {ConfigError} where `content.config.ts` selects what is no GraphQL
 * @throws {WordPressError} when the CMS does not answer
 */
export async function prepareBuild(): Promise<Prepared> {
  // Invalid GraphQL is wrong whatever the CMS says.
  if (selectProblems.length > 0) throw new ConfigError(selectProblems.join('\n'));
  const begun = beginSnapshot(siteConfig.wordpress.graphqlUrl);
  const started = performance.now();
  const { graphqlUrl } = siteConfig.wordpress;
  const viewer = environment.CMS_AUTHORIZATION ? viewerField : '';
  const more = `${typesField} ${urisField} ${typeNamesFields()} ${viewer}`;
  const answer = await checkCms(graphqlUrl, environment.CMS_AUTHORIZATION, more);
  logRequest({ name: 'Preflight', ms: performance.now() - started, status: 200 });
  refuseEditors(answer);
  keepTypeNames(answer);
  const said = saidIn(answer);
  const slash = said
    ? slashOf(said.contentNodes)
    : await askSlash({ capabilities: await getCapabilities(forBuild) });
  return { slash, shown: takeSnapshot(siteConfig, begun, said) };
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

/** Some addresses of the types whose form is WordPress's own. One may be the front page's, which says nothing of slashes. */
const urisField = 'contentNodes(first: 5, where: { contentTypes: [POST, PAGE] }) { nodes { uri } }';

interface Said extends Pick<CmsTypes, 'contentTypes'> {
  contentNodes: Uris;
}
type Uris = { nodes: ({ uri?: string | null } | null)[] } | null;

/** @returns undefined where the CMS has not said it, or not all of it */
function saidIn(body = '{}'): Said | undefined {
  const { data, errors } = JSON.parse(body) as { data?: Said; errors?: unknown };
  return errors || !data?.contentTypes ? undefined : data;
}

async function askSlash(
  source: Parameters<typeof ask>[0],
  options?: Parameters<typeof ask>[3],
): Promise<Slash> {
  return slashOf((await ask(source, listPosts, {}, options)).list);
}

/**
 * Before development: a CMS that is away is said on the pages, not here.
 * @param hasTemplates whether names of types are of use
 */
export async function prepareDevelopment(hasTemplates: boolean): Promise<Prepared> {
  try {
    const source = { capabilities: await getCapabilities() };
    const slash = await askSlash(source, { retries: 0 });
    const shown = hasTemplates ? await readShown(source) : undefined;
    return { slash, shown: Promise.resolve(shown) };
  } catch (error) {
    if (error instanceof WordPressError) return { slash: null, shown: Promise.resolve(undefined) };
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

function slashOf(list: Uris | undefined): Slash {
  const uris = (list?.nodes ?? []).flatMap((node) => node?.uri ?? []);
  const uri = uris.find((one) => one.startsWith('/') && one !== '/');
  return uri ? uri.endsWith('/') : null;
}
