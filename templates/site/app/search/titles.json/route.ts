/** The titles that the search dialog searches in first. Owned by the runtime. */
export { GET } from 'headless-site/routes/search-titles';

export const dynamic = 'force-static';
