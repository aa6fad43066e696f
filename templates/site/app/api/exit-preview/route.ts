/** Ends a preview. Owned by the runtime. */
export { GET } from 'headless-site/routes/exit-preview';
