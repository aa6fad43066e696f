import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** What imports mean in tests: the sources of the runtime, and the template in the place of an owner's site. */
export const aliases = [
  { find: /^@\/sample-cms\//, replacement: at('templates/sample-cms/') },
  { find: /^@\/runtime\//, replacement: at('src/runtime/') },
  { find: /^@\//, replacement: at('templates/site/') },
  { find: 'headless-site/site/answers', replacement: at('templates/site/site.config.ts') },
  { find: 'headless-site/site/blocks', replacement: at('templates/site/components/blocks/own/index.ts') },
  { find: 'headless-site/site/image-hosts', replacement: at('templates/site/image-hosts.json') },
  { find: 'headless-site/site/words', replacement: at('templates/site/components/words.ts') },
  { find: 'headless-site/register', replacement: at('src/runtime/register.ts') },
  { find: /^headless-site\/routes\//, replacement: at('src/runtime/routes/') },
  { find: /^headless-site\//, replacement: at('src/runtime/public/') },
  { find: /^headless-site$/, replacement: at('src/runtime/public/index.ts') },
];
