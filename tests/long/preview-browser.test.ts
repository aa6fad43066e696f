import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readGrantHeader, verifyLinkToken } from '../../src/runtime/pages/preview/token';
import { hasChromium, launchChromium } from '../site/chromium';
import { openAdmin } from '../wordpress/companion/admin';
import { ownPlugin } from '../wordpress/companion/own-plugin';
import { type Connected, connect, previewSecret } from '../wordpress/companion/site';
import { whyNoWordPress } from '../wordpress/server';

for (const version of ['6.1', 'newest'] as const) {
  const reason = whyNoWordPress(version) ?? (hasChromium ? null : 'there is no Chromium');
  const title = `the Preview buttons of WordPress ${version}${reason ? ` (${reason})` : ''}`;

  describe.skipIf(reason)(title, () => {
    let site: Connected;
    let browser: Browser;
    let page: Page;
    let ids: Record<string, number>;

    beforeAll(async () => {
      site = await connect({ version });
      ids = await site.wordpress.php(make);
      browser = await launchChromium();
      ({ page } = await openAdmin(browser, site.wordpress));
    });
    afterAll(async () => {
      await browser?.close();
      await site?.stop();
    });
    afterEach(async () => {
      for (const other of page.context().pages()) if (other !== page) await other.close();
    });

    const edit = async (query: string) => {
      await page.goto(`${site.wordpress.url}/wp-admin/${query}`);
      await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId() > 0');
    };
    const click = (name: string | RegExp, role: 'button' | 'menuitem' = 'button') =>
      page.getByRole(role, { name }).first().click();
    /** Opens the editor's preview menu and takes its link, as people do. */
    const preview = async () => {
      await click(/^(Preview|View)$/);
      await click(/^Preview in new tab/, 'menuitem');
    };
    const type = async (text: string) => {
      const canvas = page.frameLocator('iframe[name="editor-canvas"]');
      const framed = await page.locator('iframe[name="editor-canvas"]').count();
      const field = (framed ? canvas : page)
        .locator('.editor-post-title__input, .wp-block-post-title')
        .first();
      await field.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    };
    /** Does something that opens a tab, and says what the site was asked for in it. */
    const opened = async (act: () => Promise<void>) => {
      site.receiver.clear();
      const tab = page.context().waitForEvent('page');
      await act();
      await (await tab).waitForURL(`${site.receiver.url}/api/preview?*`);
      return asked();
    };
    const asked = () => {
      const requests = site.receiver.requests.filter(({ path }) => path.startsWith('/api/preview?'));
      // WordPress 6.1 loads the tab a second time when it has made sure that nothing is to be saved.
      const [request] = requests;
      expect(request?.method).toBe('GET');
      // The address of the admin, with what is edited there, is nobody's business.
      expect(request?.headers.referer).toBeUndefined();
      return new URL(request?.path ?? '', site.receiver.url).searchParams;
    };
    const expectItem = (query: URLSearchParams, id: number, type: string) => {
      expect([query.get('id'), query.get('type')]).toEqual([String(id), type]);
      const token = query.get('secret') ?? '';
      expect(verifyLinkToken(previewSecret, token, { id: String(id), type })).not.toBeNull();
      expect(verifyLinkToken(previewSecret, token, { id: String(id + 1), type })).toBeNull();
    };
    /** The item that the site then reads, with its grant. */
    const read = async (id: number, type: string) => {
      const answer = await fetch(site.wordpress.graphqlUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...readGrantHeader(previewSecret, String(id)) },
        body: JSON.stringify({
          query: `{ ${type}(id: ${id}, idType: DATABASE_ID, asPreview: true) { title } }`,
        }),
      });
      return (await answer.json()).data[type];
    };
    const postId = () => page.evaluate<number>(`wp.data.select('core/editor').getCurrentPostId()`);
    const permalink = () => page.evaluate<string>(`wp.data.select('core/editor').getPermalink()`);

    for (const kind of ['post', 'page'])
      it(`a new ${kind} that was never saved`, async () => {
        await edit(`post-new.php?post_type=${kind}`);
        await type(`Never saved ${kind}`);
        const query = await opened(preview);
        const id = await postId();
        expectItem(query, id, kind);
        expect(await read(id, kind)).toEqual({ title: `Never saved ${kind}` });
        // The panel goes on showing the address that it will have.
        expect(await permalink()).toBe(`${site.wordpress.url}/never-saved-${kind}/`);
      });

    it('a published post with unsaved changes, twice', async () => {
      const id = ids.published ?? 0;
      await edit(`post.php?post=${id}&action=edit`);
      for (const text of ['Unsaved title', 'Unsaved again']) {
        await type(text);
        const query = await opened(preview);
        expectItem(query, id, 'post');
        expect(await read(id, 'post')).toEqual({ title: text });
        for (const other of page.context().pages()) if (other !== page) await other.close();
      }
      expect(await site.wordpress.php(`echo json_encode( get_the_title( ${id} ) );`)).toBe('Published');
    });

    it('a published post without changes', async () => {
      await edit(`post.php?post=${ids['also published']}&action=edit`);
      expectItem(await opened(preview), ids['also published'] ?? 0, 'post');
    });

    it('a draft with a featured image, whose id the editor appends', async () => {
      const id = ids['with image'] ?? 0;
      await edit(`post.php?post=${id}&action=edit`);
      expectItem(await opened(preview), id, 'post');
    });

    it('publishing: the draft leads to its preview, the published post to the site', async () => {
      const id = ids['to publish'] ?? 0;
      await edit(`post.php?post=${id}&action=edit`);
      const link = () => page.evaluate<string>(`wp.data.select('core/editor').getCurrentPost().link`);
      expect(await link()).toContain('companion_preview');
      await click(/^Publish$/);
      await page.locator('.editor-post-publish-panel__header-publish-button button').click();
      await page.locator('.post-publish-panel__postpublish').waitFor();
      expect(await link()).toBe(`${site.receiver.url}/to-publish/`);
      expect(await permalink()).toBe(`${site.wordpress.url}/to-publish/`);
      const shown = page
        .locator('.post-publish-panel__postpublish')
        .getByRole('link', { name: /^View/ })
        .first();
      expect(await shown.getAttribute('href')).toBe(`${site.receiver.url}/to-publish/`);
    });

    it('"Preview" in the list of posts, and "View" of what is published', async () => {
      await page.goto(`${site.wordpress.url}/wp-admin/edit.php`);
      const row = page.locator(`#post-${ids.draft}`);
      await row.hover();
      site.receiver.clear();
      await row.getByRole('link', { name: /^Preview/ }).click();
      await page.waitForURL(`${site.receiver.url}/api/preview?*`);
      expectItem(asked(), ids.draft ?? 0, 'post');
      await page.goto(`${site.wordpress.url}/wp-admin/edit.php`);
      const published = page.locator(`#post-${ids['also published']}`);
      await published.hover();
      await published.getByRole('link', { name: /^View/ }).click();
      await page.waitForURL(`${site.receiver.url}/also-published/`);
    });

    it('the admin bar, and the Preview button of the classic editor', async () => {
      const remove = await ownPlugin(
        site.wordpress,
        `add_filter( 'use_block_editor_for_post', '__return_false' );`,
      );
      await page.goto(`${site.wordpress.url}/wp-admin/post.php?post=${ids.draft}&action=edit`);
      expectItem(await opened(() => page.locator('#wp-admin-bar-preview a').click()), ids.draft ?? 0, 'post');
      for (const other of page.context().pages()) if (other !== page) await other.close();
      // It saves an autosave first and then opens what WordPress answers.
      await page.goto(`${site.wordpress.url}/wp-admin/post.php?post=${ids['also published']}&action=edit`);
      await page.locator('#title').fill('Unsaved in the classic editor');
      expectItem(
        await opened(() => page.locator('#post-preview').click()),
        ids['also published'] ?? 0,
        'post',
      );
      expect(await read(ids['also published'] ?? 0, 'post')).toEqual({
        title: 'Unsaved in the classic editor',
      });
      await remove();
    });

    it('a session that has ended: the login form, then the preview', async () => {
      const context = await browser.newContext();
      const tab = await context.newPage();
      site.receiver.clear();
      await tab.goto(
        `${site.wordpress.url}/wp-admin/admin-post.php?action=companion_preview&post=${ids.draft}`,
      );
      await tab.locator('#user_login:focus').waitFor();
      await tab.locator('#user_login').fill(site.wordpress.administrator.name);
      await tab.locator('#user_pass').fill(site.wordpress.administrator.password);
      await tab.locator('#wp-submit').click();
      await tab.waitForURL(`${site.receiver.url}/api/preview?*`);
      expectItem(asked(), ids.draft ?? 0, 'post');
      await context.close();
    });
  });
}

/** Content that the tests preview; its ids by name. */
const make = `
  $make = function ( $title, $status ) { return wp_insert_post( [ 'post_title' => $title, 'post_status' => $status, 'post_author' => 1, 'post_content' => 'Text.' ] ); };
  $ids = [ 'draft' => $make( 'A draft', 'draft' ), 'published' => $make( 'Published', 'publish' ), 'also published' => $make( 'Also published', 'publish' ),
    'to publish' => $make( 'To publish', 'draft' ), 'with image' => $make( 'With image', 'draft' ) ];
  $path = wp_upload_bits( 'a.png', null, base64_decode( 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' ) )['file'];
  set_post_thumbnail( $ids['with image'], wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => 'a', 'post_status' => 'inherit' ], $path ) );
  echo json_encode( $ids );`;
