import { SAMPLE_CMS_URL } from '../runtime/base/sample-cms-url';
import type { Answers } from './answers';
import { managerBehind, toolCommand } from './manager';
import type { Detected, Question } from './question';
import { questions } from './questions';
import { flagOf, isNegated } from './sources';
import { NO_CUSTOM_TYPES } from './strategy';

/** The command that gives these answers without asking. It holds no secret, because no answer does. */
export function equivalentCommand(
  directory: string,
  answers: Answers,
  detected: Detected,
  extra: readonly string[] = [],
): string {
  const manager = answers.cli?.packageManager;
  const then = { ...detected, packageManager: managerBehind(manager) };
  const flags = questions.flatMap((question) => flagsFor(question, answers, then));
  return [toolCommand(manager), quote(directory), ...flags, ...extra.map(quote), '--yes'].join(' ');
}

function flagsFor(question: Question, answers: Answers, detected: Detected): string[] {
  const flag = flagOf(question);
  const value = question.format(answers);
  const sample = answers.wordpress?.graphqlUrl === SAMPLE_CMS_URL;
  if (question.key === 'wordpress.graphqlUrl' && (flag === '--sample') !== sample) return [];
  // The CMS may say something else next time, or not be asked (--skip-probe): what it said is spelt out.
  const usual = question.recommended?.({ packageManager: detected.packageManager });
  const recommended = question.recommended?.(detected);
  if (value === undefined) {
    if (!recommended) return [];
    // A recommended answer that was not taken is said, too.
    return question.kind === 'strategies'
      ? [flag, NO_CUSTOM_TYPES]
      : question.unanswered
        ? [flag, question.unanswered]
        : question.optional
          ? [flag, quote('')]
          : [];
  }
  if ((value === usual && value === recommended) || question.when?.(answers) === false) return [];
  if (value === false)
    return isNegated(question) ? [flag] : question.kind === 'boolean' ? [`--no-${flag.slice(2)}`] : [];
  if (value === true) return [flag];
  if (question.kind === 'strategies') return value.split(',').flatMap((entry) => [flag, quote(entry)]);
  // The value of an optional argument must be attached, otherwise the next word would be taken for it.
  if (question.flags[0]?.includes('[')) return [quote(`${flag}=${value}`)];
  return [flag, quote(value)];
}

/** Quoted for a POSIX shell where it must be. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
