import { newSecret, type Secrets } from '../answers/secrets';
import { CliError } from '../base/errors';

/** `--rotate-secrets` and `--finish-rotation`. */
export type Rotation = 'start' | 'finish';

/**
 * The secrets after a step of their rotation.
 * @param secrets those of `.env.local`
 * @throws {CliError} `usage` when they are not on this machine, and when a rotation is not finished yet
 */
export function rotated(secrets: Secrets | undefined, rotation: Rotation): Secrets {
  if (!secrets) {
    throw new CliError('usage', 'The secrets are not on this machine: .env.local lacks them.', {
      fix: 'Copy .env.local from where the site is kept, or take REVALIDATION_SECRET and PREVIEW_SECRET from its host.',
    });
  }
  if (rotation === 'finish') return { revalidation: secrets.revalidation, preview: secrets.preview };
  if (isRotating(secrets)) {
    // The site or the plugin may still know the older pair only, and a third one would shut it out.
    throw new CliError('usage', 'A rotation of the secrets is not finished yet.', {
      fix: 'When the site is deployed and the settings are imported: npx create-headless-site regenerate-config --finish-rotation.',
    });
  }
  return {
    revalidation: newSecret(),
    preview: newSecret(),
    revalidationPrevious: secrets.revalidation,
    previewPrevious: secrets.preview,
  };
}

/** Whether former secrets are still accepted. */
export function isRotating(secrets: Secrets | undefined): boolean {
  return Boolean(secrets?.revalidationPrevious || secrets?.previewPrevious);
}
