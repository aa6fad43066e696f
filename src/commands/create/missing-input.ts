import type { PackageManager } from '../../answers/answers';
import { quote } from '../../answers/equivalent';
import { toolCommand } from '../../answers/manager';
import type { Question } from '../../answers/question';
import { CliError } from '../../base/errors';

/** Everything that is missing, with a command that would run. */
export function missingInput(
  directory: string | undefined,
  questions: readonly Question[],
  manager: PackageManager | undefined,
): CliError {
  const lines = questions.map(({ key, flags, help }) =>
    key === 'wordpress.graphqlUrl'
      ? '--cms-url <url> or --sample: your WordPress, or the built-in sample CMS'
      : `${flags[0]}: ${help}`,
  );
  if (directory === undefined) lines.unshift('<directory>: where to create the site');
  const needsCms = questions.some(({ key }) => key === 'wordpress.graphqlUrl');
  const example = [
    toolCommand(manager),
    quote(directory ?? 'my-site'),
    ...(needsCms ? ['--cms-url https://example.com'] : []),
    ...questions.filter(({ required }) => required).map(({ flags }) => exampleOf(flags[0] ?? '')),
  ];
  return new CliError(
    'usage',
    'Nothing can be asked here (no terminal, or CI is set), and this is missing:',
    {
      details: lines,
      fix: `For example: ${example.join(' ')}\nOr take the recommended answers for everything: --yes`,
    },
  );
}

/** `--search-index <name>` becomes `--search-index NAME`. */
function exampleOf(flag: string): string {
  return flag.replace(/<(\w+)>/, (_, name: string) => name.toUpperCase());
}
