import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SampleCms, startSampleCms } from '@/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { programOf } from '../site/support/site-server';
import { freePort } from '../support/free-port';

/** Where the answers of every site with the sample CMS say that it is. */
const USUAL = 8787;
const running: ChildProcess[] = [];
const strangers: Server[] = [];

/** Environment of an owner's shell, and nothing of vitest's. */
const environment = (env: Record<string, string>): NodeJS.ProcessEnv => {
  const { NODE_ENV: _mode, VITEST: _vitest, ...own } = process.env;
  return { ...own, ...env } as NodeJS.ProcessEnv;
};

interface Running {
  cms: string;
  url: string;
  output: () => string;
  stop: () => Promise<unknown>;
}

/** `npm run dev` or `npm start` in a site, until it answers. */
async function serve(dir: string, command: 'dev' | 'start'): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [programOf(dir), command, '-H', '127.0.0.1', '-p', String(port)];
  const child = spawn(process.execPath, args, {
    cwd: dir,
    env: environment({ NEXT_PUBLIC_SITE_URL: url }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  const ended = new Promise((resolve) => child.on('exit', resolve));
  while (!(await fetch(`${url}/robots.txt`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    cms: /Sample CMS: (http:\/\/127\.0\.0\.1:\d+)\/graphql/.exec(output)?.[1] ?? output,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const build = (dir: string) =>
  execa(process.execPath, [programOf(dir), 'build'], {
    cwd: dir,
    env: environment({}),
    extendEnv: false,
    reject: false,
    all: true,
    stdin: 'ignore',
  });

/** Somebody else's server on a port. */
const stranger = (port: number, answer = '{"data":{"__typename":"RootQuery"}}') =>
  new Promise<number>((resolve) => {
    const server = createServer((_request, response) => response.end(answer));
    strangers.push(server);
    server.listen(port, '127.0.0.1', () => resolve(port));
  });

/** The CMS's own address of the pictures on the homepage, and whether the optimiser of the site serves the first. */
async function pictures({ url }: Running): Promise<{ origins: string[]; status: number; policy: string }> {
  const page = await fetch(url);
  const html = await page.text();
  const optimised = [...html.matchAll(/\/_next\/image\?url=([^&"\s]+)[^"\s]*/g)];
  const origins = optimised.map(([, encoded = '']) => new URL(decodeURIComponent(encoded)).origin);
  const first = (optimised[0]?.[0] ?? '').replaceAll('&amp;', '&');
  return {
    origins: [...new Set(origins)],
    status: (await fetch(url + first)).status,
    policy: page.headers.get('content-security-policy') ?? '',
  };
}

const shows = async (cms: string, title: string) => {
  const slug = 'a-chair-that-can-be-mended';
  const response = await fetch(`${cms}/__sample/content`, {
    method: 'POST',
    body: JSON.stringify({ slug, set: { title } }),
  });
  expect(response.status).toBe(200);
};

describe('the sample CMS of two sites on one machine', () => {
  let one: string;
  let two: string;
  let another: SampleCms;
  beforeAll(async () => {
    // That of a third site stands on the port of the answers all the while.
    another = await startSampleCms({ port: USUAL, previewSecret: 'of-another-site' });
    one = await createSite('sample-one');
    two = await createSite('sample-two');
    for (const dir of [one, two]) {
      const { exitCode, all } = await build(dir);
      expect(exitCode, all).toBe(0);
    }
  });
  afterEach(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.on('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    for (const server of strangers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  afterAll(async () => {
    await another?.close();
  });

  const posts = async ({ cms }: { cms: string }) =>
    (await fetch(`${cms}/graphql?query={posts(first:100){nodes{title}}}`)).text();

  test('a site is served with its own, and its pictures come from there', async () => {
    const answers = readFileSync(path.join(one, 'site.config.json'), 'utf8');
    expect(answers).toContain(`http://127.0.0.1:${USUAL}/graphql`);
    const site = await serve(one, 'start');
    expect(site.cms).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(site.cms).not.toBe(another.url);
    const { origins, status, policy } = await pictures(site);
    expect([origins, status]).toEqual([[site.cms], 200]);
    expect(policy).toContain(site.cms);
    expect(policy).not.toContain(`:${USUAL}`);
    // Edits in the one are not in the other.
    await shows(site.cms, 'Only in the first');
    expect(await posts(site)).toContain('Only in the first');
    expect(await posts({ cms: another.url })).not.toContain('Only in the first');
    // Started once more beside it, as a build is: it is found, and not started again.
    const again = await serve(one, 'start');
    expect(again.cms).toBe(site.cms);
    expect(again.output()).toContain('runs already');
    // The answers are as they were.
    expect(readFileSync(path.join(one, 'site.config.json'), 'utf8')).toBe(answers);
  });

  test('a server on the port that the pages name is not taken for it: start says so and ends', async () => {
    const port = Number(new URL(readFileSync(path.join(one, '.next/SAMPLE_CMS'), 'utf8')).port);
    await stranger(port, '{"proof":"made up"}');
    await expect(serve(one, 'start')).rejects.toThrow(
      new RegExp(
        `ended with 1:\\nPort ${port} is taken by something .*\\nFix: stop what runs there, or build`,
      ),
    );
  });

  test('two sites have one each', async () => {
    const [first, second] = [await serve(one, 'start'), await serve(two, 'start')];
    expect(new Set([first.cms, second.cms, another.url]).size).toBe(3);
    for (const site of [first, second]) expect((await pictures(site)).origins).toEqual([site.cms]);
    await shows(second.cms, 'Only in the second');
    expect(await posts(first)).not.toContain('Only in the second');
  });

  test('in development another port than that of the stranger is taken', async () => {
    const { cms, url } = await serve(two, 'dev');
    expect(cms).not.toContain(`:${USUAL}`);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(cms.replace(/.*:/, ''))]);
  });
});
