import { ofProcess } from '../base/of-process.ts';
import { warnOnce } from '../base/warn-once.ts';
import { ownTable } from '../blocks/own-table.ts';
import { nearest } from '../config/index.ts';
import { isBuild, isDevelopment, siteConfig } from '../config/site.ts';
import { type Capabilities, capabilitiesDocument, capabilitiesFrom } from './capabilities.ts';
import { type RequestOptions, request, requestRaw } from './client.ts';
import { mappedKey, mappedNames, mappedProbe } from './mapped-blocks.ts';
import { ownBlocksDocument, ownBlocksFrom } from './own-blocks.ts';
import { customTypes, ownFieldsFrom, ownFieldsProbe, type TypeNames } from './own-fields.ts';
import type { Patience } from './patience.ts';
import { chooseSeo } from './seo-provider.ts';
import { changedSince } from './site-cache.ts';
import { snapshotNow } from './snapshot/now.ts';
import { tags } from './tags.ts';
import type { Connection } from './types.ts';

/** Milliseconds after which a plugin that was switched on is noticed where no companion plugin says so. */
const LIFE_MS = isDevelopment ? 1_000 : 600_000;
/** An error that no probe explains is no reason to probe each time. */
const AGAIN_MS = 5_000;

interface Probed {
  capabilities: Promise<Capabilities>;
  at: number;
}

/** Kept by the process and not in Next's cache: there it would lend its interval and its tag to every page. */
const shared = () => ofProcess<{ latest?: Probed }>('cms-capabilities', () => ({}));

/**
 * What the CMS can do, asked once in ten minutes and process, and when everything may have changed: the companion plugin says
 * so when plugins come and go. A failure is not remembered.
 * @throws {WordPressError|GraphQLError} when the CMS does not answer
 */
export function getCapabilities(patience?: Patience): Promise<Capabilities> {
  const built = isBuild ? snapshotNow()?.snapshot.capabilities : undefined;
  if (built) return Promise.resolve(built);
  const known = shared().latest;
  const isKnown = known && Date.now() - known.at < LIFE_MS && !changedSince([tags.under('/')], known.at);
  return isKnown ? known.capabilities : remember(probe(patience));
}

/**
 * What the CMS can do after it has refused a document as one of another schema.
 * @param used what the document was made for
 * @returns undefined where that was found out a moment ago, and so cannot be the reason
 * @throws as getCapabilities()
 */
export async function probeAgain(used: Promise<Capabilities>): Promise<Capabilities | undefined> {
  const known = shared().latest;
  if (isBuild || !known) return undefined;
  // Somebody else has found out meanwhile.
  if (known.capabilities !== used) return known.capabilities;
  return Date.now() - known.at < AGAIN_MS ? undefined : remember(probe());
}

function remember(capabilities: Promise<Capabilities>): Promise<Capabilities> {
  const mine = { capabilities, at: Date.now() };
  shared().latest = mine;
  capabilities.catch(() => {
    if (shared().latest === mine) delete shared().latest;
  });
  return capabilities;
}

async function probe(patience?: Patience): Promise<Capabilities> {
  const options = patience ? { patience } : {};
  const types = await nameTypes(options);
  const document = capabilitiesDocument(`${ownFieldsProbe(types)}\n${mappedProbe()}`);
  const { errors = [] } = await requestRaw('Capabilities', document, {}, options);
  const { selections, others } = ownFieldsFrom(errors, document, types);
  const capabilities = capabilitiesFrom(others);
  const seo = chooseSeo(siteConfig.features.seo.provider, capabilities.seo);
  const isMapped = mappedNames.length > 0 && !capabilities.noMapped;
  const key = isMapped ? { mappedKey: mappedKey(siteConfig.wordpress.revalidateSecret) } : {};
  const found = { ...capabilities, seo, ownFields: selections, ...key };
  if (!capabilities.blocks || ownTable.size === 0) return found;
  const ownBlocks = ownBlocksDocument();
  const own = await requestRaw('OwnBlocks', ownBlocks, {}, options);
  return { ...found, ownBlocks: ownBlocksFrom(own.errors ?? [], ownBlocks) };
}

/** GraphQL's names of the custom types that have own fields: plugins choose them freely. */
async function nameTypes(options: RequestOptions): Promise<TypeNames> {
  if (customTypes.length === 0) return {};
  const { contentTypes } = await request<{
    contentTypes: Connection<{ name: string; graphqlSingleName: string | null }> | null;
  }>('OwnTypes', ownTypesDocument, {}, options);
  const names = new Map(contentTypes?.nodes.map((type) => [type?.name, type?.graphqlSingleName]));
  return Object.fromEntries(
    customTypes.flatMap((type) => {
      const name = names.get(type);
      // As WPGraphQL makes a type of it.
      if (name && /^\w+$/.test(name)) return [[type, name.charAt(0).toUpperCase() + name.slice(1)]];
      warnOnce(
        `[cms] content.config.ts: fields.${type} is left out: WordPress shows no such type to GraphQL. Fix: ${fixForType(type, ['post', 'page', ...names.keys()])}`,
      );
      return [];
    }),
  );
}

/** @param names that WordPress shows; may hold undefined for a type that failed */
function fixForType(type: string, names: readonly (string | undefined)[]): string {
  const meant = nearest(
    type,
    names.filter((name) => name !== undefined),
  );
  const asRegistered = 'the name as in register_post_type(), and `show_in_graphql`';
  return meant ? `\`${meant}\`; otherwise ${asRegistered}` : asRegistered;
}

const ownTypesDocument = /* GraphQL */ `
query OwnTypes { contentTypes(first: 100) { nodes { name graphqlSingleName } } }`;
