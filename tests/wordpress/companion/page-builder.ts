import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import manifest from '../../../companion-plugin/blocks/manifest.json';
import type { Together } from './together';

interface Field {
  kind: string;
  item?: string | { fields: Record<string, Field> };
}

/** The names that the editor gives to fields, where they differ from the manifest's. */
const labels: Record<string, string> = {
  authorName: 'Name',
  authorRole: 'Role',
  buttonText: 'Button text',
  buttonUrl: 'Button address',
  sectionHeading: 'Heading',
};
const label = (name: string) => labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
/** A text that is found again on the site. */
const words = (block: string, field: string) => `${block} ${field}`;

/** Composes a page as an editor does, and follows it to the site. */
export function testPageBuilder(on: Together): void {
  describe('the page builder', () => {
    const main = manifest.blocks.filter(({ union }) => union === 'flexibleContent');
    const beside = manifest.blocks.filter(({ union }) => union === 'sidebarBlocks');
    const inEditor = (block: string) => on.canvas().locator(`[data-type="${block}"]`);
    const type = async (field: Locator, text: string) => {
      await field.click();
      await on.admin.keyboard.type(text);
    };
    const insert = async (title: string) => {
      await on.admin.getByRole('searchbox').first().fill(title);
      await on.admin.getByRole('option', { name: title, exact: true }).first().click();
    };
    const fill = async (place: Locator, fields: Record<string, Field>, name: string, at = 0) => {
      for (const [field, { kind, item }] of Object.entries(fields)) {
        if (kind === 'string')
          await type(
            place.getByRole('textbox', { name: label(field), exact: true }).nth(at),
            words(name, field),
          );
        if (kind === 'url') await on.admin.getByLabel(label(field), { exact: true }).first().fill('/about');
        if (kind === 'html')
          await type(place.locator('[data-type="core/paragraph"]').first(), words(name, field));
        if (kind === 'list' && typeof item === 'object') {
          await place.getByRole('button', { name: `Add to: ${label(field)}` }).click();
          // Fields that cannot be edited where they stand are in the column beside, in a panel for each entry.
          await on.admin.getByRole('button', { name: `${label(field)} 1`, exact: true }).click();
          await fill(place, item.fields, `${name} ${field}`);
        }
        if (kind === 'list' && item === 'string') {
          await place.getByRole('button', { name: `Add to: ${label(field)}` }).click();
          await type(
            place.getByRole('textbox', { name: label(field), exact: true }).last(),
            words(name, field),
          );
        }
      }
    };
    const select = (place: Locator) => place.click({ position: { x: 4, y: 4 } });
    const texts = (fields: Record<string, Field>, name: string): string[] =>
      Object.entries(fields).flatMap(([field, { kind, item }]) => {
        if (kind === 'string' || kind === 'html') return [words(name, field)];
        if (kind !== 'list') return [];
        return typeof item === 'object' ? texts(item.fields, `${name} ${field}`) : [words(name, field)];
      });
    const all = (blocks: typeof manifest.blocks) =>
      blocks.flatMap(({ title, fields }) => texts(fields as never, title));
    const shown = async (page: Page) =>
      ((await page.locator('body').textContent()) ?? '').replace(/\s+/g, ' ');
    const sections = (page: Page) =>
      page
        .locator('main [data-block]')
        .evaluateAll((found) => found.map((one) => one.getAttribute('data-block')));
    const order = [...main.map(({ name }) => name), ...beside.map(({ name }) => `Sidebar${name}`)];

    it('a page of all blocks and a sidebar is composed, and previewed before it was ever saved', async () => {
      await on.wordpress.php(picture);
      await on.admin.setViewportSize({ width: 1500, height: 1400 });
      await on.openEditor('page');
      await type(on.canvas().getByRole('textbox', { name: 'Add title' }), 'Composed');
      await on.admin.getByRole('button', { name: /^(Toggle block inserter|Block Inserter)$/ }).click();
      for (const { block, title, fields } of main) {
        await insert(title);
        await select(inEditor(block));
        await fill(inEditor(block), fields as never, title);
      }
      await insert('Sidebar');
      // The first one comes with it.
      await select(inEditor('companion/sidebar').locator('[data-type]').first());
      for (const { block, title, fields } of beside) {
        if ((await inEditor(block).count()) === 0) await insert(title);
        await select(inEditor(block));
        await fill(inEditor(block), fields as never, title);
      }
      await select(inEditor('companion/hero-split'));
      await inEditor('companion/hero-split').getByRole('button', { name: 'Choose picture' }).click();
      await on.admin.getByRole('tab', { name: 'Media Library' }).click();
      await on.admin.getByRole('checkbox', { name: 'A green picture' }).click();
      await on.admin.getByRole('button', { name: 'Select', exact: true }).click();
      await on.admin.getByRole('tab', { name: 'Page', exact: true }).click();
      await on.admin.getByRole('button', { name: 'Page on the site' }).click();
      await on.admin.getByLabel('Show the sidebar').check();
      await on.admin.getByLabel('Hide the title').check();
      await on.shoot(on.admin, 'page-builder-editor');
      const page = await on.preview();
      expect(await sections(page)).toEqual(order);
      for (const text of [...all(main), ...all(beside)]) expect(await shown(page)).toContain(text);
      await expect
        .poll(() =>
          page
            .locator('main img')
            .first()
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
        )
        .toBeGreaterThan(0);
      await on.shoot(page, 'page-builder-preview', true);
      expect((await on.get('/composed/')).status).toBe(404);
      await page.close();
    }, 180_000);

    it('is published, and on the site; moved and taken back as in any editor', async () => {
      await on.admin.getByRole('button', { name: 'Publish', exact: true }).click();
      await on.admin
        .locator('.editor-post-publish-panel')
        .getByRole('button', { name: 'Publish', exact: true })
        .click();
      await expect.poll(async () => (await on.get('/composed/')).status, { interval: 250 }).toBe(200);
      const visitor = await on.browser.newPage({ viewport: { width: 1280, height: 900 } });
      await visitor.goto(`${on.site.url}/composed/`);
      const reloaded = async () => {
        await visitor.reload();
        return sections(visitor);
      };
      expect(await sections(visitor)).toEqual(order);
      await on.shoot(visitor, 'page-builder-site', true);

      await on.admin.getByRole('button', { name: 'Close panel' }).click();
      await select(inEditor('companion/hero-split'));
      await on.admin.getByRole('button', { name: 'Move up' }).first().click();
      await on.admin.getByRole('button', { name: 'Save', exact: true }).click();
      const moved = [order[1], order[0], ...order.slice(2)];
      await expect.poll(reloaded, { interval: 500 }).toEqual(moved);
      await on.admin.getByRole('button', { name: 'Undo' }).click();
      await on.admin.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(reloaded, { interval: 500 }).toEqual(order);
      await visitor.close();
    });

    it('survives that the plugin is switched off and on', async () => {
      const read = () =>
        on.wordpress.php<string>(`echo json_encode( get_page_by_path( 'composed' )->post_content );`);
      const before = await read();
      const file = 'headless-site-companion/headless-site-companion.php';
      const plugins = `require_once ABSPATH . 'wp-admin/includes/plugin.php';`;
      await on.wordpress.php(`${plugins} deactivate_plugins( '${file}' );`);
      const id = await on.wordpress.php<number>(`echo get_page_by_path( 'composed' )->ID;`);
      // Somebody edits it meanwhile: WordPress keeps blocks that it does not know.
      await on.openEditor(id);
      await on.canvas().getByRole('textbox', { name: 'Add title' }).fill('Composed meanwhile');
      await on.admin.getByRole('button', { name: 'Save', exact: true }).click();
      await expect
        .poll(() => on.wordpress.php(`echo json_encode( get_post( ${id} )->post_title );`))
        .toBe('Composed meanwhile');
      expect(await read()).toBe(before);
      await on.wordpress.php(`${plugins} activate_plugin( '${file}' );`);
      await on.openEditor(id);
      const valid = await on.admin.evaluate(
        `wp.data.select('core/block-editor').getBlocks().map((block) => [block.name, block.isValid])`,
      );
      expect(valid).toEqual([...main.map(({ block }) => [block, true]), ['companion/sidebar', true]]);
    });
  });
}

/** PHP: a picture in the media library. */
const picture = `
  $file = wp_upload_dir()['path'] . '/green.png';
  $image = imagecreatetruecolor( 600, 400 );
  imagefill( $image, 0, 0, imagecolorallocate( $image, 60, 120, 90 ) );
  imagepng( $image, $file );
  $id = wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => 'A green picture' ], $file );
  require_once ABSPATH . 'wp-admin/includes/image.php';
  wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $file ) );
  update_post_meta( $id, '_wp_attachment_image_alt', 'A green picture' );`;
