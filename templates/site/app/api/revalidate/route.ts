/** WordPress says here what changed. Owned by the runtime. */
export { POST } from 'headless-site/routes/revalidate';
