import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchChromium } from '../../site/chromium';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import type { ServedSite } from '../../site/support/site-server';
import { freePort } from '../../support/free-port';
import { startWordPress, type WordPress } from '../server';
import { openAdmin } from './admin';

/** Screenshots are kept where somebody wants to look at them. */
const shots = process.env.SCREENSHOTS;

/** The newest WordPress, a site that was created for it and runs in production mode, and an administrator's browser. */
export interface Together {
  readonly wordpress: WordPress;
  readonly site: ServedSite;
  /** Folder of the created site. */
  readonly folder: string;
  readonly browser: Browser;
  readonly admin: Page;
  /** The canvas of the editor: WordPress 7.1 has it in a frame. */
  canvas(): FrameLocator;
  /** Opens the editor with a post, or with a new one of a type. */
  openEditor(post: number | 'post' | 'page'): Promise<void>;
  /** Takes the editor's preview, as people do. */
  preview(): Promise<Page>;
  /** Asks the site as a visitor. */
  get(path: string): Promise<{ status: number; text: string }>;
  /** Waits until everything that has changed has been told to the site. */
  told(): Promise<void>;
  /** Keeps a screenshot in the folder SCREENSHOTS. */
  shoot(page: Page, name: string, fullPage?: boolean): Promise<void>;
}

/**
 * Starts it for the tests of a file.
 * @param prepare PHP that runs before the site is built
 * @param files of the site's owner, by their paths
 */
export function together(prepare = '', files: Readonly<Record<string, string>> = {}): Together {
  let wordpress: WordPress;
  let site: ServedSite;
  let folder: string;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', content: 'nasty', companion: true });
    await wordpress.php(prepare);
    const port = await freePort();
    folder = await createSite(
      'together',
      '--cms-url',
      wordpress.url,
      '--site-url',
      `http://127.0.0.1:${port}`,
    );
    for (const [file, code] of Object.entries(files)) writeFileSync(path.join(folder, file), code);
    const env = Object.fromEntries(
      [
        ...readFileSync(path.join(folder, '.env.local'), 'utf8').matchAll(/^(\w+_SECRET)="?([^"\n]+)"?$/gm),
      ].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(env).sort()).toEqual(['PREVIEW_SECRET', 'REVALIDATION_SECRET']);
    site = await buildAndServe(folder, wordpress.graphqlUrl, env as Record<string, string>, port);
    browser = await launchChromium();
    ({ page: admin } = await openAdmin(browser, wordpress));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await wordpress?.stop();
  });

  const canvas = () => admin.frameLocator('iframe[name="editor-canvas"]');
  return {
    get wordpress() {
      return wordpress;
    },
    get site() {
      return site;
    },
    get folder() {
      return folder;
    },
    get browser() {
      return browser;
    },
    get admin() {
      return admin;
    },
    canvas,
    async openEditor(post) {
      const query =
        typeof post === 'number' ? `post.php?post=${post}&action=edit` : `post-new.php?post_type=${post}`;
      await admin.goto(`${wordpress.url}/wp-admin/${query}`);
      await canvas().getByRole('textbox', { name: 'Add title' }).waitFor();
    },
    async preview() {
      await admin.getByRole('button', { name: 'View', exact: true }).click();
      const [page] = await Promise.all([
        admin.context().waitForEvent('page'),
        admin.getByRole('menuitem', { name: 'Preview in new tab' }).click(),
      ]);
      await page.waitForURL(`${site.url}/**`);
      await page.waitForLoadState();
      return page;
    },
    async get(at) {
      const response = await fetch(site.url + at);
      return { status: response.status, text: await response.text() };
    },
    async told() {
      await expect
        .poll(
          () =>
            wordpress.php(
              `echo json_encode( array_sum( array_slice( HeadlessSiteCompanion\\Plugin::instance()->queue_stats->counts(), 0, 3 ) ) );`,
            ),
          { interval: 250 },
        )
        .toBe(0);
    },
    async shoot(page, name, fullPage = false) {
      if (!shots) return;
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage });
    },
  };
}
