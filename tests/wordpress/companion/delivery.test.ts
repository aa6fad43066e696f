import { createHmac } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { variations } from '../../support/variations';
import { whyNoFpm, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { startReceiver } from './receiver';
import { applicationPassword, logIn } from './session';
import { type Connected, complaints, configure, connect, delivered, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;
const make = (slug: string) =>
  `wp_insert_post( [ 'post_status' => 'publish', 'post_title' => '${slug}', 'post_name' => '${slug}' ] );`;
const plugin = 'HeadlessSiteCompanion\\Plugin::instance()';
const minute = 60;
const day = 86_400;
const noIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
  ? null
  : 'this machine has no ::1';

describe.skipIf(reason)(suite('delivery of changes'), () => {
  let site: Connected;
  let authorization: string;
  let post: number;

  beforeAll(async () => {
    site = await connect();
    authorization = await applicationPassword(site.wordpress);
    post = await site.wordpress.php<number>(`echo ${make('one')}`);
    await tick();
    site.receiver.clear();
  });
  afterAll(() => site?.stop());
  afterEach(async () => {
    site.receiver.behave({});
    await site.receiver.listen();
    await site.wordpress.moveClock(0);
    await site.wordpress.php(`global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" );
      delete_option( 'companion_circuit' ); delete_option( 'companion_pace' ); delete_option( 'companion_missed' ); delete_transient( 'companion_connection' );`);
    site.receiver.clear();
  });

  const tick = () => site.wordpress.cron('companion_tick');
  const later = async (seconds: number) => {
    await site.wordpress.moveClock(seconds);
    await tick();
  };
  /** Requests that revalidate something: others look whether the site is well. */
  const deliveries = () => site.receiver.requests.filter(({ json }) => json.paths.length > 0);
  const counts = () =>
    site.wordpress.php<Record<string, number>>(`echo json_encode( ${plugin}->queue_stats->counts() );`);
  const circuit = () => site.wordpress.php<string>(`echo json_encode( ${plugin}->circuit->state() );`);
  const save = (title: string, id = post) => change({ title }, id);
  const change = (body: object, id: number) =>
    fetch(`${site.wordpress.url}/wp-json/wp/v2/posts/${id}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('follows a save of the editor by itself, with the specified body and the Standard Webhooks headers', async () => {
    const before = Math.floor(Date.now() / 1000);
    expect((await save('Two')).status).toBe(200);
    const [request] = await site.receiver.waitFor(1);
    expect(request).toMatchObject({ method: 'POST', path: '/api/revalidate' });
    // The interface names secret and paths; the rest is for sites that know more.
    expect(Object.keys(request?.json).sort()).toEqual([
      'changed',
      'events',
      'items',
      'lists',
      'paths',
      'secret',
    ]);
    expect(request?.json).toMatchObject({ secret: revalidationSecret, events: { '/one': 'update' } });
    expect(request?.json.items['/one']).toMatchObject({ type: 'post' });
    expect(request?.json.lists).not.toContain('/one');
    expect(request?.json.paths).toContain('/one');
    const headers = request?.headers ?? {};
    expect(headers['content-type']).toBe('application/json');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${request?.raw}`;
    const mac = createHmac('sha256', revalidationSecret).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${mac}`);
    expect(Number(headers['webhook-timestamp'])).toBeGreaterThanOrEqual(before);
    expect(Number(headers['webhook-timestamp'])).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('says which posts have other comments', async () => {
    await site.wordpress.php(
      `unset( $_SERVER['REQUEST_METHOD'] );
       wp_insert_comment( [ 'comment_post_ID' => ${post}, 'comment_content' => 'Well said', 'comment_approved' => 1 ] );`,
    );
    await site.receiver.waitFor(1);
    const [json] = deliveries().map((request) => request.json);
    expect(json).toMatchObject({ comments: ['/one'], events: { '/one': 'update' } });
    // The site counts new comments later than a moderator's work.
    await site.wordpress.php(
      `unset( $_SERVER['REQUEST_METHOD'] ); wp_spam_comment( get_comments( [ 'number' => 1 ] )[0]->comment_ID );`,
    );
    await site.receiver.waitFor(2);
    const { json: removed } = deliveries()[1] ?? {};
    expect(removed).toMatchObject({ events: { '/one': 'update' } });
    expect(removed).not.toHaveProperty('comments');
  });

  it('is not waited for: the save is answered while the site still hangs', async () => {
    site.receiver.behave({ hang: true });
    expect((await save('Three')).status).toBe(200);
    const [request] = await site.receiver.waitFor(1);
    expect(request?.status).toBe(0);
  });

  it('follows a script that changed something, at its end', async () => {
    await site.wordpress.php(`unset( $_SERVER['REQUEST_METHOD'] ); ${make('by-a-script')}`);
    expect(delivered(site.receiver)).toMatchObject({ '/by-a-script': 'publish' });
  });

  it('keeps a script whose site hangs for ten seconds at most, and hands the rest on', async () => {
    site.receiver.behave({ hang: true });
    await site.wordpress.php(
      `unset( $_SERVER['REQUEST_METHOD'] );
       add_filter( 'companion_revalidation_paths', fn( $paths ) => array_map( fn( $i ) => "/p$i", range( 1, 400 ) ) );
       ${make('slowly')}`,
    );
    expect(site.receiver.requests).toHaveLength(1);
    site.receiver.behave({});
    await later(300);
    expect(Object.keys(delivered(site.receiver))).toHaveLength(400);
  });

  it('sends what has waited as soon as the site is named', async () => {
    await site.wordpress.php(`update_option( 'companion_settings', [] );`);
    await site.wordpress.php(make('before'));
    await site.wordpress.php(`unset( $_SERVER['REQUEST_METHOD'] ); ${configure(site.receiver.url)}`);
    expect(Object.keys(delivered(site.receiver))).toContain('/*');
  });

  it('sends one request for all that waits, and nothing when nothing waits', async () => {
    await site.wordpress.php(make('a'));
    await site.wordpress.php(make('b'));
    await tick();
    expect(site.receiver.requests).toHaveLength(1);
    expect(delivered(site.receiver)).toMatchObject({ '/a': 'publish', '/b': 'publish' });
    await tick();
    expect(site.receiver.requests).toHaveLength(1);
    expect(await counts()).toMatchObject({ pending: 0, sending: 0, failed: 0 });
  });

  it('names at most 100 paths a request, and says "everything" beyond 500', async () => {
    const filter = (number: number) =>
      `add_filter( 'companion_revalidation_paths', fn( $paths ) => array_map( fn( $i ) => "/p$i", range( 1, ${number} ) ) );`;
    await site.wordpress.php(filter(250) + make('c'));
    await tick();
    expect(site.receiver.requests.map(({ json }) => json.paths.length)).toEqual([100, 100, 50]);
    site.receiver.clear();
    await site.wordpress.php(filter(501) + make('d'));
    await tick();
    // Before the first wildcard the plugin asks whether the site knows it, with an empty list.
    expect(site.receiver.requests.map(({ json }) => json.paths).filter((paths) => paths.length > 0)).toEqual([
      ['/*'],
    ]);
  });

  it('follows saves by itself; where there are too many it sends the rest together, with nobody asking WordPress for anything', async () => {
    const ids = await site.wordpress.php<number[]>(`$ids = [];
      for ( $i = 0; $i < 25; $i++ ) { $ids[] = wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'x', 'post_name' => "saved-$i" ] ); }
      echo json_encode( $ids );`);
    await tick();
    site.receiver.clear();
    await site.wordpress.php(`delete_option( 'companion_pace' );`);
    await site.wordpress.clearLog();
    // On a slow machine there would be a ration for each.
    const now = Math.floor(Date.now() / 1000);
    const end = await ownPlugin(site.wordpress, `add_filter( 'companion_now', fn() => ${now}, 99 );`);
    for (const [at, id] of ids.entries()) {
      expect((await save('Saved', id)).status).toBe(200);
      if (at < 20) await site.receiver.waitFor(at + 1);
    }
    const slugs = ids.map((_, at) => `/saved-${at}`);
    await expect.poll(() => slugs.filter((slug) => delivered(site.receiver)[slug] !== 'update')).toEqual([]);
    await end();
    expect(new Set((await site.wordpress.log()).map(({ path }) => path))).toEqual(
      new Set(ids.map((id) => `/wp-json/wp/v2/posts/${id}`)),
    );
    // The clock stands still, so that no save has a ration of its own; a process that waited takes what has come until then.
    expect(site.receiver.requests.length).toBeLessThan(25);
    expect(await counts()).toMatchObject({ pending: 0, sending: 0 });
  });

  it.each([
    ['made a draft', { status: 'draft' }, 'delete'],
    ['given a password', { password: 'secret' }, 'update'],
  ])('a post that is %s is told of at once, however much was saved before', async (_, body, event) => {
    const slug = `urgent-${event}`;
    const id = await site.wordpress.php<number>(`echo ${make(slug)}`);
    await tick();
    site.receiver.clear();
    // No ration is left, and another process waits for the next one.
    await site.wordpress.php(`update_option( 'companion_pace', [ 'tokens' => 0.0, 'at' => time() + 3600 ] );
      set_transient( 'companion_waiting', '1', 3600 );`);
    expect((await save('Not urgent')).status).toBe(200);
    expect((await change(body, id)).status).toBe(200);
    const [request] = await site.receiver.waitFor(1);
    await site.wordpress.php(`delete_transient( 'companion_waiting' );`);
    expect(request?.json.events).toMatchObject({ '/one': 'update', [`/${slug}`]: event });
  });

  describe('the call of WordPress to itself', () => {
    const call = async (query: string, visit: (at: string) => Promise<Response> = fetch) =>
      (await visit(`${site.wordpress.url}/wp-admin/admin-ajax.php?action=companion_deliver${query}`)).status;
    const token = (minutesAgo: number) =>
      site.wordpress.php<string>(
        `echo json_encode( wp_hash( 'companion_deliver|' . ( (int) floor( time() / 60 ) - ${minutesAgo} ) ) );`,
      );

    it('is left alone for five minutes where it fails, and the tick delivers meanwhile', async () => {
      // Nobody listens there.
      const end = await ownPlugin(site.wordpress, `$_SERVER['SERVER_PORT'] = 1;`);
      expect((await save('Not called')).status).toBe(200);
      await end();
      expect((await save('Still not called')).status).toBe(200);
      expect(await counts()).toMatchObject({ pending: 2 });
      const kept = `get_option( '_transient_timeout_companion_no_loopback' ) - time()`;
      const [pace, seconds] = await site.wordpress.php<[unknown, number]>(
        `echo json_encode( [ get_option( 'companion_pace' ), ${kept} ] ); delete_transient( 'companion_no_loopback' );`,
      );
      expect(pace).toBe(false);
      expect([seconds > 200, seconds <= 300]).toEqual([true, true]);
      expect(site.receiver.requests).toEqual([]);
      await tick();
      expect(delivered(site.receiver)).toMatchObject({ '/one': 'update' });
      site.receiver.clear();
      await save('Called again');
      await site.receiver.waitFor(1);
    });

    it('delivers nothing without its token, whoever asks', async () => {
      await site.wordpress.php(make('called'));
      const admin = await logIn(site.wordpress);
      for (const query of ['', '&token=', '&token=wrong', '&token[]=x', `&token=${await token(3)}`])
        expect([query, await call(query), await call(query, admin)]).toEqual([query, 403, 403]);
      expect(site.receiver.requests).toEqual([]);
      expect(await counts()).toMatchObject({ pending: 1 });
    });

    it('delivers with it, logged in or not, for as long as a minute may have passed', async () => {
      const admin = await logIn(site.wordpress);
      for (const [slug, age, visit] of [
        ['called-1', 0, fetch],
        ['called-2', 1, fetch],
        ['called-3', 0, admin],
      ] as const) {
        await site.wordpress.php(make(slug));
        // The minute may end in between.
        await expect.poll(async () => call(`&token=${await token(age)}`, visit)).toBe(200);
        expect(delivered(site.receiver)).toMatchObject({ [`/${slug}`]: 'publish' });
      }
    });
  });

  describe('failures', () => {
    it('tries again after a minute, five minutes, half an hour', async () => {
      site.receiver.behave({ status: 500 });
      await site.wordpress.php(make('e'));
      await tick();
      await later(30);
      expect(deliveries()).toHaveLength(1);
      await later(90);
      expect(deliveries()).toHaveLength(2);
      await later(4 * minute);
      expect(deliveries()).toHaveLength(2);
      await later(9 * minute);
      expect(deliveries()).toHaveLength(3);
      site.receiver.behave({});
      await later(30 * minute);
      expect(deliveries()).toHaveLength(3);
      await later(60 * minute);
      expect(delivered(site.receiver)).toMatchObject({ '/e': 'publish' });
      const ids = deliveries().map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(1);
    });

    it('tries again at once what was not answered, when the site answers something else', async () => {
      await site.receiver.refuse();
      await site.wordpress.php(make('lost'));
      await tick();
      expect(await counts()).toMatchObject({ pending: 1 });
      await site.receiver.listen();
      await site.wordpress.php(make('next'));
      await tick();
      expect(delivered(site.receiver)).toMatchObject({ '/next': 'publish', '/lost': 'publish' });
      expect(await counts()).toMatchObject({ pending: 0 });
    });

    describe('when the site asks for the index, as it does when it starts', () => {
      const asks = () =>
        fetch(site.wordpress.graphqlUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ companionIndex(type: "post", first: 1) { checksum } }' }),
        });
      const isDelivered = (slug: string) =>
        expect.poll(() => delivered(site.receiver)).toMatchObject({ [`/${slug}`]: 'publish' });

      it('gets what it did not answer, without a visit to WordPress', async () => {
        await site.receiver.refuse();
        await site.wordpress.php(make('unheard'));
        await tick();
        await asks();
        expect(await counts()).toMatchObject({ pending: 1 });
        await site.receiver.listen();
        await site.wordpress.moveClock(20);
        await asks();
        await isDelivered('unheard');
      });

      it.each([
        ['counted as away', 503],
        ['refused the secret', 401],
      ])('gets it where it %s', async (_, status) => {
        site.receiver.behave({ status });
        await site.wordpress.php(make(`after-${status}`));
        for (let i = 0; i < 6; i++) await later(i * 2 * 60 * minute);
        expect(await circuit()).not.toBe('closed');
        site.receiver.behave({});
        await site.wordpress.moveClock(13 * 60 * minute);
        await asks();
        await isDelivered(`after-${status}`);
      });
    });

    it('has the patience that the site asks for by Retry-After', async () => {
      site.receiver.behave({ status: 503, headers: { 'retry-after': '900' } });
      await site.wordpress.php(make('f'));
      await tick();
      site.receiver.behave({});
      await later(10 * minute);
      expect(site.receiver.requests).toHaveLength(1);
      await later(15 * minute + 1);
      expect(delivered(site.receiver)).toMatchObject({ '/f': 'publish' });
    });

    it('sends again soon, and together, what one instance of the site knows and another may not', async () => {
      const knows = {
        status: 503,
        headers: { 'retry-after': '5' },
        body: { revalidated: true, error: 'Redis is away' },
      };
      site.receiver.behave(knows);
      await site.wordpress.php(make('two-1') + make('two-2'));
      await tick();
      for (const seconds of [6, 17, 38, 80, 121, 162, 203, 244]) await later(seconds);
      expect(deliveries()).toHaveLength(9);
      expect(new Set(deliveries().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(await counts()).toMatchObject({ pending: 1, failed: 0 });
      expect(await circuit()).toBe('closed');
      site.receiver.behave({});
      await later(300);
      expect(delivered(site.receiver)).toMatchObject({ '/two-1': 'publish', '/two-2': 'publish' });
    });

    it('has it for everything that waits, until somebody asks for a delivery now', async () => {
      site.receiver.behave({ status: 429, headers: { 'retry-after': '900' } });
      await site.wordpress.php(make('patient-1'));
      await tick();
      site.receiver.behave({});
      await site.wordpress.php(make('patient-2'));
      await later(10 * minute);
      expect(site.receiver.requests).toHaveLength(1);
      await site.wordpress.php(`${plugin}->connection->check(); ${plugin}->dispatcher->run();`);
      expect(delivered(site.receiver)).toEqual({});
      await site.wordpress.php(`${plugin}->connection->check( true ); ${plugin}->dispatcher->run();`);
      expect(delivered(site.receiver)).toMatchObject({ '/patient-2': 'publish' });
    });

    it('takes an error that another plugin throws into the request for no answer', async () => {
      const throws = `add_filter( 'pre_http_request', function ( $answer, $how, $url ) {
        if ( strpos( $url, '${site.receiver.url}' ) === 0 ) throw new Error( 'of another plugin' );
        return $answer;
      }, 10, 3 );`;
      const calm = await ownPlugin(site.wordpress, throws);
      await site.wordpress.php(make('thrown-away'));
      await tick();
      expect(await counts()).toMatchObject({ pending: 1, sending: 0 });
      await calm();
      await later(60 * minute);
      expect(delivered(site.receiver)).toMatchObject({ '/thrown-away': 'publish' });
    });

    it('case 58: takes a redirect for a failure and does not hand the secret on', async () => {
      site.receiver.behave({ status: 302 });
      await site.wordpress.php(make('g'));
      await tick();
      expect(site.receiver.requests.map(({ path }) => path)).toEqual(['/api/revalidate']);
      expect(await counts()).toMatchObject({ pending: 1 });
    });

    it('stops at a wrong secret, keeps what changes, and goes on when the secret is right', async () => {
      site.receiver.behave({ status: 401, body: { error: 'Invalid revalidation secret' } });
      for (const slug of ['h', 'i', 'j']) {
        await site.wordpress.php(make(slug));
        await tick();
      }
      expect(await circuit()).toBe('unauthorized');
      expect(deliveries()).toHaveLength(1);
      expect(await counts()).toMatchObject({ pending: 3, failed: 0 });
      site.receiver.behave({});
      await site.wordpress.php(configure(site.receiver.url));
      await tick();
      expect(delivered(site.receiver)).toMatchObject({ '/h': 'publish', '/i': 'publish', '/j': 'publish' });
    });

    it('notices by itself when the site has learnt the secret', async () => {
      site.receiver.behave({ status: 401, body: { error: 'Invalid revalidation secret' } });
      await site.wordpress.php(make('k'));
      await tick();
      site.receiver.behave({});
      await later(6 * minute);
      expect(site.receiver.requests.map(({ json }) => json.paths.length > 0)).toEqual([
        true,
        false,
        false,
        true,
      ]);
      expect(delivered(site.receiver)).toMatchObject({ '/k': 'publish' });
    });

    it('uses the previous secret while a rotation has not reached the site', async () => {
      await site.wordpress.php(`update_option( 'companion_secrets', [ 'revalidationSecret' => 'the-new-secret-of-a-rotation',
        'revalidationSecretPrevious' => '${revalidationSecret}', 'previewSecret' => 'of-no-matter-here-16' ], false );`);
      await site.wordpress.php(make('l'));
      await tick();
      expect(site.receiver.requests.map(({ status }) => status)).toEqual([401, 200]);
      expect(delivered(site.receiver)).toMatchObject({ '/l': 'publish' });
      const accepted = () =>
        site.wordpress.php(`echo json_encode( get_option( 'companion_accepted_secret' ) );`);
      expect(await accepted()).toBe('previous');
      // A site that is away has accepted nothing.
      await site.receiver.refuse();
      await site.wordpress.php(make('l2'));
      await later(minute);
      expect(await accepted()).toBe('previous');
      await site.wordpress.php(configure(site.receiver.url));
    });

    it.each(['/p1', '/p2', '/p100'])('finds the refused path %s among a hundred', async (refusedPath) => {
      site.receiver.behave({ refusedPath });
      const filter = `add_filter( 'companion_revalidation_paths', fn( $paths ) => array_map( fn( $i ) => "/p$i", range( 1, 100 ) ) );`;
      await site.wordpress.php(filter + make('refused'));
      await tick();
      expect(Object.keys(delivered(site.receiver))).toHaveLength(99);
      expect(await counts()).toMatchObject({ pending: 0, sending: 0, failed: 1 });
    });

    it('puts a path aside that the site refuses, delivers the others, and replays it on demand', async () => {
      site.receiver.behave({ refusedPath: '/p77' });
      const filter = `add_filter( 'companion_revalidation_paths', fn( $paths ) => array_map( fn( $i ) => "/p$i", range( 1, 100 ) ) );`;
      await site.wordpress.php(filter + make('m'));
      await tick();
      expect(Object.keys(delivered(site.receiver))).toHaveLength(99);
      const failed = await site.wordpress.php<{ paths: string[]; status: number }[]>(
        `echo json_encode( ${plugin}->queue_stats->failed() );`,
      );
      expect(failed).toMatchObject([{ paths: ['/p77'], status: 400 }]);
      site.receiver.behave({});
      expect(await site.wordpress.php(`echo ${plugin}->outbox->replay();`)).toBe(1);
      await tick();
      expect(delivered(site.receiver)).toHaveProperty('/p77');
    });

    it.each(variations(1, [403, 406, 451]))(
      'a path that something answers with %d does not hold up what others edit',
      async (refusedStatus) => {
        site.receiver.behave({ refusedPath: `/poison-${refusedStatus}`, refusedStatus });
        await site.wordpress.php(make(`poison-${refusedStatus}`));
        for (let i = 0; i < 3; i++) {
          await site.wordpress.php(make(`good-${refusedStatus}-${i}`));
          await later(i * minute);
        }
        const found = delivered(site.receiver);
        for (let i = 0; i < 3; i++) expect(found).toHaveProperty([`/good-${refusedStatus}-${i}`]);
        expect(
          await site.wordpress.php(`echo json_encode( ${plugin}->queue_stats->failed() );`),
        ).toMatchObject([{ paths: [`/poison-${refusedStatus}`], status: refusedStatus }]);
        expect([await circuit(), (await counts()).pending]).toEqual(['closed', 0]);
      },
    );

    it.each(variations(1, [500, 502]))(
      'a path that makes the site answer %d does not hold up what others edit, however often they do',
      async (refusedStatus) => {
        site.receiver.behave({ refusedPath: `/poison-${refusedStatus}`, refusedStatus });
        await site.wordpress.php(make(`poison-${refusedStatus}`));
        for (let i = 0; i < 20; i++) {
          await site.wordpress.php(make(`kept-${refusedStatus}-${i}`));
          await later(i * minute);
        }
        const found = delivered(site.receiver);
        const late = Array.from({ length: 20 }, (_, i) => `/kept-${refusedStatus}-${i}`).filter(
          (path) => !(path in found),
        );
        expect(late).toEqual([]);
        const waiting = await site.wordpress.php(
          `global $wpdb; echo json_encode( $wpdb->get_col( "SELECT changes FROM {$wpdb->prefix}companion_outbox" ) );`,
        );
        expect(waiting).toEqual([expect.stringContaining(`"/poison-${refusedStatus}"`)]);
        expect(waiting).toEqual([expect.not.stringContaining('"/kept')]);
      },
    );

    it('a password in front of the site is not taken for a wrong secret', async () => {
      site.receiver.behave({ status: 401, body: '<h1>Who are you?</h1>' });
      await site.wordpress.php(make('behind-a-password'));
      await tick();
      const known = await site.wordpress.php(`echo json_encode( ${plugin}->connection->known() );`);
      expect(known).toMatchObject({ problem: 'blocked', secretAccepted: null });
      expect(await circuit()).toBe('closed');
      expect(await counts()).toMatchObject({ pending: 1 });
    });

    it('gives up where the site says that the route is gone', async () => {
      site.receiver.behave({ status: 410 });
      await site.wordpress.php(make('n'));
      await tick();
      await later(7200);
      expect(site.receiver.requests).toHaveLength(1);
      expect(await counts()).toMatchObject({ pending: 0, failed: 1 });
    });

    it('forgets what failed after two weeks', async () => {
      site.receiver.behave({ status: 410 });
      await site.wordpress.php(make('o'));
      await tick();
      await later(13 * 86_400);
      expect(await counts()).toMatchObject({ failed: 1 });
      await later(15 * 86_400);
      expect(await counts()).toMatchObject({ failed: 0 });
    });

    it('case 64: gives up what has waited for two weeks, and keeps it as long again for a replay', async () => {
      await site.receiver.refuse();
      await site.wordpress.php(make('waits'));
      // One that a process holds is not touched.
      await site.wordpress.php(`${make('held')} do_action( 'shutdown' ); global $wpdb;
        $wpdb->query( "UPDATE {$wpdb->prefix}companion_outbox SET state = 'sending' WHERE changes LIKE '%held%'" );`);
      const pruned = async (days: number) => {
        await site.wordpress.moveClock(days * day);
        await site.wordpress.php(`${plugin}->outbox->prune();`);
        const { pending, sending, failed } = await counts();
        return { pending, sending, failed };
      };
      expect(await pruned(13.9)).toEqual({ pending: 1, sending: 1, failed: 0 });
      expect(await pruned(14.1)).toEqual({ pending: 0, sending: 1, failed: 1 });
      expect(await pruned(28)).toEqual({ pending: 0, sending: 1, failed: 1 });
      expect(await pruned(28.2)).toEqual({ pending: 0, sending: 1, failed: 0 });
    });
  });

  it('loses nothing in an outage of an hour with 200 edits, and asks about once a minute meanwhile', async () => {
    await site.receiver.refuse();
    const edit = (number: number) => `${make(`edit-${number}`)} HeadlessSiteCompanion_record();`;
    for (let ten = 0; ten < 20; ten++) {
      // Ten requests of an editor each: the recorder runs at the end of every one of them.
      const edits = Array.from({ length: 10 }, (_, i) => edit(ten * 10 + i)).join('');
      await site.wordpress.php(
        `function HeadlessSiteCompanion_record() { do_action( 'shutdown' ); } ob_start(); ${edits} ob_end_clean();`,
      );
      if (ten === 5) {
        site.receiver.behave({ status: 503 });
        await site.receiver.listen();
      }
      for (let second = 0; second < 180; second += 45) await later(ten * 180 + second);
    }
    expect(await circuit()).toBe('unreachable');
    // 42 minutes of 503: at most one request for each, and five before the circuit opens.
    expect(site.receiver.requests.length).toBeLessThanOrEqual(47);
    expect(await counts()).toMatchObject({ failed: 0 });
    site.receiver.behave({});
    site.receiver.clear();
    await later(3600 + 61);
    await later(3600 + 122);
    const found = delivered(site.receiver);
    const lost = Array.from({ length: 200 }, (_, i) => `/edit-${i}`).filter((path) => !(path in found));
    expect(lost).toEqual([]);
    expect(Math.max(...site.receiver.requests.map(({ json }) => json.paths.length))).toBeLessThanOrEqual(100);
    expect(await counts()).toMatchObject({ pending: 0, sending: 0, failed: 0 });
  }, 300_000);

  it('case 69: several workers at once deliver each change once', async () => {
    site.receiver.behave({ delayMs: 300 });
    for (let i = 0; i < 8; i++) await site.wordpress.php(make(`worker-${i}`));
    await Promise.all(Array.from({ length: 4 }, () => site.wordpress.php(`${plugin}->dispatcher->run();`)));
    const sent = site.receiver.requests.flatMap(({ json }) => json.paths as string[]);
    const posts = sent.filter((path) => path.startsWith('/worker-'));
    expect(posts.sort()).toEqual(Array.from({ length: 8 }, (_, i) => `/worker-${i}`));
  });

  it('case 69: rows that another worker takes between a look and a claim stay its own', async () => {
    await site.wordpress.php(make('raced'));
    const report = await site.wordpress.php(`
      $other = new HeadlessSiteCompanion\\Revalidation\\Claims( ${plugin}->outbox, ${plugin}->clock );
      $taken = null;
      add_filter( 'query', function ( $query ) use ( $other, &$taken ) {
        if ( null === $taken && strpos( $query, "SET state = 'sending'" ) ) { $taken = false; $taken = $other->take(); }
        return $query;
      } );
      $report = ${plugin}->dispatcher->run();
      echo json_encode( [ $report['requests'], count( $taken['changes']->paths() ) > 0 ] );`);
    expect(report).toEqual([0, true]);
    expect(await counts()).toMatchObject({ pending: 0, sending: 1 });
  });

  describe('code of other plugins that throws', () => {
    it('at the end of the request: the change is said, and the whole site in the place of what is not known', async () => {
      const id = await site.wordpress.php<number>(`echo ${make('thrown')}`);
      await tick();
      site.receiver.clear();
      await site.wordpress.php(`add_action( 'shutdown', function () { add_filter( 'get_the_terms', function () { throw new Exception( 'not ours' ); } ); }, 1 );
        wp_update_post( [ 'ID' => ${id}, 'post_content' => 'x' ] );`);
      await tick();
      expect(delivered(site.receiver)).toEqual({ '/thrown': 'update', '/*': null });
    });

    it('while the background looks for posts: the whole site, and no row is stuck', async () => {
      await site.wordpress.php(`wp_update_term( 1, 'category', [ 'name' => 'Other' ] );`);
      await site.wordpress.php(make('behind'));
      await site.wordpress.php(
        `add_action( 'pre_get_posts', function () { throw new Exception( 'not ours' ); } ); ${plugin}->dispatcher->run();`,
      );
      expect(delivered(site.receiver)).toMatchObject({ '/*': null, '/behind': 'publish' });
      expect(await counts()).toMatchObject({ pending: 0, sending: 0, failed: 0 });
    });
  });

  it('keeps "everything" as it is while the site cannot be asked whether it knows it', async () => {
    await site.wordpress.php(`delete_option( 'companion_service' );`);
    await site.receiver.refuse();
    await site.wordpress.php(`update_option( 'blogname', 'While it was away' );`);
    await tick();
    await later(90);
    await site.receiver.listen();
    await later(300);
    expect(delivered(site.receiver)).toEqual({ '/*': 'settings' });
  });

  describe('a service that knows the specification only', () => {
    beforeAll(() => site.wordpress.php(`delete_option( 'companion_service' );`));
    afterAll(() => site.wordpress.php(`delete_option( 'companion_service' );`));

    it('gets listed paths instead of "everything"', async () => {
      site.receiver.behave({ headers: { 'webhook-supports': '' } });
      await site.wordpress.php(`update_option( 'blogname', 'Listed' );`);
      await tick();
      const paths = Object.keys(delivered(site.receiver));
      expect(paths).toEqual(expect.arrayContaining(['/', '/feed', '/one']));
      expect(paths.filter((path) => path.includes('*'))).toEqual([]);
    });

    it('gets all that a bulk change has changed, however much else there is', async () => {
      site.receiver.behave({ headers: { 'webhook-supports': '' } });
      const ids = await site.wordpress.php<number[]>(`global $wpdb;
        for ( $i = 0; $i < 1100; $i++ ) { $wpdb->insert( $wpdb->posts, [ 'post_type' => 'post', 'post_status' => 'publish', 'post_title' => "old $i", 'post_name' => "old-$i",
          'post_date' => '2001-01-01 00:00:00', 'post_date_gmt' => '2001-01-01 00:00:00', 'post_modified' => '2001-01-01 00:00:00', 'post_modified_gmt' => '2001-01-01 00:00:00',
          'post_content' => '', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '' ] ); }
        echo json_encode( $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_name LIKE 'old-%' ORDER BY ID LIMIT 60" ) );`);
      await site.wordpress.php(
        `foreach ( ${JSON.stringify(ids)} as $id ) { wp_update_post( [ 'ID' => $id, 'post_content' => 'x' ] ); }`,
      );
      await tick();
      const found = delivered(site.receiver);
      const lost = Array.from({ length: 60 }, (_, i) => `/old-${i}`).filter((path) => !(path in found));
      expect(lost).toEqual([]);
      await site.wordpress.php(
        `global $wpdb; $wpdb->query( "DELETE FROM $wpdb->posts WHERE post_name LIKE 'old-%'" );`,
      );
    });
  });

  it('has written a log without a secret in it', async () => {
    const log = await site.wordpress.php<{ type: string; message: string }[]>(
      `echo json_encode( ${plugin}->log->entries( '', 500 ) );`,
    );
    expect(new Set(log.map(({ type }) => type))).toEqual(new Set(['content', 'revalidation', 'error']));
    expect(JSON.stringify(log)).not.toMatch(/r3v4l1d4t3|the-new-secret/);
  });

  describe('when something of the plugin is broken', () => {
    const drop = `global $wpdb; $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_outbox" ); $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_activity" );`;

    it('case 70: tables that are missing break no save, are made again, and the change is delivered', async () => {
      await site.wordpress.php(drop);
      expect((await save('Without tables')).status).toBe(200);
      await tick();
      // By the request of the save, or by the tick where that came first.
      await expect.poll(() => delivered(site.receiver)).toMatchObject({ '/one': 'update' });
    });

    it('tables that cannot be made break no save; everything is said again as soon as they are there', async () => {
      await site.wordpress.php(`${drop} add_filter( 'query', fn( $query ) => preg_match( '/companion_(outbox|activity)/', $query ) ? 'BROKEN' : $query );
        ${make('untold')}`);
      await site.wordpress.php('HeadlessSiteCompanion\\Support\\Schema::install();');
      await tick();
      expect(delivered(site.receiver)).toEqual({ '/*': null });
    });

    it('options of any shape break no save', async () => {
      for (const junk of [
        '"junk"',
        '7',
        '[ "serviceUrl" => [], "webhooksEnabled" => "x" ]',
        'new stdClass()',
      ]) {
        await site.wordpress.php(`foreach ( [ 'settings', 'secrets', 'circuit', 'pace', 'service', 'deliveries', 'connected' ] as $name ) {
          update_option( "companion_$name", ${junk} ); }`);
        expect((await save(`With ${junk.length}`)).status).toBe(200);
      }
      await site.wordpress.php(`foreach ( [ 'circuit', 'pace', 'service', 'deliveries' ] as $name ) { delete_option( "companion_$name" ); }
        ${configure(site.receiver.url)}`);
    });
  });

  it('says nothing while webhooks are off', async () => {
    await site.wordpress.php(
      `update_option( 'companion_settings', [ 'serviceUrl' => '${site.receiver.url}', 'webhooksEnabled' => false ] );`,
    );
    await site.wordpress.php(make('silent'));
    await tick();
    expect(site.receiver.requests).toEqual([]);
    expect(await counts()).toMatchObject({ pending: 0 });
    await site.wordpress.php(configure(site.receiver.url));
    // Nobody knows how much it was. A process of an earlier save may still deliver, with the settings that it has read.
    await expect
      .poll(async () => {
        await tick();
        return delivered(site.receiver);
      })
      .toEqual({ '/*': null });
  });

  it('says everything once where another process has said it meanwhile', async () => {
    // This process has read that something was missed; then another one makes up for it.
    await site.wordpress.php(`update_option( 'companion_missed', '1', true ); wp_load_alloptions();
      $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name = 'companion_missed'" );
      ${plugin}->dispatcher->run( 3 );`);
    expect(deliveries().map(({ json }) => json.paths)).toEqual([['/*']]);
  });

  it('refuses to send to a link-local address, wherever it comes from', async () => {
    site.wordpress.define({ COMPANION_SERVICE_URL: 'http://169.254.169.254' });
    expect(await site.wordpress.php(`echo json_encode( ${plugin}->settings->service_url() );`)).toBe('');
    site.wordpress.define({});
  });

  it('case 57: in production this machine is no address: nothing is sent there', async () => {
    await site.wordpress.php(make('before-production'));
    for (const type of ['production', 'staging', '']) {
      site.wordpress.define({ WP_ENVIRONMENT_TYPE: type });
      expect(await site.wordpress.php(`echo json_encode( ${plugin}->settings->service_url() );`)).toBe('');
      await site.wordpress.php(make('in-production'));
      await tick();
      await site.wordpress.php(`${plugin}->connection->check( true );`);
      expect([type, site.receiver.requests]).toEqual([type, []]);
    }
    site.wordpress.define({});
    await tick();
    expect(delivered(site.receiver)).toHaveProperty('/before-production');
  });

  it.skipIf(noIpv6)(`reaches a site at an IPv6 address${noIpv6 ? ` (${noIpv6})` : ''}`, async () => {
    const other = await startReceiver({ host: '::1', secret: revalidationSecret });
    try {
      // The fence of the harness; the plugin has none against an address that is allowed.
      site.wordpress.define({ WP_ACCESSIBLE_HOSTS: '[::1]' });
      await site.wordpress.php(configure(other.url));
      await site.wordpress.php(make('over-ipv6'));
      await tick();
      expect(delivered(other)).toMatchObject({ '/over-ipv6': 'publish' });
    } finally {
      site.wordpress.define({});
      await site.wordpress.php(configure(site.receiver.url));
      await other.stop();
    }
  });

  it('complained about nothing', () => {
    expect(complaints(site.wordpress)).toBe('');
  });
});

