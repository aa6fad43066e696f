import { homedir } from 'node:os';
import path from 'node:path';
import { type Answers, layer, settled } from '../../answers/answers';
import { readConfigFile, refuseAddress, refuseSecrets } from '../../answers/config-file';
import type { Detected } from '../../answers/question';
import { questions } from '../../answers/questions';
import { refuseAuthorization, type Secrets, secretsFor } from '../../answers/secrets';
import { detect, fromEnvironment, fromFlags, fromRecommended, missing } from '../../answers/sources';
import { CliError } from '../../base/errors';
import { refuseKeptByNpm } from '../../cli/kept-by-npm';
import { misspelt } from '../../cli/misspelt';
import type { Prompts } from '../../cli/prompts';
import type { Run } from '../../cli/run';
import { SAMPLE_CMS_URL } from '../../runtime/base/sample-cms-url';
import { type ProjectAbove, projectAbove } from '../../site/project-above';
import { undoKilled } from '../../write/journal';
import { removeStaged } from '../../write/stage';
import { inspectTarget, type Target } from '../../write/target';
import { lookAtCms, type SeenCms } from '../cms/look-at-cms';
import { findCms } from '../cms/resolve-cms';
import { missingInput } from './missing-input';

export interface Asked {
  /** The directory as given, for messages and the equivalent command. */
  directory: string;
  target: Target;
  answers: Answers;
  secrets: Secrets;
  detected: Detected;
  above: ProjectAbove | undefined;
  /** The CMS and its content; undefined where it was not asked. */
  seen: SeenCms | undefined;
}

/** A file answers everything: what it leaves out takes the schema's default. These have none in the schema. */
const withFile = ['site.url', 'cli.imageHosts'];
const DEFAULT_DIRECTORY = 'my-site';

/**
 * Gathers every answer: flags over the file over the environment, then questions or the recommended answers.
 * @throws {CliError}
 */
export async function askQuestions(run: Run): Promise<Asked> {
  const { flags, env, prompts } = run;
  refuseMisspeltCommand(run.directory);
  refuseKeptByNpm(run);
  const surroundings = detect(env);
  const source = typeof flags.config === 'string' ? flags.config : undefined;
  const file = source === undefined ? undefined : await readConfigFile(source);
  const given = layer(file, fromFlags(flags));
  let answers = layer(fromEnvironment(env, given), given);
  if (source !== undefined) refuseAddress(answers, source);
  const secrets = secretsFor(env);
  if (mayAskCms(run, answers)) refuseAuthorization(env);
  prompts?.intro('create-headless-site');
  const recommend = (detected: Detected) =>
    fromRecommended(
      detected,
      answers,
      ({ group, key }) => file === undefined || group === 'Setup' || withFile.includes(key),
    );
  requireInput(run, layer(recommend(surroundings), answers));

  const directory = run.directory ?? (prompts ? await askDirectory(run, prompts) : DEFAULT_DIRECTORY);
  const target = tidyTarget(run, directory);
  if (answers.wordpress?.graphqlUrl === undefined && !prompts) {
    answers = layer(answers, { wordpress: { graphqlUrl: SAMPLE_CMS_URL } });
  }
  const found = await findCms(run, answers);
  answers = found.answers;
  const seen = found.answered ? await lookAtCms(run, answers.wordpress?.graphqlUrl ?? '') : undefined;
  const detected: Detected = { ...surroundings, cms: seen?.cms, customTypes: seen?.customTypes };
  const recommended = recommend(detected);
  if (prompts && !file) answers = await askRest(prompts, answers, recommended, detected);
  answers = layer(recommended, answers);
  if (prompts) answers = await askMissing(prompts, answers, detected);
  answers = settled(answers);
  prompts?.outro('All set – creating your site.');
  refuseSecrets(answers, 'The configuration');
  const above = projectAbove(target.directory, answers.cli?.packageManager);
  return { directory, target, answers, secrets, detected, above, seen };
}

