import { randomBytes } from 'node:crypto';
import { CliError } from '../base/errors';
import { SECRET_MIN_LENGTH } from '../runtime/config';

/** The secrets that the site and the companion plugin share. */
export interface Secrets {
  revalidation: string;
  preview: string;
  /** Only while secrets are rotated. */
  revalidationPrevious?: string | undefined;
  previewPrevious?: string | undefined;
}

/** 32 random bytes in base64. */
export function newSecret(): string {
  return randomBytes(32).toString('base64');
}

/**
 * Secrets of a new site: those of the environment, otherwise generated ones.
 * @throws {CliError} of kind `usage` naming the variable, never its value
 */
export function secretsFor(env: Readonly<Record<string, string | undefined>>): Secrets {
  const problems: string[] = [];
  const take = (name: string) => {
    const value = env[name];
    if (!value) return newSecret();
    if (value.length < SECRET_MIN_LENGTH) {
      problems.push(`${name}: must be at least ${SECRET_MIN_LENGTH} characters long`);
    }
    if (hasControlCharacter(value)) problems.push(`${name}: must be one line without control characters`);
    // No quoting of an env file holds both.
    if (value.includes("'") && value.includes('`')) problems.push(`${name}: must not hold both ' and \``);
    return value;
  };
  const secrets = { revalidation: take('REVALIDATION_SECRET'), preview: take('PREVIEW_SECRET') };
  if (problems.length > 0) {
    throw new CliError('usage', 'These secrets of the environment cannot be used.', {
      details: problems,
      fix: 'Set a longer one, for example from `openssl rand -base64 32`, or unset it: then one is generated.',
    });
  }
  return secrets;
}

/**
 * Refuses a value for the CMS, or for a site behind a password, that no header may hold: fetch would say nothing that helps.
 * @throws {CliError} of kind `usage`, never with the value
 */
export function refuseAuthorization(
  env: Readonly<Record<string, string | undefined>>,
  name: 'CMS_AUTHORIZATION' | 'SITE_AUTHORIZATION' = 'CMS_AUTHORIZATION',
): void {
  const value = env[name];
  // Node's fetch takes 20 ms to load.
  if (!value) return;
  try {
    new Headers({ authorization: value });
  } catch {
    throw new CliError(
      'usage',
      `${name} cannot be sent: no header may hold its line break or other character.`,
      {
        fix: 'Set it to one line, for example `Basic <base64 of user:password>`; `base64 -w0` does not wrap.',
      },
    );
  }
}

function hasControlCharacter(value: string): boolean {
  return [...value].some((character) => character < ' ' || character === '\u007f');
}
