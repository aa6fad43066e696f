/** A part of a large sitemap. Owned by the runtime. */
export { GET } from 'headless-site/routes/sitemap-part';

export const dynamic = 'force-static';
