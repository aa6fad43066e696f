import { type AddKind, addKinds } from '../../add/addition';
import type { GroupField } from '../../add/field-kinds';
import { camel, isSameName, pascal, refuseName } from '../../add/names';
import { meantType, type Names, nameOfPlace, type Place, placeNames, placeOf } from '../../add/places';
import { FIELDS_EXAMPLE, fieldsOf, parseFields } from '../../add/schema-fields';
import { addTemplate } from '../../add/template';
import { CliError } from '../../base/errors';
import type { Run } from '../../cli/run';
import { nearest } from '../../runtime/config';
import { readState } from '../../site/state';
import { type Groups, readGroups, readNames } from './groups';

const kinds = {
  template: { hint: 'how a type, a page or a list looks', example: 'single-project' },
  block: { hint: 'for the page builder of the editor', example: 'notice' },
  'field-group': { hint: 'shows fields of WordPress', example: 'book' },
} as const satisfies Record<AddKind, object>;

/** @throws {CliError} `usage` for no kind, or one that there is not */
export async function askKind({ operands: [given], prompts }: Run): Promise<AddKind> {
  const kind = addKinds.find((name) => name === given);
  if (kind) return kind;
  if (given === undefined && prompts) {
    const options = addKinds.map((value) => ({ value, hint: kinds[value].hint }));
    return prompts.select('What is to be added?', options);
  }
  const meant = given && nearest(given, addKinds);
  const message = given
    ? `There is no kind "${given}"${meant ? `; did you mean "${meant}"?` : '.'}`
    : 'What is to be added is missing.';
  throw new CliError('usage', message, {
    details: addKinds.map((name) => `add ${name} ${kinds[name].example}`),
  });
}

/**
 * @param names what WordPress has
 * @throws {CliError} `usage` for no name, or one that cannot be used
 */
export async function askName(
  { operands: [, given], prompts }: Run,
  kind: AddKind,
  names?: Names,
): Promise<string> {
  const check = (name: string) => {
    if (kind === 'template') addTemplate(name, names?.shown);
    else refuseName(kind === 'block' ? 'block' : 'field group', name);
  };
  const { example } = kinds[kind];
  if (given === undefined && prompts) return prompts.text('Its name?', example, check);
  if (given === undefined)
    throw new CliError('usage', 'The name is missing.', { details: [`add ${kind} ${example}`] });
  check(given);
  return given;
}

/** The fields of a group to show, and where. */
export interface GroupAsked {
  name: string;
  place: Pick<Place, 'kind' | 'type'> & Partial<Place>;
  fields: readonly GroupField[];
  /** Other places of the same group, as `--type` takes them. */
  others: readonly string[];
}

/**
 * A group of fields: one of those that WordPress has, offered where nobody names one; otherwise as it is said.
 * @throws {CliError} `usage` where something is missing or cannot be used, and nobody can be asked
 */
export async function askGroup(run: Run, root: string): Promise<GroupAsked> {
  const { flags, operands } = run;
  // Then nothing is asked of WordPress but what a type is.
  if (flags.fields !== undefined) {
    const name = await askName(run, 'field-group');
    const fields = parseFields(String(flags.fields));
    return { name, place: { ...(await askType(run, root)), path: [inGraphql(name)] }, fields, others: [] };
  }
  if (operands[1] !== undefined) await askName(run, 'field-group');
  const groups = await readGroups(run);
  const name = await nameOf(run, groups);
  const known = 'types' in groups ? groups : undefined;
  const found = known?.found.find(({ type }) => isSameName(type, name));
  if (known && !found && !run.prompts) refuseUnknown(name, known);
  const place =
    known && found ? await placeIn(run, name, found.places, known.names) : await askType(run, root);
  const fields = await fieldsFor(run, name, groups);
  const others = (found?.places ?? []).map(nameOfPlace).filter((other) => other !== nameOfPlace(place));
  return { name, place, fields, others: [...new Set(others)] };
}

const ANOTHER = 'another one';

/** The name as written, where it may be a name in GraphQL: `fAQ`. */
const inGraphql = (name: string) => (/^[a-z]\w*$/.test(name) ? name : camel(name));

/** @throws {CliError} `usage` for what is neither a group of ACF nor another type of the schema */
function refuseUnknown(name: string, { types, found }: Extract<Groups, { types: unknown }>): void {
  if (types.has(pascal(name)) || found.length === 0) return;
  const groups = found.map(({ type }) => camel(type));
  const meant = nearest(camel(name), groups);
  throw new CliError(
    'usage',
    `WordPress shows no group of fields "${camel(name)}" to GraphQL${meant ? `; did you mean "${meant}"?` : '.'}`,
    {
      details: groups.map((group) => `add field-group ${group}`),
      fix: 'Where it is another one: in ACF switch "Show in GraphQL" of the group on, and look at its "GraphQL Type Name".',
    },
  );
}

