/** Owned by the runtime. */
export { GET } from 'headless-site/routes/robots';

export const dynamic = 'force-static';
