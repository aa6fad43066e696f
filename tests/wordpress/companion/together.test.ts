import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAndServe, freePort, type ServedSite } from '../../../templates/site/tests/support/site-server';
import { hasChromium, launchChromium } from '../../site/chromium';
import { createSite } from '../../site/create';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { openAdmin } from './admin';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? (hasChromium ? null : 'there is no Chromium');
/** Screenshots are kept where somebody wants to look at them. */
const shots = process.env.SCREENSHOTS;

describe.skipIf(reason)(`a created site and this WordPress${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let site: ServedSite;
  let folder: string;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', content: 'nasty', companion: true });
    // What this test edits: a post of a category, the newest one, so that it is on the first page of every list.
    await wordpress.php(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'As it was', 'post_name' => 'to-be-edited',
      'post_content' => '<!-- wp:paragraph --><p>First text</p><!-- /wp:paragraph -->', 'post_category' => [ get_terms( [ 'taxonomy' => 'category', 'hide_empty' => true, 'fields' => 'ids' ] )[0] ] ] );`);
    const port = await freePort();
    folder = await createSite(
      'together',
      '--cms-url',
      wordpress.url,
      '--site-url',
      `http://127.0.0.1:${port}`,
    );
    const env = Object.fromEntries(
      [
        ...readFileSync(path.join(folder, '.env.local'), 'utf8').matchAll(/^(\w+_SECRET)="?([^"\n]+)"?$/gm),
      ].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(env).sort()).toEqual(['PREVIEW_SECRET', 'REVALIDATION_SECRET']);
    site = await buildAndServe(folder, wordpress.graphqlUrl, env as Record<string, string>, port);
    browser = await launchChromium();
    ({ page: admin } = await openAdmin(browser, wordpress));
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await wordpress?.stop();
  });

  const shoot = async (page: Page, name: string) => {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: false });
  };
  const get = async (at: string) => {
    const response = await fetch(site.url + at);
    return { status: response.status, text: await response.text() };
  };
  const postId = () => wordpress.php<number>(`echo get_page_by_path( 'to-be-edited', OBJECT, 'post' )->ID;`);
  const lists = () =>
    wordpress.php<string[]>(`$post = get_page_by_path( 'to-be-edited', OBJECT, 'post' );
      echo json_encode( array_map( 'wp_make_link_relative', [ get_post_type_archive_link( 'post' ), get_term_link( get_the_category( $post->ID )[0] ),
        get_author_posts_url( $post->post_author ), home_url( '/feed/' ) ] ) );`);
  /** Everything that has changed has been told to the site. */
  const told = () =>
    expect
      .poll(
        () =>
          wordpress.php(
            `echo json_encode( array_sum( array_slice( HeadlessSiteCompanion\\Plugin::instance()->waiting->counts(), 0, 3 ) ) );`,
          ),
        { timeout: 20_000, interval: 250 },
      )
      .toBe(0);
  /** The canvas of the editor: WordPress 7.1 has it in a frame. */
  const canvas = () => admin.frameLocator('iframe[name="editor-canvas"]');
  const openEditor = async (id?: number) => {
    await admin.goto(
      `${wordpress.url}/wp-admin/${id ? `post.php?post=${id}&action=edit` : 'post-new.php?post_type=post'}`,
    );
    await canvas().getByRole('textbox', { name: 'Add title' }).waitFor();
  };
  const preview = async (): Promise<Page> => {
    await admin.getByRole('button', { name: 'View', exact: true }).click();
    const [page] = await Promise.all([
      admin.context().waitForEvent('page'),
      admin.getByRole('menuitem', { name: 'Preview in new tab' }).click(),
    ]);
    await page.waitForURL(`${site.url}/**`);
    await page.waitForLoadState();
    return page;
  };

  it('are connected by importing the settings file', async () => {
    await admin.goto(`${wordpress.url}/wp-admin/admin.php?page=companion-settings`);
    await admin
      .locator('input[type=file]')
      .setInputFiles(path.join(folder, 'wordpress/companion-settings.json'));
    await shoot(admin, 'settings-import');
    await admin
      .getByRole('button', { name: /import/i })
      .first()
      .click();
    await admin.waitForLoadState();
    await expect.poll(() => admin.locator('body').textContent()).toMatch(/connected/i);
    await shoot(admin, 'settings-connected');
    await admin.goto(`${wordpress.url}/wp-admin/admin.php?page=companion-dashboard`);
    expect(await admin.locator('body').textContent()).toMatch(/\bconnected\b/i);
    await shoot(admin, 'dashboard');
  });

  it('a title that is edited reaches the post, the archives, the front page and the feed', async () => {
    const paths = ['/to-be-edited/', '/', ...(await lists())];
    for (const at of paths) expect((await get(at)).text, at).toContain('As it was');
    await openEditor(await postId());
    await canvas().getByRole('textbox', { name: 'Add title' }).fill('As it is now');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    for (const at of paths) {
      await expect
        .poll(async () => (await get(at)).text, { timeout: 30_000, interval: 250, message: at })
        .toContain('As it is now');
    }
    for (const at of paths) expect((await get(at)).text, at).not.toContain('As it was');
  });

  it('unsaved changes of a published post are previewed, and nobody else sees them', async () => {
    await openEditor(await postId());
    await canvas().getByRole('textbox', { name: 'Add title' }).fill('Not yet for all');
    const page = await preview();
    expect(await page.locator('h1').textContent()).toBe('Not yet for all');
    expect(page.url()).not.toMatch(/secret/);
    await shoot(page, 'preview-unsaved');
    expect((await get('/to-be-edited/')).text).toContain('As it is now');
    await page.close();
  });

  it('a draft that was never saved is previewed, and nobody else sees it', async () => {
    await openEditor();
    await canvas().getByRole('textbox', { name: 'Add title' }).fill('Never saved');
    await canvas().getByRole('textbox', { name: 'Add title' }).press('Enter');
    await admin.keyboard.type('Words of a draft.');
    const page = await preview();
    expect(await page.locator('h1').textContent()).toBe('Never saved');
    expect(await page.locator('main').textContent()).toContain('Words of a draft.');
    await shoot(page, 'preview-draft');
    const { status, text } = await get(new URL(page.url()).pathname);
    expect([status, text.includes('Never saved')]).toEqual([404, false]);
    await page.close();
  });

  it('what is trashed is gone at once: the first visitor gets a 404', async () => {
    await admin.goto(`${wordpress.url}/wp-admin/edit.php`);
    const row = admin.locator(`#post-${await postId()}`);
    await row.hover();
    await row.getByRole('link', { name: /Bin|Trash/ }).click();
    await admin.waitForLoadState();
    await told();
    expect((await get('/to-be-edited/')).status).toBe(404);
    await expect.poll(async () => (await get('/')).text, { timeout: 30_000 }).not.toContain('As it is now');
  });

  it('complained about nothing', () => {
    expect(complaints(wordpress)).toBe('');
  });
});
