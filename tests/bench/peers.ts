/** What the benches of pages and builds compare with: our site as npm installs it, a bare Next app, next-wp. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';

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
