import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export const looks = {
  'wide and light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'on a phone and dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
} as const;

/**
 * A page in a browser of its own, and what went wrong in it.
 * @param before sets the routes of the page: now and then Chromium sends a request past a route that comes after it has loaded
 */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  before: (page: Page) => Promise<unknown> = async () => {},
) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser reports the status of the page itself; a 404 is what was asked for.
    if (message.type() === 'error' && !/^Failed to load resource.* 404 /.test(message.text()))
      errors.push(message.text());
  });
  await before(page);
  await page.goto(url, { waitUntil: 'load' });
  return { page, errors, close: () => context.close() };
}

/** A gate at which a route of a page waits until the test opens it. */
export function hold(): { released: Promise<void>; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

/** Violations of WCAG 2.2 AA that axe finds, one line a rule. */
export async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const result = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return result.violations.map(
      (v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  });
}
