import {
  type Capabilities,
  capabilitiesDocument,
  capabilitiesFrom,
} from '../../runtime/wordpress/fields/capabilities';
import type { CmsAccess } from '../post';
import type { DetectedCms, MenuLocation } from './detected';
import { hiddenTypes } from './hidden';
import { type Ask, asker, askParts } from './parts';
import { permalinksOf } from './permalinks';
import { sampleContent } from './pictures';
import {
  companionOf,
  hasCompanion,
  imageHostsOf,
  menuOf,
  namesOf,
  postsOf,
  reservedOf,
  settingsOf,
  typesOf,
} from './read';

/** Milliseconds for all questions together: what is found is a convenience, and nobody waits long for it. */
const TIMEOUT_MS = 20_000;
/** Milliseconds for each question to REST, which some sites keep from the public. */
const REST_TIMEOUT_MS = 5_000;

const always = {
  settings: 'generalSettings { title description language timezone }',
  types:
    'contentTypes(first: 100) { nodes { name label uri public publiclyQueryable contentNodes(first: 1) { nodes { uri } } } }',
  taxonomies: 'taxonomies(first: 100) { nodes { name } }',
  posts:
    'posts(first: 5, where: { hasPassword: false }) { nodes { uri slug databaseId date author { node { slug } } categories { nodes { slug uri } } } }',
  media: 'mediaItems(first: 50) { nodes { sourceUrl } }',
  api: 'nodeByUri(uri: "/api/") { __typename }',
  preview: 'nodeByUri(uri: "/preview/") { __typename }',
};

/**
 * Finds out what a CMS has, in three requests: what its schema can do, then one question for everything else and beside it
 * one for the pictures in its content. Behind them REST is asked what GraphQL does not have. Another one follows only where the schema lacks something that every WPGraphQL 2
 * has. No introspection: the public is refused it.
 * @param endpoint that answers
 * @param access `timeoutMs` is for all questions together
 * @returns always; what fails is null
 */
export async function detectCms(endpoint: string, access: CmsAccess): Promise<DetectedCms> {
  const ask = asker(endpoint, { timeoutMs: TIMEOUT_MS, ...access });
  const capabilities = await capabilitiesOf(ask);
  const [found, sample] = await Promise.all([
    askParts(ask, partsFor(capabilities)).catch(() => new Map<string, unknown>()),
    sampleContent(ask, capabilities, endpoint),
  ]);
  const { types, typeNames } = typesOf(found.get('types'));
  const names = { type: namesOf(found.get('types')), taxonomy: namesOf(found.get('taxonomies')) };
  // Without a post an archive tells that much.
  const plain = types?.some(({ archive }) => archive?.startsWith('/?')) ? 'plain' : null;
  return {
    ...settingsOf(found.get('settings')),
    seo: capabilities?.seo ?? null,
    companion: companionOf(capabilities, found.get('version')),
    types,
    typeNames,
    taxonomies: names.taxonomy,
    hidden: await hiddenTypes(endpoint, { ...access, timeoutMs: REST_TIMEOUT_MS }, names),
    menus: {
      PRIMARY: menuOf('PRIMARY', capabilities, found.get('primary')),
      FOOTER: menuOf('FOOTER', capabilities, found.get('footer')),
    },
    permalinks: permalinksOf(postsOf(found.get('posts'))) ?? plain,
    imageHosts: imageHostsOf(found.get('media'), endpoint),
    ...sample,
    reserved: reservedOf({ '/api': found.get('api'), '/preview': found.get('preview') }),
  };
}

/** With the site's own document, so that both come to the same. Null where the answer is none. */
async function capabilitiesOf(ask: Ask): Promise<Capabilities | null> {
  try {
    const { data, errors = [] } = await ask(capabilitiesDocument());
    return data || errors.length > 0 ? capabilitiesFrom(errors) : null;
  } catch {
    return null;
  }
}

/** Query parts for a CMS that can do this; for one of which that is not known, all there are. */
export function partsFor(capabilities: Capabilities | null): Record<string, string> {
  const menu = (location: MenuLocation) =>
    `menuItems(first: 1, where: { location: ${location} }) { nodes { id } }`;
  const { PRIMARY = true, FOOTER = true } = capabilities?.menus ?? {};
  return {
    ...always,
    ...(capabilities === null || hasCompanion(capabilities) ? { version: 'companionVersion' } : {}),
    ...(PRIMARY ? { primary: menu('PRIMARY') } : {}),
    ...(FOOTER ? { footer: menu('FOOTER') } : {}),
  };
}
