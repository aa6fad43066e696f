/** Takes what visitors write into forms of WordPress. Owned by the runtime. */
export { GET, POST } from 'headless-site/routes/forms';
