/** Builds and serves the site for the tests. */
export { default } from 'headless-site/test-server';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running site. */
    url: string;
  }
}
