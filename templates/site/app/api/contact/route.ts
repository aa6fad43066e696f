/** Takes the contact form. Owned by the runtime. */
export { POST } from 'headless-site/routes/contact';
