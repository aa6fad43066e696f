import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { presentFiles } from '../base/owners-files.mjs';

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

/** Loads them as Next does for `content.config.ts`. */
const graphqlFiles = (root: string) => ({
  name: 'graphql-files',
  load(id: string) {
    if (!id.endsWith('.graphql')) return undefined;
    const { textOf } = createRequire(import.meta.url)('../build/commonjs/graphql.js');
    return `export default ${JSON.stringify(textOf(id, root))}`;
  },
});

/**
 * Runs a module of the runtime outside Next, with the site's own TypeScript behind it. Needs the development packages: Vite reads it.
 * @param root folder of the site, whose .env files are in the environment
 * @param module below `dist`: `search/hosted-index.js`
 * @param use gets what it exports
 */
export async function withSiteModule<Module, Result>(
  root: string,
  module: string,
  use: (loaded: Module) => Promise<Result>,
): Promise<Result> {
  const site = createRequire(path.join(root, 'package.json'));
  // Before Node 20.19 that is Vite's CommonJS build, which complains of itself.
  process.env.VITE_CJS_IGNORE_WARNING = 'true';
  const vite = await import(pathToFileURL(site.resolve('vite')).href);
  const { createServer } = vite.createServer ? vite : vite.default;
  const alias = Object.entries(presentFiles(root)).map(([find, file]) => ({
    find,
    replacement: path.join(root, file),
  }));
  // Same alias as TypeScript's and Next's.
  const ofSite = { find: /^@\//, replacement: `${root}/` };
  const server = await createServer({
    root,
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: [...alias, ofSite] },
    ssr: { noExternal: ['next', 'headless-site'] },
    plugins: [withoutNext, graphqlFiles(root)],
  });
  try {
    return await use(await server.ssrLoadModule(fileURLToPath(new URL(`../${module}`, import.meta.url))));
  } finally {
    await server.close();
  }
}
