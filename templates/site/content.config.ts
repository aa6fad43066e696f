import { defineContent } from 'headless-site/define';

/**
 * Yours: what the site takes beyond what it comes with, own fields of posts and pages, HTML, sources of scripts, own pages and
 * webhooks. Recipes: `node_modules/headless-site/docs`. `next.config.ts` reads this file too, without knowing JSX: import no
 * components here.
 */
const content = defineContent({});

export default content;

declare module 'headless-site/register' {
  interface Register {
    content: typeof content;
  }
}
