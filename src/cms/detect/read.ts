import * as z from 'zod';
import type { Capabilities } from '../../runtime/wordpress/fields/capabilities';
import { line } from '../line';
import { otherHost } from '../url';
import type { DetectedCms, DetectedCompanion, MenuLocation, MenuState } from './detected';
import type { PostAddress } from './permalinks';

/*
 * From answers of the CMS to what is known of it. The answers come from outside: texts are shown in a terminal and hosts
 * end up in a header, so that nothing is taken as it comes. Every function reads `undefined` and nonsense as "not known".
 */

const MAX_HOSTS = 20;
/** Content types of WordPress itself, which every site shows without being told. */
const BUILT_IN = ['post', 'page', 'attachment'];

/** The path of an address; what has a control character in it is none. */
const address = z.string().regex(/^\/\P{Cc}*$/u);
const slugged = z.object({ slug: z.string() });

export function settingsOf(
  answer: unknown,
): Pick<DetectedCms, 'title' | 'description' | 'language' | 'timezone'> {
  // WordPress has null for an empty title.
  const text = line.nullish().transform((value) => value ?? '');
  const known = z.object({ title: text, description: text, language: line, timezone: line });
  const { success, data } = known.partial({ language: true, timezone: true }).safeParse(answer);
  if (!success) return { title: null, description: null, language: null, timezone: null };
  return { ...data, language: data.language ?? null, timezone: data.timezone ?? null };
}

export function hasCompanion({ settings, blocks, index }: Capabilities): boolean {
  return settings || blocks || index;
}

/** @param version answer of `companionVersion` */
export function companionOf(capabilities: Capabilities | null, version: unknown): DetectedCompanion | null {
  const said = /^\d+(\.\d+)*$/.test(String(version)) ? String(version) : null;
  if (said === null && capabilities === null) return null;
  return { installed: said !== null || (capabilities !== null && hasCompanion(capabilities)), version: said };
}

export function typesOf(answer: unknown): Pick<DetectedCms, 'types' | 'typeNames'> {
  const type = z.object({
    name: z.string().regex(/^[\w-]{1,20}$/),
    label: line,
    uri: address.nullish().catch(null),
    contentNodes: z.object({ nodes: z.array(z.object({ uri: address }).catch({ uri: '' })) }).nullish(),
    public: z.boolean().nullish(),
    publiclyQueryable: z.boolean().nullish(),
  });
  const all = nodesOf(answer, type);
  // These flags are for administrators, whom WPGraphQL shows what is not public, too; to others both are always null.
  const flagged = all?.some((one) => one.public);
  const custom = all
    ?.filter(({ name }) => !BUILT_IN.includes(name))
    .filter((one) => !flagged || one.public || one.publiclyQueryable)
    .map(({ name, label, uri, contentNodes }) => ({
      name,
      label,
      archive: uri ?? null,
      example: contentNodes?.nodes[0]?.uri || null,
    }));
  return {
    types: custom?.filter(({ archive, example }) => archive !== null || example !== null) ?? null,
    typeNames: custom?.map(({ name }) => name) ?? null,
  };
}

/** Names of types or taxonomies in GraphQL. */
export function namesOf(answer: unknown): string[] | null {
  return nodesOf(answer, z.object({ name: z.string() }))?.map(({ name }) => name) ?? null;
}

export function menuOf(
  location: MenuLocation,
  capabilities: Capabilities | null,
  answer: unknown,
): MenuState | null {
  if (capabilities?.menus[location] === false) return 'unregistered';
  const items = nodesOf(answer, z.unknown());
  return items && (items.length > 0 ? 'filled' : 'empty');
}

export function postsOf(answer: unknown): PostAddress[] {
  const post = z.object({
    uri: z.string(),
    slug: z.string(),
    databaseId: z.number(),
    date: z.string().nullable(),
    author: z.object({ node: slugged }).nullable().catch(null),
    categories: z.object({ nodes: z.array(slugged.extend({ uri: z.string() })) }),
  });
  return (nodesOf(answer, post) ?? []).map(({ author, categories, ...rest }) => ({
    ...rest,
    author: author?.node.slug ?? null,
    // Those above it stand in its own address: `/category/travel/asia/`.
    categories: categories.nodes.flatMap(({ slug, uri }) => [
      slug,
      ...uri.split('/').filter(Boolean).slice(1),
    ]),
  }));
}

/** @param endpoint whose origin is allowed anyway */
export function imageHostsOf(answer: unknown, endpoint: string): string[] | null {
  const pictures = nodesOf(answer, z.object({ sourceUrl: z.string() }));
  if (!pictures) return null;
  const hosts = pictures.flatMap(({ sourceUrl }) => otherHost(sourceUrl, endpoint) ?? []);
  return [...new Set(hosts)].slice(0, MAX_HOSTS);
}

/** @param answers by address: null where the CMS has nothing there */
export function reservedOf(answers: Readonly<Record<string, unknown>>): string[] | null {
  const entries = Object.entries(answers);
  if (entries.every(([, answer]) => answer === undefined)) return null;
  return entries.filter(([, answer]) => answer !== undefined && answer !== null).map(([path]) => path);
}

/** The nodes of a connection that are as they should be. */
function nodesOf<Node extends z.ZodType>(answer: unknown, node: Node): z.output<Node>[] | null {
  const connection = z.object({ nodes: z.array(z.unknown()) }).safeParse(answer);
  if (!connection.success) return null;
  return connection.data.nodes.flatMap((entry) => {
    const parsed = node.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}
