import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { patience } from '../support/patience';

const executablePath = '/usr/bin/chromium';

/** Tests that need it are skipped where it is not installed. */
export const hasChromium = existsSync(executablePath);

/** A browser that asks nothing of its own accord. */
export async function launchChromium(...more: string[]): Promise<Browser> {
  // Playwright switches the back/forward cache off.
  const ignoreDefaultArgs = more.includes('--enable-features=BackForwardCache')
    ? ['--disable-back-forward-cache']
    : undefined;
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
