/** The site's pure helpers, error classes and types. Nothing here reads the CMS, the environment or Next. */

export { safeUrl } from './base/url';
export { isIcon } from './blocks/clean';
export type * from './blocks/types';
export * from './cms/errors';
export * from './config';
export * from './content/contact';
export * from './content/format';
export * from './content/images';
export * from './content/metadata';
export * from './content/transform';
export type * from './content/types';
