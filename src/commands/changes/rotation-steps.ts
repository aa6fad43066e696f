import type { Rotation } from '../../changes/rotate';
import { COMPANION_FILE, ENV_FILE } from '../../plan/managed';

/**
 * The steps of a rotation and where to do them, in this order, so that neither side ever shuts the other out: a site that accepts both pairs
 * takes whichever the plugin sends.
 */
export function rotationSteps(rotation: Rotation): string[] {
  if (rotation === 'finish') {
    return [
      `The site: remove REVALIDATION_SECRET_PREVIOUS and PREVIEW_SECRET_PREVIOUS where it runs, and deploy it.`,
      `WordPress: import ${COMPANION_FILE} into the companion plugin again; it forgets the former secrets.`,
    ];
  }
  return [
    `The site: copy the four secrets of ${ENV_FILE} to where it runs, and deploy it. It accepts both pairs then.`,
    `WordPress: import ${COMPANION_FILE} into the companion plugin, and see that it says connected.`,
    'An hour later, when preview links with the former secret have expired: npx create-headless-site regenerate-config --finish-rotation',
  ];
}
