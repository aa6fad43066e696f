import { quote } from '../../answers/equivalent';
import { CliError } from '../../base/errors';
import type { Run } from '../../cli/run';
import type { Asked } from './ask';

const QUIET: Record<string, readonly string[]> = {
  npm: ['install', '--no-audit', '--no-fund', '--loglevel=error'],
  pnpm: ['install'],
  yarn: ['install'],
  bun: ['install'],
};

/**
 * Installs the packages of the new site.
 * @param needs settings that the root of its workspace lacks
 * @returns whether it was asked for
 * @throws {CliError} `install`: the site stays, and the error says how to go on
 */
export async function installPackages(
  { prompts, output }: Run,
  { answers, target, above }: Asked,
  needs: readonly string[],
): Promise<boolean> {
  const { install, packageManager: manager = 'npm' } = answers.cli ?? {};
  if (install === false) return false;
  // Yarn 1 finds the archives of a site in a workspace only from its root.
  const folder = above?.covers ? above.root : target.directory;
  const work = async () => {
    const { execa } = await import('execa');
    const { failed, all, code } = await execa(manager, QUIET[manager] ?? ['install'], {
      cwd: folder,
      stdin: 'ignore',
      all: true,
      reject: false,
      // With `production` in the caller's environment the tools of development would be left out.
      env: { NODE_ENV: 'development' },
    });
    if (!failed) return;
    throw new CliError('install', `${manager} could not install the packages; the site itself is complete.`, {
      details:
        code === 'ENOENT' ? [`${manager} is not installed`] : (all ?? '').trim().split('\n').slice(-20),
      fix: [...needs, `Continue with: cd ${quote(folder)} && ${manager} install`].join('\n'),
    });
  };
  if (prompts) {
    const doing = `Installing the packages with ${manager}`;
    await prompts.during(doing, 'Installed the packages', 'The packages are not installed', work);
  } else {
    output.line(`Installing the packages with ${manager} …`);
    await work();
    output.done('Installed the packages');
  }
  return true;
}
