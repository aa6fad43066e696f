import { fileURLToPath } from 'node:url';
import { ownersFiles } from '../../src/runtime/base/owners-files.mjs';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Targets of imports in tests: the sources of the runtime, and the template in the place of an owner's site. */
export const aliases = [
  { find: /^@\/sample-cms\//, replacement: at('src/sample-cms/') },
  { find: /^@\/runtime\//, replacement: at('src/runtime/') },
  { find: /^@\//, replacement: at('templates/site/') },
  // The template has no list of block overrides.
  { find: 'headless-site/site/mapped', replacement: at('src/runtime/content/blocks/owners-overrides.ts') },
  ...Object.entries(ownersFiles).map(([find, file]) => ({ find, replacement: at(`templates/site/${file}`) })),
  { find: 'headless-site/register', replacement: at('src/runtime/register.ts') },
  { find: /^headless-site\/routes\//, replacement: at('src/runtime/routes/') },
  { find: /^headless-site\//, replacement: at('src/runtime/public/') },
  { find: /^headless-site$/, replacement: at('src/runtime/public/index.ts') },
];
