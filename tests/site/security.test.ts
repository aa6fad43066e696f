import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasChromium, launchChromium } from './chromium';
import { sample } from './support/context';
import { secrets } from './support/site-server';

describe.skipIf(!hasChromium)('the policy in Chromium (skipped where it is not installed)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('no page is hindered by it', async () => {
    const { page, violations, close } = await open('/');
    for (const path of [
      sample.post.path,
      sample.blocks,
      sample.sidebar,
      '/journal/',
      '/contact/',
      '/search/?q=oak',
    ])
      await page.goto(inject('site').url + path, { waitUntil: 'networkidle' });
    expect(violations).toEqual([]);
    await close();
  });

  test.each([
    ['of a draft', sample.draft.id],
    ['of a published post', sample.post.id],
  ])('a preview %s works with its nonce', async (_name, id) => {
    const query = new URLSearchParams({ secret: secrets.preview, id: String(id) });
    const { page, violations, close } = await open(`/api/preview?${query}`);
    await page.getByText('Leave the preview').waitFor();
    // The HTML as it was sent: scripts that these ones load themselves need no nonce ('strict-dynamic').
    const html = await (await page.request.get(page.url())).text();
    const nonces = new Set(
      Array.from(html.matchAll(/<script([^>]*)>/g), ([, attributes = '']) =>
        / (src|nonce)=/.test(attributes) ? / nonce="([^"]*)"/.exec(attributes)?.[1] : 'hashed',
      ),
    );
    expect([...nonces].filter((nonce) => nonce !== 'hashed')).toEqual([expect.stringMatching(/^\S{24}$/)]);
    // The theme's script runs by its hash; the page has come to life by its nonce.
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    await page.waitForFunction(
      () =>
        Object.keys(document.body).some((key) => key.startsWith('__react')) ||
        Object.keys(document).some((key) => key.startsWith('__react')),
    );
    expect(violations).toEqual([]);
    await close();
  });

  test('it does stop what it does not name: a script, a picture and a frame of another host', async () => {
    const { page, violations, close } = await open('/');
    await page.evaluate(() => {
      for (const [tag, src] of Object.entries({
        script: 'https://evil.example/x.js',
        img: 'https://evil.example/x.png',
        iframe: 'https://evil.example/',
      }))
        document.body.append(Object.assign(document.createElement(tag), { src }));
    });
    const directives = () => violations.map((text) => /"(script|img|frame)-src/.exec(text)?.[1]).sort();
    await expect.poll(directives).toEqual(['frame', 'img', 'script']);
    await close();
  });

  async function open(path: string) {
    const context = await browser.newContext({ colorScheme: 'light' });
    const page = await context.newPage();
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    await page.goto(inject('site').url + path, { waitUntil: 'networkidle' });
    return { page, violations, close: () => context.close() };
  }
});
