import { MAIL_KEY } from './mail-double.mjs';
import { secrets } from './site-server';

/** Secrets that the site under test is given beside the two that it needs: a test looks for them in all it gives away. */
export const hiddenVariables = {
  REVALIDATION_SECRET_PREVIOUS: 'hidden-revalidation-secret-of-yesterday',
  PREVIEW_SECRET_PREVIOUS: 'hidden-preview-secret-of-yesterday',
  CMS_AUTHORIZATION: 'Basic hidden-cms-authorization',
  HOSTED_SEARCH_ADMIN_KEY: 'hidden-search-admin-key',
} as const;

export const hiddenValues: readonly string[] = [
  ...Object.values(secrets),
  ...Object.values(hiddenVariables),
  MAIL_KEY,
];
