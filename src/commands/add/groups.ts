import { camel } from '../../add/names';
import { groupsIn, type Names, nameOfPlace, namesDocument, namesFrom, type Place } from '../../add/places';
import {
  type SchemaTypes,
  schemaDocument,
  typesDocument,
  typesFrom,
  typesFromSchema,
} from '../../add/schema-types';
import type { Run } from '../../cli/run';
import { type Ask, asker } from '../../cms/detect/parts';
import { doctorSignature } from '../../runtime/base/doctor-signature';
import { now } from '../../runtime/pages/preview/token';
import { siteAsItIs } from '../../site/site-on-disk';

const TIMEOUT_MS = 20_000;

/** The groups of fields in WordPress's schema, or why it says nothing. */
export type Groups =
  | { types: SchemaTypes; names: Names; found: { type: string; places: Place[] }[] }
  | { problem: string };

/** Asks WordPress for its schema, and finds the groups of ACF in it. */
export async function readGroups(run: Run): Promise<Groups> {
  const read = () => readSchema(run);
  return run.prompts
    ? run.prompts.during('Reading the fields from WordPress', 'Asked WordPress', '', read)
    : read();
}

/** Names the groups that WordPress has, once it hands its schema to the site; says nothing where there are none, or it does not answer. */
export async function offerGroups(run: Run): Promise<void> {
  const groups = await readSchema(run);
  const found = 'found' in groups ? groups.found : [];
  if (found.length === 0) return;
  const names = found.map(({ type, places }) => `${camel(type)} (${places.map(nameOfPlace).join(', ')})`);
  run.output.line(`WordPress has groups of fields: ${names.join('; ')}.`);
  run.output.line('Show them: npx create-headless-site add field-group');
}

const CLOSED =
  'WordPress shows its schema to nobody. Install the companion plugin and run `npx create-headless-site connect`, or switch on "Enable Public Introspection" under GraphQL > Settings.';

/** By introspection where WPGraphQL allows it; otherwise the companion plugin hands the schema to this site alone. */
async function readSchema(run: Run): Promise<Groups> {
  const { site } = siteAsItIs(run);
  if (site.hasSampleCms) return { problem: 'the sample CMS has no fields of that kind.' };
  const ask = askerOf(run, site.endpoint);
  const unanswered = { problem: `WordPress does not answer at ${site.endpoint}.` };
  try {
    const open = await ask(typesDocument);
    const isRefused = open.errors?.some(({ message }) => /introspection/i.test(message));
    if (!isRefused && !open.data) return unanswered;
    const { data } =
      isRefused && site.secrets ? await ask(schemaDocument(doctorSignature(site.secrets, now()))) : open;
    const types = isRefused ? typesFromSchema(data?.companionSchema) : typesFrom(data);
    if (!types) return isRefused ? { problem: CLOSED } : unanswered;
    const names = namesFrom((await ask(namesDocument)).data);
    return { types, names, found: groupsIn(types, names) };
  } catch {
    return unanswered;
  }
}

/** WordPress's names of its types and taxonomies; none with the sample CMS, and where WordPress does not answer. */
export async function readNames(run: Run): Promise<Names> {
  const { site } = siteAsItIs(run);
  if (site.hasSampleCms) return namesFrom(null);
  try {
    const { data } = await askerOf(run, site.endpoint)(namesDocument);
    return namesFrom(data);
  } catch {
    run.output.warn(
      `WordPress does not answer at ${site.endpoint}: whether it has such a name is not known.`,
    );
    return namesFrom(null);
  }
}

const askerOf = ({ env }: Run, endpoint: string): Ask =>
  asker(endpoint, { authorization: env.CMS_AUTHORIZATION, timeoutMs: TIMEOUT_MS });
