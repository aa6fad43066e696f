import { ofProcess } from '../../base/of-process.ts';
import { mayWarnAgain, warnOnce } from '../../base/warn-once.ts';
import { isBuild, isDevelopment, isProduction, siteConfig } from '../../config/site.ts';
import { customTable } from '../../content/blocks/custom-table.ts';
import { overrideKey, overrideNames, overrideProbe } from '../fields/block-overrides.ts';
import { type Capabilities, capabilitiesDocument, capabilitiesFrom } from '../fields/capabilities.ts';
import {
  customFields,
  customFieldsFrom,
  customFieldsProbe,
  selectProblems,
} from '../fields/custom-fields.ts';
import type { KnownFields } from '../fields/custom-problems.ts';
import { changedSince } from '../model/site-cache.ts';
import { tags } from '../model/tags.ts';
import {
  type CompanionParts,
  companionParts,
  readCompanionParts,
  withCompanionParts,
} from '../queries/companion-parts.ts';
import {
  customBlocksFragments,
  customBlocksFrom,
  customBlocksProbe,
  splitBlockErrors,
} from '../queries/custom-blocks.ts';
import { redirectsKey, redirectsProbe } from '../queries/redirect-fields.ts';
import { chooseSeo } from '../queries/seo-provider.ts';
import { snapshotNow } from '../snapshot/now.ts';
import { requestRaw } from './client.ts';
import { readTypeNames } from './custom-types.ts';
import { fieldsInstead } from './fields-instead.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** Milliseconds after which a plugin that was switched on is noticed where no companion plugin says so. */
const LIFE_MS = isDevelopment ? 1_000 : 600_000;
/** An error that no probe explains is no reason to probe each time. */
const AGAIN_MS = 5_000;

interface Probed {
  capabilities: Promise<Capabilities>;
  /** In milliseconds since 1970, and by performance.now(). */
  at: number;
  began: number;
}

interface Known {
  latest?: Probed;
  parts?: CompanionParts | undefined;
}

/** In development each bundle asks for itself: that of the instrumentation keeps the `content.config.ts` which the server was started with. */
const ofThisBundle: Known = {};

/** Kept by the process and not in Next's cache: there it would lend its interval and its tag to every page. */
const shared = (): Known =>
  isDevelopment
    ? ofThisBundle
    : ofProcess('cms-capabilities', () => ({
        parts: isProduction && !isBuild ? readCompanionParts() : undefined,
      }));

/**
 * The CMS's capabilities, asked for once in ten minutes per process, and when everything may have changed: the companion plugin
 * says so when plugins come and go. A failure is not cached.
 * @param retryPolicy of a build, which ends where custom fields are unknown; otherwise the log names them
 * @throws {WordPressError|GraphQLError} when the CMS does not answer
 */
export function getCapabilities(retryPolicy?: RetryPolicy): Promise<Capabilities> {
  const built = isBuild ? snapshotNow()?.snapshot.capabilities : undefined;
  if (built) return Promise.resolve(built);
  const known = shared().latest;
  const isKnown =
    known && performance.now() - known.began < LIFE_MS && !changedSince([tags.under('/')], known.at);
  return isKnown ? known.capabilities : remember(probe(retryPolicy));
}

/**
 * The CMS's capabilities after it has refused a document as one of another schema.
 * @param used what the document was made for
 * @returns undefined where that was found out a moment ago, and so cannot be the reason
 * @throws as getCapabilities()
 */
export async function probeAgain(used: Promise<Capabilities>): Promise<Capabilities | undefined> {
  const known = shared().latest;
  if (isBuild || !known) return undefined;
  // Somebody else has found out meanwhile.
  if (known.capabilities !== used) return known.capabilities;
  return performance.now() - known.began < AGAIN_MS ? undefined : remember(probe());
}

function remember(capabilities: Promise<Capabilities>): Promise<Capabilities> {
  const mine = { capabilities, at: Date.now(), began: performance.now() };
  shared().latest = mine;
  capabilities.catch(() => {
    if (shared().latest === mine) delete shared().latest;
  });
  return capabilities;
}

async function probe(retryPolicy?: RetryPolicy): Promise<Capabilities> {
  const options = retryPolicy ? { retryPolicy } : {};
  const { names, problems: ofTypes } = await readTypeNames(options);
  const probes = [customFieldsProbe(names), overrideProbe(), redirectsProbe, customBlocksProbe()];
  const document = capabilitiesDocument(probes.join('\n')) + customBlocksFragments();
  const { errors = [] } = await requestRaw('Capabilities', document, {}, options);
  const { ofBlocks, others: ofRest } = splitBlockErrors(errors, document);
  const settle = (known?: KnownFields) => customFieldsFrom(ofRest, document, names, customFields, known);
  const settled = settle();
  // A running server says a line, and asks nothing for it.
  const known = retryPolicy || !isProduction ? await fieldsInstead(settled.problems) : undefined;
  const { selections, problems: ofFields, others } = known ? settle(known) : settled;
  const capabilities = expectCompanion(capabilitiesFrom(others));
  const unknownFields = [...new Set([...selectProblems, ...ofTypes, ...ofFields])];
  if (!retryPolicy) for (const problem of unknownFields) warnOnce(`[cms] left out: ${problem}`);
  const seo = chooseSeo(siteConfig.features.seo.provider, capabilities.seo);
  const hasOverrides = overrideNames.length > 0 && !capabilities.noOverrides;
  const key = hasOverrides ? { overrideKey: overrideKey(siteConfig.wordpress.revalidateSecret) } : {};
  const off = siteConfig.features.comments ? {} : { comments: false, noComments: true as const };
  const redirects = capabilities.noRedirects
    ? {}
    : { redirects: redirectsKey(siteConfig.wordpress.revalidateSecret) };
  const found = { ...capabilities, ...off, seo, custom: selections, unknownFields, ...key, ...redirects };
  const hasCustomBlocks = capabilities.blocks && customTable.size > 0;
  return hasCustomBlocks ? { ...found, customBlocks: customBlocksFrom(ofBlocks, document) } : found;
}

const COMPANION_IS_GONE = '[cms] the companion plugin is not active in WordPress any more';

/** A server goes on asking for what the companion plugin brought; a build and development take WordPress as it is. */
function expectCompanion(found: Capabilities): Capabilities {
  if (isBuild || !isProduction) return found;
  const known = shared();
  const parts = companionParts(found);
  if (parts) {
    known.parts = parts;
    mayWarnAgain(COMPANION_IS_GONE);
  } else if (known.parts)
    warnOnce(
      `${COMPANION_IS_GONE}: stored pages stay as they are until it is active again. To go on without it, build the site again.`,
    );
  return withCompanionParts(found, known.parts);
}