/** Anything that is no command is a directory, so a misspelt command would make a site of that name. */
function refuseMisspeltCommand(directory: string | undefined): void {
  const meant = directory && misspelt(directory);
  if (!meant) return;
  throw new CliError('usage', `There is no command "${directory}". Did you mean ${meant}?`, {
    fix: `To make a site of that name: npx create-headless-site ./${directory}`,
  });
}

function mayAskCms({ flags }: Run, { wordpress }: Answers): boolean {
  return flags.skipProbe !== true && wordpress?.graphqlUrl !== SAMPLE_CMS_URL;
}

/** Without a terminal nothing can be asked: everything that is missing is said at once. */
function requireInput(run: Run, answers: Answers): void {
  if (run.prompts) return;
  const yes = run.flags.yes === true;
  const questions = missing(answers).filter(({ key }) => !(yes && key === 'wordpress.graphqlUrl'));
  const directory = run.directory === undefined && !yes;
  if (directory || questions.length > 0) {
    throw missingInput(run.directory, questions, answers.cli?.packageManager);
  }
}

async function askDirectory(run: Run, prompts: Prompts): Promise<string> {
  const typed = await prompts.text('Where should the site go?', `./${DEFAULT_DIRECTORY}`, (value) => {
    tidyTarget(run, fromHome(value));
  });
  return fromHome(typed);
}

/** `~/site` as a shell would read it, which has no say in what is typed at a prompt. */
function fromHome(typed: string): string {
  return typed.trim().replace(/^~(?=[/\\]|$)/, () => homedir());
}

/** Takes away first what an earlier run left half done there when it was killed: it would be in the way. */
function tidyTarget({ cwd, flags }: Run, directory: string): Target {
  if (flags.dryRun !== true) {
    const place = path.resolve(cwd, directory);
    undoKilled(place);
    removeStaged(place);
  }
  return inspectTarget(directory, cwd);
}

/** The few questions that everybody is asked, then all others only when wanted. */
async function askRest(
  prompts: Prompts,
  given: Answers,
  recommended: Answers,
  detected: Detected,
): Promise<Answers> {
  let answers = given;
  const open = questions.filter(
    (question) => question.kind !== 'shortcut' && question.format(given) === undefined,
  );
  for (const question of open.filter(({ basic }) => basic)) {
    answers = layer(answers, await prompts.ask(question, answers, detected));
  }
  const others = open.filter(({ basic }) => !basic);
  if (others.length === 0) return answers;
  const all = layer(recommended, answers);
  const decision = await prompts.select('Take the recommended answers for everything else?', [
    { value: 'yes', label: 'Yes', hint: summaryOf(all) },
    { value: 'no', label: 'No, ask me', hint: 'rendering, search, SEO, preview, analytics, setup' },
  ]);
  if (decision === 'yes') return answers;
  for (const question of others) {
    if (question.when?.(layer(recommended, answers)) === false) continue;
    answers = layer(answers, await prompts.ask(question, answers, detected));
  }
  return answers;
}

function summaryOf(answers: Answers): string {
  const shown = ['cli.packageManager', 'cli.install', 'cli.git'].map((key) => {
    const value = questions.find((question) => question.key === key)?.format(answers);
    if (key === 'cli.packageManager') return `pages follow the CMS, ${value}`;
    return `${value ? '' : 'no '}${key === 'cli.install' ? 'install' : 'git'}`;
  });
  return shown.join(', ');
}

/** Asks for answers that the ones so far make necessary: the keys of the hosted search. */
async function askMissing(prompts: Prompts, given: Answers, detected: Detected): Promise<Answers> {
  let answers = given;
  for (const question of missing(answers)) {
    answers = layer(answers, await prompts.ask(question, answers, detected));
  }
  const [still] = missing(answers);
  if (still) throw new CliError('usage', `${still.prompt} is missing.`);
  return answers;
}
