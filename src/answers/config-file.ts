import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CliError } from '../base/errors';
import { InvalidValue } from '../base/invalid-value';
import { checkedAddress, isPictureHost } from '../cms/url';
import { nearest } from '../runtime/config';
import { type Answers, isTree, packageManagers, runtimes, valueAt } from './answers';

const cliKeys = {
  packageManager: 'text',
  runtime: 'text',
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
export async function readConfigFile(source: string): Promise<Answers> {
  const name = nameOf(source);
  const value = parse(await read(source, name), name);
  refuseSecrets(value, name);
  const problems = cliProblems((value as Answers).cli);
  if (problems.length > 0) throw new CliError('usage', `${name} cannot be used.`, { details: problems });
  return value as Answers;
}

/**
 * Checks the address of the CMS, once flags and environment lie over the file: they have been checked by themselves. Else
 * asking the CMS would be the first to stumble over it.
 * @throws {CliError} of kind `usage`; the address is never shown, it may hold a password
 */
export function refuseAddress(answers: Answers, source: string): void {
  const address: unknown = valueAt(answers, 'wordpress.graphqlUrl');
  // The validation refuses anything that is no text at all: it says everything at once.
  if (typeof address !== 'string') return;
  try {
    checkedAddress(address);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new CliError('usage', `--config: ${nameOf(source)} cannot be used.`, {
      details: [`wordpress.graphqlUrl: ${error.message}`],
      fix: 'Correct it there, or give another one: --cms-url <url> or --sample.',
    });
  }
}

function nameOf(source: string): string {
  return source === '-' ? 'standard input' : source;
}

const unreadable: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

async function read(source: string, name: string): Promise<string> {
  try {
    // Waiting for whoever writes into a pipe must not keep signals out.
    return source === '-' ? await text(process.stdin) : readFileSync(source, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = unreadable[code] ?? (code || 'it cannot be read');
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
    fix: 'It holds what defineConfig takes, for example {"wordpress": {"graphqlUrl": "https://example.com/graphql"}}.',
  });
}

/** @throws {CliError} when answers that get committed hold a secret; the value is never shown */
export function refuseSecrets(answers: object, name: string): void {
  const found = Object.entries(secretKeys).filter(([key]) => valueAt(answers, key) !== undefined);
  if (found.length === 0) return;
  throw new CliError('usage', `${name} holds a secret; answers are kept in files that get committed.`, {
    details: found.map(([key, variable]) => `${key}: remove it, set ${variable} in the environment instead`),
    fix: 'Without the variable a secret is generated.',
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
        Array.isArray(value) && value.every((host) => typeof host === 'string' && isPictureHost(host));
      return hosts ? [] : [`cli.${key}: must be a list of host names, for example ["cdn.example.com"]`];
    }
    if (key === 'packageManager' && !packageManagers.some((manager) => manager === value)) {
      return [`cli.packageManager: must be one of ${packageManagers.join(', ')}`];
    }
    if (key === 'runtime' && !runtimes.some((source) => source === value)) {
      return [`cli.runtime: must be one of ${runtimes.join(', ')}`];
    }
    return typeof value === 'string' && value ? [] : [`cli.${key}: must be a text`];
  });
}
