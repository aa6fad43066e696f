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
  keepTypeNames(await checkCms(graphqlUrl, environment.CMS_AUTHORIZATION, typeNamesFields()));
  logRequest({ name: 'Preflight', ms: performance.now() - started, status: 200 });
  const { uris, items } = await takeSnapshot(siteConfig, begun);
  return { slash: slashOf(uris), items };
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
