import * as z from 'zod';
import { typeNameOf } from '../runtime/base/graphql-name';
import { nearest } from '../runtime/config';
import type { Shown } from '../runtime/wordpress/index/site-types';
import { isAcfGroup } from './schema-fields';
import { namedType, type SchemaTypes } from './schema-types';

/** Where fields of a group are, as `content.config.ts` says it. */
export interface Place {
  kind: 'fields' | 'terms' | 'site';
  /** Key of the entry: WordPress's name of a type or a taxonomy; `author`, `menuItem` or `options`. */
  type: string;
  /** Names in GraphQL that lead to the group, the group's among them: `['book']`, of an options page `['siteOptions', 'book']`. */
  path: readonly string[];
}

/** Names that people, and WordPress, use for places that are no type of content. */
const named: Readonly<Record<string, Pick<Place, 'kind' | 'type'>>> = {
  category: { kind: 'terms', type: 'category' },
  post_tag: { kind: 'terms', type: 'post_tag' },
  tag: { kind: 'terms', type: 'post_tag' },
  author: { kind: 'site', type: 'author' },
  user: { kind: 'site', type: 'author' },
  'menu-item': { kind: 'site', type: 'menuItem' },
  nav_menu_item: { kind: 'site', type: 'menuItem' },
  options: { kind: 'site', type: 'options' },
};

/** Values of `--type` beside names of types and taxonomies. */
export const placeNames = ['category', 'post_tag', 'author', 'menu-item', 'options'] as const;

/**
 * The place that `--type` means.
 * @param taxonomies WordPress's names of its own ones
 */
export function placeOf(given: string, taxonomies: readonly string[]): Pick<Place, 'kind' | 'type'> {
  if (Object.hasOwn(named, given)) return named[given] as Pick<Place, 'kind' | 'type'>;
  return { kind: taxonomies.includes(given) ? 'terms' : 'fields', type: given };
}

/**
 * The name that was meant by another one: GraphQL's, or the nearest.
 * @param all names that there are
 */
export function meantType(given: string, names: Names, all: readonly string[]): string | undefined {
  const known = names.types.get(typeNameOf(given)) ?? names.taxonomies.get(typeNameOf(given));
  return known && all.includes(known) ? known : nearest(given, all);
}

/** The value of `--type` for a place. */
export const nameOfPlace = ({ kind, type }: Pick<Place, 'kind' | 'type'>): string =>
  kind === 'site' && type === 'menuItem' ? 'menu-item' : type;

/** GraphQL's names of types of content and taxonomies, by which WordPress's are found. */
export interface Names {
  types: ReadonlyMap<string, string>;
  taxonomies: ReadonlyMap<string, string>;
  /** The same for what judges names of templates; undefined where WordPress does not say it. */
  shown: Shown | undefined;
}

/** Answered to everybody: this is no part of the schema. */
export const namesDocument =
  '{ contentTypes(first: 100) { nodes { name graphqlSingleName uri } } taxonomies(first: 100) { nodes { name graphqlSingleName } } }';

/** From the answer; what is missing of it has no names. */
export function namesFrom(data: unknown): Names {
  const uri = z.string().nullish().catch(undefined);
  const node = z.object({ name: z.string(), graphqlSingleName: z.string(), uri });
  const list = z.object({ nodes: z.array(node.nullable().catch(null)) }).catch({ nodes: [] });
  const { contentTypes, taxonomies } = z
    .object({ contentTypes: list, taxonomies: list })
    .catch({ contentTypes: { nodes: [] }, taxonomies: { nodes: [] } })
    .parse(data);
  const there = ({ nodes }: z.output<typeof list>) => nodes.filter((one) => one !== null);
  const byType = (some: z.output<typeof node>[]) =>
    new Map(some.map(({ name, graphqlSingleName }) => [typeNameOf(graphqlSingleName), name] as const));
  const types = there(contentTypes).map((one) => ({ ...one, graphql: one.graphqlSingleName }));
  const names = there(taxonomies);
  return {
    types: byType(types),
    taxonomies: byType(names),
    shown: types.length > 0 ? { types, taxonomies: names.map(({ name }) => name) } : undefined,
  };
}

const ROOT = 'RootQuery';

/** Where a group is. @param group its type in GraphQL */
export function placesOf(types: SchemaTypes, group: string, names: Names): Place[] {
  return [...types].flatMap(([owner, { fields, interfaces }]): Place[] =>
    fields
      .filter(({ type }) => namedType(type) === group)
      .flatMap(({ name }): Place[] => {
        if (interfaces.includes('AcfOptionsPage')) return optionsOf(types, owner, name);
        const place = placeOfOwner(owner, names);
        return place ? [{ ...place, path: [name] }] : [];
      }),
  );
}

function placeOfOwner(owner: string, { types, taxonomies }: Names): Pick<Place, 'kind' | 'type'> | undefined {
  if (owner === 'User') return { kind: 'site', type: 'author' };
  if (owner === 'MenuItem') return { kind: 'site', type: 'menuItem' };
  if (owner === ROOT) return { kind: 'site', type: 'options' };
  const type = types.get(owner);
  // Files have no page here.
  if (type) return type === 'attachment' ? undefined : { kind: 'fields', type };
  const taxonomy = taxonomies.get(owner);
  return taxonomy ? { kind: 'terms', type: taxonomy } : undefined;
}

/** An options page stands at the top of the schema under a name of its own. */
const optionsOf = (types: SchemaTypes, page: string, name: string): Place[] =>
  (types.get(ROOT)?.fields ?? [])
    .filter(({ type }) => namedType(type) === page)
    .map((root) => ({ kind: 'site', type: 'options', path: [root.name, name] }));

/** The groups of ACF that are anywhere, by their type in GraphQL. */
export function groupsIn(types: SchemaTypes, names: Names): { type: string; places: Place[] }[] {
  return [...types.keys()].flatMap((type) => {
    if (!isAcfGroup(types, type)) return [];
    const places = placesOf(types, type, names);
    return places.length > 0 ? [{ type, places }] : [];
  });
}
