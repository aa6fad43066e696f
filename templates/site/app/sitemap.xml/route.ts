/** Owned by the runtime. */
export { GET } from 'headless-site/routes/sitemap';

export const dynamic = 'force-static';
