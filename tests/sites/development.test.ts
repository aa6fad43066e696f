import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '../../src/sample-cms/index.mjs';
import { hasChromium, launchChromium } from '../site/chromium';
import { createSite } from '../site/create';
import { programOf, type SampleCms, secrets } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { endGroupWith } from '../wordpress/server/guard';

/** `npm run dev`, where an owner changes both sides and looks at once. */
describe('in development', () => {
  let cms: SampleCms;
  let server: ChildProcess;
  let url: string;
  /** On standard error. */
  let said = '';
  let dir: string;
  /** Puts this into content.config.ts. */
  const write = (entries: string) => {
    const file = path.join(dir, 'content.config.ts');
    const before = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      before.replace(/defineContent\(\{.*\}\)/, () => `defineContent({ ${entries} })`),
    );
  };
  beforeAll(async () => {
    cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
    dir = await createSite('development');
    write(`fields: { post: { select: 'commentCuont', read: () => ({}) } }`);
    writeFileSync(
      path.join(dir, 'components/templates/taxonomy-categroy.tsx'),
      'export default function Template() { return null; }',
    );
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [programOf(dir), 'dev', '-p', String(port)], {
      cwd: dir,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
        NEXT_PUBLIC_SITE_URL: url,
        REVALIDATION_SECRET: secrets.revalidation,
        PREVIEW_SECRET: secrets.preview,
        NEXT_TELEMETRY_DISABLED: '1',
      },
    });
    endGroupWith(server);
    server.stderr?.on('data', (data) => {
      said += data;
    });
    while ((await statusOf(url)) !== 200) {
      if (server.exitCode !== null) throw new Error(`npm run dev ended with ${server.exitCode}`);
      await sleep(200);
    }
  });
  afterAll(async () => {
    server?.kill('SIGTERM');
    await cms?.close();
  });

  /** @returns 0 while nobody listens */
  const statusOf = (address: string) =>
    fetch(address).then(
      ({ status }) => status,
      () => 0,
    );
  const titleOf = async (address: string) =>
    /<h1[^>]*>([^<]*)/.exec(await (await fetch(url + address)).text())?.[1];

  test('a template that nothing is shown by is named', () => {
    expect(said).toContain(
      'components/templates/taxonomy-categroy.tsx shows nothing: WordPress shows no taxonomy "categroy". Fix: call it category.tsx',
    );
  });

  test('what was edited in the CMS shows with the next reload, nobody says a word', async () => {
    const slug = 'a-chair-that-can-be-mended';
    expect(await titleOf(`/${slug}/`)).toBe('A chair that can be mended');
    cms.control.content({ slug, set: { title: 'A chair, edited' } });
    expect(await titleOf(`/${slug}/`)).toBe('A chair, edited');
    cms.control.reset();
    expect(await titleOf(`/${slug}/`)).toBe('A chair that can be mended');
  });

  test('a field that the CMS does not have is named on the page, with its line, until it is put right', async () => {
    const page = async () => (await fetch(`${url}/a-chair-that-can-be-mended/`)).text();
    const said = await page();
    expect(said).toMatch(
      /content\.config\.ts:\d+: fields\.post: WordPress cannot answer &quot;commentCuont&quot;/,
    );
    expect(said).toContain('Fix: `commentCount`');
    write(`fields: { post: { select: 'commentCount', read: () => ({}) } }`);
    await expect.poll(page).not.toContain('cannot answer');
  });

  test('other mistakes are told on a page that works, too', async () => {
    const page = async () => {
      const response = await fetch(`${url}/a-chair-that-can-be-mended/`);
      return `${response.status} ${await response.text()}`;
    };
    const is = (words: string) => expect.poll(page).toMatch(new RegExp(`^200 .*${words}`, 's'));
    write(`feilds: { posts: { selct: 'commentCount' } }`);
    await is('content\\.config\\.ts:\\d+: feilds: unknown\\. Fix: `fields`');
    write(`fields: { post: { select: 'author { node { name }', read: () => ({}) } }`);
    await is('fields\\.post\\.select: `\\{` is not closed\\. Fix: `\\}`');
    write(`fields: { post: { select: 'slug', read: (field: any) => field.txt('slug') } }`);
    await is('fields\\.post\\.read: `\\.txt\\(\\)` is no reader\\. Fix: `text`');
    write(`fields: { post: { select: 'commentCount', read: () => ({}) } }`);
    await expect.poll(page).not.toContain('A mistake in a file of this site');
  });

  const types = () => {
    const file = path.join(dir, 'content.generated.d.ts');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };

  test('the types of what is selected follow each save of content.config.ts', async () => {
    await expect.poll(types).toContain('readonly commentCount: number | null;');
    write(`fields: { post: { select: 'slug' } }`);
    await expect.poll(types).toContain('readonly slug: string | null;');
    expect(types()).not.toContain('commentCount');
    write('');
    await expect.poll(types).toBe('');
  });

  test('page and types follow each save of a .graphql file, and what is wrong with it is named with its line', async () => {
    const page = async () => (await fetch(`${url}/a-chair-that-can-be-mended/`)).text();
    // Next 16.4 shows a route that is first asked for after a save with what the other routes have loaded before it.
    await page();
    const at = (file: string) => path.join(dir, file);
    const before = readFileSync(at('content.config.ts'), 'utf8');
    mkdirSync(at('queries'));
    const fragment = (field: string) =>
      writeFileSync(at('queries/post.graphql'), `fragment Of on Post {\n  ${field}\n}\n`);
    fragment('commentCuont');
    writeFileSync(at('content.config.ts'), `import post from './queries/post.graphql';\n${before}`);
    write('fields: { post: { select: post } }');
    await expect.poll(page).toContain('queries/post.graphql:2: fields.post: WordPress cannot answer');
    fragment('commentCount');
    await expect.poll(page).not.toContain('cannot answer');
    await expect.poll(types).toContain('readonly commentCount: number | null;');
    fragment('slug');
    await expect.poll(types).toContain('readonly slug: string | null;');
    const config = readFileSync(at('content.config.ts'), 'utf8');
    writeFileSync(at('content.config.ts'), config.replace('./queries', '@/queries'));
    fragment('commentCuont');
    await expect.poll(page).toContain('queries/post.graphql:2: fields.post: WordPress cannot answer');
    fragment('commentCount');
    await expect.poll(types).toContain('readonly commentCount: number | null;');
    writeFileSync(at('content.config.ts'), before);
    await expect.poll(types).toBe('');
  });

  test.skipIf(!hasChromium)(
    `a missing page has the header of the site, and Next complains of nothing${hasChromium ? '' : ' (there is no Chromium)'}`,
    async () => {
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        const said: string[] = [];
        page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
        page.on('pageerror', (error) => said.push(error.message));
        const response = await page.goto(`${url}/nothing-is-here/`, { waitUntil: 'load' });
        expect(response?.status()).toBe(404);
        // Next makes this page in the browser.
        await page.locator('header nav').first().waitFor({ state: 'attached' });
        // The tools of development are there, in a shadow of the page, without a badge that counts issues.
        await page.locator('nextjs-portal [data-next-badge]').waitFor({ state: 'attached' });
        expect(
          await page.locator('nextjs-portal [data-issues], nextjs-portal [data-error="true"]').count(),
        ).toBe(0);
        // Chromium itself says of each page that it is missing.
        expect(said.filter((text) => !/Failed to load resource.*404/.test(text))).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
