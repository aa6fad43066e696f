import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { zeroJsBuild } from '../../src/runtime/server/zero-js/build.ts';
import { type References, readReferences } from '../../src/runtime/server/zero-js/references.ts';
import { hasChromium, launchChromium } from '../site/chromium';
import { createSite } from '../site/create';
import { buildSite } from '../site/serve';
import { untilIdle } from '../site/support/idle';
import { type SampleCms, type ServedSite, secrets, startSite } from '../site/support/site-server';
import { differences } from '../site/support/whole-sheet';
import { freePort } from '../support/free-port';
import { variations } from '../support/variations';

/** Comments of React, which nothing reads on a page without it. */
const marks =
  /<!--\$!--><template data-dgst="NEXT_HTTP_ERROR_FALLBACK;404"><\/template><!--\/\$-->|<!--( |\/?\$)-->/g;
const post = '/a-chair-that-can-be-mended/';
const slug = 'a-chair-that-can-be-mended';

/** Pages that an owner may add: each by its address. */
const owners: Record<string, string> = {
  counted: `import Link from 'next/link';
    import { Counter } from '@/components/Counter';
    export default function Page() { return <main><h1>Counted</h1><Counter /><Link id="go" href="/about/">About</Link></main>; }`,
  scripted: `import Script from 'next/script';
    export default function Page() { return <main><Script src="/own.js" strategy="lazyOnload" /></main>; }`,
  suspended: `import { Suspense } from 'react';
    async function Late() { await new Promise((done) => setTimeout(done, 50)); return <p>{'late '.repeat(8000)}</p>; }
    export default function Page() { return <main><Suspense fallback={<p>wait</p>}><Late /></Suspense><Suspense fallback={<p>wait</p>}><Late /></Suspense></main>; }`,
  linked: `import Link from 'next/link';
    export default function Page() { return <main><Link href="/about/">About</Link><script type="module" src="/own.js" /><script dangerouslySetInnerHTML={{ __html: 'window.own = "<b>&"' }} /></main>; }`,
};

/** The same, made for each visitor. */
const ownersLive: Record<string, string> = {
  live: `import { headers } from 'next/headers';
    export default async function Page() { return <main><h1>{'Größe '.repeat(20_000)}{(await headers()).get('x-own')}</h1></main>; }`,
  'live-counted': `import { headers } from 'next/headers';
    import { Counter } from '@/components/Counter';
    export default async function Page() { await headers(); return <main><Counter /></main>; }`,
  'live-promised': `import { headers } from 'next/headers';
    import { Later } from '@/components/Later';
    export default async function Page() { await headers(); return <main><p>wait</p><Later data={new Promise((done) => { globalThis.goOn = () => done('<p>late'); })} /></main>; }`,
  'live-suspended': `import { headers } from 'next/headers';
    import { Suspense } from 'react';
    async function Late() { await new Promise((done) => { globalThis.goOn = done; }); return <p>late</p>; }
    async function GoOn() { return <p>{globalThis.goOn ? (globalThis.goOn(), 'on') : 'not yet'}</p>; }
    export default async function Page() { return (await headers()).get('x-go') ? <GoOn /> : <main><Suspense fallback={<p>wait</p>}><Late /></Suspense></main>; }`,
};

/** HTML that no page of Next's is, which waits in the same way. */
const ownersStream = `export const dynamic = 'force-dynamic';
  export function GET() {
    const body = new ReadableStream({ async start(to) {
      const send = (text) => to.enqueue(new TextEncoder().encode(text));
      send('<!DOCTYPE html><p>wait</p>');
      await new Promise((done) => { globalThis.goOn = done; });
      send('<p>late</p>');
      to.close();
    } });
    return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'identity' } });
  }`;

