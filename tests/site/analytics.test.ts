import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { firstLoad, providerWeights } from '../support/weights.mjs';
import { type Double, startGoogleDouble, startSentryDouble } from './analytics-doubles';
import { hasChromium, launchChromium } from './chromium';
import { createSite } from './create';
import { serveSite } from './serve';
import { sample } from './support/context';
import { type RunningSite, secrets } from './support/site-server';

/** A page that fails on a click, inside the error boundary, and a route that fails at once, quoting a secret. */
const broken = {
  'app/broken/page.tsx': `'use client';
import { useState } from 'react';
export default function Broken() {
  const [fails, setFails] = useState(false);
  if (fails) throw new Error('a component failed');
  return <button type="button" onClick={() => setFails(true)}>Fail</button>;
}
`,
  'app/broken/route/route.ts': `export function GET(request: Request) {
  throw new Error('the route failed with ' + process.env.PREVIEW_SECRET + ' at ' + request.url);
}
`,
};

describe.skipIf(!hasChromium)('analytics (skipped where Chromium is not installed)', () => {
  let site: RunningSite;
  let dir: string;
  let sentry: Double;
  let google: Double;
  let browser: Browser;
  beforeAll(async () => {
    [sentry, google] = await Promise.all([startSentryDouble(), startGoogleDouble()]);
    dir = await createSite('analytics');
    for (const [file, text] of Object.entries(broken)) {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
    }
    site = await serveSite(dir, {
      NEXT_PUBLIC_HOSTING_ANALYTICS: 'true',
      NEXT_PUBLIC_HOSTING_ANALYTICS_ID: 'auto',
      NEXT_PUBLIC_WEB_ANALYTICS_ID: 'G-TEST123456',
      NEXT_PUBLIC_ERROR_TRACKING_DSN: `http://publickey@127.0.0.1:${sentry.port}/42`,
    });
    const hosts = ['www.googletagmanager.com', 'www.google-analytics.com', 'region1.google-analytics.com'];
    const rules = hosts.map((host) => `MAP ${host}:443 127.0.0.1:${google.port}`).join(', ');
    browser = await launchChromium(`--host-resolver-rules=${rules}`, '--ignore-certificate-errors');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    sentry?.close();
    google?.close();
  });

  test('each provider is fetched after first paint, and the policy lets exactly that happen', async () => {
    // A slow style sheet holds the first paint back, but not the scripts.
    const { page, asked, violations, close } = await open(`${site.url}/`, { slowStyles: true });
    await until(() => google.sent.length >= 3 && asked.some((url) => url.includes('/_vercel/')));
    expect(google.sent.map(({ host, method, url }) => `${method} ${host}${url}`).sort()).toEqual([
      'GET www.googletagmanager.com/gtag/js?id=G-TEST123456',
      'POST region1.google-analytics.com/g/collect?v=2&tid=G-TEST123456&signals=false',
      'POST www.google-analytics.com/g/collect?v=2&tid=G-TEST123456&signals=false',
    ]);
    const firstFiles = (await firstLoad(`${site.url}/`)).files;
    const lateScripts = async () => {
      const { painted, scripts } = await timings(page);
      return { painted, late: scripts.filter(({ url }) => !firstFiles.includes(new URL(url).pathname)) };
    };
    await expect.poll(async () => (await lateScripts()).late.length).toBeGreaterThanOrEqual(3);
    const { painted, late } = await lateScripts();
    for (const { url, start } of late) expect(start, url).toBeGreaterThan(painted);
    expect(violations).toEqual([]);
    expect(strangers(asked, site)).toEqual([
      'region1.google-analytics.com',
      'www.google-analytics.com',
      'www.googletagmanager.com',
    ]);
    await close();
  });

  test('errors of the browser reach Sentry: before it is there, later, rejected, and caught by the error page', async () => {
    sentry.sent.length = 0;
    const script = () =>
      addEventListener('load', () => {
        throw new Error('before it was loaded');
      });
    const url = `${site.url}/broken/?token=of-the-visitor`;
    const { page, violations, close } = await open(url, { script });
    await reported('before it was loaded');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('later');
      });
      Promise.reject(new Error('rejected'));
    });
    await reported('later');
    await reported('rejected');
    await page.getByRole('button', { name: 'Fail' }).click();
    const event = await reported('a component failed');
    await page.getByText('This page could not be shown').waitFor();
    expect(await page.locator('main > a').textContent()).toBe('Alder & Finch');
    expect(event.url).toMatch(/^\/api\/42\/envelope\/\?.*sentry_key=publickey/);
    expect(event.body).toContain('"handled":false');
    expect(event.body).toContain('/broken/?[removed]');
    for (const { body, headers } of sentry.sent) {
      expect(body).not.toContain('of-the-visitor');
      expect(headers.referer).toBe(`${site.url}/`);
      expect(headers.cookie).toBeUndefined();
    }
    expect(sentry.sent).toHaveLength(4);
    expect(violations).toEqual([]);
    await close();
  });

  test('errors of the server reach Sentry once a minute, without secret, query, header or cookie', async () => {
    sentry.sent.length = 0;
    const headers = { Authorization: 'Bearer of-the-visitor', Cookie: 'session=of-the-visitor' };
    for (let i = 0; i < 2; i++) {
      const response = await fetch(`${site.url}/broken/route/?token=of-the-visitor`, { headers });
      expect(response.status).toBe(500);
    }
    const { body } = await reported('the route failed');
    const event = JSON.parse(body.split('\n')[2] ?? '');
    expect(event.request).toEqual({ method: 'GET', url: '/broken/route/?[removed]' });
    expect(event.transaction).toBe('/broken/route');
    expect(event.exception.values[0].stacktrace.frames.length).toBeGreaterThan(0);
    expect(body).toContain('the route failed with [secret] at');
    for (const word of ['of-the-visitor', ...Object.values(secrets)]) expect(body).not.toContain(word);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sentry.sent).toHaveLength(1);
  });

  test('a preview sends nothing, neither from the browser nor from the server', async () => {
    sentry.sent.length = 0;
    google.sent.length = 0;
    const link = new URLSearchParams({ secret: secrets.preview, id: String(sample.draft.id) });
    const { page, context, asked, violations, close } = await open(`${site.url}/api/preview?${link}`);
    await page.getByText(/Leave the preview/).waitFor();
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('in a preview');
      });
    });
    await context.request.get(`${site.url}/broken/route/?in=preview`);
    await page.waitForTimeout(4000);
    expect([sentry.sent, google.sent, violations]).toEqual([[], [], []]);
    expect(strangers(asked, site)).toEqual([]);
    expect(asked.filter((url) => url.includes('/_vercel/'))).toEqual([]);
    await close();
  });

  test('with nothing configured no other host is asked and no provider is in the build', async () => {
    const plain = inject('site');
    const { page, asked, close } = await open(`${plain.url}/`);
    await page.waitForTimeout(4000);
    expect(strangers(asked, { url: plain.url, cms: { url: plain.cmsUrl } })).toEqual([]);
    expect(providerWeights(plain.dir)).toEqual({ vercel: 0, google: 0, sentry: 0 });
    expect(await page.locator('meta[name="analytics"]').count()).toBe(0);
    await close();
  });

  test('the weights, which the bench prints too', async () => {
    const [plain, measured] = await Promise.all([
      firstLoad(`${inject('site').url}/`),
      firstLoad(`${site.url}/`),
    ]);
    const weights = providerWeights(dir);
    console.log('first load', plain.bytes, 'with analytics', measured.bytes, 'after first paint', weights);
    for (const bytes of Object.values(weights)) expect(bytes).toBeGreaterThan(0);
    // 133.2 KiB, all but 2 of them Next's and React's: what every page loads grows with nobody noticing.
    expect(plain.bytes / 1024).toBeLessThan(133.5);
    const files = measured.files.map((file) =>
      readFileSync(path.join(dir, file.replace('/_next', '.next')), 'utf8'),
    );
    // The code that starts Google's and Vercel's own scripts is small enough to come along.
    expect(files.join('')).not.toMatch(/sentry_key/);
    expect((measured.bytes - plain.bytes) / 1024).toBeLessThan(3);
  });

  async function open(url: string, options: { script?: () => void; slowStyles?: boolean } = {}) {
    const context: BrowserContext = await browser.newContext();
    const page: Page = await context.newPage();
    const asked: string[] = [];
    const violations: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    if (options.script) await page.addInitScript(options.script);
    if (options.slowStyles)
      await page.route('**/*.css', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await route.continue();
      });
    await page.goto(url, { waitUntil: 'load' });
    return { context, page, asked, violations, close: () => context.close() };
  }

  /** The first report that says this. */
  async function reported(text: string) {
    await until(() => sentry.sent.some(({ body }) => body.includes(text)));
    const found = sentry.sent.find(({ body }) => body.includes(text));
    if (!found) throw new Error(`nobody reported: ${text}`);
    return found;
  }
});

/** Hosts that were asked beside the site and its CMS, which has the pictures. */
function strangers(asked: string[], { url, cms }: { url: string; cms: { url: string } }): string[] {
  const own = [url, cms.url].map((address) => new URL(address).host);
  const hosts = asked.filter((address) => /^http/.test(address)).map((address) => new URL(address).host);
  return [...new Set(hosts)].filter((host) => !own.includes(host)).sort();
}

function timings(page: Page) {
  return page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      // Imports of a module have another initiator than a script of the page.
      .filter((entry) => entry.initiatorType === 'script' || entry.name.endsWith('.js'))
      .map((entry) => ({ url: entry.name, start: entry.startTime })),
  }));
}

function until(check: () => boolean): Promise<void> {
  return expect.poll(check).toBe(true);
}
