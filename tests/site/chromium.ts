import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { patience } from '../support/patience';

const chromiumPath = '/usr/bin/chromium';
/** The same engine without a window that nobody sees: less than half of the processor time. It has no back/forward cache. */
const shellPath = '/usr/bin/chromium-headless-shell';

/** Tests that need it are skipped where it is not installed. */
export const hasChromium = existsSync(chromiumPath);

/** A browser that asks nothing of its own accord. */
export async function launchChromium(...more: string[]): Promise<Browser> {
  // Playwright switches the back/forward cache off.
  const goesBack = more.includes('--enable-features=BackForwardCache');
  const ignoreDefaultArgs = goesBack ? ['--disable-back-forward-cache'] : undefined;
  const executablePath = existsSync(shellPath) && !goesBack ? shellPath : chromiumPath;
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...more,
  ];
  const browser = await chromium.launch({ executablePath, args, ignoreDefaultArgs, timeout: patience });
  browser.on('context', (context) => context.setDefaultTimeout(patience));
  return browser;
}
