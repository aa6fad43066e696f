/** The hooks that run when a server starts, and when a request fails. Owned by the runtime. */
export { onRequestError, register } from 'headless-site/routes/instrumentation';
