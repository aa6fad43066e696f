import { typeNameOf } from '../base/graphql-name.ts';
import { mayWarnAgain } from '../base/warn-once.ts';
import { nearest } from '../config/index.ts';
import { fieldKinds } from '../extend/check-fields.ts';
import { ownContent } from '../extend/own.ts';
import { type RequestOptions, request } from './client.ts';
import { customNames, type TypeNames } from './own-fields.ts';
import { placeOf } from './own-place.ts';
import type { Connection } from './types.ts';

/** Of both lists, each where it was asked for. */
type Answer = Partial<Record<keyof TypeNames, Named>>;

type Named = Connection<{ name: string; graphqlSingleName: string | null }> | null;

/** How each of them is registered, and what WPGraphQL itself has. */
const words = {
  types: { list: 'contentTypes', what: 'type', register: 'register_post_type()', ours: ['post', 'page'] },
  taxonomies: {
    list: 'taxonomies',
    what: 'taxonomy',
    register: 'register_taxonomy()',
    ours: ['category', 'post_tag'],
  },
} as const;

const listsAsked = () =>
  (['types', 'taxonomies'] as const).filter((which) => customNames()[which].length > 0);

/** What the CMS is asked for the names; nothing where no custom type and no taxonomy has own fields. */
export const typeNamesFields = (): string =>
  listsAsked()
    .map((which) => `${which}: ${words[which].list}(first: 100) { nodes { name graphqlSingleName } }`)
    .join(' ');

/** The answer that a build has already. */
let kept: Answer | undefined;

/** Spares a build the question, which its first one has asked on the way. */
export function keepTypeNames(body: string | undefined): void {
  const answer = body === undefined ? undefined : (JSON.parse(body) as { data?: Answer; errors?: unknown });
  kept = answer?.errors ? undefined : answer?.data;
}

/**
 * GraphQL's names of the custom types and taxonomies that have own fields: plugins choose them freely. Nothing is asked where there
 * are none.
 * @returns also a line for each that WordPress does not have, with the place and the fix
 */
export async function readTypeNames(
  options: RequestOptions,
): Promise<{ names: TypeNames; problems: string[] }> {
  const wanted = customNames();
  const lists = listsAsked();
  const names = { types: {}, taxonomies: {} };
  if (lists.length === 0) return { names, problems: [] };
  const answer =
    kept ?? (await request<Answer>('OwnTypes', `query OwnTypes { ${typeNamesFields()} }`, {}, options));
  const problems = lists.flatMap((which) => {
    const shown = new Map(answer[which]?.nodes.map((type) => [type?.name, type?.graphqlSingleName]));
    return wanted[which].flatMap((type) => {
      const about = `WordPress shows no ${words[which].what} "${type}" to GraphQL`;
      const name = shown.get(type);
      if (!name || !/^\w+$/.test(name)) return [unknown(which, type, about, [...shown.keys()])];
      Object.assign(names[which], { [type]: typeNameOf(name) });
      mayWarnAgain(about);
      return [];
    });
  });
  return { names, problems };
}

/** @param shown names that WordPress shows; may hold undefined for one that failed */
function unknown(
  which: keyof TypeNames,
  type: string,
  about: string,
  shown: readonly (string | undefined)[],
): string {
  const { register, ours } = words[which];
  const known = [...ours, ...shown.filter((name) => name !== undefined)];
  const meant = nearest(type, known);
  const asRegistered = `the name as in ${register}, and \`show_in_graphql\``;
  const kinds = fieldKinds.filter((kind) => (kind === 'terms') === (which === 'taxonomies'));
  const kind = kinds.find((kind) => Object.hasOwn(ownContent[kind] ?? {}, type)) ?? 'fields';
  const place = placeOf([kind, type]);
  return `${place}: ${kind}.${type}: ${about}. Fix: ${meant ? `\`${meant}\`; otherwise ${asRegistered}` : asRegistered}`;
}
