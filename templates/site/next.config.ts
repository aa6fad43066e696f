import { withHeadlessSite } from 'headless-site/next';

/** Yours: add settings of Next, its redirects, rewrites and headers included. The runtime adds what it needs. */
export default withHeadlessSite({});
