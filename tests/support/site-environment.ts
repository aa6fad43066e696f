/** Environment variables without which no module of a site can be imported. */
export const siteEnvironment = {
  NEXT_PUBLIC_CMS_API_URL: 'http://127.0.0.1:1/graphql',
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  REVALIDATION_SECRET: 'revalidation-secret-1',
  PREVIEW_SECRET: 'preview-secret-number-1',
};
