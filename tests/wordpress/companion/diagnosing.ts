import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { doctorHeader } from '../../../src/runtime/base/doctor-signature';
import { cli, edit as editFile, secretsOf } from '../../cli/cli';
import { doctorAnswer, unknownSite } from '../../cli/fake-wordpress';
import { type ServedSite, startSite } from '../../site/support/site-server';
import { freePort } from '../../support/free-port';
import { variations } from '../../support/variations';
import { plugins } from './admin-site';
import { ownPlugin } from './own-plugin';
import type { Together } from './together';

interface Finding {
  id: string;
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  text: string;
  fix?: string;
}

/** Makes each fault that `doctor` knows, and follows the fix that it prints. */
export function testDoctor(on: Together): void {
  describe('doctor', () => {
    let password: string;
    beforeAll(async () => {
      password = await on.wordpress.php<string>(
        `echo json_encode( WP_Application_Passwords::create_new_application_password( 1, [ 'name' => 'doctor' ] )[0] );`,
      );
    });
    const command = (...args: string[]) =>
      cli(args, {
        cwd: on.folder,
        env: { WORDPRESS_USER: 'admin', WORDPRESS_APPLICATION_PASSWORD: password },
      });
    const doctor = async (...flags: string[]) => {
      const { code, stdout, all } = await command('doctor', '--json', ...flags);
      for (const secret of Object.values(secretsOf(on.folder)).filter(Boolean))
        expect(all).not.toContain(secret);
      const { checks } = JSON.parse(stdout) as { checks: Finding[] };
      return { code, of: (id: string) => checks.find((finding) => finding.id === id), checks };
    };
    /** Runs the command of this program that a fix names. */
    const follow = async (fix = '') => {
      const [, args = ''] = /create-headless-site ([a-z-]+(?: --[a-z-]+)*)$/.exec(fix) ?? [];
      expect(args, `no command in: ${fix}`).not.toBe('');
      const { code, all } = await command(...args.split(' '));
      expect([code, all]).toEqual([0, expect.anything()]);
    };
    const file = (name: string) => path.join(on.folder, name);
    const edit = (name: string, from: string | RegExp, to: string) => editFile(on.folder, name, from, to);
    const php = (code: string) => on.wordpress.php(code);
    const settings = (php: string) =>
      `update_option( 'companion_settings', array_merge( get_option( 'companion_settings' ), ${php} ) );`;
    const secrets = (php: string) =>
      `update_option( 'companion_secrets', array_merge( get_option( 'companion_secrets' ), ${php} ), false );`;
    const own = (code: string) => ownPlugin(on.wordpress, code);

    it('all is well once the site is connected and has its menus', async () => {
      await command('connect');
      await php(menus);
      // The content has forms and scripts on purpose; other tests are about these.
      await php("delete_post_meta_by_key( '_companion_not_shown' );");
      const { code, checks } = await doctor();
      expect([checks.filter(({ state }) => state !== 'ok'), code]).toEqual([[], 0]);
      const read = await command('doctor');
      expect(read.stdout).toContain('All is well.');
    });

    it('answers in the form of the fake that the other tests of doctor ask', async () => {
      const ask = async (signature: { revalidation: string; preview: string }) => {
        const headers = doctorHeader(signature, Math.floor(Date.now() / 1000));
        return (await fetch(`${on.wordpress.url}/wp-json/companion/v1/doctor`, { headers })).json();
      };
      const known = await ask(secretsOf(on.folder));
      // The queue has the time of its oldest entry only while something waits.
      known.queue.oldest = null;
      expect(shapeOf(known)).toEqual(shapeOf(doctorAnswer));
      expect(shapeOf(await ask({ revalidation: 'x', preview: 'y' }))).toEqual(shapeOf(unknownSite));
    });

    interface Case {
      id: string;
      state?: 'fault' | 'warning';
      make: () => Promise<unknown> | unknown;
      /** Does what the printed fix says. @param made what `make` gave back */
      fix: (printed: string | undefined, made: unknown) => Promise<unknown> | unknown;
      says: RegExp;
      /** Other lines that must not say that all is well. */
      unknown?: readonly string[];
    }
    /** Registers a type as an owner would. @param args PHP */
    const register = (type: string, args: string, priority = 10) =>
      own(
        `add_action( 'init', function () { register_post_type( '${type}', [ 'label' => '${type}s', 'has_archive' => true, ${args} ] ); }, ${priority} );`,
      );
    const cases: Record<string, Case> = {
      'two other secrets in WordPress': {
        id: 'secrets',
        make: () =>
          php(
            secrets(
              `[ 'previewSecret' => 'quite-another-secret', 'revalidationSecret' => 'and-one-more-secret-1' ]`,
            ),
          ),
        says: /connect$/,
        unknown: ['preview', 'webhook-out', 'deliveries'],
        fix: follow,
      },
      'a Node that is too old': {
        id: 'node',
        make: () => edit('package.json', /"node": ">=[\d.]+"/, '"node": ">=99"'),
        says: /Install Node 99.*or correct "engines"/,
        fix: () => edit('package.json', '"node": ">=99"', `"node": ">=${process.versions.node}"`),
      },
      'a secret that is missing': {
        id: 'environment',
        make: () => {
          const { preview } = secretsOf(on.folder);
          edit('.env.local', /^PREVIEW_SECRET=.*\n/m, '');
          return preview;
        },
        says: /Copy \.env\.local.*write what is missing/,
        fix: (_printed, preview) => appendFileSync(file('.env.local'), `PREVIEW_SECRET=${preview}\n`),
      },
      'answers that were changed': {
        id: 'drift',
        make: () => edit('site.config.json', '"site": {', '"site": { "name": "Another name",'),
        says: /regenerate-config/,
        fix: async () => expect((await command('regenerate-config')).code).toBe(0),
      },
      'a CMS that fails': {
        id: 'cms',
        make: () => on.wordpress.fail({ kind: 'status', status: 500 }),
        says: /error log/,
        // Entries in that log are the test's own doing.
        fix: () => on.wordpress.fail(null),
      },
      'plain permalinks': {
        id: 'permalinks',
        make: () => php(`update_option( 'permalink_structure', '' ); flush_rewrite_rules();`),
        says: /Permalinks/,
        fix: () => php(`update_option( 'permalink_structure', '/%postname%/' ); flush_rewrite_rules();`),
      },
      'a plugin that is not active': {
        id: 'companion',
        make: () =>
          php(`${plugins} deactivate_plugins( 'headless-site-companion/headless-site-companion.php' );`),
        says: /companion\.zip/,
        fix: () =>
          php(`${plugins} activate_plugin( 'headless-site-companion/headless-site-companion.php' );`),
      },
      'a site without a main menu': {
        id: 'menus',
        make: () => php(`set_theme_mod( 'nav_menu_locations', [] );`),
        says: /Appearance > Menus/,
        fix: () => php(menus),
      },
      'a type that lives elsewhere': {
        id: 'types',
        state: 'warning',
        make: async () => {
          const remove = await register('recipe', `${seen}, 'rewrite' => [ 'slug' => 'food' ]`);
          await php(
            `flush_rewrite_rules(); wp_insert_post( [ 'post_type' => 'recipe', 'post_status' => 'publish', 'post_title' => 'Soup' ] );`,
          );
          return remove;
        },
        says: /rewrite slug "recipe"/,
        fix: async (printed, remove) => {
          const [, slug = ''] = /rewrite slug "([^"]*)"/.exec(printed ?? '') ?? [];
          await (remove as () => Promise<void>)();
          await register('recipe', `${seen}, 'rewrite' => [ 'slug' => '${slug}' ]`);
          await php('flush_rewrite_rules();');
        },
      },
      'a type of the site that is not registered any more': {
        id: 'types',
        make: () => own(`add_action( 'init', function () { unregister_post_type( 'project' ); }, 99 );`),
        says: /Register it there/,
        fix: (printed) => {
          const named = [...(printed ?? '').matchAll(/"(\w+)"/g)];
          const arguments_ = named.map(([, name = '']) => {
            const value = { graphql_single_name: `'project'`, graphql_plural_name: `'projects'` }[name];
            return `'${name}' => ${value ?? 'true'}`;
          });
          return register('project', arguments_.join(', '), 100);
        },
      },
      'a page at an address of the site’s own': {
        id: 'reserved',
        make: () =>
          php(
            `wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Api', 'post_name' => 'api' ] );`,
          ),
        says: /another slug/,
        fix: () =>
          php(`wp_update_post( [ 'ID' => get_page_by_path( 'api' )->ID, 'post_name' => 'our-api' ] );`),
      },
      'pictures on another host': {
        id: 'image-hosts',
        make: () =>
          own(`add_filter( 'wp_get_attachment_url', fn( $url ) => str_replace( home_url(), 'https://cdn.example.com', $url ) );
            add_filter( 'wp_get_attachment_image_src', fn( $image ) => $image ? [ str_replace( home_url(), 'https://cdn.example.com', $image[0] ) ] + $image : $image );`),
        says: /Add "cdn\.example\.com" to image-hosts\.json/,
        fix: (printed) => {
          const [host = ''] = /"[^"]+"/.exec(printed ?? '') ?? [];
          edit('image-hosts.json', /\]\s*$/, `, ${host}]\n`);
        },
      },
      'another preview secret in WordPress': {
        id: 'secrets',
        make: () => php(secrets(`[ 'previewSecret' => 'quite-another-secret' ]`)),
        says: /connect$/,
        unknown: ['preview'],
        fix: follow,
      },
      'another address in WordPress': {
        id: 'address',
        make: () => php(settings(`[ 'serviceUrl' => 'https://old.example.com' ]`)),
        says: /connect$/,
        fix: follow,
      },
      'webhooks that are off': {
        id: 'webhook-out',
        make: () => php(settings(`[ 'webhooksEnabled' => false ]`)),
        says: /connect$/,
        fix: follow,
      },
      'previews that are off': {
        id: 'preview',
        make: () => php(settings(`[ 'previewEnabled' => false ]`)),
        says: /connect$/,
        fix: follow,
      },
      'deliveries that were given up': {
        id: 'deliveries',
        state: 'warning',
        make: () =>
          php(`global $wpdb; $c = new HeadlessSiteCompanion\\Revalidation\\Changes(); $c->add( '/x/' );
            HeadlessSiteCompanion\\Plugin::instance()->outbox->add( $c ); $wpdb->query( "UPDATE {$wpdb->prefix}companion_outbox SET state = 'failed'" );`),
        says: /Replay/,
        fix: async () => {
          await on.admin.goto(`${on.wordpress.url}/wp-admin/admin.php?page=companion-dashboard`);
          await on.admin.getByRole('button', { name: /^Replay all/ }).click();
          await on.admin.waitForLoadState();
        },
      },
      'a clock that is wrong': {
        id: 'clocks',
        make: () => on.wordpress.moveClock(-120),
        says: /timedatectl/,
        fix: () => on.wordpress.moveClock(0),
      },
    };
    it.each(variations(3, Object.entries(cases)))(
      '%s',
      async (_name, { id, state = 'fault', make, says, unknown = [], fix }) => {
        const made = await make();
        const sick = await doctor();
        // Followed even where a word of it is wrong: the next fault begins with a site that is well.
        await fix(sick.of(id)?.fix, made);
        const well = await doctor();
        expect(sick.of(id)).toMatchObject({ state, fix: expect.stringMatching(says) });
        expect(unknown.map((other) => sick.of(other)?.state)).toEqual(unknown.map(() => 'skipped'));
        expect(sick.code).toBe(state === 'fault' ? 1 : 0);
        expect([well.of(id)?.state, well.code]).toEqual(['ok', 0]);
      },
    );

    it('a site that does not run, or runs with other secrets', async () => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const gone = await doctor('--url', url);
      expect(gone.of('site')).toMatchObject({ state: 'fault', fix: expect.stringContaining('npm run dev') });
      const right = secretsOf(on.folder);
      const start = (revalidation: string, preview: string): Promise<ServedSite> =>
        startSite(
          on.folder,
          on.wordpress.graphqlUrl,
          { REVALIDATION_SECRET: revalidation, PREVIEW_SECRET: preview },
          port,
        );
      let server = await start('quite-another-secret', 'and-one-more-secret-1');
      try {
        const other = await doctor('--url', url);
        expect(other.of('site')?.state).toBe('ok');
        for (const id of ['webhook-in', 'preview'])
          expect(other.of(id)).toMatchObject({
            state: 'fault',
            fix: 'Give it the secrets of .env.local where it runs, and start or deploy it again.',
          });
        await server.stop();
        server = await start(right.revalidation, right.preview);
        const same = await doctor('--url', url);
        expect(['site', 'webhook-in', 'preview'].map((id) => same.of(id)?.state)).toEqual(['ok', 'ok', 'ok']);
      } finally {
        await server.stop();
      }
    });

    it('something else at the address of the site', async () => {
      const { of, code } = await doctor('--url', on.wordpress.url);
      expect([code, of('site')]).toEqual([
        1,
        expect.objectContaining({ state: 'fault', fix: expect.stringContaining('--url') }),
      ]);
      expect(of('webhook-in')?.state).toBe('skipped');
    });
  });
}

/** A value with nothing but its keys and the kinds of its values. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

/** PHP: arguments of the type `recipe`, which everybody sees. */
const seen = `'public' => true, 'show_in_graphql' => true, 'graphql_single_name' => 'recipe', 'graphql_plural_name' => 'recipes'`;

/** PHP: a menu in both places. */
const menus = `$menu = wp_get_nav_menu_object( 'Doctor' ) ?: wp_get_nav_menu_object( wp_create_nav_menu( 'Doctor' ) );
  if ( ! wp_get_nav_menu_items( $menu ) ) wp_update_nav_menu_item( $menu->term_id, 0, [ 'menu-item-title' => 'Home', 'menu-item-url' => home_url( '/' ), 'menu-item-status' => 'publish' ] );
  set_theme_mod( 'nav_menu_locations', [ 'primary' => $menu->term_id, 'footer' => $menu->term_id ] );`;
