/**
 * The sites that the benches of pages and builds compare: our site as npm installs it, a bare Next app with the same texts and, where
 * NEXT_WP_DIR names a folder of it, next-wp (github.com/9d8dev/next-wp with its packages installed and its font of Google's taken out,
 * which needs a network).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { programOf } from '../site/support/site-server';
import { ensureBuilt } from '../support/built';
import { freePort } from '../support/free-port';
import { startWordPress, type WordPress, whyNoMariadb, whyNoWordPress } from '../wordpress/server';
import type { Peer } from './figures';

export const nextWp = process.env.NEXT_WP_DIR;
if (!nextWp) console.log('next-wp is left out: NEXT_WP_DIR names no folder of it');

export type Name = 'ours' | Peer;

/** Where one of them serves, and two of its pages: the text of WordPress's front page, and a post. */
export interface Place {
  url: string;
  home: string;
  post: string;
}
export interface Places {
  ours: Place;
  bare: Place;
  /** At `/` it has an introduction of its own, without anything from WordPress. */
  nextWp?: Place & { intro: string };
}

/** The content has a footer menu of 110 entries, for what reads menus page by page. Hardly any site has one, and next-wp shows no menu of WordPress. */
const SHORT_FOOTER = `
  foreach ( wp_get_nav_menu_items( 'Footer' ) as $item ) {
    if ( $item->menu_order > 10 ) {
      wp_delete_post( $item->ID, true );
    }
  }`;

/**
 * Calls `work` with a real WordPress of 200 posts on MariaDB, and a folder that is removed afterwards.
 * @throws with the reason where WordPress or MariaDB cannot be had
 */
export async function withWordPress(work: (cms: WordPress, scratch: string) => Promise<void>): Promise<void> {
  const reason = whyNoWordPress('newest') ?? whyNoMariadb();
  if (reason) throw new Error(reason);
  ensureBuilt();
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'chs-peers-'));
  const wordpress = await startWordPress({
    version: 'newest',
    companion: true,
    database: 'mariadb',
    constants: { WP_DEBUG: false },
  });
  try {
    await wordpress.php(SHORT_FOOTER);
    await work(wordpress, scratch);
  } finally {
    await wordpress.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Builds and serves all of them while `work` runs.
 * @param work gets where they are, and the folder of our site
 */
export async function withPeers(
  wordpress: WordPress,
  scratch: string,
  work: (places: Places, site: string) => Promise<void>,
): Promise<void> {
  const servers: ChildProcess[] = [];
  const serve = async (folder: string, program: string, more: Record<string, string> = {}) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { NEXT_PUBLIC_SITE_URL: url, ...more };
    await build(folder, program, env);
    servers.push(start(folder, program, port, env));
    while (!(await fetch(url).catch(() => undefined))) await sleep(100);
    return url;
  };
  try {
    const site = await createInstalledSite(
      path.join(scratch, 'site'),
      wordpress.url,
      'http://127.0.0.1:3000',
    );
    const ours = await serve(site, programOf(site));
    const bareFolder = createBare(path.join(scratch, 'bare'), site);
    const bare = await serve(bareFolder, nextOf(bareFolder));
    const slug = await slugOf(wordpress, 'posts?search=ordinary');
    const place = (url: string) => ({ url, home: `${url}/`, post: `${url}/${slug}/` });
    const places: Places = { ours: place(ours), bare: place(bare) };
    if (nextWp) {
      const url = await serve(nextWp, nextOf(nextWp), { WORDPRESS_URL: wordpress.url });
      const home = `${url}/pages/${await slugOf(wordpress, 'pages?slug=home')}`;
      places.nextWp = { url, home, post: `${url}/posts/${slug}`, intro: `${url}/` };
    }
    const all: Place[] = [places.ours, places.bare, ...(places.nextWp ? [places.nextWp] : [])];
    for (const address of all.flatMap(({ home, post }) => [home, post])) {
      const { status } = await fetch(address);
      if (status !== 200) throw new Error(`${address} answers ${status}`);
    }
    await work(places, site);
  } finally {
    for (const server of servers) server.kill('SIGTERM');
  }
}

/** Slug of the newest item that is found. */
async function slugOf({ url }: WordPress, query: string): Promise<string> {
  const [item] = await (await fetch(`${url}/wp-json/wp/v2/${query}&per_page=1`)).json();
  return item.slug;
}

function start(folder: string, program: string, port: number, more: Record<string, string>): ChildProcess {
  const env = { ...process.env, NODE_ENV: 'production' as const, ...more };
  const options = ['start', '-H', '127.0.0.1', '-p', String(port)];
  return spawn(process.execPath, [program, ...options], { cwd: folder, env, stdio: 'ignore' });
}

const root = path.resolve(import.meta.dirname, '../..');

/** Not at once, as `spawnSync` would do it: WordPress's own answers go through this process. @returns seconds */
export async function build(
  folder: string,
  program: string,
  more: Record<string, string> = {},
): Promise<number> {
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...more };
  const began = performance.now();
  await execa(process.execPath, [program, 'build'], { cwd: folder, env });
  return (performance.now() - began) / 1000;
}

/** Next's own program, of the packages of a folder. */
export const nextOf = (folder: string) =>
  createRequire(path.join(folder, 'package.json')).resolve('next/dist/bin/next');

/** With packages of its own: beside those of this repository it would have some that its answers do not ask for. */
export async function createInstalledSite(site: string, cmsUrl: string, url: string): Promise<string> {
  const flags = ['--cms-url', cmsUrl, '--site-url', url, '--yes', '--no-git'];
  await execa(process.execPath, ['bin/create-headless-site.js', site, ...flags], { cwd: root, input: '' });
  return site;
}

/**
 * One route, and as many pages as the site: the text of each, at its address, without styles.
 * @param bare beside the site, whose packages it has
 * @param site after a build
 */
export function createBare(bare: string, site: string): string {
  mkdirSync(path.join(bare, 'app/[[...path]]'), { recursive: true });
  symlinkSync(path.join(site, 'node_modules'), path.join(bare, 'node_modules'));
  const files = {
    'package.json': '{"name":"bare","private":true,"type":"module"}',
    'next.config.mjs': `export default { trailingSlash: true, turbopack: { root: ${JSON.stringify(path.dirname(site))} } };`,
    'texts.json': JSON.stringify(textsOf(path.join(site, '.next/server/app'))),
    'app/layout.jsx':
      'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
    'app/[[...path]]/page.jsx': `import { readFileSync } from 'node:fs';
      const texts = JSON.parse(readFileSync('texts.json', 'utf8'));
      export const generateStaticParams = () => Object.keys(texts).map((at) => ({ path: at.split('/').filter(Boolean) }));
      export default async function Page({ params }) {
        const at = ((await params).path ?? []).map(decodeURIComponent).join('/');
        return <div dangerouslySetInnerHTML={{ __html: texts[at] ?? '' }} />;
      }`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(bare, name), content);
  return bare;
}

/** By address, without slashes around it: the bodies of a build's pages, without scripts. */
function textsOf(pages: string): Record<string, string> {
  const names = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !name.startsWith('_'),
  );
  return Object.fromEntries(
    names.map((name) => {
      const body = /<body[^>]*>(.*)<\/body>/s.exec(readFileSync(path.join(pages, name), 'utf8'))?.[1] ?? '';
      return [
        name.slice(0, -'.html'.length).replace(/^index$/, ''),
        body.replace(/<script\b.*?<\/script>/gs, ''),
      ];
    }),
  );
}
