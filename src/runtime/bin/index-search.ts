import { createRequire } from 'node:module';
import path from 'node:path';
import { resolved } from '../base/resolved.ts';
import { withSiteModule } from './site-modules.ts';

type HostedIndex = typeof import('../search/hosted-index.ts');

/**
 * Fills the hosted search index from all public content of the CMS, in one step: until it is whole, visitors search in
 * the old one. Run it once when hosted search is set up, and after a large import; webhooks do the rest.
 * Needs HOSTED_SEARCH_ADMIN_KEY, and the development packages.
 * @param root folder of the site, whose .env files are in the environment
 * @returns the exit code
 */
export async function indexSearch(root: string): Promise<number> {
  const site = createRequire(path.join(root, 'package.json'));
  if (!resolved(site, '@algolia/client-search')) {
    console.error(
      'This site has no hosted search: @algolia/client-search is not installed.\n' +
        'Fix: npx create-headless-site regenerate-config --search hosted_index, then npm install.',
    );
    return 1;
  }
  try {
    const count = await withSiteModule(root, 'search/hosted-index.js', (index: HostedIndex) =>
      index.fillHostedIndex(),
    );
    console.log(`${count} items are in the search index now.`);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}
