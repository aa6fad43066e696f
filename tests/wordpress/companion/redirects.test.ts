import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mac } from '../../../src/runtime/base/mac';
import { visitorHeader } from '../../../src/runtime/base/visitor-signature';
import { toRuleList } from '../../../src/runtime/redirects/list';
import { Rules } from '../../../src/runtime/redirects/rules';
import { loadRedirection, makeRules, startRedirection } from '../redirect-rules';
import { type WordPress, whyNoPlugin, whyNoWordPress } from '../server';
import { activatePlugin } from '../server/plugins';
import { ownPlugin } from './own-plugin';
import { type Connected, complaints, connect, revalidationSecret } from './site';

const plugins = ['redirection', 'seo-by-rank-math'];
const reason = whyNoWordPress('newest') ?? whyNoPlugin(...plugins);
const key = mac(revalidationSecret, 'companion/redirects/v1', 'list');

describe.skipIf(reason)(`rules of redirect plugins${reason ? ` (${reason})` : ''}`, () => {
  let connected: Connected;
  let wordpress: WordPress;
  beforeAll(async () => {
    connected = await connect({ version: 'newest', content: 'empty', plugins });
    wordpress = connected.wordpress;
  });
  afterAll(() => connected?.stop());

  async function query(document: string) {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ query: document });
    const response = await fetch(wordpress.graphqlUrl, { method: 'POST', headers, body });
    // biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
    return (await response.json()) as any;
  }
  async function ask(known = '', signature = key) {
    const { data } = await query(`{ list: companionRedirects(key: "${signature}", known: "${known}") }`);
    return JSON.parse(data.list);
  }
  async function rules(): Promise<Rules> {
    const list = toRuleList(await ask());
    if (!list) throw new Error('no list');
    return new Rules(list);
  }
  const of = (followed: Rules, address: string, isMissing = false) => {
    const outcome = followed.find(address) ?? (isMissing ? followed.findMissing(address) : null);
    if (outcome?.kind === 'redirect') return `${outcome.status} ${outcome.to}`;
    return outcome?.kind === 'error' ? String(outcome.status) : null;
  };
  const summary = () =>
    wordpress.php<{ rules: number; left: number; named: { from: string; reason: string }[] } | null>(
      'echo json_encode( ( new HeadlessSiteCompanion\\Redirects\\Summary( new HeadlessSiteCompanion\\Redirects\\Rules( HeadlessSiteCompanion\\Plugin::instance()->settings ) ) )->data() );',
    );
  const everything = { '/*': null };
  const ofRules = { '/*': 'redirects' };

  it('are no field of GraphQL where no plugin has any', async () => {
    const { errors } = await query('{ companionRedirects(key: "", known: "") }');
    expect(errors[0].message).toContain('Cannot query field "companionRedirects"');
    expect(await summary()).toBeNull();
  });

  it('are for the site alone, and come once', async () => {
    await startRedirection(wordpress);
    await makeRules(wordpress, [
      {
        url: '/secret-old/',
        match_type: 'url',
        action_type: 'url',
        action_code: 301,
        action_data: { url: '/secret-new/' },
      },
    ]);
    expect(await ask('', 'x'.repeat(43))).toEqual({ refused: true });
    expect(await ask('', '')).toEqual({ refused: true });
    const list = await ask();
    expect(list.rules).toMatchObject([{ from: '/secret-old/', to: '/secret-new/' }]);
    expect(list.hosts).toEqual([new URL(wordpress.url).host]);
    expect(await ask(list.digest)).toEqual({ unchanged: true });
  });

  it('tell the site when they change, by whatever way, and say nothing of hits', async () => {
    // Delivers the changes of the test before.
    await connected.after('');
    const one = (details: string) =>
      `${loadRedirection} $item = Red_Item::create( [ 'group_id' => 1, 'match_type' => 'url', 'action_type' => 'url', ${details} ] );`;
    expect(
      await connected.after(
        one(`'url' => '/told/', 'action_code' => 301, 'action_data' => [ 'url' => '/x/' ]`),
      ),
    ).toEqual(ofRules);
    const item = `${loadRedirection} $item = Red_Item::get_by_id( 2 );`;
    expect(await connected.after(`${item} $item->disable();`)).toEqual(ofRules);
    expect(await connected.after(`${item} $item->enable();`)).toEqual(ofRules);
    expect(await connected.after(`${loadRedirection} Red_Group::get( 1 )->disable();`)).toEqual(ofRules);
    expect(await connected.after(`${loadRedirection} Red_Group::get( 1 )->enable();`)).toEqual(ofRules);
    expect(await connected.after(`${item} $item->visit( '/told/', '/x/' );`)).toEqual({});
    expect(await connected.after(`update_option( 'blogname', get_option( 'blogname' ) );`)).toEqual({});
    // Past WordPress: found by the minute.
    expect(await connected.after(`remove_all_filters( 'query' ); ${item} $item->delete();`)).toEqual(ofRules);
  });

  it('that depend on who asks are named and not followed', async () => {
    const rule = (url: string, type: string, data: object, more: object = {}) => ({
      url,
      match_type: type,
      action_type: 'url',
      action_code: 301,
      action_data: data,
      ...more,
    });
    const both = { url_from: '/a/', url_notfrom: '/b/' };
    const ids = await makeRules(wordpress, [
      rule('/by-agent/', 'agent', { agent: 'Bot', ...both }),
      rule('/by-referrer/', 'referrer', { referrer: 'https://x.example', ...both }),
      rule('/by-cookie/', 'cookie', { name: 'a', value: 'b', ...both }),
      rule('/by-header/', 'header', { name: 'a', value: 'b', ...both }),
      rule('/by-ip/', 'ip', { ip: ['203.0.113.7'], ...both }),
      rule('/by-language/', 'language', { language: 'de', ...both }),
      rule('/by-code/', 'custom', { filter: 'x', ...both }),
      rule('/by-user/', 'url', { url: '/u/[userlogin]/' }),
      rule('/random/', 'url', {}, { action_type: 'random', action_code: 302 }),
      rule('/external/', 'url', { url: 'https://off.example/' }, { action_type: 'pass' }),
      rule('^/back/(a)\\1', 'url', { url: '/x' }, { match_data: { source: { flag_regex: true } } }),
      rule('^/any/(.*)', 'url', { url: 'https://$1' }, { match_data: { source: { flag_regex: true } } }),
      rule('/one/', 'url', { url: '/two/' }),
      rule('/two/', 'url', { url: '/one/' }),
      rule('^/wheel/(.*)$', 'url', { url: '/cog/$1' }, { match_data: { source: { flag_regex: true } } }),
      rule('^/cog/(.*)$', 'url', { url: '/wheel/$1' }, { match_data: { source: { flag_regex: true } } }),
      rule('/into-the-wheel/', 'url', { url: '/cog/a' }),
      rule('/og/', 'url', { url: '/pictures/' }),
      rule('/api/preview/', 'url', { url: '/x/' }),
      rule('^/_next/(.*)$', 'url', { url: '/$1' }, { match_data: { source: { flag_regex: true } } }),
      rule('/by-file/', 'url', { url: 'ftp://files.example/' }),
      rule('/for-visitors/', 'login', { logged_in: '/in/', logged_out: '/out/' }),
      rule('/sitemap/', 'url', { url: 'mailto:us@new.example' }),
      rule('^/blog/(.*)$', 'url', { url: '/news/$1/' }, { match_data: { source: { flag_regex: true } } }),
      rule('/slashed', 'url', { url: '/slashed/' }, { match_data: { source: { flag_trailing: false } } }),
    ]);
    await wordpress.php(
      `red_set_options( [ 'aliases' => [ 'alias.example' ], 'preferred_domain' => 'www' ] );`,
    );
    const left = await summary();
    const all = await wordpress.php<number>(
      `global $wpdb; echo (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}redirection_items WHERE status = 'enabled'" );`,
    );
    // The names of hosts are no rules.
    expect([left?.rules, left?.left]).toEqual([all - 21, 23]);
    expect(Object.fromEntries(left?.named.map(({ from, reason: why }) => [from, why]) ?? [])).toEqual({
      '/by-agent/': 'visitor',
      '/by-referrer/': 'visitor',
      '/by-cookie/': 'visitor',
      '/by-header/': 'visitor',
      '/by-ip/': 'visitor',
      '/by-language/': 'visitor',
      '/by-code/': 'code',
      '/by-user/': 'code',
      '/random/': 'random',
      '/external/': 'external',
      '^/back/(a)\\1': 'pattern',
      '^/any/(.*)': 'target',
      '/one/': 'loop',
      '/two/': 'loop',
      '^/wheel/(.*)$': 'loop',
      '^/cog/(.*)$': 'loop',
      '/into-the-wheel/': 'loop',
      'alias.example': 'host',
      www: 'host',
      '/og/': 'own',
    });
    // Three more than are named.
    await wordpress.php(
      `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}redirection_items WHERE match_type IN ('agent','referrer','ip')" );`,
    );
    const more = (await summary())?.named.map(({ from, reason: why }) => [from, why]);
    expect(more?.slice(-3)).toEqual([
      ['/api/preview/', 'own'],
      ['^/_next/(.*)$', 'own'],
      ['/by-file/', 'scheme'],
    ]);
    await wordpress.php(`red_set_options( [ 'aliases' => [], 'preferred_domain' => '' ] );`);
    const followed = await rules();
    expect(of(followed, '/sitemap/')).toBe('301 mailto:us@new.example');
    expect(of(followed, '/by-agent/')).toBeNull();
    expect(of(followed, '/for-visitors/')).toBe('301 /out/');
    await wordpress.php(
      `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}redirection_items WHERE id IN (${ids.join()})" );`,
    );
  });

  it('leave what is missing to Redirection’s migration of permalinks, for the question that the site asks', async () => {
    const id = await wordpress.php<number>(
      `echo wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Moved', 'post_name' => 'moved-here', 'post_content' => 'x', 'post_date' => '2026-11-20 10:00:00' ] );`,
    );
    const ask = async (path: string) => {
      const { status, headers } = await fetch(wordpress.url + path, { method: 'HEAD', redirect: 'manual' });
      return `${status} ${headers.get('location')?.replace(wordpress.url, '') ?? ''}`;
    };
    const now = await wordpress.php<string>(
      `echo json_encode( wp_parse_url( get_permalink( ${id} ), PHP_URL_PATH ) );`,
    );
    await connected.after('');
    const migrate = (structures: string) => `red_set_options( [ 'permalinks' => [ ${structures} ] ] );`;
    // The slash at the end is the old structure's, as Redirection leaves it.
    expect(await connected.after(migrate(`'/old/%year%/%postname%.html'`))).toEqual(everything);
    expect(await ask('/old/2026/moved-here.html')).toBe(`301 ${now.slice(0, -1)}`);
    expect(await ask('/old/2026/moved-here.html/embed/')).toBe(`301 ${now}embed/`);
    expect(await ask('/old/2026/none.html/embed/')).toBe('404 ');
    expect(await connected.after(migrate(`'/archives/%post_id%/'`))).toEqual(everything);
    expect(await ask(`/archives/${id}/`)).toBe(`301 ${now}`);
    expect(await ask(`/archives/${id}/embed/`)).toBe(`301 ${now}embed/`);
    expect(await connected.after(migrate(''))).toEqual(everything);
    expect(await ask('/old/2026/moved-here.html/embed/')).toBe('404 ');
  });

  it('of Rank Math are as it follows them itself', async () => {
    // Its timer speaks MariaDB's language to the tests' SQLite; a checkout of its sources does not find these classes.
    await ownPlugin(
      wordpress,
      `add_action( 'init', function () { remove_all_actions( 'action_scheduler_run_queue' ); }, 100 );
      spl_autoload_register( function ( $class ) { if ( 'RankMath\\Abilities\\Abilities' === $class ) { class_alias( get_class( new class { public static function get() {} } ), $class ); } } );`,
    );
    await wordpress.php(
      `foreach ( [ 'registration_skip', 'wizard_completed', 'is_configured' ] as $name ) { update_option( 'rank_math_' . $name, true ); }`,
    );
    await activatePlugin(wordpress, 'seo-by-rank-math/rank-math.php');
    await wordpress.php(`update_option( 'rank_math_modules', [ 'redirections' ] );
      RankMath\\Installer::create_tables( [ 'redirections' ] );
      global $wpdb;
      $add = function ( $sources, $to, $code = 301 ) { RankMath\\Redirections\\DB::add( [ 'sources' => $sources, 'url_to' => $to, 'header_code' => $code, 'updated' => gmdate( 'Y-m-d H:i:s', time() - 60 * $GLOBALS['n'] = ( $GLOBALS['n'] ?? 0 ) + 1 ) ] ); };
      $s = fn( $pattern, $comparison, $ignore = '' ) => [ 'ignore' => $ignore, 'pattern' => $pattern, 'comparison' => $comparison ];
      $add( [ $s( 'rm-old', 'exact' ), $s( 'rm-other/', 'exact', 'case' ), $s( 'rm-third', 'exact', 'case' ) ], home_url( '/rm-new/' ) );
      $add( [ $s( 'rm-part', 'contains' ) ], 'https://off.example/part', 302 );
      $add( [ $s( 'rm-start/', 'start' ) ], '/rm-began/', 307 );
      $add( [ $s( '-rm-end', 'end' ) ], home_url( '/rm-ended/' ) );
      $add( [ $s( '^rm-re/([0-9]+)/(.*)', 'regex' ) ], home_url( '/rm-re-new/$2/$1/' ) );
      $add( [ $s( 'rm-gone', 'exact' ) ], '', 410 );
      // As its own screen saves them: with a query they do nothing.
      foreach ( [ '/?p=4711', '/rm-page/?id=5' ] as $source ) {
        RankMath\\Redirections\\Redirection::from( [ 'sources' => [ $s( $source, 'exact' ) ], 'url_to' => home_url( '/rm-query/' ), 'header_code' => '301', 'status' => 'active' ] )->save();
      }
      $add( [ $s( '^(rm-any.*|[?]x=.*)?$', 'regex' ) ], home_url( '/rm-all/' ) );
      $add( [ $s( 'rm-law', 'exact' ) ], '', 451 );`);
    const followed = await rules();
    const addresses = [
      '/rm-old/',
      '/rm-old',
      '/RM-OLD/',
      '/rm-other',
      '/Rm-Other/',
      '/Rm-Third/',
      '/rm-old/?a=b%20c&d',
      '/x/rm-part-y/',
      '/rm-start/more/',
      '/rm-start',
      '/a-rm-end/',
      '/a-rm-end/b/',
      '/rm-re/12/abc/',
      '/rm-re/x/abc/',
      '/rm-gone/',
      '/rm-law/',
      '/rm-none/',
      '/',
      '/?x=1',
      '/?y=1',
      '/?p=4711',
      '/rm-page/',
      '/rm-page/?id=5',
      '/rm-anyone/',
    ];
    const theirs: Record<string, string | null> = {};
    const ours: Record<string, string | null> = {};
    for (const address of addresses) {
      const { status, headers } = await fetch(wordpress.url + address, {
        method: 'HEAD',
        redirect: 'manual',
      });
      const to = headers.get('location')?.replace(wordpress.url, '');
      theirs[address] =
        headers.get('x-redirect-by') === 'Rank Math'
          ? `${status} ${to}`
          : status === 410 || status === 451
            ? String(status)
            : null;
      ours[address] = of(followed, address);
    }
    expect(ours).toEqual(theirs);
    expect(Object.values(theirs).filter((said) => said !== null).length).toBeGreaterThan(11);
    expect(theirs).toMatchObject({ '/?x=1': '301 /rm-all/?x=1', '/?p=4711': null, '/rm-page/?id=5': null });
    await connected.after('');
    expect(
      await connected.after(
        `update_option( 'rank-math-options-general', [ 'redirections_fallback' => 'custom', 'redirections_custom_url' => 'https://off.example/lost', 'redirections_header_code' => '302' ] );`,
      ),
    ).toEqual(ofRules);
    expect(of(await rules(), '/nowhere/', true)).toBe('302 https://off.example/lost');
  });

  it('of Yoast Premium are read as it documents its options', async () => {
    const remove = await ownPlugin(wordpress, `define( 'WPSEO_PREMIUM_VERSION', '23.0' );`);
    await wordpress.php(`
      update_option( 'wpseo-premium-redirects-export-plain', [ 'y-old' => [ 'url' => 'y-new', 'type' => 301 ], 'y-gone/page' => [ 'url' => '', 'type' => 410 ], 'y-off' => [ 'url' => 'https://off.example/y', 'type' => 307 ], 'y-q?a=1' => [ 'url' => '/y-q/', 'type' => 302 ] ] );
      update_option( 'wpseo-premium-redirects-export-regex', [ '^/y-re/(.*)' => [ 'url' => '/y-re-new/$1', 'type' => 301 ] ] );`);
    const followed = await rules();
    expect(
      ['/y-old/', '/y-old', '/y-gone/page/', '/y-off', '/y-q?a=1', '/y-q', '/y-re/a/b'].map((address) =>
        of(followed, address),
      ),
    ).toEqual([
      '301 /y-new/',
      '301 /y-new/',
      '410',
      '307 https://off.example/y',
      '302 /y-q/',
      null,
      '301 /y-re-new/a/b',
    ]);
    await wordpress.php(`delete_option( 'wpseo-premium-redirects-export-plain' ); delete_option( 'wpseo-premium-redirects-export-regex' );
      update_option( 'wpseo-premium-redirects-base', [ [ 'origin' => 'y-base', 'url' => 'y-to', 'type' => 302, 'format' => 'plain' ], [ 'origin' => '^/y-b', 'url' => 'y-r', 'type' => 301, 'format' => 'regex' ], 'odd' ] );`);
    const base = await rules();
    expect([of(base, '/y-base/'), of(base, '/y-bx')]).toEqual(['302 /y-to/', '301 /y-r/']);
    await remove();
  });

  it('of a filter come with the others; what is none is left out', async () => {
    const remove = await ownPlugin(
      wordpress,
      `add_filter( 'companion_redirects', function ( $rules ) { return array_merge( $rules, [ [ 'from' => '/mine', 'to' => '/yours', 'ignoreSlash' => true, 'status' => 308 ], 'odd', [ 'to' => '/x' ], [ 'from' => '/y', 'status' => 'no' ] ] ); } );`,
    );
    expect(of(await rules(), '/mine/')).toBe('308 /yours');
    await remove();
  });

  it('are counted for the site alone, where the plugin counts', async () => {
    const [id] = await makeRules(wordpress, [
      {
        url: '/counted/',
        match_type: 'url',
        action_type: 'url',
        action_code: 301,
        action_data: { url: '/x/' },
      },
    ]);
    const now = () => Math.floor(Date.now() / 1000);
    const nobody = { ip: '', agent: '', page: '/' };
    let signatures = 0;
    const signature = (secret: string, target = 'redirects/hits', body?: string) =>
      visitorHeader(secret, target, String(signatures++).padStart(32, '0'), nobody, now(), body);
    const send = async (hits: unknown, headers: Record<string, string>) =>
      (
        await fetch(`${wordpress.url}/?rest_route=/companion/v1/redirects/hits`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ hits }),
        })
      ).status;
    const hits = {
      [`redirection:${id}`]: 3,
      'rank-math:1': 2,
      'yoast:abc': 1,
      'redirection:x': 5,
      [`redirection:${id} OR 1=1`]: 7,
    };
    expect(await send(hits, {})).toBe(401);
    expect(await send(hits, signature('another secret'))).toBe(401);
    expect(await send(hits, signature(revalidationSecret, 'forms/x'))).toBe(401);
    expect(await send('all', signature(revalidationSecret))).toBe(400);
    const counts = () =>
      wordpress.php<number[]>(
        `global $wpdb; echo json_encode( [ (int) $wpdb->get_var( "SELECT last_count FROM {$wpdb->prefix}redirection_items WHERE id = ${id}" ), (int) $wpdb->get_var( "SELECT SUM(hits) FROM {$wpdb->prefix}rank_math_redirections" ) ] );`,
      );
    const [, before = 0] = await counts();
    const captured = signature(revalidationSecret);
    const signed = signature(revalidationSecret, undefined, JSON.stringify({ hits: { 'rank-math:1': 1 } }));
    for (let time = 0; time < 2; time++) {
      expect(await send(hits, captured)).toBe(200);
      expect(await send({ 'rank-math:1': 1 }, signed)).toBe(200);
    }
    expect(await send({ [`redirection:${id}`]: 50 }, captured)).toBe(200);
    const [own, all = 0] = await counts();
    // Hits that come with a signature a second time are counted once.
    expect([own, all - before]).toEqual([3, 3]);
    await wordpress.php(`red_set_options( [ 'track_hits' => false ] );`);
    expect(await send({ [`redirection:${id}`]: 3 }, signature(revalidationSecret))).toBe(200);
    expect((await counts())[0]).toBe(3);
  });

  it('make no site ask again what it can do, except with the first and the last plugin', async () => {
    await connected.after('');
    expect(await connected.after(`update_option( 'rank_math_modules', [] );`)).toEqual(ofRules);
    const active = `update_option( 'active_plugins', array_values( preg_grep( '/redirection|rank-math/', get_option( 'active_plugins' ), PREG_GREP_INVERT ) ) );`;
    expect(await connected.after(active)).toEqual(everything);
    expect(await summary()).toBeNull();
    // Rank Math's own questions are not for SQLite.
    expect(complaints(wordpress)).not.toContain('headless-site-companion');
    expect(complaints(wordpress)).not.toContain('companion-plugin');
  });
});
