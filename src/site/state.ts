import { readFileSync } from 'node:fs';
import type { Answers } from '../answers/answers';
import { isTree } from '../answers/answers';
import { refuseSecrets } from '../answers/config-file';
import type { Secrets } from '../answers/secrets';
import { CliError } from '../base/errors';
import { cliVersion } from '../base/package';
import { isNewer } from '../base/version';
import { secretValues } from '../plan/environment';
import { parseJson } from '../plan/json';
import { ANSWERS_FILE, BASE_FILE, ENV_FILE, LOCAL_BASE_FILE } from '../plan/managed';
import { MANIFEST_FILE, MANIFEST_VERSION, type Manifest, manifestSchema } from '../plan/manifest';
import { SECRET_MIN_LENGTH } from '../runtime/config';
import { resolveInside } from '../write/inside';
import { readEnv } from './env-file';
import { findMarkers, MARKERS_FIX } from './markers';
import { projectAbove } from './project-above';

/** A site as it lies there: what was made last, and what its owner has now. */
export interface SiteState {
  root: string;
  manifest: Manifest;
  /** The truth for today's answers: `site.config.json`, with what only the manifest knows. */
  answers: Answers;
  /** Those of `.env.local`; undefined where it lacks one of them, as on a fresh clone. */
  secrets: Secrets | undefined;
  /** The base that was generated last, by the path of the file. */
  bases: ReadonlyMap<string, string>;
  inWorkspace: boolean;
  /** Values of `.env.local`; undefined where there is none. */
  env: ReadonlyMap<string, string> | undefined;
}

/**
 * @throws {CliError} `usage` when this is not a site of ours, a newer version wrote it, or its files cannot be read;
 *   `merge` when conflict markers were left in them
 */
export function readState(root: string): SiteState {
  const text = readText(root, MANIFEST_FILE);
  if (text === undefined) {
    throw new CliError('usage', `There is no ${MANIFEST_FILE} in ${root}.`, {
      fix: 'Run this in the directory of a site made with create-headless-site, or restore the file from Git.',
    });
  }
  const parsed = readObject(text, MANIFEST_FILE);
  refuseNewer(parsed);
  const manifest = manifestSchema.safeParse(parsed);
  if (!manifest.success) {
    throw new CliError('usage', `${MANIFEST_FILE} cannot be used.`, {
      details: manifest.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      fix: 'Restore the file from Git.',
    });
  }
  const answersText = readText(root, ANSWERS_FILE);
  if (answersText === undefined) {
    throw new CliError('usage', `${ANSWERS_FILE} is missing in ${root}.`, {
      fix: 'Restore the file from Git.',
    });
  }
  const answers = readObject(answersText, ANSWERS_FILE);
  refuseSecrets(answers, ANSWERS_FILE);
  if ('cli' in answers) {
    throw new CliError('usage', `${ANSWERS_FILE} is not valid.`, { details: ['cli: unknown key'] });
  }
  const envText = readText(root, ENV_FILE);
  const env = envText === undefined ? undefined : readEnv(envText);
  const { cli = {} } = manifest.data.answers;
  return {
    root,
    manifest: manifest.data,
    answers: { ...answers, cli } as Answers,
    inWorkspace: projectAbove(root, cli.packageManager)?.covers === true,
    bases: new Map([BASE_FILE, LOCAL_BASE_FILE].flatMap((file) => basesIn(root, file))),
    secrets: secretsFrom((name) => env?.get(name)),
    env,
  };
}

/** @throws {CliError} `merge` or `usage` where the file is there and cannot be read */
function basesIn(root: string, file: string): [string, string][] {
  const text = readText(root, file);
  if (text === undefined) return [];
  const entries = Object.entries(readObject(text, file));
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Text of a file of the site, or undefined when there is none. */
export function readText(root: string, file: string): string | undefined {
  return readBytes(root, file)?.toString('utf8');
}

/** Bytes of a file of the site, or undefined when there is none. */
export function readBytes(root: string, file: string): Buffer | undefined {
  try {
    return readFileSync(resolveInside(root, file));
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    // Reading names no path.
    if (code === 'EISDIR') {
      throw new CliError('usage', `${file} is a directory, not a file.`, {
        fix: 'Move it away, or restore the file from Git.',
      });
    }
    throw error;
  }
}

/** Refuses a newer version's site: this one might take what it wrote for its own mistake and undo it. */
function refuseNewer(manifest: Record<string, unknown>): void {
  const { version, cliVersion: writer } = manifest;
  const newer = typeof writer === 'string' && isNewer(writer, cliVersion);
  if (!newer && !(typeof version === 'number' && version > MANIFEST_VERSION)) return;
  throw new CliError(
    'usage',
    `This site was written by create-headless-site ${writer}; this is ${cliVersion}.`,
    {
      fix: 'Use the newest: npx create-headless-site@latest',
    },
  );
}

function readObject(text: string, name: string): Record<string, unknown> {
  const value = parseJson(text);
  if (isTree(value)) return value;
  const line = findMarkers(text);
  if (line !== undefined) {
    throw new CliError('merge', `Conflict markers are left in ${name}, line ${line}.`, {
      fix: MARKERS_FIX,
    });
  }
  throw new CliError('usage', `${name} is not a JSON object.`, {
    fix: 'Correct it, or restore the file from Git.',
  });
}

/** @returns undefined where one of the two is missing */
export function secretsFrom(read: (name: string) => string | undefined): Secrets | undefined {
  const revalidation = read('REVALIDATION_SECRET');
  const preview = read('PREVIEW_SECRET');
  if (!revalidation || !preview) return undefined;
  return {
    revalidation,
    preview,
    revalidationPrevious: read('REVALIDATION_SECRET_PREVIOUS') || undefined,
    previewPrevious: read('PREVIEW_SECRET_PREVIOUS') || undefined,
  };
}

/**
 * Mistakes in secrets that the site would not start with. The schema of the configuration says so too, but blames
 * `site.config.json`, where none of them stands.
 * @param place where they are set
 */
export function secretsProblem(
  { revalidation, preview }: Secrets,
  place: string = ENV_FILE,
): CliError | undefined {
  const short = Object.entries(secretValues({ revalidation, preview }))
    .filter(([, value = '']) => value.length > 0 && value.length < SECRET_MIN_LENGTH)
    .map(([name]) => name);
  if (short.length === 0) return undefined;
  return new CliError(
    'usage',
    `${short.join(' and ')} in ${place} must be at least ${SECRET_MIN_LENGTH} characters long.`,
    {
      fix: 'Write longer ones there, for example from `openssl rand -base64 32`, then: npx create-headless-site regenerate-config && npx create-headless-site connect',
    },
  );
}
