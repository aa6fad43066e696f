import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../site/chromium';
import { isLong } from '../../support/variations';
import { whyNoWordPress } from '../server';
import { testConnect } from './connecting';
import { testDoctor } from './diagnosing';
import { testPageBuilder } from './page-builder';
import { complaints } from './site';
import { together } from './together';

const reason = whyNoWordPress('newest') ?? (hasChromium ? null : 'there is no Chromium');

/** Templates of the site's owner. */
const templates = {
  'components/templates/template-landing-wide.tsx': `import type { TemplateProps } from 'headless-site/content';
export default function Landing(view: TemplateProps<'template-landing-wide'>) {
  return <h1 data-template="landing-wide">{view.kind === 'post' ? view.post.title : view.page.title}</h1>;
}
`,
};

describe.skipIf(reason)(`a created site and this WordPress${reason ? ` (${reason})` : ''}`, () => {
  // The post that this test edits: one of a category, the newest one, so that it is on the first page of every list.
  const on = together(
    `wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'As it was', 'post_name' => 'to-be-edited',
    'post_content' => '<!-- wp:paragraph --><p>First text</p><!-- /wp:paragraph -->', 'post_category' => [ get_terms( [ 'taxonomy' => 'category', 'hide_empty' => true, 'fields' => 'ids' ] )[0] ] ] );
    wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'For some', 'post_name' => 'for-some', 'post_date' => '2001-01-01 10:00:00', 'post_content' => 'Words for all' ] );`,
    templates,
  );
  const postId = () =>
    on.wordpress.php<number>(`echo get_page_by_path( 'to-be-edited', OBJECT, 'post' )->ID;`);
  const lists = () =>
    on.wordpress.php<string[]>(`$post = get_page_by_path( 'to-be-edited', OBJECT, 'post' );
      echo json_encode( array_map( 'wp_make_link_relative', [ get_post_type_archive_link( 'post' ), get_term_link( get_the_category( $post->ID )[0] ),
        get_author_posts_url( $post->post_author ), home_url( '/feed/' ) ] ) );`);

  testConnect(on);

  it('are connected by importing the settings file', async () => {
    await on.admin.goto(`${on.wordpress.url}/wp-admin/admin.php?page=companion-settings`);
    await on.admin
      .locator('input[type=file]')
      .setInputFiles(path.join(on.folder, 'wordpress/companion-settings.json'));
    await on.shoot(on.admin, 'settings-import');
    await on.admin
      .getByRole('button', { name: /import/i })
      .first()
      .click();
    await on.admin.waitForLoadState();
    await expect.poll(() => on.admin.locator('body').textContent()).toMatch(/connected/i);
    await on.shoot(on.admin, 'settings-connected');
    await on.admin.goto(`${on.wordpress.url}/wp-admin/admin.php?page=companion-dashboard`);
    expect(await on.admin.locator('body').textContent()).toMatch(/\bconnected\b/i);
    await on.shoot(on.admin, 'dashboard');
  });

  it('a title that is edited reaches the post, the archives, the front page and the feed', async () => {
    const paths = ['/to-be-edited/', '/', ...(await lists())];
    for (const at of paths) expect((await on.get(at)).text, at).toContain('As it was');
    await on.openEditor(await postId());
    await on.canvas().getByRole('textbox', { name: 'Add title' }).fill('As it is now');
    await on.admin.getByRole('button', { name: 'Save', exact: true }).click();
    for (const at of paths) {
      await expect
        .poll(async () => (await on.get(at)).text, { interval: 250, message: at })
        .toContain('As it is now');
    }
    for (const at of paths) expect((await on.get(at)).text, at).not.toContain('As it was');
  });

  it('a template of the site is chosen in the editor, and the page follows', async () => {
    await on.openEditor(await postId());
    await on.admin.getByRole('button', { name: 'Template options' }).click();
    await on.admin.getByRole('menuitem', { name: 'Change template' }).click();
    await on.shoot(on.admin, 'template-choice');
    await on.admin.getByRole('option', { name: 'Landing wide' }).click();
    await on.admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await on.get('/to-be-edited/')).text, { interval: 250 })
      .toContain('data-template="landing-wide"');
  });

  it('unsaved changes of a published post are previewed, and nobody else sees them', async () => {
    await on.openEditor(await postId());
    await on.canvas().getByRole('textbox', { name: 'Add title' }).fill('Not yet for all');
    const page = await on.preview();
    expect(await page.locator('h1').textContent()).toBe('Not yet for all');
    expect(page.url()).not.toMatch(/secret/);
    await on.shoot(page, 'preview-unsaved');
    expect((await on.get('/to-be-edited/')).text).toContain('As it is now');
    await page.close();
  });

  it('a draft that was never saved is previewed, and nobody else sees it', async () => {
    await on.openEditor('post');
    await on.canvas().getByRole('textbox', { name: 'Add title' }).fill('Never saved');
    await on.canvas().getByRole('textbox', { name: 'Add title' }).press('Enter');
    await on.admin.keyboard.type('Words of a draft.');
    const page = await on.preview();
    expect(await page.locator('h1').textContent()).toBe('Never saved');
    expect(await page.locator('main').textContent()).toContain('Words of a draft.');
    await on.shoot(page, 'preview-draft');
    const { status, text } = await on.get(new URL(page.url()).pathname);
    expect([status, text.includes('Never saved')]).toEqual([404, false]);
    await page.close();
  });

  it('what gets a password is hidden at once: the first visitor sees no text, and no 404', async () => {
    expect((await on.get('/for-some/')).text).toContain('Words for all');
    await on.wordpress.php(
      `wp_update_post( [ 'ID' => get_page_by_path( 'for-some', OBJECT, 'post' )->ID, 'post_password' => 'abc' ] );`,
    );
    await on.wordpress.cron('companion_tick');
    await on.told();
    const { status, text } = await on.get('/for-some/');
    expect([status, text.includes('Words for all')]).toEqual([200, false]);
    expect(text).toContain('For some');
    expect(text).toMatch(/password-protected/);
  });

  it('what is trashed is gone at once: the first visitor gets a 404', async () => {
    await on.admin.goto(`${on.wordpress.url}/wp-admin/edit.php`);
    const row = on.admin.locator(`#post-${await postId()}`);
    await row.hover();
    await row.getByRole('link', { name: /Bin|Trash/ }).click();
    await on.admin.waitForLoadState();
    await on.told();
    expect((await on.get('/to-be-edited/')).status).toBe(404);
    await expect.poll(async () => (await on.get('/')).text).not.toContain('As it is now');
  });

  // A page of all blocks, composed by hand in the editor; editor.test.ts uses the same editor without a site.
  if (isLong) testPageBuilder(on);
  testDoctor(on);

  it('complained about nothing', () => {
    expect(complaints(on.wordpress)).toBe('');
  });
});
