import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { type Connected, complaints, connect, delivered } from './site';

const reason = whyNoWordPress();
const title = `a process that is killed (SIGKILL)${reason ? ` (${reason})` : ''}`;
const plugin = 'HeadlessSiteCompanion\\Plugin::instance()';
const die = 'posix_kill( getmypid(), 9 );';
const insert = (slug: string) =>
  `wp_insert_post( [ 'post_status' => 'publish', 'post_title' => '${slug}', 'post_name' => '${slug}' ] );`;

describe.skipIf(reason)(title, () => {
  let site: Connected;
  beforeAll(async () => {
    site = await connect();
  });
  afterAll(() => site?.stop());
  afterEach(async () => {
    await site.wordpress.moveClock(0);
    await site.wordpress.php(`global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" );`);
    expect(complaints(site.wordpress)).toBe('');
  });

  const tick = () => site.wordpress.cron('companion_tick');
  const killed = (code: string) => expect(site.wordpress.php(code + die)).rejects.toThrow();
  const published = async (slug: string) => {
    const id = await site.wordpress.php<number>(`echo ${insert(slug)}`);
    await tick();
    site.receiver.clear();
    return id;
  };
  const threeMinutesLater = async () => {
    await tick();
    expect(site.receiver.requests).toEqual([]);
    await site.wordpress.moveClock(180);
    await tick();
    return delivered(site.receiver);
  };
  const rows = () =>
    site.wordpress.php<string[]>(
      `global $wpdb; echo json_encode( $wpdb->get_col( "SELECT state FROM {$wpdb->prefix}companion_outbox" ) );`,
    );

  describe('before its change is recorded', () => {
    it('an edit', async () => {
      const id = await published('edited');
      await killed(`wp_update_post( [ 'ID' => ${id}, 'post_title' => 'Other' ] );`);
      expect(await threeMinutesLater()).toMatchObject({
        '/edited': 'delete',
        '/': 'update',
        '/feed': 'update',
      });
    });

    it('a move', async () => {
      const id = await published('here');
      await killed(`wp_update_post( [ 'ID' => ${id}, 'post_name' => 'there' ] );`);
      expect(await threeMinutesLater()).toMatchObject({ '/here': 'delete', '/there': 'update' });
    });

    it('a first publication', async () => {
      site.receiver.clear();
      await killed(insert('new'));
      expect(await threeMinutesLater()).toMatchObject({ '/new': 'update', '/': 'update' });
    });

    it('a post in the trash, and one that is deleted', async () => {
      const trashed = await published('trashed');
      await killed(`wp_trash_post( ${trashed} );`);
      expect(await threeMinutesLater()).toMatchObject({ '/trashed': 'delete', '/': 'update' });
      await site.wordpress.moveClock(0);
      const deleted = await published('deleted');
      await killed(`wp_delete_post( ${deleted}, true );`);
      expect(await threeMinutesLater()).toMatchObject({ '/deleted': 'delete', '/': 'update' });
    });

    it('a post that a menu names', async () => {
      const id = await published('in-a-menu');
      await site.wordpress.php(`$menu = wp_create_nav_menu( 'Main' );
        wp_update_nav_menu_item( $menu, 0, [ 'menu-item-object-id' => ${id}, 'menu-item-object' => 'post', 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish' ] );`);
      await tick();
      site.receiver.clear();
      await killed(`wp_update_post( [ 'ID' => ${id}, 'post_title' => 'Another name' ] );`);
      expect(await threeMinutesLater()).toMatchObject({ '/in-a-menu': 'delete', '/*': 'menu' });
    });

    it.each([
      ['two posts', `${insert('first')} ${insert('second')}`],
      ['a page with another below', `wp_update_post( [ 'ID' => PARENT, 'post_name' => 'moved' ] );`],
      ['a setting', `update_option( 'blogname', 'Killed' );`],
      ['sixty posts', `for ( $i = 0; $i < 60; $i++ ) { ${insert('many')} }`],
    ])('%s: the whole site', async (_, code) => {
      const parent = await site.wordpress.php<number>(`
        echo $parent = wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Above' ] );
        wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Below', 'post_parent' => $parent ] );`);
      await tick();
      site.receiver.clear();
      await killed(code.replace('PARENT', String(parent)));
      expect(await threeMinutesLater()).toEqual({ '/*': null });
    });
  });

  describe('leaves nothing behind where it ends well', () => {
    it('one row, one request', async () => {
      const id = await published('well');
      await site.wordpress.php(`wp_update_post( [ 'ID' => ${id}, 'post_title' => 'Well' ] );`);
      expect(await rows()).toEqual(['pending']);
      await tick();
      expect(site.receiver.requests).toHaveLength(1);
      expect(delivered(site.receiver)).toMatchObject({ '/well': 'update' });
      expect(await rows()).toEqual([]);
    });

    it('no row for a draft, or where the filter leaves nothing', async () => {
      const id = await published('filtered');
      await site.wordpress.php(`wp_insert_post( [ 'post_title' => 'Draft' ] );`);
      await site.wordpress.php(
        `add_filter( 'companion_revalidation_paths', '__return_empty_array' ); wp_update_post( [ 'ID' => ${id}, 'post_title' => 'x' ] );`,
      );
      expect(await rows()).toEqual([]);
    });

    it('a request that takes longer than the patience for it: said once too often, never too seldom', async () => {
      const id = await published('slow');
      await site.wordpress.php(`wp_update_post( [ 'ID' => ${id}, 'post_title' => 'One' ] );
        add_filter( 'companion_now', fn( $now ) => $now + 180 ); ${plugin}->dispatcher->run();
        wp_update_post( [ 'ID' => ${id}, 'post_title' => 'Two' ] );`);
      expect(site.receiver.requests).toHaveLength(1);
      expect(await rows()).toEqual(['pending']);
      site.receiver.clear();
      await site.wordpress.moveClock(180);
      await tick();
      expect(delivered(site.receiver)).toMatchObject({ '/slow': 'update' });
    });
  });

  it.each([
    ['before it has sent', 'pre_http_request', 1],
    ['after it has sent, before it has noted that', 'http_api_debug', 2],
  ])('a delivery, %s: the change is delivered by the next one', async (_, hook, times) => {
    const slug = `killed-${times}`;
    site.receiver.clear();
    await site.wordpress.php(insert(slug));
    await expect(
      site.wordpress.php(`add_filter( '${hook}', function () { ${die} } ); ${plugin}->dispatcher->run();`),
    ).rejects.toThrow();
    expect(await rows()).toEqual(['sending']);
    await tick();
    expect(site.receiver.requests).toHaveLength(times - 1);
    await site.wordpress.moveClock(180);
    await tick();
    expect(delivered(site.receiver)).toMatchObject({ [`/${slug}`]: 'publish' });
    expect(site.receiver.requests).toHaveLength(times);
    expect(await rows()).toEqual([]);
  });
});
