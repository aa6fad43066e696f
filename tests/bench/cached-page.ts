/**
 * Requests per second of a page from the cache, with gzip, beside a bare Next app with the same text: Node alone, and both behind nginx,
 * ours as we ship it. In turns, so that what else the machine does meets both. Then what a page weighs, for visitors and on the disk.
 * Ends with 1 when a goal is missed. Usage: npx tsx tests/bench/cached-page.ts [rounds] [seconds]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startSampleCms } from '../../src/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { startNginx, whyNoServices } from '../site/support/services';
import { buildSite, freePort, secrets, startSite } from '../site/support/site-server';
import { type Load, load } from './load';

const [rounds = 5, seconds = 3] = process.argv.slice(2).map(Number);
const GOAL = 8;
const PAGE = '/a-chair-that-can-be-mended/';

const cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
const stops: (() => unknown)[] = [() => cms.close()];
try {
  const dir = await createSite('bench-cached');
  await buildSite(dir, cms.graphqlUrl);
  const weight = weighPages(dir);
  const ours = await startSite(dir, cms.graphqlUrl, {}, await freePort());
  stops.push(ours.stop);
  const bare = await startBare(path.join(path.dirname(dir), 'bench-bare'), await textOf(ours.url + PAGE));
  stops.push(bare.stop);
  const pairs = { 'Node alone': { ours: ours.url, bare: bare.url } } as Record<
    string,
    { ours: string; bare: string }
  >;
  const why = whyNoServices();
  if (why) console.log(`Behind nginx: left out, ${why}`);
  else {
    const [kept, proxied] = [await behindNginx(ours.url), await behindNginx(bare.url, withoutPages)];
    pairs['behind nginx'] = { ours: kept, bare: proxied };
  }
  const missed: string[] = [];
  for (const [name, pair] of Object.entries(pairs)) if ((await compare(name, pair)) < GOAL) missed.push(name);
  console.log(weight);
  if (missed.length > 0) {
    console.error(`\nFewer than ${GOAL} times as many requests: ${missed.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** @returns the median of the ratios */
async function compare(name: string, { ours, bare }: { ours: string; bare: string }): Promise<number> {
  for (const url of [ours, bare]) await load(url + PAGE, 1, 'gzip');
  const ratios: number[] = [];
  console.log(`\n${name}: requests per second of a cached page with gzip, 20 at once (99th percentile)`);
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await load(bare + PAGE, seconds, 'gzip'), await load(ours + PAGE, seconds, 'gzip')];
    ratios.push(other.rate / one.rate);
    console.log(`  bare ${shown(one)}   ours ${shown(other)}   ${(other.rate / one.rate).toFixed(1)}x`);
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  console.log(`  median ${median.toFixed(1)}x (at least ${GOAL})`);
  return median;
}

function shown({ rate, slowest, bytes }: Load): string {
  return `${rate.toFixed(0).padStart(6)} (${slowest.toFixed(1)} ms, ${bytes} bytes)`;
}

async function behindNginx(url: string, change?: (text: string) => string): Promise<string> {
  const port = Number(new URL(url).port);
  const nginx = await startNginx([port, port], change);
  stops.push(nginx.stop);
  return nginx.url;
}

function withoutPages(text: string): string {
  return text.replace('proxy_cache pages;', '');
}

/** The body of a page, without its scripts. */
async function textOf(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  return (/<body>(.*)<\/body>/s.exec(html)?.[1] ?? '').replace(/<script\b.*?<\/script>/gs, '');
}

/** What create-next-app makes, without its pictures and styles, with one page that is prerendered. */
async function startBare(dir: string, text: string) {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(path.join(dir, 'app/[slug]'), { recursive: true });
  const files = {
    'package.json': '{"name":"bare","private":true,"type":"module"}',
    'next.config.mjs': `export default { trailingSlash: true, turbopack: { root: ${JSON.stringify(path.resolve(import.meta.dirname, '../..'))} } };`,
    'app/layout.jsx':
      'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
    'app/[slug]/page.jsx': `export const generateStaticParams = () => [{ slug: ${JSON.stringify(PAGE.replaceAll('/', ''))} }];
      const text = ${JSON.stringify(text)};
      export default function Page() { return <div dangerouslySetInnerHTML={{ __html: text }} />; }`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(dir, name), content);
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
  const built = spawnSync(process.execPath, [next, 'build'], { cwd: dir, env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the bare app cannot be built:\n${built.stdout}${built.stderr}`);
  const port = await freePort();
  const server: ChildProcess = spawn(
    process.execPath,
    [next, 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      cwd: dir,
      env,
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + PAGE).catch(() => undefined))?.ok) await sleep(100);
  return { url, stop: () => server.kill('SIGTERM') };
}

function weighPages(dir: string): string {
  const app = path.join(dir, '.next/server/app');
  const ofPage = (name: string) =>
    readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        [`${name}.html`, `${name}.rsc`, `${name}.meta`].includes(file) ||
        file.startsWith(`${name}.segments/`),
    );
  const lines = ['index', PAGE.replaceAll('/', '')].map((name) => {
    const files = ofPage(name).map((file) => path.join(app, file));
    const stored = files.reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0);
    const html = readFileSync(path.join(app, `${name}.html`));
    const { text, styles, scripts } = partsOfPage(html.toString(), path.join(dir, '.next'));
    return (
      `  ${name.padEnd(28)} ${stored} bytes stored; with gzip ${gzipSync(html).length}, HTML alone ${gzipSync(text).length}, ` +
      `its styles alone ${gzipSync(styles).length}, first-load JavaScript ${scripts}`
    );
  });
  return `\nWhat pages weigh, in bytes\n${lines.join('\n')}`;
}

/** The styles stand in the page in place of a sheet that it would wait for. @returns `scripts`: bytes with gzip, of those in the page and of files */
function partsOfPage(html: string, build: string): { text: string; styles: string; scripts: number } {
  const styles = [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => text).join('');
  let scripts = 0;
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
    const file = /\ssrc="\/_next\/([^"?]+)/.exec(attributes)?.[1];
    const isData = /\stype="(?!module|text\/javascript)/.test(attributes);
    if (file) scripts += gzipSync(readFileSync(path.join(build, file))).length;
    else if (!isData) scripts += gzipSync(text).length;
  }
  return { text: html.replace(/<style\b[^>]*>.*?<\/style>/gs, ''), styles, scripts };
}
