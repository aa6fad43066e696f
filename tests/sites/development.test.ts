import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '../../src/sample-cms/index.mjs';
import { hasChromium, launchChromium } from '../site/chromium';
import { createSite } from '../site/create';
import { freePort, programOf, type SampleCms, secrets } from '../site/support/site-server';

/** `npm run dev`, where an owner changes both sides and looks at once. */
describe('in development', () => {
  let cms: SampleCms;
  let server: ChildProcess;
  let url: string;
  beforeAll(async () => {
    cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
    const dir = await createSite('development');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [programOf(dir), 'dev', '-p', String(port)], {
      cwd: dir,
      stdio: 'ignore',
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

  test('what was edited in the CMS shows with the next reload, nobody says a word', async () => {
    const slug = 'a-chair-that-can-be-mended';
    expect(await titleOf(`/${slug}/`)).toBe('A chair that can be mended');
    cms.control.content({ slug, set: { title: 'A chair, edited' } });
    expect(await titleOf(`/${slug}/`)).toBe('A chair, edited');
    cms.control.reset();
    expect(await titleOf(`/${slug}/`)).toBe('A chair that can be mended');
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
