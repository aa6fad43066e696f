import { defineContent } from 'headless-site/define';

/**
 * Your extensions: custom fields, allowed HTML, script sources, extra pages and webhook hooks.
 * Recipes: `node_modules/headless-site/docs`. `next.config.ts` reads this file too, without knowing JSX: import no
 * components here.
 */
const content = defineContent({});

export default content;

declare module 'headless-site/register' {
  interface Register {
    content: typeof content;
  }
}
