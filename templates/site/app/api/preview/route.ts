/** Opens a preview. Owned by the runtime. */
export { GET, HEAD } from 'headless-site/routes/preview';
