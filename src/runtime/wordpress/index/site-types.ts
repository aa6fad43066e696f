import { isCustomType, itemTypes, type RenderingStrategy } from '../../config/index.ts';
import { siteConfig } from '../../config/site.ts';
import { read } from '../client/read.ts';
import { lasting } from '../model/strategy.ts';
import { tags } from '../model/tags.ts';
import type { CmsTypes } from '../model/types.ts';
import { getTypes } from '../queries/site.ts';

/** A content type with pages of its own, and the address of its archive; null where it has none. */
export interface SiteType {
  name: string;
  uri: string | null;
}

export interface SiteTypes {
  /** Without `post` and `page`. */
  custom: SiteType[];
  /** Names of the taxonomies that are for everybody. */
  taxonomies: ReadonlySet<string>;
}

/** Types and taxonomies that WordPress shows, by its own names, for the check of template names. */
export interface Shown {
  types: readonly ShownType[];
  taxonomies: readonly string[];
}

interface ShownType {
  name: string;
  /** Address of its archive; null where it has none, undefined where nobody knows. */
  uri?: string | null | undefined;
  /** GraphQL's name. */
  graphql?: string;
}

/** An archive like `/?post_type=project` is no address of this site. */
const prettyUri = (uri: string | null) => (uri?.includes('?') ? null : uri);

/**
 * The types and taxonomies that WordPress shows to everybody, configured or not. Code that registers one sends no webhook of its own:
 * the answer lasts as long as archives do, and is asked for again when an item of a new type is published.
 */
export async function readTypes(strategy: RenderingStrategy): Promise<SiteTypes> {
  const { contentTypes, taxonomies } = await read({
    operation: getTypes,
    variables: {},
    tags: [tags.types],
    strategy,
  });
  return {
    custom: customOf(contentTypes),
    taxonomies: new Set((taxonomies?.nodes ?? []).flatMap((taxonomy) => taxonomy?.name ?? [])),
  };
}

/** WordPress's names of the types whose items have pages: `post`, `page`, those of the configuration, and all others that are public. */
export async function readItemTypes(strategy: RenderingStrategy): Promise<string[]> {
  const { custom } = await readTypes(strategy);
  return [...new Set([...itemTypes(siteConfig), ...custom.map(({ name }) => name)])];
}

const customOf = (contentTypes: CmsTypes['contentTypes']): SiteType[] =>
  (contentTypes?.nodes ?? []).flatMap((type) =>
    type?.name && isCustomType(type.name) ? [{ name: type.name, uri: prettyUri(type.uri) }] : [],
  );

/**
 * Whether WordPress does not show a custom type, or not any more, by its answer of now.
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function isTypeGone(type: string): Promise<boolean> {
  if (!isCustomType(type)) return false;
  const question = {
    operation: getTypes,
    variables: {},
    tags: [tags.types],
    strategy: lasting,
    keep: () => false,
  };
  return !customOf((await read(question)).contentTypes).some(({ name }) => name === type);
}