describe('pages without framework JavaScript', () => {
  let cms: SampleCms;
  let site: ServedSite;
  let dir: string;
  let printed: string;
  let originals: Map<string, string>;
  let references: References;
  let browser: Browser | undefined;
  const app = () => path.join(dir, '.next/server/app');
  const pageFiles = () =>
    readdirSync(app(), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const read = (name: string) => readFileSync(path.join(app(), name), 'utf8');

  /** One build: first as it is with `rendering.light: false`, then made zero-JS, then served. */
  beforeAll(async () => {
    cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
    dir = await createSite('zero-js');
    change('site.config.json', (text) => text.replace('"rendering": {', '"rendering": { "light": false,'));
    writeFileSync(
      path.join(dir, 'components/Counter.tsx'),
      `'use client';
      import { useState } from 'react';
      export function Counter() { const [n, set] = useState(0); return <button id="count" type="button" onClick={() => set(n + 1)}>{n}</button>; }`,
    );
    writeFileSync(
      path.join(dir, 'components/Later.tsx'),
      `'use client';
      export function Later(_: { data: Promise<string> }) { return null; }`,
    );
    change('components/words.ts', (text) => `${text}export const wrong: string = 1;\n`);
    for (const [name, code] of Object.entries(owners)) {
      mkdirSync(path.join(dir, 'app', name));
      writeFileSync(
        path.join(dir, 'app', name, 'page.tsx'),
        `export const dynamic = 'force-static';\n${code}`,
      );
    }
    for (const [name, code] of Object.entries(ownersLive)) {
      mkdirSync(path.join(dir, 'app', name));
      writeFileSync(path.join(dir, 'app', name, 'page.tsx'), code);
    }
    mkdirSync(path.join(dir, 'app/streamed'));
    writeFileSync(path.join(dir, 'app/streamed/route.ts'), ownersStream);
    for (const name of ['single-projects', 'singel', 'ProjectCard'])
      writeFileSync(
        path.join(dir, `components/templates/${name}.tsx`),
        'export default function Template() { return null; }',
      );
    writeFileSync(
      path.join(dir, 'components/templates/tag.tsx'),
      'export function Template() { return null; }',
    );
    printed = await buildSite(dir, cms.graphqlUrl);
    originals = new Map(pageFiles().map((name) => [name, read(name)]));
    change('.next/required-server-files.json', (text) =>
      text.replace('HEADLESS_SITE_KEEPS_SCRIPTS', 'NOTHING'),
    );
    printed += zeroJsBuild(dir);
    references = readReferences(path.join(dir, '.next'));
    site = await startSite(dir, cms.graphqlUrl, {}, await freePort());
    if (hasChromium) browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await cms?.close();
  });

  function change(file: string, edit: (text: string) => string): void {
    const text = readFileSync(path.join(dir, file), 'utf8');
    writeFileSync(path.join(dir, file), edit(text));
  }
  const hasNexts = (html: string) => references.scripts.some((file) => html.includes(`src="/_next/${file}"`));
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site.url + url, { headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const tell = async (paths: Record<string, string>) => {
    const body = { secret: secrets.revalidation, paths: Object.keys(paths), events: paths };
    const response = await fetch(`${site.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  /** Next compresses while it sends, and cannot say how long it will be. */
  const isKept = (headers: Headers) => headers.has('content-encoding') && headers.has('content-length');
  const untilKept = (url: string) => expect.poll(async () => isKept((await get(url)).headers)).toBe(true);

  test('a build checks no types, and says how to', () => {
    expect(printed).toContain('The types were not checked. To check them: npm run typecheck');
  });
  test('a build names templates that nothing is shown by, once and without a request', () => {
    const [snapshot = '', ...said] = printed.match(/^Content snapshot: .*|.* shows nothing: .*/gm) ?? [];
    expect(said).toEqual([
      'components/templates/singel.tsx shows nothing: it is no name of a template. Fix: call it single.tsx',
      'components/templates/single-projects.tsx shows nothing: WordPress shows no type "projects". Fix: call it single-project.tsx',
      'components/templates/tag.tsx shows nothing: it has no default export. Fix: write "export default" before the component of tag.tsx',
    ]);
    // The number of requests is the same without them.
    expect(snapshot).toContain('8 requests');
  });
  test('the configuration switches it off', () => {
    expect(printed).toContain("Pages keep Next's scripts: rendering.light is false.");
    for (const [name, html] of originals) expect(hasNexts(html), name).toBe(true);
  });
  test.for(['counted', 'scripted', 'suspended'])(
    'a page of an owner that needs scripts keeps its bytes: %s',
    (name) => {
      expect(read(`${name}.html`)).toBe(originals.get(`${name}.html`));
    },
  );
  test.for([`${slug}.html`, 'index.html', 'journal.html', 'linked.html', '_not-found.html'])(
    '%s has none of Next’s scripts, and nothing for its router on the disk',
    (name) => {
      expect(hasNexts(read(name))).toBe(false);
      expect(read(name)).not.toMatch(/__next_f|as="script"/);
      expect(read(name.replace('html', 'rsc')).length).toBeLessThan(100);
      expect(readdirSync(app())).not.toContain(name.replace('html', 'segments'));
    },
  );
  test.for([
    ['/search/?q=chair', post],
    ['/live/', `Größe ${'Größe '.repeat(19_999)}`],
  ])('%s, which is made for each visitor, has none either', async ([url = '', shows = '']) => {
    const { text, headers } = await get(url);
    expect(text).toContain(shows);
    expect(hasNexts(text)).toBe(false);
    expect(text).not.toMatch(/__next_f|as="script"/);
    expect(text).toContain('<style data-sheets=');
    expect(headers.get('content-encoding')).toBe('gzip');
    const plain = await get(url, { 'Accept-Encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.text.length]).toEqual([null, text.length]);
  });
  test('with a component of the owner’s it keeps them', async () => {
    expect(hasNexts((await get('/live-counted/')).text)).toBe(true);
  });
  test('and a preview is Next’s', async () => {
    expect(hasNexts((await get('/live/', { Cookie: '__prerender_bypass=0' })).text)).toBe(true);
  });
  test.for([
    ['/live-suspended/', true],
    ['/live-promised/', true],
    ['/streamed', false],
  ] as const)('what waits in %s is sent when it comes, and the rest before', async ([url, isPage]) => {
    const answer = await fetch(site.url + url);
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (!/(<|u003c)p(>|\\u003e)late/.test(text) && text.includes('<p>wait'))
        await get('/live-suspended/', { 'x-go': '1' });
    }
    // Data has it escaped.
    expect(text.replaceAll('\\u003c', '<').replaceAll('\\u003e', '>')).toContain('<p>late');
    expect(hasNexts(text)).toBe(isPage);
  });
  test('scripts of its own stay', () => {
    expect(read('linked.html')).toContain(
      '<script type="module" src="/own.js"></script><script>window.own = "<b>&"</script>',
    );
    expect(read(`${slug}.html`)).toMatch(/<script>\(d=>[\s\S]*application\/ld\+json/);
  });
  test.skipIf(!hasChromium)('a browser makes the same of it, but for what was cut', async () => {
    const page = await browser?.newPage();
    let compared = 0;
    for (const [name, html] of originals) {
      if (read(name) === html) continue;
      const isSame = await page?.evaluate(
        ([whole, cut, scripts]) => {
          const [before, after] = [whole, cut].map((text) =>
            new DOMParser().parseFromString(text, 'text/html'),
          );
          const pictures = Array.from(before?.images ?? [], ({ srcset }) => srcset);
          for (const early of before?.querySelectorAll('link[rel=preconnect], link[imagesrcset]') ?? []) {
            const picture = early.getAttribute('imagesrcset');
            if (picture === null || pictures.includes(picture)) early.remove();
          }
          for (const mark of before?.querySelectorAll('meta[name=next-size-adjust], body > div[hidden]') ??
            [])
            if (!mark.hasChildNodes()) mark.remove();
          // A card of X takes from Open Graph what it does not have.
          for (const card of before?.querySelectorAll('meta[name^="twitter:"]:not([name$=":alt"])') ?? []) {
            const property = card.getAttribute('name')?.replace('twitter:', 'og:');
            const same = before?.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
            if (same === card.getAttribute('content')) card.remove();
          }
          for (const element of before?.querySelectorAll('script, link[as=script]') ?? []) {
            const address = element.getAttribute('src') ?? element.getAttribute('href');
            const isNexts = address
              ? scripts.some((file) => address.endsWith(file))
              : /^(self|\(self)\.__next_f|^\(globalThis\["TURBOPACK"\]/.test(element.textContent ?? '');
            if (isNexts) element.remove();
          }
          const sheets = before?.head.querySelectorAll('link[rel=stylesheet]') ?? [];
          const moved = after?.querySelectorAll('head > style, script[data-sheets]') ?? [];
          for (const styles of sheets.length > 0 ? [...sheets, ...moved] : []) styles.remove();
          for (const document of [before, after]) document?.normalize();
          return before?.isEqualNode(after ?? null);
        },
        [html.replace(marks, ''), read(name), references.scripts] as const,
      );
      expect(isSame, name).toBe(true);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(40);
    await page?.close();
  });
  describe.skipIf(!hasChromium)('the styles in a page do what the whole sheet does, to all in it', () => {
    const looks = {
      wide: { viewport: { width: 1280, height: 800 } },
      'dark phone': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    } as const;
    const visit = async (address: string, look: BrowserContextOptions) => {
      const page = await browser?.newPage(look);
      if (!page) throw new Error('no browser');
      await page.route('**/*.woff2', (route) => route.abort());
      await page.goto(site.url + address);
      return page;
    };
    const cases = variations(2, [
      ['/', 'wide'],
      [post, 'dark phone'],
      ['/about/', 'dark phone'],
      ['/contact/', 'wide'],
    ]);
    test.for(cases)('%s, %s', async ([address, look]) => {
      const page = await visit(address, looks[look]);
      const { found, compared } = await differences(page);
      expect(compared).toBeGreaterThan(10_000);
      expect(found).toEqual([]);
      await page.close();
    });
    test('the search dialog, with results and without', async () => {
      const page = await visit('/', looks.wide);
      await page.click('[aria-controls="search-dialog"]');
      await page.fill('#search-dialog input[name=q]', 'chair');
      await page.locator('#search-dialog ul[data-results] a').first().waitFor();
      // Titles are found first, and texts when their file has come.
      await page.waitForLoadState('networkidle');
      expect((await differences(page, '#search-dialog')).found).toEqual([]);
      await page.close();
      const without = await visit('/', looks['dark phone']);
      await without.click('[aria-controls="search-dialog"]');
      await without.fill('#search-dialog input[name=q]', 'zzzz');
      await without.locator('#search-dialog [role=status]').getByText('zzzz').waitFor();
      expect((await differences(without, '#search-dialog')).found).toEqual([]);
      await without.close();
    });
    test('the other theme and an open menu', async () => {
      const page = await visit('/contact/', looks['dark phone']);
      await page.click('[data-theme-toggle] >> visible=true');
      await page.click('.menu-button');
      // The button that closes it lies below the pointer, and a browser notices that a frame later.
      await page.mouse.move(0, 0);
      await expect.poll(() => page.locator('.tool:hover').count()).toBe(0);
      // Colours of buttons change over 0.15 s.
      await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
      expect((await differences(page)).found).toEqual([]);
      await page.close();
    });
  });
  describe.skipIf(!hasChromium)('the sheet follows where something may be added to the page', () => {
    test.for([
      ['/', false],
      [post, false],
      ['/search/', false],
      ['/no-such-page/', false],
      ['/linked/', true],
    ] as const)('%s: %s', async ([address, follows]) => {
      expect((await get(address)).text.includes('/_next/static/sheets-')).toBe(follows);
    });
  });
  test.skipIf(!hasChromium)(
    'a policy of somebody else that forbids styles in a page: the sheet comes',
    async () => {
      const page = await browser?.newPage();
      if (!page) throw new Error('no browser');
      await page.route(site.url + post, async (route) => {
        const response = await route.fetch();
        const policy = "style-src 'self'";
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': policy },
        });
      });
      await page.goto(site.url + post);
      const styleOf = (property: string) =>
        page.evaluate((name) => getComputedStyle(document.body).getPropertyValue(name), property);
      await expect.poll(() => styleOf('font-family')).toContain('system-ui');
      await page.close();
    },
  );
  test.skipIf(!hasChromium)('a first visit shows the font, also where it comes late', async () => {
    const page = await browser?.newPage({ viewport: { width: 390, height: 844 } });
    if (!page) throw new Error('no browser');
    const held: (() => void)[] = [];
    await page.route('**/*.woff2', async (route) => {
      await new Promise<void>((goOn) => held.push(goOn));
      await route.continue();
    });
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const fontsOf = async (selector: string) => {
      const { root } = await session.send('DOM.getDocument');
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      return fonts.map(({ familyName }) => familyName);
    };
    await page.goto(site.url + post, { waitUntil: 'commit' });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    // By now `optional` would have given the font up, and `block` would show nothing.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await fontsOf('h1')).not.toContain('Site Serif');
    await page.waitForTimeout(500);
    for (const goOn of held) goOn();
    await expect.poll(() => fontsOf('h1')).toEqual(['Site Serif']);
    expect(await fontsOf('.prose > p')).toEqual(['Site Serif']);
    await page.close();
  });
  test.skipIf(!hasChromium)(
    'a page fetches the small file of the font where it has no letters beyond English, the whole one otherwise',
    async () => {
      const fontsOf = async () => {
        const page = await browser?.newPage();
        if (!page) throw new Error('no browser');
        const files = new Set<string | undefined>();
        page.on('request', (request) => files.add(/site-serif-[a-z]+/.exec(request.url())?.[0]));
        await page.goto(site.url + post, { waitUntil: 'load' });
        await page.evaluate(() => document.fonts.ready);
        await page.close();
        return [...files].filter(Boolean);
      };
      expect(await fontsOf()).toEqual(['site-serif-basic']);
      cms.control.content({ slug, set: { title: 'Vögel' } });
      await tell({ [post]: 'update' });
      await expect.poll(async () => (await get(post)).text).toContain('Vögel');
      expect(await fontsOf()).toEqual(['site-serif-latin']);
    },
  );
  test('a page that is made while the site runs has none either, and says the same to all', async () => {
    await get(post);
    cms.control.content({ slug, set: { title: 'A chair, edited' } });
    await tell({ [post]: 'update' });
    await expect.poll(async () => (await get(post)).text).toContain('A chair, edited');
    expect(hasNexts((await get(post)).text)).toBe(false);
    expect((await get('/no-such-page/')).status).toBe(404);
    expect(hasNexts((await get('/no-such-page/')).text)).toBe(false);
  });
  test.skipIf(!hasChromium)('Next’s router, which gets nothing for it, loads it as a document', async () => {
    const page = await browser?.newPage();
    if (!page) throw new Error('no browser');
    const said: string[] = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`${site.url}/counted/`, { waitUntil: 'networkidle' });
    await page.click('#count');
    expect(await page.textContent('#count')).toBe('1');
    await page.evaluate(() => Object.assign(window, { isHere: true }));
    await page.click('#go');
    await page.waitForURL('**/about/');
    expect(await page.evaluate(() => 'isHere' in window)).toBe(false);
    await page.goBack();
    expect(await page.textContent('h1')).toBe('Counted');
    expect(said).toEqual([]);
    await page.close();
  });

  test('what is answered before Next is what Next says', async () => {
    const special = { cookie: '__prerender_bypass=none' };
    await get(post);
    await get(post, special);
    const nexts = await get(post, special);
    await untilKept(post);
    const kept = await get(post);
    expect(isKept(nexts.headers)).toBe(false);
    expect(kept.text).toBe(nexts.text);
    const of = (headers: Headers) => {
      const left = new Set([
        'date',
        'content-length',
        'content-encoding',
        'transfer-encoding',
        'cache-control',
        'set-cookie',
      ]);
      return [...headers].filter(([name]) => !left.has(name)).sort();
    };
    expect(of(kept.headers)).toEqual(expect.arrayContaining(of((await get(`${post}?a`)).headers)));
  });
  test('a change is told, shown once as it was, and then as it is', async () => {
    await untilKept(post);
    cms.control.content({ slug, set: { title: 'A chair, edited again' } });
    await tell({ [post]: 'update' });
    const first = await get(post);
    expect(first.headers.get('x-nextjs-cache')).toBe('STALE');
    expect(first.text).not.toContain('edited again');
    await untilIdle(site);
    expect((await get(post)).text).toContain('edited again');
    await untilKept(post);
    expect((await get(post)).text).toContain('edited again');
  });
  test('a page that is deleted is gone at once, and comes back', async () => {
    const gone = '/how-we-dry-our-boards/';
    await untilKept(gone);
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'draft' } });
    await tell({ [gone]: 'delete' });
    expect((await get(gone)).status).toBe(404);
    cms.control.content({ slug: 'how-we-dry-our-boards', set: { status: 'publish' } });
    await tell({ [gone]: 'publish' });
    await expect.poll(async () => (await get(gone)).status).toBe(200);
  });
  test.for([
    ['in capitals', '/%E9%89%8B%E3%82%92%E7%A0%94%E3%81%90%E6%9C%9D/'],
    ['in small letters', '/%e9%89%8b%e3%82%92%e7%a0%94%e3%81%90%e6%9c%9d/'],
  ])('an address of another script is kept however it is written: %s', async ([, address]) => {
    await untilKept(address as string);
    expect((await get(address as string)).text).toContain('<html lang="en-GB"');
  });
});
