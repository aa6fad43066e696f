/** Answers the search dialog where the browser does not search by itself. Owned by the runtime. */
export { GET } from 'headless-site/routes/search-results';
