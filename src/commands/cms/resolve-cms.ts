import { type Answers, layer } from '../../answers/answers';
import { questions } from '../../answers/questions';
import { CliError } from '../../base/errors';
import type { Run } from '../../cli/run';
import { findEndpoint } from '../../cms/probe';
import { toCandidates } from '../../cms/url';
import { SAMPLE_CMS_URL } from '../../runtime/base/sample-cms-url';

/** The answers with the endpoint in place of what was given. */
export interface ResolvedCms {
  answers: Answers;
  /** Whether it has answered: not where that was not asked, and not for the built-in sample CMS. */
  answered: boolean;
}

/**
 * Settles the CMS: asks for it where it is missing, finds the endpoint, checks that it answers.
 * @throws {CliError} of kind `cms` when it cannot be used and nobody can be asked
 */
export async function findCms(run: Run, answers: Answers): Promise<ResolvedCms> {
  const { prompts, output } = run;
  let given = answers.wordpress?.graphqlUrl;
  for (;;) {
    given ??= await askCms(run, answers);
    // The validation refuses anything that cannot be an address at all: it says everything at once.
    if (typeof given !== 'string' || given === SAMPLE_CMS_URL) return withEndpoint(answers, given);
    if (run.flags.skipProbe === true) return withEndpoint(answers, candidateOf(given));
    const address = given;
    const search = () => findEndpoint(address, { authorization: run.env.CMS_AUTHORIZATION });
    try {
      if (!prompts) {
        const endpoint = await search();
        output.done(`The CMS answers at ${endpoint}`);
        return { ...withEndpoint(answers, endpoint), answered: true };
      }
      const endpoint = await prompts.during(
        'Asking the CMS',
        'The CMS answers',
        'The CMS cannot be used',
        search,
      );
      return { ...withEndpoint(answers, endpoint), answered: true };
    } catch (error) {
      if (!prompts || !(error instanceof CliError) || error.kind !== 'cms') throw error;
      prompts.problem([error.message, ...error.details].join('\n'));
      const next = await prompts.select('What now?', [
        { value: 'again', label: 'Try again' },
        { value: 'other', label: 'Another address' },
        { value: 'anyway', label: 'Use it anyway', hint: 'the build will fail until it answers' },
        { value: 'sample', label: 'The built-in sample CMS' },
      ]);
      if (next === 'anyway') return withEndpoint(answers, candidateOf(address));
      if (next === 'sample') return withEndpoint(answers, SAMPLE_CMS_URL);
      if (next === 'other') given = undefined;
    }
  }
}

async function askCms(run: Run, answers: Answers): Promise<string> {
  const { prompts } = run;
  const question = questions.find(({ key }) => key === 'wordpress.graphqlUrl');
  if (!prompts || !question) throw new CliError('usage', 'The CMS is missing.');
  const kind = await prompts.select('Where does the content come from?', [
    { value: 'sample', label: 'The built-in sample CMS', hint: 'no WordPress needed; change it later' },
    { value: 'wordpress', label: 'My WordPress', hint: 'with the plugin WPGraphQL' },
  ]);
  if (kind === 'sample') return SAMPLE_CMS_URL;
  const answer = await prompts.ask(question, layer(answers, { wordpress: {} }), { packageManager: 'npm' });
  return answer.wordpress?.graphqlUrl ?? '';
}

function candidateOf(address: string): string {
  try {
    return toCandidates(address)[0];
  } catch {
    return address;
  }
}

function withEndpoint(answers: Answers, graphqlUrl: string): ResolvedCms {
  return { answers: layer(answers, { wordpress: { graphqlUrl } }), answered: false };
}
