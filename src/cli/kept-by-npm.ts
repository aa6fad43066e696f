import { CliError } from '../base/errors';
import { flagSpecs } from './flags';
import type { Run } from './run';

/** npm has settings of these names itself, or node-gyp has: they say nothing of our flags. */
const OF_OTHERS = ['git', 'install', 'runtime'];

/**
 * `npm create headless-site my-site --sample` gives npm the flag, which puts it into the environment: the site would be another one
 * than was asked for.
 * @throws {CliError} of kind `usage`
 */
export function refuseKeptByNpm({ env, flags: arrived }: Pick<Run, 'env' | 'flags'>): void {
  const kept = flagSpecs
    .flatMap(({ flags }) => flags)
    .filter((flag) => {
      const [name = ''] = flag.replace(/^--(no-)?/, '').split(' ');
      const value = env[`npm_config_${name.replaceAll('-', '_')}`];
      // npm writes `--no-preview` as an empty text.
      const isThis = value !== undefined && flag.startsWith('--no-') === (value === '');
      return isThis && !OF_OTHERS.includes(name) && arrived[toAttribute(name)] === undefined;
    });
  if (kept.length === 0) return;
  throw new CliError('usage', `npm kept for itself what was meant for this program: ${kept.join(', ')}`, {
    fix: `Put -- before the flags: npm create headless-site my-site -- ${kept.join(' ')}`,
  });
}

/** The name that commander gives to a flag: `cms-url` is `cmsUrl`. */
const toAttribute = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
