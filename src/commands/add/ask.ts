import { type AddKind, addKinds } from '../../add/addition';
import type { GroupField } from '../../add/field-group';
import { camel, pascal, refuseName } from '../../add/names';
import {
  FIELDS_EXAMPLE,
  fieldsFrom,
  fieldsFromSchema,
  type GroupInSchema,
  groupDocument,
  parseFields,
  schemaDocument,
} from '../../add/schema-fields';
import { addTemplate } from '../../add/template';
import { CliError } from '../../base/errors';
import type { Run } from '../../cli/run';
import { asker } from '../../cms/detect/parts';
import { nearest } from '../../runtime/config';
import { proofOf } from '../../runtime/preview/proof';
import { now } from '../../runtime/preview/token';
import { siteAsItIs } from '../../site/site-on-disk';
import { readState } from '../../site/state';

const TIMEOUT_MS = 10_000;

const kinds = {
  template: { hint: 'how a type, a page or a list looks', example: 'single-project' },
  block: { hint: 'for the page builder of the editor', example: 'notice' },
  'field-group': { hint: 'shows fields of WordPress on posts or pages', example: 'book' },
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

/** @throws {CliError} `usage` for no name, or one that cannot be used */
export async function askName({ operands: [, given], prompts }: Run, kind: AddKind): Promise<string> {
  const check = (name: string) => {
    if (kind === 'template') addTemplate(name);
    else refuseName(kind === 'block' ? 'block' : 'field group', name);
  };
  const { example } = kinds[kind];
  if (given === undefined && prompts) return prompts.text('Its name?', example, check);
  if (given === undefined)
    throw new CliError('usage', 'The name is missing.', { details: [`add ${kind} ${example}`] });
  check(given);
  return given;
}

/** The type of content that has the fields; `post` where nobody says another one and nobody can be asked. */
export async function askType({ flags, prompts }: Run, root: string): Promise<string> {
  const custom = Object.keys(readState(root).answers.rendering?.custom ?? {});
  if (flags.type === undefined && prompts) {
    const options = ['post', 'page', ...custom].map((value) => ({ value }));
    return prompts.select('Which type of content has the fields?', options, 'post');
  }
  const given = String(flags.type ?? 'post');
  if (given === 'posts' || given === 'pages') return given.slice(0, -1);
  if (/^[a-z0-9_-]{1,20}$/.test(given)) return given;
  throw new CliError('usage', `--type must be WordPress's name of a type; "${given}" is none.`, {
    fix: `One of ${['post', 'page', ...custom].join(', ')}, or another one as in register_post_type().`,
  });
}

/**
 * The fields of a group: those of `--fields`, otherwise what the schema of WordPress says.
 * @throws {CliError} `usage` where neither says them and nobody can be asked
 */
export async function askFields(run: Run, name: string): Promise<GroupField[]> {
  const { flags, prompts, output } = run;
  if (flags.fields !== undefined) return parseFields(String(flags.fields));
  const read = () => readGroup(run, name);
  const found = await (prompts
    ? prompts.during('Reading the fields from WordPress', 'Asked WordPress', '', read)
    : read());
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

type Found = { fields: GroupField[]; left: string[] } | { problem: string };

/** By introspection where WPGraphQL allows it; otherwise the companion plugin hands the schema to this site alone. */
async function readGroup(run: Run, name: string): Promise<Found> {
  const { site } = siteAsItIs(run);
  if (site.hasSampleCms) return { problem: 'the sample CMS has no fields of that kind.' };
  const ask = asker(site.endpoint, { authorization: run.env.CMS_AUTHORIZATION, timeoutMs: TIMEOUT_MS });
  const type = pascal(name);
  const unanswered = { problem: `WordPress does not answer at ${site.endpoint}.` };
  try {
    const open = await ask(groupDocument(type));
    if (!open.errors?.some(({ message }) => /introspection/i.test(message)))
      return open.data ? judged(fieldsFrom(open.data), type) : unanswered;
    const { data } = site.secrets ? await ask(schemaDocument(proofOf(site.secrets, now()))) : {};
    return data?.companionSchema
      ? judged(fieldsFromSchema(data.companionSchema, type), type)
      : { problem: CLOSED };
  } catch {
    return unanswered;
  }
}

const CLOSED =
  'WordPress shows its schema to nobody. Install the companion plugin and run `npx create-headless-site connect`, or switch on "Enable Public Introspection" under GraphQL > Settings.';

function judged(group: GroupInSchema | undefined, type: string): Found {
  if (!group)
    return {
      problem: `the schema of WordPress has no type ${type}. In ACF switch "Show in GraphQL" of the group on, and look at its "GraphQL Type Name".`,
    };
  return group.fields.length > 0 ? group : { problem: `${type} has no field that a starter could show.` };
}
