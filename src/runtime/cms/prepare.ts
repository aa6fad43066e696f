import { environment, siteConfig } from '../config/site.ts';
import { WordPressError } from './errors.ts';
import { keepTypeNames, typeNamesFields } from './own-types.ts';
import { checkCms } from './preflight.ts';
import { getCapabilities } from './probe.ts';
import { listPosts } from './queries/lists.ts';
import { getTypes } from './queries/site.ts';
import type { Shown } from './site-types.ts';
import { ask } from './snapshot/pages.ts';
import { beginSnapshot, logRequest } from './snapshot/store.ts';
import { takeSnapshot } from './snapshot/take.ts';

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
 * @throws {WordPressError|GraphQLError} when the CMS cannot be used
 */
export async function prepareBuild(): Promise<Prepared> {
  const begun = beginSnapshot(siteConfig.wordpress.graphqlUrl);
  const started = performance.now();
  const { graphqlUrl } = siteConfig.wordpress;
  keepTypeNames(await checkCms(graphqlUrl, environment.CMS_AUTHORIZATION, typeNamesFields()));
  logRequest({ name: 'Preflight', ms: performance.now() - started, status: 200 });
  const { uris, items, shown } = await takeSnapshot(siteConfig, begun);
  return { slash: slashOf(uris), items, shown };
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