const noFpm = reason ?? whyNoFpm();

describe.skipIf(noFpm)(`delivery on PHP-FPM${noFpm ? ` (${noFpm})` : ''}`, () => {
  let site: Connected;
  let save: (id: number, title: string) => Promise<Response>;
  beforeAll(async () => {
    site = await connect({ server: 'fpm' });
    const authorization = await applicationPassword(site.wordpress);
    // nginx does not log who does not wait for an answer.
    await ownPlugin(
      site.wordpress,
      `add_action( 'wp_ajax_nopriv_companion_deliver', fn() => update_option( 'self_calls', 1 + (int) get_option( 'self_calls' ) ), 1 );`,
    );
    save = (id, title) =>
      fetch(`${site.wordpress.url}/wp-json/wp/v2/posts/${id}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      });
  });
  afterAll(() => site?.stop());
  const published = async (slug: string) => {
    const id = await site.wordpress.php<number>(`echo ${make(slug)}`);
    await site.wordpress.cron('companion_tick');
    site.receiver.clear();
    return id;
  };
  const selfCalls = () => site.wordpress.php<number>(`echo (int) get_option( 'self_calls' );`);

  it('is done by one process at a time, which also takes what comes meanwhile', async () => {
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await published(`meanwhile-${i}`));
    site.receiver.behave({ delayMs: 2000 });
    for (const [i, id] of ids.entries()) expect((await save(id, `Saved ${i}`)).status).toBe(200);
    const paths = ids.map((_, i) => `/meanwhile-${i}`);
    await expect.poll(() => paths.filter((path) => !(path in delivered(site.receiver)))).toEqual([]);
    // The saves may take longer than an answer does here; but none is sent before the one before it was answered.
    const times = site.receiver.requests.map(({ at }) => at);
    for (const [i, at] of times.slice(1).entries()) expect(at - (times[i] ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(await selfCalls()).toBe(0);
    site.receiver.behave({});
  });

  it('goes on in another process where time runs out', async () => {
    const id = await published('in-time');
    // Nothing is begun after ten seconds; the first answer takes as long here.
    const slow = await ownPlugin(
      site.wordpress,
      `add_filter( 'pre_http_request', function ( $answer, $args, $url ) { if ( strpos( $url, '/api/revalidate' ) ) { sleep( 11 ); } return $answer; }, 10, 3 );`,
    );
    expect((await save(id, 'First')).status).toBe(200);
    await expect.poll(selfCalls, { interval: 500 }).toBe(1);
    await slow();
    expect(delivered(site.receiver)).toMatchObject({ '/in-time': 'update' });
  });

  it('does not keep the next request of the same browser waiting, where a plugin has a session', async () => {
    const id = await published('session');
    const sessions = await ownPlugin(
      site.wordpress,
      `add_action( 'init', function () { if ( ! wp_doing_cron() && 'cli' !== PHP_SAPI ) { session_id( 'tests-of-delivery' ); session_start(); } } );`,
    );
    site.receiver.behave({ hang: true });
    expect((await save(id, 'Saved')).status).toBe(200);
    await site.receiver.waitFor(1);
    expect((await fetch(`${site.wordpress.url}/?p=${id}`)).status).toBe(200);
    // The delivery is still under way: nobody has waited for its end.
    const state = await site.wordpress.php(
      `global $wpdb; echo json_encode( $wpdb->get_var( "SELECT state FROM {$wpdb->prefix}companion_outbox" ) );`,
    );
    expect(state).toBe('sending');
    await sessions();
    await site.receiver.refuse();
    await site.receiver.listen();
    await site.wordpress.php(`global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" );`);
    site.receiver.behave({});
  });

  it('happens in the request of the save, after its answer', async () => {
    const id = await published('fpm');
    const before = await selfCalls();
    site.receiver.behave({ hang: true });
    const answer = await save(id, 'Saved');
    expect([answer.status, (await answer.json()).title.raw]).toEqual([200, 'Saved']);
    const [request] = await site.receiver.waitFor(1);
    expect(request?.json.events).toMatchObject({ '/fpm': 'update' });
    expect(request?.status).toBe(0);
    // Nobody was called for it: no second request came to this WordPress.
    expect(await selfCalls()).toBe(before);
  });

  it.each(variations(1, [true, false]))(
    'waits for the next ration in a process of its own, whoever runs WP-Cron (DISABLE_WP_CRON: %s)',
    async (disabled) => {
      const id = await published(`rationed-${disabled}`);
      site.wordpress.define({ DISABLE_WP_CRON: disabled });
      // No ration is left, and neither a visitor nor WP-Cron comes.
      await site.wordpress.php(`update_option( 'companion_pace', [ 'tokens' => 0.0, 'at' => time() + 1 ] );
        wp_clear_scheduled_hook( 'companion_tick' );`);
      const before = await selfCalls();
      expect((await save(id, `Rationed ${disabled}`)).status).toBe(200);
      const [request] = await site.receiver.waitFor(1);
      expect(request?.json.events).toMatchObject({ [`/rationed-${disabled}`]: 'update' });
      expect(await selfCalls()).toBe(before);
      site.wordpress.define({});
    },
  );
});
