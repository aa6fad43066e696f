import { CliError } from '../base/errors';
import { whenStopped } from '../base/signals';
import type { Prompts } from '../cli/prompts';
import type { Run } from '../cli/run';
import type { RestRoot } from '../cms/rest';
import { withTimeout } from '../runtime/base/timeout';
import { openBrowser } from './browser';
import { startCallback } from './callback';

/** What shows WordPress that an administrator agrees. Never stored and never printed. */
export type Credentials =
  | {
      kind: 'password';
      /** Value of the Authorization header. */
      authorization: string;
      /** Whether the password was made for this one run. */
      revoke: boolean;
    }
  | { kind: 'code'; code: string };

/** What somebody reads as long as a password of this run may be there. */
export const LEFT = 'Revoke the application password "create-headless-site" under Users > Profile.';
/** Says which program asked for it, in the list of the user's application passwords. */
const APP_NAME = 'create-headless-site';
const APP_ID = '6a1f8f5e-9d3c-4b47-8a53-2f0f7c1f6d10';
/** Milliseconds after which the password is asked for instead of waited for. */
const TIMEOUT_MS = 300_000;
const SETTINGS_PAGE = 'wp-admin/admin.php?page=companion-settings';

/**
 * Gets them from the environment, or asks for them: an application password from WordPress's own page, or a code of the
 * plugin's settings page.
 * @param asked what to ask for; by default what this WordPress offers
 * @throws {CliError} of kind `usage` where nobody can be asked and the environment has none
 */
export async function credentialsFor(
  run: Run,
  rest: RestRoot,
  asked?: Credentials['kind'],
): Promise<Credentials> {
  const { env, flags } = run;
  if (!asked && env.WORDPRESS_CODE) return { kind: 'code', code: env.WORDPRESS_CODE };
  const [user, password] = [env.WORDPRESS_USER, env.WORDPRESS_APPLICATION_PASSWORD];
  if (!asked && user && password)
    return { kind: 'password', authorization: basic(user, password), revoke: false };
  if (!run.prompts) {
    throw new CliError(
      'usage',
      'WordPress must know that an administrator agrees, and nobody can be asked here.',
      {
        details: [
          'WORDPRESS_USER and WORDPRESS_APPLICATION_PASSWORD: an administrator and an application password, or',
          `WORDPRESS_CODE: a code of ${homeOf(rest)}${SETTINGS_PAGE}`,
        ],
        fix: 'Set them in the environment. No flag takes a secret.',
      },
    );
  }
  const withoutPasswords = rest.authorizeUrl === undefined || env.CMS_AUTHORIZATION !== undefined;
  const kind = asked ?? (withoutPasswords || flags.withCode === true ? 'code' : 'password');
  return kind === 'code' ? askCode(run, rest) : askPassword(run, rest, asked !== undefined);
}

/**
 * What to do after WordPress did not accept what was typed. A server that swallows the Authorization header refuses every
 * password, but takes a code.
 * @returns what to ask for, or undefined to give up
 */
export async function askAgain(prompts: Prompts): Promise<Credentials['kind'] | undefined> {
  const next = await prompts.select('What now?', [
    { value: 'password', label: 'Type user name and password again' },
    { value: 'code', label: 'A code from the settings page of the plugin' },
    { value: 'stop', label: 'Stop' },
  ]);
  return next === 'stop' ? undefined : next;
}

async function askCode({ prompts }: Run, rest: RestRoot): Promise<Credentials> {
  prompts?.info(`Make a code under Headless Site > Settings:\n${homeOf(rest)}${SETTINGS_PAGE}`);
  const code = await prompts?.secret('The code', (value) => {
    if (value.replace(/[\s-]/g, '').length !== 20)
      throw new CliError('usage', 'It has four groups of five letters and digits.');
  });
  return { kind: 'code', code: code ?? '' };
}

/** @param again whether a password was made already: most likely it was a typing error */
async function askPassword(run: Run, rest: RestRoot, again: boolean): Promise<Credentials> {
  const granted = (again ? undefined : await throughBrowser(run, rest)) ?? (await typed(run, rest, again));
  return { kind: 'password', authorization: basic(granted.user, granted.password), revoke: true };
}

/**
 * WordPress hands the password over by itself where it may: to an http address only where it is a local one. Application
 * passwords over http are there in no other case, so that their presence says it.
 */
async function throughBrowser({ prompts, flags, env }: Run, { authorizeUrl = '' }: RestRoot) {
  if (flags.browser === false || !authorizeUrl.startsWith('http:')) return undefined;
  const callback = await startCallback();
  try {
    const url = authorizeAddress(authorizeUrl, callback);
    prompts?.info(`Agree in the browser of this machine (of another one: --no-browser):\n${url}`);
    await openBrowser(url, env);
    return await prompts?.during(
      'Waiting for WordPress',
      'WordPress has answered',
      'Not agreed',
      async () => {
        const answer = await withTimeout(callback.granted, TIMEOUT_MS, () => undefined);
        if (answer === null)
          throw new CliError('cancelled', 'Authorization was declined in the browser. Nothing was changed.');
        return answer;
      },
    );
  } finally {
    callback.close();
  }
}

async function typed({ prompts, flags, env }: Run, { authorizeUrl = '' }: RestRoot, again: boolean) {
  if (!again) {
    const url = authorizeAddress(authorizeUrl);
    prompts?.info(
      `Agree in the browser, as an administrator, and copy the password that WordPress shows:\n${url}`,
    );
    if (flags.browser !== false) await openBrowser(url, env);
    whenStopped(`If you already agreed: ${LEFT}`);
  }
  const filled = (value: string) => {
    if (value.trim() === '') throw new CliError('usage', 'Must not be empty.');
  };
  const user = (await prompts?.text('Your user name in WordPress', undefined, filled)) ?? '';
  const password = (await prompts?.secret('The application password', filled)) ?? '';
  return { user, password };
}

function authorizeAddress(
  authorizeUrl: string,
  callback?: { successUrl: string; rejectUrl: string },
): string {
  const url = new URL(authorizeUrl);
  url.searchParams.set('app_name', APP_NAME);
  url.searchParams.set('app_id', APP_ID);
  if (callback) {
    url.searchParams.set('success_url', callback.successUrl);
    url.searchParams.set('reject_url', callback.rejectUrl);
  }
  return url.href;
}

/** WordPress takes the spaces out that it shows. */
function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user.trim()}:${password.replace(/\s/g, '')}`).toString('base64')}`;
}

/** Where WordPress's own pages are, with a slash at its end. */
function homeOf({ url, authorizeUrl }: RestRoot): string {
  return authorizeUrl?.replace(/wp-admin\/.*$/, '') ?? url.replace(/(wp-json\/|\?rest_route=\/)$/, '');
}
