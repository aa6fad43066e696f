/**
 * A build's facts about its client components and Next's own scripts. Read once, after the build, from files that are
 * not public: Next is pinned, and what is unfamiliar in them leaves all pages as they are.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../../base/is-record.ts';

/** Components that a page may have without needing the browser. */
export interface References {
  /** Modules of the router, which do nothing but navigate; by the bundler's name. */
  framework: string[];
  /** Error boundaries: the router holds them for a failure, and no page that is stored has failed. */
  boundaries: string[];
  /** Files of Next's own scripts, as in `static/chunks/name.js`. */
  scripts: string[];
  /** Files of the runtime's modules for browsers, which add no element and no class that a page does not name. */
  stockModules: string[];
}

/** The file below `.next` that says it to the server. Without it pages stay as they are. */
export const REFERENCES_FILE = 'zero-js.json';

/**
 * Components that the router wraps around each page. A link works without its script; Next's images, scripts and forms are not
 * here, because their use says that the page wants them in the browser.
 */
const router =
  /\/next\/dist\/(esm\/)?(client\/components\/(layout-router|render-from-template-context|client-page|client-segment|error-boundary|http-access-fallback\/error-boundary)|client\/app-dir\/link|lib\/framework\/boundary-components|lib\/metadata\/generate\/icon-mark)\.js$/;
/** Shows nothing where a child fails, which on a stored page has happened already. */
const quiet = /\/(headless-site|runtime)\/(dist\/)?pages\/Quiet\.(js|tsx)$/;
const boundary =
  /(^\[project\]\/(?!.*node_modules\/).*\bapp\/(.*\/)?(global-)?error\.[jt]sx?|\/next\/dist\/(esm\/)?client\/components\/builtin\/global-error\.js)$/;

/**
 * @param build folder `.next`
 * @throws {Error} that says what in it is unfamiliar
 */
export function readReferences(build: string): References {
  const server = path.join(build, 'server/app');
  const manifests = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('page_client-reference-manifest.js'))
    .map((name) => readManifest(path.join(server, name)));
  if (manifests.length === 0) throw new Error('it names no client components');
  const sources = new Map<string, string>();
  const scripts = new Set(scriptsOfAll(readJson(path.join(build, 'build-manifest.json'))));
  for (const { clientModules, entryJSFiles } of manifests) {
    for (const [source, { id, chunks }] of Object.entries(clientModules)) {
      const key = String(id);
      // Two modules of one name: neither is known.
      sources.set(key, sources.has(key) && sources.get(key) !== source ? '' : source);
      for (const chunk of chunks) scripts.add(fileOfScript(chunk) ?? '');
    }
    for (const files of Object.values(entryJSFiles)) for (const file of files) scripts.add(file);
  }
  const named = (pattern: RegExp) =>
    [...sources].flatMap(([id, source]) => (pattern.test(source) ? [id] : []));
  const framework = [...named(router), ...named(quiet)];
  if (framework.length === 0) throw new Error('it does not name its router');
  scripts.delete('');
  return {
    framework,
    boundaries: named(boundary),
    scripts: [...scripts],
    stockModules: readStockModules(path.join(build, 'static/media')),
  };
}

/** Begins each module that the runtime's build makes for browsers (`esbuild.config.mjs`). */
const STOCK = '/* headless-site */';

function readStockModules(media: string): string[] {
  if (!existsSync(media)) return [];
  return readdirSync(media)
    .filter((name) => name.endsWith('.js') && readFileSync(path.join(media, name), 'utf8').startsWith(STOCK))
    .map((name) => `static/media/${name}`);
}

/** @returns `static/chunks/name.js`; undefined for what is not Next's to serve */
export function fileOfScript(address: string): string | undefined {
  return /\/_next\/(static\/[^?#]*)(\?dpl=[\w-]*)?$/.exec(address)?.[1];
}

interface Manifest {
  clientModules: Record<string, { id: string | number; chunks: string[] }>;
  entryJSFiles: Record<string, string[]>;
}

/** The file is a script, `globalThis.__RSC_MANIFEST[...] = {…};`, and is read, not run. */
function readManifest(file: string): Manifest {
  const text = readFileSync(file, 'utf8');
  const json = /__RSC_MANIFEST\[".*?"\] = (\{.*\});?\s*$/s.exec(text)?.[1];
  const manifest: Partial<Manifest> = JSON.parse(json ?? 'null') ?? {};
  const { clientModules, entryJSFiles } = manifest;
  const isKnown =
    isRecord(clientModules) &&
    isRecord(entryJSFiles) &&
    Object.values(clientModules).every(({ id, chunks }) => id !== undefined && Array.isArray(chunks)) &&
    Object.values(entryJSFiles).every(Array.isArray);
  if (!isKnown) throw new Error(`${path.basename(file)} has another form`);
  return { clientModules, entryJSFiles };
}

function scriptsOfAll(manifest: unknown): string[] {
  const lists = ['rootMainFiles', 'polyfillFiles', 'lowPriorityFiles'].map((name) =>
    isRecord(manifest) ? manifest[name] : undefined,
  );
  if (!lists.every(Array.isArray) || lists[0]?.length === 0)
    throw new Error('build-manifest.json has another form');
  return lists.flat();
}

/** Set in Next's configuration where the site's says `rendering.light: false`. */
export const KEEPS_SCRIPTS = 'HEADLESS_SITE_KEEPS_SCRIPTS';

interface Written {
  cacheHandler?: string;
  cacheComponents?: boolean;
  deploymentId?: string;
  env?: Record<string, string>;
  instrumentationClientInject?: string[];
}

/**
 * @param root folder of the site
 * @returns why no page of its build may go without Next's scripts
 */
export function reasonToKeep(root: string): string | undefined {
  const { config = {} } = readJson(path.join(root, '.next/required-server-files.json')) as {
    config?: Written;
  };
  if (config.env?.[KEEPS_SCRIPTS]) return 'rendering.light is false';
  if (!config.cacheHandler) return "the platform's cache stores them";
  if (config.cacheComponents) return 'cacheComponents completes them in the browser';
  if (config.deploymentId) return 'deploymentId tells its router which build a page is of';
  const [injected] = config.instrumentationClientInject ?? [];
  const own = ['', 'src/'].flatMap((folder) =>
    ['ts', 'tsx', 'js', 'jsx', 'mjs'].map((ending) => `${folder}instrumentation-client.${ending}`),
  );
  const script = injected ?? own.find((name) => existsSync(path.join(root, name)));
  return script && `${script} runs on all of them`;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
