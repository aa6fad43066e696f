import { readFileSync } from 'node:fs';
import { nearest } from '../../templates/site/lib/config';
import { CliError } from '../cli/errors';
import { isHostName } from '../cms/url';
import { type Answers, isTree, packageManagers, valueAt } from './answers';

const cliKeys = {
  packageManager: 'text',
  install: 'boolean',
  git: 'boolean',
  hostingAnalyticsId: 'text',
  imageHosts: 'hosts',
};
const secretKeys = {
  'wordpress.revalidateSecret': 'REVALIDATION_SECRET',
  'wordpress.previewSecret': 'PREVIEW_SECRET',
  'features.preview.secret': 'PREVIEW_SECRET',
};

/**
 * Reads `--config`: a SiteConfig as defineConfig takes it, without secrets, plus `cli`.
 * The SiteConfig part is checked later, together with the flags that lie over it.
 * @param source a path, or `-` for standard input
 * @throws {CliError} of kind `usage`
 */
export function readConfigFile(source: string): Answers {
  const name = source === '-' ? 'standard input' : source;
  const value = parse(read(source, name), name);
  refuseSecrets(value, name);
  const problems = cliProblems((value as Answers).cli);
  if (problems.length > 0) throw new CliError('usage', `${name} cannot be used.`, { details: problems });
  return value as Answers;
}

function read(source: string, name: string): string {
  try {
    return readFileSync(source === '-' ? 0 : source, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : (code ?? 'it cannot be read');
    throw new CliError('usage', `--config: ${name}: ${why}.`);
  }
}

function parse(text: string, name: string): object {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isTree(value)) return value;
  } catch {
    // The parser's own message quotes the text, and that may hold a secret.
  }
  throw new CliError('usage', `--config: ${name} is not a JSON object.`, {
    cure: 'It holds what defineConfig takes, for example {"wordpress": {"graphqlUrl": "https://example.com/graphql"}}.',
  });
}

/** @throws {CliError} when answers that get committed hold a secret; the value is never shown */
export function refuseSecrets(answers: object, name: string): void {
  const found = Object.entries(secretKeys).filter(([key]) => valueAt(answers, key) !== undefined);
  if (found.length === 0) return;
  throw new CliError('usage', `${name} holds a secret; answers are kept in files that get committed.`, {
    details: found.map(([key, variable]) => `${key}: remove it, set ${variable} in the environment instead`),
    cure: 'Without the variable a secret is generated.',
  });
}

function cliProblems(cli: unknown): string[] {
  if (cli === undefined) return [];
  if (!isTree(cli)) return ['cli: must be an object'];
  return Object.entries(cli).flatMap(([key, value]) => {
    const kind = (cliKeys as Record<string, string>)[key];
    if (!kind) {
      const best = nearest(key, Object.keys(cliKeys));
      return [`cli.${key}: unknown key${best ? `, did you mean \`${best}\`?` : ''}`];
    }
    if (kind === 'boolean') return typeof value === 'boolean' ? [] : [`cli.${key}: must be true or false`];
    if (kind === 'hosts') {
      const hosts =
        Array.isArray(value) && value.every((host) => typeof host === 'string' && isHostName(host));
      return hosts ? [] : [`cli.${key}: must be a list of host names, for example ["cdn.example.com"]`];
    }
    if (key === 'packageManager' && !packageManagers.some((manager) => manager === value)) {
      return [`cli.packageManager: must be one of ${packageManagers.join(', ')}`];
    }
    return typeof value === 'string' && value ? [] : [`cli.${key}: must be a text`];
  });
}
