/** Lets through what opens draft mode for a preview only. Owned by the runtime. */
export { proxy } from 'headless-site/routes/proxy';

/**
 * No other request comes here, because a proxy halves the rate of cached pages. The cookie is looked for in the header as
 * it was sent: where one is sent twice, Next's matcher sees the first one, and its draft mode the last.
 */
export const config = {
  matcher: [
    {
      source: '/((?!api/|_next/).*)',
      has: [{ type: 'header', key: 'cookie', value: '.*__prerender_bypass.*' }],
    },
  ],
};
