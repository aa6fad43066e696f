import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answers } from '../answers/answers';
import { isTree } from '../answers/answers';
import { refuseSecrets } from '../answers/config-file';
import type { Secrets } from '../answers/secrets';
import { CliError } from '../cli/errors';
import { ANSWERS_FILE, ENV_FILE } from '../plan/managed';
import { MANIFEST_FILE, type Manifest, manifestSchema } from '../plan/manifest';
import { resolveInside } from '../write/inside';
import { readEnv } from './env-file';

/** A site as it lies there: what was made last, and what its owner has now. */
export interface SiteState {
  root: string;
  manifest: Manifest;
  /** The truth for today's answers: `site.config.json`, with what only the manifest knows. */
  answers: Answers;
  /** Those of `.env.local`; undefined where it lacks one of them, as on a fresh clone. */
  secrets: Secrets | undefined;
}

/**
 * @throws {CliError} `usage` when this is not a site of ours, or its files cannot be read
 */
export function readState(root: string): SiteState {
  const text = readText(root, MANIFEST_FILE);
  if (text === undefined) {
    throw new CliError('usage', `There is no ${MANIFEST_FILE} in ${root}.`, {
      cure: 'Run this in the directory of a site made with create-headless-site, or restore the file from Git.',
    });
  }
  const manifest = manifestSchema.safeParse(parseJson(text, MANIFEST_FILE));
  if (!manifest.success) {
    throw new CliError('usage', `${MANIFEST_FILE} cannot be used.`, {
      details: manifest.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      cure: 'Restore the file from Git.',
    });
  }
  const answersText = readText(root, ANSWERS_FILE);
  if (answersText === undefined) {
    throw new CliError('usage', `${ANSWERS_FILE} is missing in ${root}.`, {
      cure: 'Restore the file from Git.',
    });
  }
  const answers = parseJson(answersText, ANSWERS_FILE);
  refuseSecrets(answers, ANSWERS_FILE);
  if ('cli' in answers) {
    throw new CliError('usage', `${ANSWERS_FILE} is not valid.`, { details: ['cli: unknown key'] });
  }
  return {
    root,
    manifest: manifest.data,
    answers: { ...answers, cli: manifest.data.answers.cli ?? {} } as Answers,
    secrets: secretsOf(readText(root, ENV_FILE)),
  };
}

/** Text of a file of the site, or undefined when there is none. */
export function readText(root: string, file: string): string | undefined {
  try {
    return readFileSync(resolveInside(root, file), 'utf8');
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function parseJson(text: string, name: string): object {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isTree(value)) return value;
  } catch {
    // The parser's own message quotes the text.
  }
  throw new CliError('usage', `${path.basename(name)} is not a JSON object.`, {
    cure: 'Correct it, or restore the file from Git.',
  });
}

function secretsOf(text: string | undefined): Secrets | undefined {
  const env = readEnv(text ?? '');
  const revalidation = env.get('REVALIDATION_SECRET');
  const preview = env.get('PREVIEW_SECRET');
  if (!revalidation || !preview) return undefined;
  return {
    revalidation,
    preview,
    revalidationPrevious: env.get('REVALIDATION_SECRET_PREVIOUS') || undefined,
    previewPrevious: env.get('PREVIEW_SECRET_PREVIOUS') || undefined,
  };
}
