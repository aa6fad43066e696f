/** The site's pure helpers, error classes and types. Nothing here reads the CMS, the environment or Next. */

export { safeUrl } from '../base/url.ts';
export * from '../config/index.ts';
export { isIcon } from '../content/blocks/clean.ts';
export type * from '../content/blocks/types.ts';
export { type ContactSubmission, contactSchema, validateContact } from '../content/contact.ts';
export * from '../content/format.ts';
export * from '../content/images.ts';
export * from '../content/metadata.ts';
export * from '../content/transform.ts';
export type * from '../content/types.ts';
export * from '../wordpress/model/errors.ts';
