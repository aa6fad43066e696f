import { typeNameOf } from '../../base/graphql-name.ts';
import { mayWarnAgain } from '../../base/warn-once.ts';
import { fieldKinds } from '../../config/extend/check-fields.ts';
import { ownContent } from '../../config/extend/own.ts';
import { placeOf } from '../../config/extend/place.ts';
import { nearest } from '../../config/index.ts';
import { customNames, type TypeNames } from '../fields/custom-fields.ts';
import { overrideProblems, overrideTypesField } from '../fields/override-problems.ts';
import type { Connection } from '../model/types.ts';
import { type RequestOptions, request, requestRaw } from './client.ts';

/** Both lists, each where it was requested, and the answer about block overrides. */
interface Answer extends Partial<Record<keyof TypeNames, Named>> {
  overrides?: string | null;
}

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

/** Both, because a type may stand where taxonomies do. */
const listsAsked = (): (keyof TypeNames)[] =>
  Object.values(customNames()).some((names) => names.length > 0) ? ['types', 'taxonomies'] : [];

const listFields = () =>
  listsAsked()
    .map((which) => `${which}: ${words[which].list}(first: 100) { nodes { name graphqlSingleName } }`)
    .join(' ');

/** Query fields for the names; empty where no custom type and no taxonomy has custom fields, and no block has an override. */
export const typeNamesFields = (): string => `${listFields()} ${overrideTypesField()}`.trim();

/** The answer that a build has already. */
let kept: Answer | undefined;

/** Spares a build the question, which its first one has asked on the way. */
export function keepTypeNames(body: string | undefined): void {
  const answer = body === undefined ? undefined : (JSON.parse(body) as { data?: Answer; errors?: unknown });
  kept = answer?.errors ? undefined : answer?.data;
}

/**
 * GraphQL's names of the custom types and taxonomies that have custom fields: plugins choose them freely. Nothing is asked where there
 * are none, and no block has an override.
 * @returns also a line for each that WordPress does not have, and for what is wrong with block overrides, with the place and the fix
 */
export async function readTypeNames(
  options: RequestOptions,
): Promise<{ names: TypeNames; problems: string[] }> {
  const wanted = customNames();
  const lists = listsAsked();
  const names = { types: {}, taxonomies: {} };
  const answer = kept ?? (await asked(options));
  const problems = lists.flatMap((which) => {
    const shown = new Map(answer[which]?.nodes.map((type) => [type?.name, type?.graphqlSingleName]));
    return wanted[which].flatMap((type) => {
      const about = `WordPress shows no ${words[which].what} "${type}" to GraphQL`;
      const name = shown.get(type);
      if (!name || !/^\w+$/.test(name)) return [unknown(which, type, about, answer)];
      Object.assign(names[which], { [type]: typeNameOf(name) });
      mayWarnAgain(about);
      return [];
    });
  });
  return { names, problems: [...problems, ...overrideProblems(answer.overrides)] };
}

async function asked(options: RequestOptions): Promise<Answer> {
  const [lists, overrides] = [listFields(), overrideTypesField()];
  const types = lists
    ? await request<Answer>('CustomTypes', `query CustomTypes { ${lists} }`, {}, options)
    : {};
  if (!overrides) return types;
  // An older companion answers with an error.
  const { data } = await requestRaw<Answer>(
    'BlockOverrides',
    `query BlockOverrides { ${overrides} }`,
    {},
    options,
  );
  return { ...types, ...data };
}

function unknown(which: keyof TypeNames, type: string, about: string, answer: Answer): string {
  const { register } = words[which];
  const other = which === 'types' ? 'taxonomies' : 'types';
  const meant = nearest(type, namesIn(which, answer));
  const asRegistered = `the name as in ${register}, and \`show_in_graphql\``;
  const kinds = fieldKinds.filter((kind) => (kind === 'terms') === (which === 'taxonomies'));
  const kind = kinds.find((kind) => Object.hasOwn(ownContent[kind] ?? {}, type)) ?? 'fields';
  const fix = namesIn(other, answer).includes(type)
    ? `it is a ${words[other].what} and goes into \`${other === 'types' ? 'fields' : 'terms'}\``
    : meant
      ? `\`${meant}\`; otherwise ${asRegistered}`
      : asRegistered;
  return `${placeOf([kind, type])}: ${kind}.${type}: ${about}. Fix: ${fix}`;
}

/** Names that WordPress shows. One that failed has none. */
const namesIn = (which: keyof TypeNames, answer: Answer): string[] => [
  ...words[which].ours,
  ...(answer[which]?.nodes.flatMap((type) => type?.name ?? []) ?? []),
];
