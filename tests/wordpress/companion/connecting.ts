import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, secretsOf } from '../../cli/cli';
import { CTRL_C, ENTER, Person, pty } from '../../cli/person';
import type { Together } from './together';

/** Pairs the created site by `connect`, each time from nothing. */
export function testConnect(on: Together): void {
  describe('connect', () => {
    const unpair = () =>
      on.wordpress.php(`delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`);
    const paired = () =>
      on.wordpress.php<{ settings: { serviceUrl?: string }; secrets: object }>(
        `echo json_encode( [ 'settings' => get_option( 'companion_settings' ), 'secrets' => get_option( 'companion_secrets' ) ] );`,
      );
    const passwords = () =>
      on.wordpress.php<number>(
        `echo array_sum( array_map( fn( $user ) => count( WP_Application_Passwords::get_user_application_passwords( $user->ID ) ), get_users() ) );`,
      );
    const newPassword = (login: string) =>
      on.wordpress.php<string>(
        `echo json_encode( WP_Application_Passwords::create_new_application_password( get_user_by( 'login', '${login}' )->ID, [ 'name' => 'create-headless-site' ] )[0] );`,
      );
    const expectPaired = async () => {
      const { revalidation, preview } = secretsOf(on.folder);
      expect(await paired()).toMatchObject({
        settings: { serviceUrl: on.site.url, webhooksEnabled: true, previewEnabled: true },
        secrets: { revalidationSecret: revalidation, previewSecret: preview },
      });
    };
    /** Everything that lies in the site's folder, but for what a build makes. */
    const folder = () =>
      readdirSync(on.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('.next'))
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
        .join('\n');
    const addressIn = (screen: string) => /https?:\/\/\S+authorize-application\S+/.exec(screen)?.[0] ?? '';
    const quiet = { BROWSER: 'none' };

    it.skipIf(!pty)(
      'WordPress hands the password over where it is a local one, and it is revoked',
      async () => {
        await unpair();
        const person = new Person(on.folder, ['connect'], quiet, 400);
        await person.sees('Waiting for WordPress');
        await on.admin.goto(addressIn(person.screen));
        await on.shoot(on.admin, 'connect-authorize');
        await on.admin.getByRole('button', { name: /yes, i approve/i }).click();
        await on.admin.getByText('WordPress has agreed.').waitFor();
        expect(on.admin.url()).not.toContain('password');
        await on.shoot(on.admin, 'connect-callback');
        expect(await person.code).toBe(0);
        await person.sees('WordPress reaches the site');
        await expectPaired();
        expect(await passwords()).toBe(0);
      },
    );

    it.skipIf(!pty)('nothing changes when nobody agrees in the browser', async () => {
      await unpair();
      const person = new Person(on.folder, ['connect'], quiet, 400);
      await person.sees('Waiting for WordPress');
      await on.admin.goto(addressIn(person.screen));
      await on.admin.getByRole('button', { name: /no, i do not approve/i }).click();
      expect(await person.code).toBe(130);
      expect(await paired()).toEqual({ settings: false, secrets: false });
    });

    it.skipIf(!pty)('--no-browser: the password is copied, never shown, and revoked', async () => {
      await unpair();
      const person = new Person(on.folder, ['connect', '--no-browser'], {}, 400);
      await person.sees('Your user name in WordPress');
      await on.admin.goto(addressIn(person.screen));
      await on.admin.getByRole('button', { name: /yes, i approve/i }).click();
      const shown = await on.admin.locator('#new-application-password-value').inputValue();
      expect(shown).toMatch(/\w/);
      person.types(`admin${ENTER}`);
      await person.answers('The application password', `${shown}${ENTER}`);
      expect(await person.code).toBe(0);
      await expectPaired();
      expect(await passwords()).toBe(0);
      const plain = shown.replaceAll(' ', '');
      for (const text of [person.screen, folder()]) {
        expect(text).not.toContain(shown);
        expect(text).not.toContain(plain);
      }
      for (const secret of Object.values(secretsOf(on.folder))) expect(person.screen).not.toContain(secret);
    });

    it.skipIf(!pty)('--with-code: a code of the settings page does the same, once', async () => {
      await unpair();
      await on.admin.goto(`${on.wordpress.url}/wp-admin/admin.php?page=companion-settings`);
      await on.admin.getByRole('button', { name: 'Make a code' }).click();
      await on.admin.waitForLoadState();
      await on.shoot(on.admin, 'connect-code');
      const code = /(?:[A-Z2-9]{5}-){3}[A-Z2-9]{5}/.exec(
        (await on.admin.locator('body').textContent()) ?? '',
      )?.[0];
      const person = new Person(on.folder, ['connect', '--with-code']);
      await person.answers('The code', `${code}${ENTER}`);
      expect(await person.code).toBe(0);
      await expectPaired();
      const again = await cli(['connect'], { cwd: on.folder, env: { WORDPRESS_CODE: code } });
      expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('Make a new one')]);
    });

    it.skipIf(!pty)(
      'a user name that was mistyped is asked for again; who stops reads what is left',
      async () => {
        await unpair();
        const left = 'Revoke the application password "create-headless-site" under Users > Profile.';
        const password = await newPassword('admin');
        const typed = async (person: Person, user: string) => {
          await person.answers('Your user name in WordPress', `${user}${ENTER}`);
          await person.answers('The application password', `${password}${ENTER}`);
        };
        const stopped = new Person(on.folder, ['connect', '--no-browser'], {}, 400);
        await typed(stopped, 'admim');
        await stopped.answers('What now?', CTRL_C);
        expect(await stopped.code).toBe(130);
        expect(stopped.screen).toContain(`Cancelled. ${left}`);
        expect(await paired()).toEqual({ settings: false, secrets: false });

        const person = new Person(on.folder, ['connect', '--no-browser'], {}, 400);
        await typed(person, 'admim');
        await person.answers('What now?', ENTER);
        await typed(person, 'admin');
        expect(await person.code).toBe(0);
        await expectPaired();
        expect(await passwords()).toBe(0);
      },
    );

    it.skipIf(!pty)('asks for a code where the web server has a password of its own', async () => {
      const person = new Person(on.folder, ['connect'], { CMS_AUTHORIZATION: 'Bearer of-the-server' });
      await person.answers('The code', CTRL_C);
      expect([await person.code, person.screen.includes('user name')]).toEqual([130, false]);
    });

    it('another site is not taken away its WordPress unasked', async () => {
      const another = `update_option( 'companion_settings', [ 'serviceUrl' => 'https://www.prod.example' ] );
        update_option( 'companion_secrets', [ 'revalidationSecret' => 'secret-of-production', 'previewSecret' => 'preview-of-production' ], false );`;
      await on.wordpress.php(another);
      const before = await paired();
      const env = { WORDPRESS_USER: 'admin', WORDPRESS_APPLICATION_PASSWORD: await newPassword('admin') };
      const refused = await cli(['connect'], { cwd: on.folder, env });
      expect([refused.code, await paired()]).toEqual([2, before]);
      expect(refused.stderr).toMatch(/https:\/\/www\.prod\.example.*--replace/s);
      if (pty) {
        const person = new Person(on.folder, ['connect'], { ...env, CI: '' });
        await person.answers('Connect it with this site instead?', ENTER);
        expect([await person.code, await paired()]).toEqual([130, before]);
      }
      expect((await cli(['connect', '--replace'], { cwd: on.folder, env })).code).toBe(0);
      await expectPaired();
      // The same site under another address is not another site.
      await on.wordpress.php(
        `update_option( 'companion_settings', array_merge( get_option( 'companion_settings' ), [ 'serviceUrl' => 'https://old.example.com' ] ) );`,
      );
      expect((await cli(['connect'], { cwd: on.folder, env })).code).toBe(0);
      await expectPaired();
      await on.wordpress.php(`WP_Application_Passwords::delete_all_application_passwords( 1 );`);
    });

    it('without a terminal: says what is missing, and takes it from the environment', async () => {
      await unpair();
      const nothing = await cli(['connect'], { cwd: on.folder });
      expect(nothing.code).toBe(2);
      for (const name of ['WORDPRESS_USER', 'WORDPRESS_APPLICATION_PASSWORD', 'WORDPRESS_CODE'])
        expect(nothing.stderr).toContain(name);
      const password = await newPassword('admin');
      const env = { WORDPRESS_USER: 'admin', WORDPRESS_APPLICATION_PASSWORD: password };
      await on.wordpress.php(`update_option( 'companion_settings', [ 'serviceUrl' => '${on.site.url}' ] );
        update_option( 'companion_secrets', [ 'revalidationSecretPrevious' => 'a-former-secret-of-it' ], false );`);
      const done = await cli(['connect', '--json'], { cwd: on.folder, env });
      expect([done.code, JSON.parse(done.stdout)]).toEqual([0, expect.objectContaining({ connected: true })]);
      expect(done.all).not.toContain(password);
      await expectPaired();
      // A secret that this site does not have is accepted no longer.
      expect((await paired()).secrets).not.toHaveProperty('revalidationSecretPrevious');
      // It was not made for this run.
      expect(await passwords()).toBe(1);
    });

    it('says why it was refused, and nothing is stored', async () => {
      await unpair();
      const refused = async (env: Record<string, string>) => {
        const { code, stderr } = await cli(['connect'], { cwd: on.folder, env });
        expect([code, await paired()]).toEqual([6, { settings: false, secrets: false }]);
        return stderr;
      };
      const wrong = { WORDPRESS_USER: 'admin', WORDPRESS_APPLICATION_PASSWORD: 'abcd efgh' };
      expect(await refused(wrong)).toMatch(/does not accept this user.*--with-code/s);
      await on.wordpress.php(
        `wp_insert_user( [ 'user_login' => 'writer', 'user_pass' => 'x', 'role' => 'author' ] );`,
      );
      const writer = {
        WORDPRESS_USER: 'writer',
        WORDPRESS_APPLICATION_PASSWORD: await newPassword('writer'),
      };
      expect(await refused(writer)).toMatch(/may not change the settings.*administrator/s);
      if (pty) {
        const made = await newPassword('writer');
        const there = await passwords();
        const person = new Person(on.folder, ['connect', '--no-browser'], {}, 400);
        await person.answers('Your user name in WordPress', `writer${ENTER}`);
        await person.answers('The application password', `${made}${ENTER}`);
        // Taken back also where it was of no use.
        expect([await person.code, await passwords()]).toEqual([6, there - 1]);
      }
      expect(await refused({ WORDPRESS_CODE: 'AAAAA-AAAAA-AAAAA-AAAAA' })).toContain('Make a new one');
      const active = `update_option( 'active_plugins', array_diff( get_option( 'active_plugins' ), [ 'headless-site-companion/headless-site-companion.php' ] ) );`;
      const plugins = await on.wordpress.php<string[]>(
        `echo json_encode( array_values( get_option( 'active_plugins' ) ) );`,
      );
      await on.wordpress.php(active);
      expect(await refused({ WORDPRESS_CODE: 'x' })).toMatch(/not active.*companion\.zip/s);
      await on.wordpress.php(
        `update_option( 'active_plugins', json_decode( '${JSON.stringify(plugins)}', true ) );`,
      );
    });
  });
}
