import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasChromium, launchChromium } from './chromium';
import { sample } from './support/context';
import { hold, looks, openPage } from './support/page';
import { secrets } from './support/site-server';

const wide = looks['wide and light'];
const phone = { ...looks['on a phone and dark'], hasTouch: true, isMobile: true };
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('textbox', { name: 'Search for' });
const results = (page: Page) => dialog(page).getByRole('listitem').getByRole('link');
const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search' });
const MODULES = /\/_next\/static\/media\/(search|contact|share)\./;

/** Everything that can happen to a page whose behaviour comes in small files. */
describe.skipIf(!hasChromium)('modules in Chromium (skipped where it is not installed)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  const open = (
    path: string,
    options: BrowserContextOptions = wide,
    before?: (page: Page) => Promise<unknown>,
  ) => openPage(browser, inject('site').url + path, options, before);

  test('a slow phone taps search twice and types: nothing is lost, and there is one dialog', async () => {
    const { released, release } = hold();
    const { page, errors, close } = await open('/', phone, (page) =>
      page.route(MODULES, (route) => released.then(() => route.continue())),
    );
    await link(page).tap();
    await link(page).dispatchEvent('click');
    await field(page).waitFor();
    await page.keyboard.type('chair');
    release();
    await results(page).first().waitFor();
    expect(await field(page).inputValue()).toBe('chair');
    expect(await page.locator('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await close();
  });

  test('where the file does not come, the link is followed, with what was typed', async () => {
    const { released, release } = hold();
    const { page, close } = await open('/', wide, (page) =>
      page.route(MODULES, (route) => released.then(() => route.abort())),
    );
    await link(page).click();
    await field(page).waitFor();
    await page.keyboard.type('oak');
    release();
    await page.waitForURL(/\/search\/?\?q=oak$/);
    await page.goBack();
    await page.route(MODULES, (route) => route.abort());
    await link(page).click();
    await page.waitForURL(/\/search\/?(\?q=)?(oak)?$/);
    await close();
  });

  test('no file is loaded before somebody comes near what needs it', async () => {
    for (const [path, near] of [
      ['/', link],
      ['/contact/', (page: Page) => page.getByLabel('Message')],
      [sample.post.path, (page: Page) => page.getByRole('button', { name: 'Share' })],
    ] as const) {
      const { page, close } = await open(path);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.waitForLoadState('networkidle');
      expect(asked.filter((file) => MODULES.test(file))).toEqual([]);
      await near(page).focus();
      await expect.poll(() => asked.filter((file) => MODULES.test(file)).length).toBe(1);
      await close();
    }
  });

  test('from right to left, and at 200 %: all of the dialog is there', async () => {
    const { page, close } = await open('/', { viewport: { width: 640, height: 400 } });
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('[dir], html')) element.dir = 'rtl';
    });
    await link(page).click();
    await field(page).fill('chair');
    await results(page).first().waitFor();
    const boxes = await Promise.all(
      [field(page), dialog(page).getByRole('button', { name: 'Close' })].map((part) => part.boundingBox()),
    );
    // The field begins on the right, and nothing is outside the window.
    expect(boxes[0]?.x).toBeGreaterThan(boxes[1]?.x ?? Infinity);
    for (const box of boxes) {
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(640);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(400);
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    const here = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
    expect(here).toBeLessThanOrEqual(400);
    await close();
  });

  test('a browser of 2022: without speculation rules, closedby and view transitions', async () => {
    const context = await browser.newContext(wide);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const answer = await route.fetch();
      const html = (await answer.text())
        .replace(' closedby="any"', '')
        .replace('speculationrules', 'unknown');
      return route.fulfill({ response: answer, body: html });
    });
    await page.goto(inject('site').url);
    await link(page).click();
    await field(page).waitFor();
    await field(page).fill('chair');
    await results(page).first().waitFor();
    await dialog(page).getByText('results for').click();
    expect(await dialog(page).isVisible()).toBe(true);
    await page.mouse.click(20, 400);
    await dialog(page).waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a password manager fills a form that nobody has touched, and sends it', async () => {
    const { page, close } = await open('/contact/');
    const sent = page.waitForRequest('**/api/contact');
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('form[data-module]');
      const values = { name: '   ', email: 'ada@example.com', message: 'Hello from a manager.' };
      for (const [name, value] of Object.entries(values)) {
        const input = form?.elements.namedItem(name);
        if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = value;
      }
      form?.append(document.createElement('com-manager-button'));
      form?.requestSubmit();
      form?.requestSubmit();
    });
    expect((await sent).headers()['content-type']).toBe('application/json');
    await page.getByText('Name must be one line of 2 to 200 characters.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-name');
    expect(await page.getByLabel('Name').getAttribute('aria-describedby')).toBe('contact-name-error');
    expect(page.url()).not.toContain('#');
    await close();
  });

  test('a button whose file does not come sends its form', async () => {
    const { page, close } = await open('/');
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'afterbegin',
        `<form id="replying" action="/api/comments" method="post" hidden></form>
         <button id="reply" type="submit" form="replying" name="reply" value="1" data-module="/no-such-file.js">Reply</button>`,
      );
    });
    const sent = page.waitForRequest('**/api/comments');
    await page.click('#reply');
    expect((await sent).postData()).toBe('reply=1');
    await close();
  });

  test('what is typed while a message is on its way stays', async () => {
    const { released, release } = hold();
    const { page, close } = await open('/contact/', wide, (page) =>
      page.route('**/api/contact', (route) => released.then(() => route.continue())),
    );
    const message = page.getByLabel('Message');
    const answered = page.getByRole('status').getByText('Thank you');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel(/e-?mail/i).fill('ada@example.com');
    await message.fill('Hello from a slow phone.');
    await page.getByRole('button', { name: /send/i }).click();
    await page.getByRole('button', { name: 'Sending' }).waitFor();
    await message.fill('Hello from a slow phone. PS: it rains.');
    release();
    await answered.waitFor();
    expect(await message.inputValue()).toBe('Hello from a slow phone. PS: it rains.');
    // So does the one who types; whoever waits is led to the answer.
    const focused = (role: string) => page.evaluate((role) => document.activeElement?.matches(role), role);
    expect(await focused('#contact-message')).toBe(true);
    await page.getByRole('button', { name: /send/i }).click();
    await expect.poll(() => focused('#contact-sent')).toBe(true);
    expect(await message.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Write another message' }).click();
    await message.waitFor();
    expect(await message.inputValue()).toBe('');
    await close();
  });

  test('an answer that is lost: nobody can tell, and what is sent again is one message', async () => {
    const client = { ...wide, extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.150' } };
    const { page, close } = await open('/contact/', client, (page) =>
      page.route(
        '**/api/contact',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 2 },
      ),
    );
    const text = `Hello from a train, ${Date.now()}.`;
    const said = (words: RegExp) => page.getByRole('status').getByText(words).waitFor();
    const send = () => page.getByRole('button', { name: /send/i }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel(/e-?mail/i).fill('ada@example.com');
    await page.getByLabel('Message').fill(text);
    await send();
    await said(/cannot tell whether this arrived/);
    await page.getByLabel('Message').fill(`${text} PS: it rains.`);
    await send();
    await said(/cannot tell whether this arrived/);
    // A refusal now says nothing of the messages that may have arrived.
    await page.route('**/api/contact', (route) => route.fulfill({ status: 429 }), { times: 1 });
    await send();
    await said(/cannot tell whether this arrived/);
    await send();
    await said(/Thank you/);
    const mails = (await (await fetch(inject('mailUrl'))).json()) as { text?: string }[];
    const texts = mails.map((mail) => mail.text?.split('\n').at(-1)).filter((last) => last?.includes(text));
    expect(texts).toEqual([text, `${text} PS: it rains.`]);
    await close();
  });

  test('a policy of the owner’s proxy that allows no inline script: links and forms are what they are', async () => {
    const context = await browser.newContext(wide);
    const page = await context.newPage();
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const answer = await route.fetch({ maxRedirects: 0 });
      const headers = { ...answer.headers(), 'content-security-policy': "script-src 'self'" };
      return route.fulfill({ response: answer, headers });
    });
    await page.goto(inject('site').url + sample.post.path);
    expect(await page.getByRole('button', { name: 'Share' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: /theme/ }).isVisible()).toBe(false);
    await link(page).click();
    await page.waitForURL(/\/search\/?$/);
    await context.close();
  });

  test('without JavaScript the form says what is wrong, and that it was not sent', async () => {
    // A client of its own, because five messages are taken from one.
    const extraHTTPHeaders = { 'X-Forwarded-For': '192.0.2.253' };
    const { page, close } = await open('/contact/', { ...wide, javaScriptEnabled: false, extraHTTPHeaders });
    const fill = async (name: string) => {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel(/e-?mail/i).fill('ada@example.com');
      await page.getByLabel('Message').fill('Hello without a script, ü 🙂.');
      // A click does not wait for the page that answers it.
      const answered = page.waitForEvent('load');
      await page.getByRole('button', { name: /send/i }).click();
      await answered;
    };
    const status = () => page.getByRole('status').textContent();
    await fill('   ');
    expect(await page.locator('#contact-name-error').isVisible()).toBe(true);
    expect(await page.locator('#contact-email-error').isVisible()).toBe(false);
    expect(await page.locator(':focus').getAttribute('name')).toBe('name');
    expect([await page.getByLabel('Message').inputValue(), await status()]).toEqual([
      'Hello without a script, ü 🙂.',
      '',
    ]);
    await fill('Ada');
    await page.waitForURL(/\/contact\/?#contact-sent$/);
    // In WordPress's words, which the text beside does not show.
    const thanks = page.getByText('a page or two of the journal');
    expect([await thanks.count(), await thanks.isVisible()]).toEqual([1, true]);
    expect(await page.getByLabel('Message').isVisible()).toBe(false);
    await close();
  });

  test('in a preview too, under its strict policy, and without speculation', async () => {
    const query = new URLSearchParams({ secret: secrets.preview, id: String(sample.draft.id) });
    const { page, errors, close } = await open(`/api/preview?${query}`);
    await page.getByText('Leave the preview').waitFor();
    expect(await page.locator('script[type=speculationrules]').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await field(page).fill('chair');
    await results(page).first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test('the address is copied where the device has no way of sharing, or shown', async () => {
    const { page, close } = await open(sample.post.path, {
      ...wide,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('The address is copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(sample.post.path);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('status').filter({ hasText: sample.post.path }).waitFor();
    await close();
  });

  test('a link that the pointer rests on is rendered before it is clicked; what a click would change is not', async () => {
    const { page, close } = await open('/');
    const session = await page.context().newCDPSession(page);
    let eligible: string[] = [];
    session.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources: sources }) => {
      eligible = sources.map(({ key }) => `${key.action} ${key.url.replace(inject('site').url, '')}`);
    });
    let loaded = '';
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') loaded = prefetchUrl;
    });
    await session.send('Preload.enable');
    const never = ['/api/exit-preview', '/wp-login.php', '/preview/131', '/?q=oak', '/file.pdf', '#content'];
    const marked = [{ rel: 'nofollow' }, { target: '_blank' }, { download: '' }];
    await page.evaluate(
      ([hrefs, marks]) => {
        const add = (attributes: object) =>
          document.body.append(
            Object.assign(document.createElement('a'), { textContent: 'x', ...attributes }),
          );
        for (const href of ['/plain/', ...hrefs]) add({ href });
        for (const mark of marks) add({ href: '/marked/', ...mark });
      },
      [never, marked] as const,
    );
    await expect.poll(() => eligible).toContain('Prerender /plain/');
    expect(eligible).toContain('Prerender /journal/');
    for (const href of [...never, '/marked/', '/search'])
      expect(eligible.filter((attempt) => attempt.endsWith(href))).toEqual([]);
    await page.getByRole('banner').getByRole('link', { name: 'Journal' }).hover();
    // Under Playwright Chromium only fetches what it would render.
    await expect.poll(() => loaded).toContain('/journal/');
    await page.getByRole('banner').getByRole('link', { name: 'Journal' }).click();
    await page.waitForURL('**/journal/');
    const delivery = () =>
      page.evaluate(() => {
        const [entry] = performance.getEntriesByType('navigation');
        const { activationStart, deliveryType } = entry as PerformanceNavigationTiming & {
          activationStart: number;
          deliveryType: string;
        };
        return activationStart > 0 ? 'prerendered' : deliveryType;
      });
    expect(await delivery()).toMatch(/^(prerendered|navigational-prefetch)$/);
    await close();
  });

  test('nobody is moved who does not want movement', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page, close } = await open('/', { ...wide, reducedMotion });
      await page.context().addInitScript(() => {
        addEventListener('pagereveal', (event) => {
          Object.assign(window, {
            moved: Boolean((event as Event & { viewTransition?: unknown }).viewTransition),
          });
        });
      });
      await page.getByRole('banner').getByRole('link', { name: 'Journal' }).click();
      await page.waitForURL('**/journal/');
      const moved = () => page.evaluate(() => (window as Window & { moved?: boolean }).moved);
      await expect.poll(moved).toBe(reducedMotion === 'no-preference');
      await close();
    }
  });
});

describe.skipIf(!hasChromium)('back to a page (skipped where Chromium is not installed)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium('--enable-features=BackForwardCache');
  });
  afterAll(() => browser?.close());

  test.each(['/', sample.blocks, '/contact/', '/search/?q=oak'])(
    '%s comes back as it was left, the open dialog with its results included',
    async (path) => {
      const { page, close } = await openPage(browser, inject('site').url + path, wide);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => {
        addEventListener('pageshow', (event) => Object.assign(window, { restored: event.persisted }));
      });
      await page.keyboard.press('Control+k');
      await field(page).fill('chair');
      await results(page).first().waitFor();
      await results(page).first().click();
      await page.waitForURL(`**${sample.post.path}`);
      await page.waitForLoadState('load');
      // Playwright waits for a `load` that a restored page does not have.
      await page.evaluate(() => history.back()).catch(() => {});
      await expect
        .poll(() =>
          page.evaluate(() => (window as Window & { restored?: boolean }).restored).catch(() => undefined),
        )
        .toBe(true);
      expect(await results(page).count()).toBeGreaterThan(1);
      await field(page).fill('zzzqqq');
      await dialog(page).getByText('Nothing found').waitFor();
      await close();
    },
  );
});
