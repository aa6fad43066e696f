/** The texts that the search dialog loads when somebody types. Owned by the runtime. */
export { GET } from 'headless-site/routes/search-texts';

export const dynamic = 'force-static';
