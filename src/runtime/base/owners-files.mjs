import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The names by which the runtime knows the owner's files, and the files, below the site's folder. Where Node itself reads the
 * runtime, the same names lead to the modules `owners-*` instead: see `injected.ts`.
 */
export const ownersFiles = {
  'headless-site/site/answers': 'site.config.ts',
  'headless-site/site/content': 'content.config.ts',
  'headless-site/site/blocks': 'components/blocks/own/index.ts',
  'headless-site/site/mapped': 'components/blocks/mapped/index.ts',
  'headless-site/site/image-hosts': 'image-hosts.json',
  'headless-site/site/words': 'components/words.ts',
};

const optional = new Set(['headless-site/site/content', 'headless-site/site/mapped']);

/**
 * The files that a site has. In the place of those that it may do without, the runtime has an empty one.
 * @param {string} root folder of the site
 * @returns {Record<string, string>}
 */
export function presentFiles(root) {
  const files = Object.entries(ownersFiles);
  return Object.fromEntries(
    files.filter(([name, file]) => !optional.has(name) || existsSync(path.join(root, file))),
  );
}
