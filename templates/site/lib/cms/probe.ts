import { isBuild, siteConfig } from '../../site.config.ts';
import { ownTable } from '../blocks/own-table';
import { chooseSeo } from '../seo/provider';
import { type Capabilities, capabilitiesDocument, capabilitiesFrom } from './capabilities';
import { type Patience, requestRaw } from './client';
import { ownBlocksDocument, ownBlocksFrom } from './own-blocks';
import { snapshotNow } from './snapshot/now';

/** Milliseconds after which a plugin that was switched on or off is noticed. */
const LIFE_MS = 3600_000;

interface Probed {
  capabilities: Promise<Capabilities>;
  at: number;
}

// Kept by the process and not in Next's cache: there it would lend its interval and its tag to every page.
const key = Symbol.for('headless-site.cms-capabilities');
const shared = globalThis as unknown as Record<symbol, Probed | undefined>;

/**
 * What the CMS can do, asked once an hour and process. A failure is not remembered.
 * @throws {WordPressError|GraphQLError} when the CMS does not answer
 */
export function getCapabilities(patience?: Patience): Promise<Capabilities> {
  const built = isBuild ? snapshotNow()?.snapshot.capabilities : undefined;
  if (built) return Promise.resolve(built);
  const known = shared[key];
  if (known && Date.now() - known.at < LIFE_MS) return known.capabilities;
  const capabilities = probe(patience);
  shared[key] = { capabilities, at: Date.now() };
  capabilities.catch(() => {
    delete shared[key];
  });
  return capabilities;
}

async function probe(patience: Patience | undefined): Promise<Capabilities> {
  const options = patience ? { patience } : {};
  const { errors = [] } = await requestRaw('Capabilities', capabilitiesDocument, {}, options);
  const capabilities = capabilitiesFrom(errors);
  const seo = chooseSeo(siteConfig.features.seo.provider, capabilities.seo);
  if (!capabilities.blocks || ownTable.size === 0) return { ...capabilities, seo };
  const document = ownBlocksDocument();
  const own = await requestRaw('OwnBlocks', document, {}, options);
  return { ...capabilities, seo, ownBlocks: ownBlocksFrom(own.errors ?? [], document) };
}
