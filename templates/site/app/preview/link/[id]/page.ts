/** WordPress's short links, `/?p=42`. Owned by the runtime. */
export { default } from 'headless-site/routes/short-link';
