import { ConfigError } from '../config/index.ts';
import { environment, siteConfig } from '../config/site.ts';
import { WordPressError } from './errors.ts';
import { selectProblems } from './own-fields.ts';
import { keepTypeNames, typeNamesFields } from './own-types.ts';
import { checkCms } from './preflight.ts';
import { getCapabilities } from './probe.ts';
import { listPosts } from './queries/lists.ts';
import { ask } from './snapshot/pages.ts';
import { beginSnapshot, logRequest } from './snapshot/store.ts';
import { takeSnapshot } from './snapshot/take.ts';
import type { CmsTypes } from './types.ts';

/** Whether the CMS ends its addresses with a slash; null when it has none to tell from. */
export type Slash = boolean | null;

/** What a build knows of the CMS before Next starts. */
export interface Prepared {
  slash: Slash;
  /** How many items it renders. */
  items: number;
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
  const more = `${typesField} ${typeNamesFields()}`;
  const answer = await checkCms(graphqlUrl, environment.CMS_AUTHORIZATION, more);
  logRequest({ name: 'Preflight', ms: performance.now() - started, status: 200 });
  keepTypeNames(answer);
  const { uris, items } = await takeSnapshot(siteConfig, begun, typesIn(answer));
  return { slash: slashOf(uris), items };
}

/** Which types there are is known with the first question: then the next one brings what is to be known of all. */
const typesField = 'contentTypes(first: 100) { nodes { name } }';

/** @returns undefined where the CMS has not said it, or not all of it */
function typesIn(body = '{}'): Pick<CmsTypes, 'contentTypes'> | undefined {
  const { data, errors } = JSON.parse(body) as { data?: CmsTypes; errors?: unknown };
  return errors || !data?.contentTypes ? undefined : data;
}

/** Before development: a CMS that is away is said on the pages, not here. */
export async function prepareDevelopment(): Promise<Slash> {
  try {
    const { list } = await ask({ capabilities: await getCapabilities() }, listPosts, {}, { retries: 0 });
    return slashOf((list?.nodes ?? []).flatMap((node) => node?.uri ?? []));
  } catch (error) {
    if (error instanceof WordPressError) return null;
    throw error;
  }
}

function slashOf(uris: readonly string[]): Slash {
  const uri = uris.find((one) => one.startsWith('/') && one !== '/');
  return uri ? uri.endsWith('/') : null;
}
