import { Buffer } from 'node:buffer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../../site/chromium';
import { hold, looks, openPage, violations } from '../../site/support/page';
import { variations } from '../../support/variations';
import { complaints } from '../companion/site';
import { whyNoPlugin, whyNoWordPress } from '../server';
import { type FormPages, startFormPages } from './form-pages';

const reason =
  whyNoWordPress('newest') ??
  whyNoPlugin('contact-form-7') ??
  (hasChromium ? undefined : 'Chromium is not installed');

const DOWN = 'This was not sent. What you wrote is still here: please try again in a moment.';
const UNKNOWN =
  'We cannot tell whether this arrived. Please send it again in a moment, unless you hear from us.';

describe.skipIf(reason)(`forms of Contact Form 7 on a site${reason ? ` (${reason})` : ''}`, () => {
  let pages: FormPages;
  let browser: Browser;
  beforeAll(async () => {
    pages = await startFormPages('forms');
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.stop();
  });
  beforeEach(() => {
    pages.cms.sink.mails.length = 0;
  });

  const open = (path: string, javaScriptEnabled = true) =>
    openPage(browser, pages.site.url + path, { javaScriptEnabled });
  const mails = () => pages.cms.sink.mails;
  const status = (page: Page, form = 'form-1') => page.locator(`#${form} [role=status]`);
  /** Lets what the browser itself would refuse through, for WordPress to judge. */
  const withoutChecks = (page: Page) =>
    page.evaluate(() => {
      for (const form of document.querySelectorAll('form')) form.noValidate = true;
    });

  const fillEvery = async (page: Page) => {
    await page.fill('[name="your-name"]', 'Ada "Countess" Lovelace');
    await page.fill('[name="your-email"]', 'ada@example.org');
    await page.fill('[name="your-url"]', 'https://example.org/a?b=c&d');
    await page.fill('[name="your-tel"]', '+49 30 123456');
    await page.fill('[name="guests"]', '3');
    await page.fill('[name="budget"]', '70');
    await page.fill('[name="day"]', '2026-12-24');
    await page.selectOption('[name="topic"]', 'Hilfe');
    await page.selectOption('[name="extras[]"]', ['Frühstück', 'Parkplatz']);
    await page.check('[name="interests[]"][value="Musik"]');
    await page.check('[name="interests[]"][value="Anderes"]');
    await page.fill('[name="_wpcf7_free_text_interests"]', 'Schach');
    await page.check('[name="size"][value="L"]');
    await page.check('[name="contact-by"][value="Telefon"]');
    await page.fill('[name="your-message"]', '\nGrüße & <b>mehr</b>\nin drei Zeilen');
    await page.fill('[name="quiz-capital"]', 'paris');
    await page.setInputFiles('[name="your-file"]', {
      ...{ name: 'Lebens lauf.pdf', mimeType: 'application/pdf' },
      buffer: Buffer.from('%PDF-1.4 äöü'),
    });
    await page.check('[name="terms"]');
    await page.check('[name="newsletter"]');
  };

  describe.each([
    ['with JavaScript', true],
    ['without', false],
  ])('%s', (_how, javaScript) => {
    test('every field arrives in the mail, with its file, and the visitor reads WordPress’s words', async () => {
      const { page, errors, close } = await open('/every/', javaScript);
      await fillEvery(page);
      await page.click('#form-1 button');
      await status(page).getByText('Vielen Dank für Ihre Mitteilung.').waitFor();
      const [mail] = mails();
      expect(mails()).toHaveLength(1);
      expect(mail?.text.replace(/\r\n/g, '\n')).toBe(
        `name=Ada "Countess" Lovelace mail=ada@example.org url=https://example.org/a?b=c&d tel=+49 30 123456 guests=3 budget=70 day=2026-12-24 topic=Hilfe extras=Frühstück, Parkplatz interests=Musik, Anderes Schach size=L by=Telefon message=Grüße & <b>mehr</b>\nin drei Zeilen terms=Consented: Ich akzeptiere die AGB. ads=Not consented: Ich möchte Werbung. newsletter=Consented: Newsletter source=campaign page=${pages.cms.wordpress.url}/every/`,
      );
      expect(mail?.attachments).toEqual([
        { name: expect.stringMatching(/^Lebens.lauf\.pdf$/), body: Buffer.from('%PDF-1.4 äöü') },
      ]);
      // Values that were sent are not sent again by the next click.
      expect(await page.inputValue('[name="your-name"]')).toBe('');
      expect(await page.inputValue('[name="guests"]')).toBe('2');
      expect(errors).toEqual([]);
      await close();
    });

    test('what is wrong is said at its field, the first has the focus, and nothing that was written is lost', async () => {
      const { page, close } = await open('/every/', javaScript);
      await fillEvery(page);
      await page.fill('[name="quiz-capital"]', 'Rom');
      // A text there would tick its box.
      await page.fill('[name="_wpcf7_free_text_interests"]', '');
      await page.uncheck('[name="interests[]"][value="Musik"]');
      await page.uncheck('[name="interests[]"][value="Anderes"]');
      await page.click('#form-1 button');
      await status(page).getByText('Bitte prüfen Sie Ihre Angaben.').waitFor();
      const quiz = page.locator('[name="quiz-capital"]');
      const error = page.locator('[data-for="quiz-capital"]');
      expect(await error.textContent()).toBe('Das ist nicht die Hauptstadt.');
      expect((await quiz.getAttribute('aria-describedby'))?.split(' ')).toContain(
        await error.getAttribute('id'),
      );
      expect(await quiz.getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator('[data-for="interests[]"]').textContent()).toBe(
        'Bitte füllen Sie dieses Feld aus.',
      );
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('interests[]');
      expect(await page.inputValue('[name="your-message"]')).toBe('\nGrüße & <b>mehr</b>\nin drei Zeilen');
      expect(await page.inputValue('[name="your-name"]')).toBe('Ada "Countess" Lovelace');
      expect(await page.inputValue('[name="topic"]')).toBe('Hilfe');
      expect(await page.isChecked('[name="size"][value="L"]')).toBe(true);
      expect(await page.isChecked('[name="newsletter"]')).toBe(true);
      expect(await violations(page).catch(() => [])).toEqual([]);
      expect(mails()).toEqual([]);
      // Corrected, it arrives: the quiz of the next try is another one.
      if (!javaScript) expect(await status(page).textContent()).toContain('Please choose your files again.');
      await quiz.fill('Paris');
      await page.check('[name="interests[]"][value="Kunst"]');
      await page.click('#form-1 button');
      await status(page).getByText('Vielen Dank').waitFor();
      expect(mails()).toHaveLength(1);
      await close();
    });

    test('a file of 20 MB is refused, and so is one of a type that the form does not take', async () => {
      const { page, close } = await open('/every/', javaScript);
      await fillEvery(page);
      const buffer = Buffer.alloc(20 * 1024 * 1024, 'x');
      await page.setInputFiles('[name="your-file"]', { name: 'a.pdf', mimeType: 'application/pdf', buffer });
      await page.click('#form-1 button');
      await status(page).getByText('too large').waitFor();
      expect(await page.inputValue('[name="your-name"]')).toBe('Ada "Countess" Lovelace');
      const program = { name: 'a.php', mimeType: 'text/plain', buffer: Buffer.from('<?php') };
      await page.setInputFiles('[name="your-file"]', program);
      await page.click('#form-1 button');
      await page.locator('[data-for="your-file"]').getByText('Diese Art von Datei geht nicht.').waitFor();
      expect(mails()).toEqual([]);
      await close();
    });

    test('WordPress that is down: the visitor hears it, keeps what was written, and sends it when it is back', async () => {
      const { page, close } = await open('/two/', javaScript);
      await page.fill('#form-1 [name="your-name"]', 'Ada');
      await page.fill('#form-1 [name="your-message"]', 'Please answer');
      for (const [mode, words] of [
        [{ kind: 'refuse' }, DOWN],
        [{ kind: 'status', status: 503 }, DOWN],
        [{ kind: 'html' }, UNKNOWN],
      ] as const) {
        await pages.cms.wordpress.fail(mode);
        await page.click('#form-1 button');
        await status(page).getByText(words).waitFor();
        expect(await page.inputValue('#form-1 [name="your-message"]')).toBe('Please answer');
        if (javaScript)
          await page.evaluate(() => document.querySelector('#form-1 [role=status]')?.replaceChildren());
        await pages.cms.wordpress.fail(null);
      }
      await page.click('#form-1 button');
      await status(page).getByText('Thank you').waitFor();
      expect(mails().map(({ text }) => text)).toEqual(['Ada: Please answer']);
      await close();
    });

    test('the same form twice on a page, and one from right to left: each says its own', async () => {
      const { page, close } = await open('/two/', javaScript);
      await withoutChecks(page).catch(() => {});
      await page.fill('#form-1 [name="your-message"]', 'of the first');
      await page.fill('#form-2 [name="your-name"]', '   ');
      await page.fill('#form-2 [name="your-message"]', 'of the second');
      await page.click('#form-2 button');
      await page.locator('#form-2 [data-for="your-name"]').getByText('Please fill out this field.').waitFor();
      expect(await page.locator('#form-1 [data-for="your-name"]').isVisible()).toBe(false);
      expect(await page.inputValue('#form-2 [name="your-message"]')).toBe('of the second');
      expect(await page.locator('#form-3').getAttribute('dir')).toBe('rtl');
      expect(await page.locator('#form-3').getAttribute('lang')).toBe('ar');
      const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
      expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
      await close();
    });

    test.each(['/section/', '/overridden/'])('a form at %s is one like any other', async (path) => {
      const { page, close } = await open(path, javaScript);
      await page.fill('#form-1 [name="your-name"]', 'Ada');
      await page.click('#form-1 button');
      await status(page).getByText('Thank you').waitFor();
      expect(mails()).toHaveLength(1);
      await close();
    });
  });

  test('what is typed while a form is on its way stays', async () => {
    const { released, release } = hold();
    const { page, close } = await openPage(browser, `${pages.site.url}/two/`, {}, (page) =>
      page.route('**/api/forms/*', (route) => released.then(() => route.continue())),
    );
    await page.fill('#form-1 [name="your-name"]', 'Ada');
    await page.fill('#form-1 [name="your-message"]', 'Hello.');
    await page.click('#form-1 button');
    await page.locator('#form-1 button').getByText('Sending').waitFor();
    await page.fill('#form-1 [name="your-message"]', 'Hello. PS: it rains.');
    release();
    await status(page).getByText('Thank you').waitFor();
    expect(mails()).toHaveLength(1);
    expect(await page.inputValue('#form-1 [name="your-message"]')).toBe('Hello. PS: it rains.');
    await page.click('#form-1 button');
    await expect.poll(() => page.inputValue('#form-1 [name="your-message"]')).toBe('');
    expect(mails()).toHaveLength(2);
    await close();
  });

  test('a page that is loaded again while its form is on its way: the same again is sent once', async () => {
    let isLost = true;
    const { page, close } = await openPage(browser, `${pages.site.url}/two/`, {}, (page) =>
      page.route('**/api/forms/*', async (route) => {
        if (!isLost) return route.continue();
        isLost = false;
        await route.fetch();
        // Its answer never comes.
      }),
    );
    const send = async (message: string) => {
      await page.fill('#form-1 [name="your-name"]', 'Ada');
      await page.fill('#form-1 [name="your-message"]', message);
      await page.click('#form-1 button');
    };
    await send('Once.');
    await expect.poll(() => mails().length).toBe(1);
    await page.reload();
    await send('Once.');
    await status(page).getByText('Thank you').waitFor();
    expect(mails()).toHaveLength(1);
    // A visitor who writes the same again after that means it.
    await send('Once.');
    await expect.poll(() => mails().length).toBe(2);
    await close();
  });

  test('a text beside a box that is chosen no more is not sent; who writes there chooses the box', async () => {
    const { page, close } = await open('/every/');
    await fillEvery(page);
    await page.uncheck('[name="interests[]"][value="Anderes"]');
    await page.setInputFiles('[name="your-file"]', []);
    await page.click('#form-1 button');
    await status(page).getByText('Vielen Dank').waitFor();
    expect(mails()[0]?.text).toMatch(/ interests=Musik size=/);
    // Also where a file could have been chosen: what was sent is not sent again.
    expect(await page.inputValue('[name="your-name"]')).toBe('');
    await page.fill('[name="_wpcf7_free_text_interests"]', 'Schach');
    expect(await page.isChecked('[name="interests[]"][value="Anderes"]')).toBe(true);
    await close();
  });

  test('two clicks at once send one form', async () => {
    const { page, close } = await open('/two/');
    await page.fill('#form-1 [name="your-name"]', 'Ada');
    await page.locator('#form-1 button').dblclick();
    await status(page).getByText('Thank you').waitFor();
    expect(mails()).toHaveLength(1);
    await close();
  });

  describe.each(variations(2, Object.entries(looks)))('%s', (_look, options) => {
    test.each(['/every/', '/two/'])(
      '%s has no accessibility violation and does not scroll sideways',
      async (path) => {
        const { page, errors, close } = await openPage(browser, pages.site.url + path, options);
        expect(await violations(page)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(errors).toEqual([]);
        await close();
      },
    );
  });

  test('a contact page with a form of WordPress has no second one', async () => {
    const html = await (await fetch(`${pages.site.url}/contact/`)).text();
    const actions = [...html.matchAll(/<form\b[^>]* action="([^"]+)"/g)].map(([, action]) => action);
    expect(actions.filter((action) => action !== '/search')).toEqual([
      expect.stringMatching(/^\/api\/forms\/contact-form-7:/),
    ]);
  });

  test('pages with forms are static, carry no script of the framework, and post to this site only', async () => {
    for (const path of ['/every/', '/two/']) {
      const response = await fetch(pages.site.url + path);
      const html = await response.text();
      expect(response.headers.get('x-nextjs-cache')).toBe('HIT');
      expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(html).not.toMatch(/<script[^>]* src=/);
      for (const [, action] of html.matchAll(/<form[^>]* action="([^"]*)"/g))
        expect(action).toMatch(/^\/(?!\/)/);
      expect(html).not.toContain(pages.cms.wordpress.url);
    }
    // The answer without JavaScript is a page too: with its policy, for nobody to keep, and a form that can be sent once more.
    const page = await (await fetch(`${pages.site.url}/two/`)).text();
    const [, action = ''] = / action="(\/api\/forms\/[^"]*)"/.exec(page) ?? [];
    const body = new FormData();
    for (const [name, value] of [
      ['_page', '/two/'],
      ['_form', 'form-1'],
    ] as const)
      body.append(name, value);
    const { headers, status } = await fetch(pages.site.url + action, {
      ...{
        method: 'POST',
        body,
        headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': '192.0.2.1' },
      },
    });
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      422,
      'no-store',
      'strict-origin-when-cross-origin',
    ]);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  test('WordPress complained of nothing, and the site wrote nothing of what was sent into its log', () => {
    expect(complaints(pages.cms.wordpress)).toBe('');
    expect(pages.site.output()).toContain('[visitors] forms/contact-form-7:');
    expect(pages.site.output()).not.toMatch(/Please answer|Lovelace|ada@/);
  });
});
