import type { Browser, Page } from 'playwright-core';
import type { WordPress } from '../server';

/** Preferences that turn off what would cover the block editor of a new user: its guide, and a choice of patterns for a new page. */
const preferences = `[
  'core' => [ 'welcomeGuide' => false, 'enableChoosePatternModal' => false ],
  'core/edit-post' => [ 'welcomeGuide' => false, 'fullscreenMode' => false ],
  '_modified' => gmdate( 'c' ),
]`;

/**
 * Opens the admin in a browser, through the login form. Needs a WordPress with the admin's scripts: 6.1 or newest.
 * @returns a page of its own context on the dashboard, and what it has complained about so far: errors of scripts, and
 * files of this WordPress that were answered with an error
 */
export async function openAdmin(
  browser: Browser,
  wordpress: WordPress,
  user: { name: string; password: string } = wordpress.administrator,
): Promise<{ page: Page; complaints: string[] }> {
  await wordpress.php(
    `update_user_meta( get_user_by( 'login', '${user.name}' )->ID, 'wp_persisted_preferences', ${preferences} );`,
  );
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (answer) => {
    if (answer.status() >= 400 && answer.url().startsWith(wordpress.url))
      complaints.push(`${answer.status()} ${answer.url().slice(wordpress.url.length)}`);
  });
  // Gravatar and the like: nothing is asked of the outside.
  await context.route(
    (url) => url.protocol.startsWith('http') && !url.hostname.startsWith('127.'),
    (route) => route.abort(),
  );
  await page.goto(`${wordpress.url}/wp-login.php`);
  // A script of the form empties the first field a moment after it was shown.
  await page.locator('#user_login:focus').waitFor();
  await page.locator('#user_login').fill(user.name);
  await page.locator('#user_pass').fill(user.password);
  await Promise.all([page.waitForURL('**/wp-admin/**'), page.locator('#wp-submit').click()]);
  return { page, complaints };
}
