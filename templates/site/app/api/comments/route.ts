/** Takes comments. Owned by the runtime. */
export { GET, POST } from 'headless-site/routes/comments';
