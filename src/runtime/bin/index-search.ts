import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { presentFiles } from '../base/owners-files.mjs';
import { resolved } from '../base/resolved.ts';

/** Outside Next there is no cache to keep answers in and no request to wait for: everything is asked again. */
const nextModules = /^next\/(cache|server)$/;
const withoutNext = {
  name: 'without-next',
  enforce: 'pre',
  resolveId: (id: string) => (nextModules.test(id) ? '\0without-next' : undefined),
  load: (id: string) =>
    id === '\0without-next'
      ? 'export const unstable_cache = (load) => load; export const connection = async () => {};'
      : undefined,
};

/**
 * Fills the hosted search index from all public content of the CMS, in one step: until it is whole, visitors search in
 * the old one. Run it once when hosted search is set up, and after a large import; webhooks do the rest.
 * Needs HOSTED_SEARCH_ADMIN_KEY, and the development packages (Vite reads the site's TypeScript).
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
  const { createServer } = await import(pathToFileURL(site.resolve('vite')).href);
  const alias = Object.entries(presentFiles(root)).map(([find, file]) => ({
    find,
    replacement: path.join(root, file),
  }));
  const server = await createServer({
    root,
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias },
    ssr: { noExternal: ['next', 'headless-site'] },
    plugins: [withoutNext],
  });
  try {
    const index = fileURLToPath(new URL('../search/hosted-index.js', import.meta.url));
    const { fillHostedIndex } = await server.ssrLoadModule(index);
    console.log(`${await fillHostedIndex()} items are in the search index now.`);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await server.close();
  }
}
