import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasChromium } from '../site/chromium';
import { startEditor } from '../wordpress/companion/editor-session';
import { complaints } from '../wordpress/companion/site';
import { whyNoWordPress } from '../wordpress/server';

for (const version of ['6.1', 'newest'] as const) {
  const reason = whyNoWordPress(version) ?? (hasChromium ? null : 'there is no Chromium');
  const title = `what is typed and chosen in WordPress ${version}${reason ? ` (${reason})` : ''}`;

  // Nobody here may write any HTML, as on every network and on careful hosts: WordPress cleans each save.
  describe.skipIf(reason)(title, () => {
    let editor: Awaited<ReturnType<typeof startEditor>>;
    let page: Page;
    beforeAll(async () => {
      editor = await startEditor({ version, constants: { DISALLOW_UNFILTERED_HTML: true } });
      page = editor.page;
    });
    afterAll(() => editor?.stop());
    beforeEach(() => editor.open('page'));
    afterEach(() => expect(complaints(editor.wordpress)).toBe(''));

    const block = async (name: string) => (await editor.canvas()).locator(`[data-type="companion/${name}"]`);
    const select = async (name: string) => {
      await page.evaluate(
        `wp.data.dispatch('core/block-editor').selectBlock(wp.data.select('core/block-editor').getBlocks()[0].clientId)`,
      );
      return block(name);
    };
    const attributes = async () => (await editor.blocks())[0]?.[1] ?? {};
    const write = (name: string, values: object) =>
      editor.set(`<!-- wp:companion/${name} ${JSON.stringify(values)} /-->`);

    it('texts and addresses come back from a save as they were typed', async () => {
      const typed = {
        heading: 'Tom & Jerry',
        text: '5 < 6 > 4 a<b &amp; "c"',
        buttonText: 'R&D',
        buttonUrl: '/x?a=1&b=2&copy=3',
      };
      await page.evaluate(`wp.data.dispatch('core/editor').editPost({ title: 'Typed', status: 'publish' })`);
      await write('cta-boxed', {});
      const cta = await select('cta-boxed');
      for (const [label, text] of [
        ['Heading', typed.heading],
        ['Text', typed.text],
        ['Button text', typed.buttonText],
      ] as const) {
        await cta.getByRole('textbox', { name: label, exact: true }).click();
        await page.keyboard.type(text);
      }
      await page.getByLabel('Button address', { exact: true }).fill(typed.buttonUrl);
      const id = await editor.saveAndReopen();
      const shown = await block('cta-boxed');
      for (const text of [typed.heading, typed.text, typed.buttonText])
        await expect.poll(() => shown.textContent()).toContain(text);
      await select('cta-boxed');
      expect(await page.getByLabel('Button address', { exact: true }).inputValue()).toBe(typed.buttonUrl);
      const query = `{ page(id: ${id}, idType: DATABASE_ID) { flexibleContent { ... on Page_Flexiblecontent_FlexibleContent_CTABoxed { heading text buttonText buttonUrl } } } }`;
      const answer = await fetch(editor.wordpress.graphqlUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const { data } = (await answer.json()) as { data?: { page: { flexibleContent: object[] } } };
      expect(data?.page.flexibleContent).toEqual([typed]);
    });

    it.each([
      ['features-grid', { features: [{ icon: 'spark', title: 'One', description: 'd' }] }, 'Title'],
      ['pricing', { plans: [{ name: 'One', price: '1', features: [] }] }, 'Name'],
      ['testimonials', { testimonials: [{ quote: 'One' }] }, 'Quote'],
    ])(
      '%s: the first click into an entry puts the cursor there, and it stays',
      async (name, values, label) => {
        await page.evaluate(`wp.data.dispatch('core/editor').editPost({ title: 'Entries of ${name}' })`);
        await write(name, values);
        await editor.saveAndReopen();
        const first = (await block(name)).getByRole('textbox', { name: label, exact: true });
        await first.click();
        await page.keyboard.press('End');
        await page.keyboard.type(' more');
        await expect.poll(() => first.textContent()).toContain('One more');
      },
    );

    it('two texts of one entry are two steps for "undo"', async () => {
      await write('features-grid', { features: [{ icon: 'spark', title: 'A', description: 'D' }] });
      const grid = await select('features-grid');
      for (const [label, text] of [
        ['Title', '111'],
        ['Description', '222'],
      ] as const) {
        await grid.getByRole('textbox', { name: label, exact: true }).click();
        await page.keyboard.press('End');
        await page.keyboard.type(text);
      }
      const entry = async () => {
        const [first] = (await attributes()).features as { title: string; description: string }[];
        return [first?.title, first?.description];
      };
      expect(await entry()).toEqual(['A111', 'D222']);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect.poll(entry).toEqual(['A111', 'D']);
    });

    it('a ground that the theme does not have costs the ground, not the block', async () => {
      await write('cta-boxed', { heading: 'keep me', backgroundColor: '#ff0000' });
      await expect.poll(async () => (await block('cta-boxed')).textContent()).toContain('keep me');
    });

    it('rich text of an import is shown, and becomes blocks when somebody says so', async () => {
      const content = '<p>From <strong>before</strong></p><script>1</script><ul><li>item</li></ul>';
      await write('content-section', { content });
      const section = await select('content-section');
      await expect.poll(() => section.textContent()).toContain('From before');
      expect((await attributes()).content).toBe(content);
      await section.getByRole('button', { name: 'Convert to blocks' }).click();
      const inside = () =>
        page.evaluate<string[]>(
          `wp.data.select('core/block-editor').getBlocks()[0].innerBlocks.map(({ name }) => name)`,
        );
      await expect.poll(inside).toEqual(['core/paragraph', 'core/list']);
      expect((await attributes()).content).toBeUndefined();
    });

    it('what an import has escaped otherwise stays itself when something else is edited', async () => {
      const plans = [{ name: 'A &#038; B', price: '1', buttonUrl: '/x?a=1&#038;b=2', features: [] }];
      await write('pricing', { plans });
      const pricing = await select('pricing');
      await pricing.getByRole('textbox', { name: 'Price', exact: true }).click();
      await page.keyboard.press('End');
      await page.keyboard.type('9');
      expect((await attributes()).plans).toMatchObject([
        { name: 'A &amp; B', price: '19', buttonUrl: '/x?a=1&amp;b=2' },
      ]);
    });

    it.each<[string, object, string, string, unknown]>([
      ['hero-split', {}, 'Side of the picture', 'left', { imagePosition: 'left' }],
      ['cta-boxed', {}, 'Background', 'contrast', { backgroundColor: 'contrast' }],
      ['cta-boxed', { backgroundColor: 'contrast' }, 'Background', '', { backgroundColor: undefined }],
    ])('%s %j: "%s" is chosen beside it', async (name, values, label, value, stored) => {
      await write(name, values);
      await select(name);
      await page.getByLabel(label, { exact: true }).selectOption(value);
      expect(await attributes()).toMatchObject(stored as object);
    });

    it('icons and switches of entries are chosen beside the block', async () => {
      await write('pricing', { plans: [{ name: 'One', price: '1', features: [] }] });
      await select('pricing');
      await page.getByRole('button', { name: 'Plans 1', exact: true }).click();
      await page.getByLabel('Recommended').check();
      expect(await attributes()).toMatchObject({ plans: [{ name: 'One', featured: true }] });
      await write('features-grid', { features: [{ icon: 'spark', title: 'T', description: 'D' }] });
      await select('features-grid');
      await page.getByRole('button', { name: 'Features 1', exact: true }).click();
      await page.getByLabel('Icon', { exact: true }).selectOption('clock');
      expect(await attributes()).toMatchObject({ features: [{ icon: 'clock' }] });
    });

    it('a picture says what it shows, and is taken away, also where its frame is small', async () => {
      const authorImage = { url: '/wp-includes/images/media/default.png', alt: '' };
      await write('testimonials', { testimonials: [{ quote: 'Q', authorName: 'N', authorImage }] });
      const testimonials = await select('testimonials');
      await page.getByRole('button', { name: 'Testimonials 1', exact: true }).click();
      await page.getByLabel('Portrait: Alternative text').fill('N at work');
      expect(await attributes()).toMatchObject({ testimonials: [{ authorImage: { alt: 'N at work' } }] });
      // In its frame of 44 pixels, with the mouse.
      await testimonials.getByRole('button', { name: 'Remove', exact: true }).click();
      const [first] = (await attributes()).testimonials as { authorImage?: unknown }[];
      expect(first?.authorImage).toBeUndefined();
      expect(await testimonials.getByRole('button', { name: 'Choose picture' }).isVisible()).toBe(true);
    });

    it('a heading has one line, and a section without words says so', async () => {
      await write('hero-centered', {});
      const hero = await select('hero-centered');
      await hero.getByRole('textbox', { name: 'Heading', exact: true }).click();
      await page.keyboard.type('one');
      await page.keyboard.press('Enter');
      await page.keyboard.type('two');
      expect(String((await attributes()).heading)).not.toContain('\n');
      expect((await editor.blocks()).length).toBe(1);
      await write('cta-simple', { heading: 'H', buttonText: 'Go' });
      await expect
        .poll(async () => (await block('cta-simple')).locator('.companion-badge').textContent())
        .toMatch(/Button address is missing|A button needs both/);
      await editor.set(
        '<!-- wp:companion/content-section --><!-- wp:paragraph --><p></p><!-- /wp:paragraph --><!-- /wp:companion/content-section -->',
      );
      await expect
        .poll(async () => (await block('content-section')).locator('.companion-badge').textContent())
        .toBe('Content is missing.');
    });

    it('the sidebar takes its own blocks, once, and says when the page does not show it', async () => {
      await editor.set(
        '<!-- wp:companion/sidebar --><!-- wp:companion/sidebar-cta-simple {"heading":"H"} /--><!-- /wp:companion/sidebar -->',
      );
      const can = (name: string, inside: boolean) =>
        page.evaluate<boolean>(
          `wp.data.select('core/block-editor').canInsertBlockType('${name}', ${inside ? `wp.data.select('core/block-editor').getBlocks()[0].clientId` : 'undefined'})`,
        );
      await expect.poll(() => can('companion/sidebar-content-section', true)).toBe(true);
      expect(await can('core/paragraph', true)).toBe(false);
      expect(await can('companion/hero-centered', true)).toBe(false);
      const supports = (name: string) =>
        page.evaluate<{ multiple?: boolean; html?: boolean }>(`wp.blocks.getBlockType('${name}').supports`);
      expect(await supports('companion/sidebar')).toMatchObject({ multiple: false, html: false });
      expect(await supports('companion/hero-centered')).toMatchObject({ html: false });
      const sidebar = await block('sidebar');
      const hint = 'Not shown: “Show the sidebar” is off in the page’s settings.';
      await expect.poll(() => sidebar.locator('> .companion-badge').textContent()).toBe(hint);
      await page.evaluate(
        `wp.data.dispatch('core/editor').editPost({ meta: { companion_page_settings: { showSidebar: true } } })`,
      );
      await expect.poll(() => sidebar.locator('> .companion-badge').count()).toBe(0);
    });

    it('one page setting leaves the others, and other meta, alone', async () => {
      await page.evaluate(
        `wp.data.dispatch('core/editor').editPost({ meta: { companion_page_settings: { hideHeader: true, customCssClass: 'kept' } } })`,
      );
      const tab = page.getByRole('tab', { name: 'Page', exact: true });
      if (await tab.count()) await tab.click();
      else await page.getByRole('button', { name: /^Page/ }).first().click();
      const panel = page.getByRole('button', { name: 'Page on the site' });
      if ((await panel.getAttribute('aria-expanded')) !== 'true') await panel.click();
      await page.getByLabel('Hide the footer').check();
      const meta = await page.evaluate<Record<string, unknown>>(
        `wp.data.select('core/editor').getEditedPostAttribute('meta')`,
      );
      expect(meta.companion_page_settings).toEqual({
        hideHeader: true,
        customCssClass: 'kept',
        hideFooter: true,
      });
      // WordPress's own, from 6.3 on.
      if (version === 'newest') expect(meta).toHaveProperty('footnotes');
    });
  });
}