/** @throws {CliError} `usage` */
async function nameOf(run: Run, groups: Groups): Promise<string> {
  const { operands, prompts } = run;
  const found = 'types' in groups ? groups.found : [];
  if (operands[1] !== undefined || found.length === 0) return askName(run, 'field-group');
  const offered = found.map(({ type, places }) => ({
    value: camel(type),
    hint: places.map(nameOfPlace).join(', '),
  }));
  if (!prompts)
    throw new CliError('usage', 'The name is missing. WordPress has these groups of fields:', {
      details: offered.map(({ value, hint }) => `add field-group ${value}   on ${hint}`),
    });
  const chosen = await prompts.select('Which fields?', [...offered, { value: ANOTHER }]);
  return chosen === ANOTHER ? askName(run, 'field-group') : chosen;
}

/** Which of the places of a group; the first, or that of posts, where nobody says it and nobody can be asked. */
async function placeIn(
  { flags, prompts }: Run,
  name: string,
  places: readonly Place[],
  names: Names,
): Promise<Place> {
  const named = (wanted: Pick<Place, 'kind' | 'type'>) =>
    places.find(({ kind, type }) => kind === wanted.kind && type === wanted.type);
  const [first] = places as readonly [Place, ...Place[]];
  if (flags.type !== undefined) {
    const given = String(flags.type);
    const taxonomies = places.filter(({ kind }) => kind === 'terms').map(({ type }) => type);
    const place = named(placeOf(given, taxonomies));
    if (place) return place;
    const there = places.map(nameOfPlace);
    const meant = meantType(given, names, there);
    throw new CliError(
      'usage',
      `WordPress has the fields "${camel(name)}" nowhere on "${given}"${meant ? `; did you mean "${meant}"?` : '.'}`,
      { fix: `--type ${there.join(' or ')}; otherwise add the location to the group in WordPress.` },
    );
  }
  if (!prompts || places.length === 1) return named({ kind: 'fields', type: 'post' }) ?? first;
  const options = places.map((place) => ({ value: nameOfPlace(place) }));
  const chosen = await prompts.select('Where are they shown?', options);
  return places.find((place) => nameOfPlace(place) === chosen) ?? first;
}

/** The type that has the fields; `post` where nobody says another one and nobody can be asked. */
async function askType(run: Run, root: string): Promise<Pick<Place, 'kind' | 'type'>> {
  const { flags, prompts } = run;
  const custom = Object.keys(readState(root).answers.rendering?.custom ?? {});
  const known = ['post', 'page', ...custom, ...placeNames];
  if (flags.type === undefined && prompts) {
    const options = known.map((value) => ({ value }));
    return placeOf(await prompts.select('Which type of content has the fields?', options, 'post'), []);
  }
  const given = String(flags.type ?? 'post');
  if (known.includes(given) || placeOf(given, []).kind !== 'fields') return placeOf(given, []);
  const names = await readNames(run);
  const taxonomies = [...names.taxonomies.values()];
  const all = [...new Set([...known, ...names.types.values(), ...taxonomies])].filter(isShown);
  const isName = /^[a-z0-9_-]{1,32}$/.test(given);
  const meant = meantType(given, names, all);
  // Where WordPress does not say its names, it may have any.
  if (isName && (all.includes(given) || !(names.shown || isPlural(given, known))))
    return placeOf(given, taxonomies);
  throw new CliError(
    'usage',
    `--type must be WordPress's name of a type; "${given}" is none${meant ? `, did you mean "${meant}"?` : '.'}`,
    { fix: `One of ${all.join(', ')}, or another type or taxonomy as WordPress names it.` },
  );
}

/** Files have no page, and formats no archive. */
const isShown = (name: string) => name !== 'attachment' && name !== 'post_format';

/** The configuration and people use the plural: `posts`. */
const isPlural = (given: string, known: readonly string[]) =>
  known.some((name) => given === `${name}s` || given === name.replace(/y$/, 'ies'));

/**
 * The fields of a group, from the schema of WordPress.
 * @throws {CliError} `usage` where it does not say them and nobody can be asked
 */
async function fieldsFor({ prompts, output }: Run, name: string, groups: Groups): Promise<GroupField[]> {
  const found = 'types' in groups ? judged(groups, name) : groups;
  if ('fields' in found) {
    if (found.left.length > 0)
      output.warn(`Left out, because a starter shows no such fields: ${found.left.join(', ')}`);
    return found.fields;
  }
  if (!prompts) {
    throw new CliError('usage', `The fields of "${camel(name)}" are not known: ${found.problem}`, {
      fix: `Say them: add field-group ${name} --fields ${FIELDS_EXAMPLE}`,
    });
  }
  prompts.problem(found.problem);
  const check = (text: string) => void parseFields(text);
  return parseFields(await prompts.text('Its fields, with their kinds?', FIELDS_EXAMPLE, check));
}

function judged({ types, found }: Extract<Groups, { types: unknown }>, name: string) {
  const type = found.find((one) => isSameName(one.type, name))?.type ?? pascal(name);
  const group = fieldsOf(types, type);
  if (!group)
    return {
      problem: `the schema of WordPress has no type ${type}. In ACF switch "Show in GraphQL" of the group on, and look at its "GraphQL Type Name".`,
    };
  return group.fields.length > 0 ? group : { problem: `${type} has no field that a starter could show.` };
}
