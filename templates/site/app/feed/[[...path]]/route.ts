/** RSS of the site at `/feed/`, and of each archive below it. Owned by the runtime. */
export { GET } from 'headless-site/routes/feed';

export const dynamic = 'force-static';
