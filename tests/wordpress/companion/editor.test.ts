import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../site/chromium';
import { variations } from '../../support/variations';
import { whyNoWordPress } from '../server';
import { startEditor } from './editor-session';
import { complaints } from './site';

for (const version of variations(1, ['newest', '6.1'])) {
  const reason = whyNoWordPress(version) ?? (hasChromium ? null : 'there is no Chromium');
  const title = `the page builder in the editor of WordPress ${version}${reason ? ` (${reason})` : ''}`;

  describe.skipIf(reason)(title, () => {
    let editor: Awaited<ReturnType<typeof startEditor>>;
    let page: Page;
    beforeAll(async () => {
      editor = await startEditor({ version });
      page = editor.page;
    });
    afterAll(() => editor?.stop());
    afterEach(() => expect(complaints(editor.wordpress)).toBe(''));

    it('offers the blocks on pages, and nobody elsewhere', async () => {
      await editor.open('post');
      expect(await editor.offered()).toEqual([]);
      await editor.open('page');
      expect((await editor.offered()).length).toBe(9);
    });

    it('patterns: a homepage and a landing page, of blocks that are all valid', async () => {
      await editor.open('page');
      const patterns = await editor.wordpress.php<[string, string][]>(
        `echo json_encode( array_values( array_map( fn( $p ) => [ $p['title'], $p['content'] ], array_filter( WP_Block_Patterns_Registry::get_instance()->get_all_registered(), fn( $p ) => 0 === strpos( $p['name'], 'companion/' ) ) ) ) );`,
      );
      expect(patterns.map(([name]) => name)).toEqual(['Homepage', 'Landing page']);
      for (const [, content] of patterns) {
        await editor.set(content);
        const valid = await page.evaluate<boolean[]>(
          `wp.data.select('core/block-editor').getBlocks().map(({ isValid }) => isValid)`,
        );
        expect(valid).toEqual([true, true, true, true]);
        await expect.poll(async () => (await editor.canvas()).locator('.companion-block').count()).toBe(4);
      }
    });

    it('texts are stored as texts, whatever is typed, and shown as typed', async () => {
      await editor.open('page');
      await editor.set('<!-- wp:companion/hero-centered /-->');
      const hero = (await editor.canvas()).locator('[data-type="companion/hero-centered"]');
      await hero.getByRole('textbox', { name: 'Heading', exact: true }).click();
      await page.keyboard.type('A & B < C <b>d</b> &amp; "e" --> end');
      const typed = 'A & B < C <b>d</b> &amp; "e" --> end';
      const stored = 'A &amp; B &lt; C &lt;b&gt;d&lt;/b&gt; &amp;amp; "e" --&gt; end';
      expect(await editor.blocks()).toMatchObject([['companion/hero-centered', { heading: stored }]]);
      const again = await page.evaluate(
        `wp.blocks.parse(wp.data.select('core/editor').getEditedPostContent())[0].attributes.heading`,
      );
      expect(again).toBe(stored);
      expect(await hero.getByRole('textbox', { name: 'Heading', exact: true }).textContent()).toContain(
        typed,
      );
    });

    it('entries of lists are added, moved and removed, each a step for "undo"', async () => {
      const plans = ['One', 'Two'].map((name) => ({ name, price: '1', features: [] }));
      await editor.open('page');
      await editor.set(`<!-- wp:companion/pricing ${JSON.stringify({ sectionHeading: 'P', plans })} /-->`);
      const pricing = (await editor.canvas()).locator('[data-type="companion/pricing"]');
      await pricing.click({ position: { x: 4, y: 4 } });
      const names = async () =>
        ((await editor.blocks()) as [string, { plans: { name?: string }[] }][]).flatMap(([, { plans }]) =>
          plans.map(({ name }) => name ?? ''),
        );
      await pricing.getByRole('button', { name: 'Add to: Plans' }).click();
      await expect.poll(names).toEqual(['One', 'Two', '']);
      await pricing.getByRole('button', { name: 'Plans 1: move on' }).click();
      await expect.poll(names).toEqual(['Two', 'One', '']);
      await pricing.getByRole('button', { name: 'Plans 3: remove' }).click();
      await expect.poll(names).toEqual(['Two', 'One']);
      for (const before of [
        ['Two', 'One', ''],
        ['One', 'Two', ''],
        ['One', 'Two'],
      ]) {
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        await expect.poll(names).toEqual(before);
      }
    });

    it('says what is missing or wrong, beside the block and in it', async () => {
      await editor.set(
        '<!-- wp:companion/cta-simple {"heading":"H","buttonText":"Go","buttonUrl":"example.com"} /-->',
      );
      const block = (await editor.canvas()).locator('[data-type="companion/cta-simple"]');
      const hint = 'Button address: this is not an address. Begin with https://, / or #.';
      await expect.poll(() => block.locator('.companion-badge').textContent()).toBe(hint);
      await block.click({ position: { x: 4, y: 4 } });
      await expect.poll(() => page.locator('.companion-hints p').first().textContent()).toBe(hint);
      await page.getByLabel('Button address', { exact: true }).fill('/about');
      await expect.poll(() => block.locator('.companion-badge').count()).toBe(0);
    });

    it('page settings are stored with the page', async () => {
      await editor.open('page');
      await page.evaluate(`wp.data.dispatch('core/editor').editPost({ title: 'With settings' })`);
      await page.evaluate(
        `wp.data.dispatch(wp.data.select('core/interface') ? 'core/interface' : 'core/edit-post')`,
      );
      const tab = page.getByRole('tab', { name: 'Page', exact: true });
      if (await tab.count()) await tab.click();
      else await page.getByRole('button', { name: /^Page/ }).first().click();
      await page.getByRole('button', { name: 'Page on the site' }).click();
      await page.getByLabel('Hide the header').check();
      await page.getByLabel('Width').selectOption('full');
      await page.getByLabel('CSS classes').fill('wide one');
      await page.getByRole('button', { name: /^Save draft$/ }).click();
      const stored = () =>
        editor.wordpress.php(
          `echo json_encode( get_post_meta( get_posts( [ 'post_type' => 'page', 'post_status' => 'draft', 'title' => 'With settings', 'fields' => 'ids' ] )[0] ?? 0, 'companion_page_settings', true ) );`,
        );
      await expect.poll(stored).toMatchObject({
        hideHeader: true,
        containerWidth: 'full',
        customCssClass: 'wide one',
        hideTitle: false,
      });
    });

    it('complained about nothing', () => {
      expect(editor.problems.filter((one) => !one.includes('favicon'))).toEqual([]);
      // WordPress 7.1 says this of its own style sheet, and what is not on this machine is not fetched.
      const own = editor.logged.filter(
        (text) => !/global-styles-css|net::ERR_FAILED|Failed to load resource/.test(text),
      );
      expect(own).toEqual([]);
    });
  });
}
