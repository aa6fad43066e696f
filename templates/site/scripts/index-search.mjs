#!/usr/bin/env node
/**
 * Fills the hosted search index from all public content of the CMS, in one step: until it is whole, visitors search in
 * the old one. Run it once when hosted search is set up, and after a large import; webhooks do the rest.
 * Needs HOSTED_SEARCH_ADMIN_KEY, and the development packages (Vite reads the site's TypeScript).
 * Usage: npm run index-search
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { provideSampleCms } from './sample-cms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const next = createRequire(path.join(root, 'package.json')).resolve('next/package.json');
createRequire(next)('@next/env').loadEnvConfig(root, false, { info() {}, error: console.error });
const sample = await provideSampleCms(root, 'dev').catch((error) => {
  console.error(error.message);
  process.exit(1);
});

/** Outside Next there is no cache to keep answers in and no request to wait for: everything is asked again. */
const nextModules = /^next\/(cache|server)$/;
const withoutNext = {
  name: 'without-next',
  enforce: 'pre',
  resolveId: (id) => (nextModules.test(id) ? '\0without-next' : undefined),
  load: (id) =>
    id === '\0without-next'
      ? 'export const unstable_cache = (load) => load; export const connection = async () => {};'
      : undefined,
};

const server = await createServer({
  root,
  configFile: false,
  envFile: false,
  logLevel: 'silent',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { '@': root.replace(/[\\/]$/, '') } },
  ssr: { noExternal: ['next'] },
  plugins: [withoutNext],
});
try {
  const { fillHostedIndex } = await server.ssrLoadModule('/lib/search/hosted-index.ts');
  console.log(`${await fillHostedIndex()} items are in the search index now.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await server.close();
  await sample?.close();
}
