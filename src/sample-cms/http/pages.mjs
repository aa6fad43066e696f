import { escapeHtml } from '../store/render.mjs';

/** @param {string} title @param {string} body */
const page = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title>
<style>body{font:17px/1.6 system-ui,sans-serif;max-width:38rem;margin:4rem auto;padding:0 1.25rem;color:#2c2f2a;background:#f7f5f0}
code{background:#e9e5da;padding:.1em .35em;border-radius:3px}a{color:#3f5d46}</style></head><body>${body}</body></html>
`;

export const notFoundPage = page(
  'Page not found',
  '<h1>Page not found</h1><p>The page you were looking for does not exist.</p>',
);

/** @param {string} title @param {string} graphqlUrl */
export const homePage = (title, graphqlUrl) =>
  page(
    `${escapeHtml(title)}: sample CMS`,
    `<h1>Sample CMS of ${escapeHtml(title)}</h1>
<p>This stands in for WordPress while you try the site out. It answers GraphQL as WordPress with WPGraphQL and the companion plugin would:</p>
<p><a href="${graphqlUrl}?query=${encodeURIComponent('{generalSettings{title}posts(first:3){nodes{title uri}}}')}"><code>${graphqlUrl}</code></a></p>
<p>The content is in <code>sample-cms/content</code>, one file for each post and page. Change a file and load the site again.</p>`,
  );
