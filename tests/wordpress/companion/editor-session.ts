import { type Browser, errors, type FrameLocator, type Page } from 'playwright-core';
import { launchChromium } from '../../site/chromium';
import { type StartOptions, startWordPress } from '../server';
import { openAdmin } from './admin';

/** A block editor in Chromium on a WordPress of its own, and what tests do with it. */
export async function startEditor(options: StartOptions) {
  const wordpress = await startWordPress({ content: 'empty', companion: true, ...options });
  let browser: Browser | undefined;
  const stop = async () => {
    await browser?.close();
    await wordpress.stop();
  };
  try {
    browser = await launchChromium();
    const { page, complaints } = await openAdmin(browser, wordpress);
    await page.setViewportSize({ width: 1500, height: 1300 });
    // A visitor who leaves has not saved: that is meant.
    page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
    const logged: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) logged.push(message.text());
    });
    return { wordpress, page, problems: complaints, logged, stop, ...tools(page, wordpress.url) };
  } catch (error) {
    await stop();
    throw error;
  }
}

function tools(page: Page, url: string) {
  return {
    /** A new item of a type, or one that is there. */
    async open(type: string, id?: number): Promise<void> {
      const query = id ? `post.php?post=${id}&action=edit` : `post-new.php?post_type=${type}`;
      await page.goto(`${url}/wp-admin/${query}`);
      await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId() > 0');
      // Nothing covers the page: WordPress 6.1 could not be told not to ask for a pattern.
      const covered = await page.locator('.components-modal__screen-overlay').count();
      if (covered) throw new errors.TimeoutError('something covers the editor');
    },
    /** Where the blocks are: in a frame from WordPress 6.3 on. */
    async canvas(): Promise<FrameLocator | Page> {
      const frame = 'iframe[name="editor-canvas"]';
      return (await page.locator(frame).count()) > 0 ? page.frameLocator(frame) : page;
    },
    set: (content: string) =>
      page.evaluate(
        `wp.data.dispatch('core/block-editor').resetBlocks(wp.blocks.parse(${JSON.stringify(content)}))`,
      ),
    /** Name and attributes of the blocks on the page. */
    blocks: () =>
      page.evaluate<[string, Record<string, unknown>][]>(
        `wp.data.select('core/block-editor').getBlocks().map((block) => [block.name, block.attributes])`,
      ),
    /** Names of our blocks that the inserter offers. */
    offered: () =>
      page.evaluate<string[]>(
        `wp.data.select('core/block-editor').getInserterItems().map(({ id }) => id).filter((id) => id.startsWith('companion/'))`,
      ),
    /** Saves, and comes back as after a break: nothing is selected. */
    async saveAndReopen(): Promise<number> {
      const id = await page.evaluate<number>(
        `wp.data.dispatch('core/editor').savePost().then(() => wp.data.select('core/editor').getCurrentPostId())`,
      );
      await page.waitForFunction('!wp.data.select("core/editor").isSavingPost()');
      await this.open('page', id);
      return id;
    },
  };
}
