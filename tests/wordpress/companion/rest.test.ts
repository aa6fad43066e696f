import Ajv from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../src/runtime/base/version';
import { whyNoWordPress } from '../server';
import { adminSite, plugin, plugins } from './admin-site';
import { restNonce } from './people';
import { applicationPassword, type Visit, visitor } from './session';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

const space = '/wp-json/companion/v1';
const reports = ['dashboard/stats', 'connection/status', 'cache/stats'] as const;
const ours = 'headless-site-companion/headless-site-companion.php';

describe.skipIf(reason)(suite('the REST routes'), () => {
  const on = adminSite();
  const { put, stored } = on;
  let nonce: string;
  /** Programs with an application password of this user. */
  const byPassword: Record<'admin' | 'editor', Visit> = {} as never;
  beforeAll(async () => {
    nonce = await restNonce(on.admin);
    for (const login of ['admin', 'editor'] as const)
      byPassword[login] = visitor(on.site.wordpress, {
        authorization: await applicationPassword(on.site.wordpress, login),
      });
  });

  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
  const ask = async (report: string, visit = on.admin): Promise<any> => {
    const answer = await visit(`${space}/${report}`, { headers: { 'X-WP-Nonce': nonce } });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  describe('who may ask', () => {
    const requests = [...reports.map((path) => ['GET', path] as const), ['POST', 'settings'] as const];
    const status = async (method: string, path: string, visit: Visit, headers: Record<string, string>) => {
      const json: Record<string, string> = method === 'POST' ? { 'content-type': 'application/json' } : {};
      const body = method === 'POST' ? JSON.stringify({ logDays: 99 }) : null;
      const answer = await visit(`${space}/${path}`, { method, headers: { ...json, ...headers }, body });
      // Not even "forbidden" is to be kept by anybody.
      expect(answer.headers.get('cache-control')).toBe('no-store, private');
      return answer.status;
    };
    it.each(requests)('%s %s: administrators with a nonce, and nobody else', async (method, path) => {
      const before = await stored();
      const answers: Record<string, number> = {};
      for (const name of ['anonymous', 'subscriber', 'editor', 'administrator'] as const) {
        const visit = on.people[name];
        const own = name === 'anonymous' ? 'none' : await restNonce(visit);
        answers[`${name}, no nonce`] = await status(method, path, visit, {});
        answers[`${name}, a wrong nonce`] = await status(method, path, visit, { 'X-WP-Nonce': '0123456789' });
        if (name === 'administrator') {
          const foreign = await restNonce(on.people.editor);
          answers['administrator, nonce of another'] = await status(method, path, visit, {
            'X-WP-Nonce': foreign,
          });
          expect(await stored()).toEqual(before);
        }
        if (name !== 'anonymous') answers[name] = await status(method, path, visit, { 'X-WP-Nonce': own });
      }
      expect(answers).toEqual({
        'anonymous, no nonce': 401,
        'anonymous, a wrong nonce': 403,
        'subscriber, no nonce': 401,
        'subscriber, a wrong nonce': 403,
        subscriber: 403,
        'editor, no nonce': 401,
        'editor, a wrong nonce': 403,
        editor: 403,
        'administrator, no nonce': 401,
        'administrator, a wrong nonce': 403,
        'administrator, nonce of another': 403,
        administrator: 200,
      });
    });
    it.each(requests)('%s %s: application passwords of administrators', async (method, path) => {
      const by = async (login: 'admin' | 'editor') => status(method, path, byPassword[login], {});
      expect([await by('admin'), await by('editor')]).toEqual([200, 403]);
    });
    it('the settings cannot be read, and the figures not be changed', async () => {
      const headers = { 'X-WP-Nonce': nonce };
      const statuses = [(await on.admin(`${space}/settings`, { headers })).status];
      for (const path of reports)
        statuses.push((await on.admin(`${space}/${path}`, { method: 'POST', headers })).status);
      expect(statuses).toEqual([404, 404, 404, 404]);
    });
  });

  describe('dashboard/stats', () => {
    it('companion/v1/dashboard/stats: dashboard statistics, all measured', async () => {
      await put(`
        foreach ( [ 'companion_deliveries' ] as $name ) { delete_option( $name ); }
        wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'About' ] );
        wp_insert_post( [ 'post_status' => 'draft', 'post_title' => 'Not yet' ] );
        $now = ${plugin}->clock->now();
        ${plugin}->history->add( $now - 90000, 200, 7, 50 );
        ${plugin}->history->add( $now - 300, 200, 120, 3 );
        ${plugin}->history->add( $now - 200, 503, 80, 5 );
        ${plugin}->history->add( $now - 100, 0, 5000, 6 );`);
      await on.site.wordpress.cron('companion_tick');
      const stats = await ask('dashboard/stats');
      const known = on.site.wordpress.versions;
      expect(stats.versions).toEqual({
        plugin: '0.1.0',
        wordpress: known.wordpress,
        php: known.php,
        wpgraphql: known.wpgraphql,
      });
      expect(stats.content).toEqual({ post: 0, page: 1, project: 0 });
      const { window, lastDelivery, queue, circuit, enabled, undelivered } = stats.webhooks;
      expect(enabled).toBe(true);
      expect(circuit).toEqual({ state: 'closed', since: null });
      expect(queue).toEqual({ pending: 0, sending: 0, failed: 0, oldestSeconds: null });
      expect(undelivered).toEqual([]);
      // The page made one delivery of its own, with a time that nobody knows in advance.
      const paths = on.site.receiver.requests.at(-1)?.json.paths.length;
      expect(lastDelivery).toEqual({
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        ok: true,
        status: 200,
        ms: expect.any(Number),
        paths,
      });
      expect(window).toMatchObject({ seconds: 86400, deliveries: 4, failures: 2, paths: 3 + paths });
      const times = [120, 80, lastDelivery.ms].sort((a, b) => a - b);
      expect([window.medianMs, window.slowestMs]).toEqual([times[1], times[2]]);
      expect(Math.abs(Date.parse(stats.generatedAt) - Date.now())).toBeLessThan(60_000);
      expect(stats.activity[0]).toMatchObject({ type: 'revalidation', context: { status: 200 } });
    });
    it('counts what waits, how long, and what was given up', async () => {
      on.site.receiver.behave({ status: 503 });
      await put(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Waits' ] );`);
      await on.site.wordpress.cron('companion_tick');
      await put(`$changes = new HeadlessSiteCompanion\\Revalidation\\Changes(); $changes->add( '/lost' );
        ${plugin}->outbox->put_aside( $changes, 422, 'HTTP 422' );`);
      await on.site.wordpress.moveClock(90);
      const { queue, undelivered, lastDelivery } = (await ask('dashboard/stats')).webhooks;
      expect(queue).toMatchObject({ pending: 1, failed: 1 });
      expect(queue.oldestSeconds).toBeGreaterThanOrEqual(90);
      expect(lastDelivery).toMatchObject({ ok: false, status: 503 });
      expect(undelivered).toEqual([
        {
          id: expect.any(Number),
          createdAt: expect.any(String),
          attempts: 1,
          paths: ['/lost'],
          status: 422,
          error: 'HTTP 422',
        },
      ]);
      await on.site.wordpress.moveClock(0);
      on.site.receiver.behave({});
      await put(`${plugin}->outbox->replay(); ${plugin}->outbox->make_due();`);
      await on.site.wordpress.cron('companion_tick');
      expect((await ask('dashboard/stats')).webhooks.queue).toMatchObject({ pending: 0, failed: 0 });
    });
    it('says unknown where nobody knows: before the first delivery, without tables, without WPGraphQL', async () => {
      // First: that a plugin was deactivated is a change, and makes a missing table again.
      await put(`${plugins} deactivate_plugins( 'wp-graphql/wp-graphql.php' );`);
      await put(`global $wpdb; delete_option( 'companion_deliveries' );
        $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_outbox" );
        $wpdb->query( "DROP TABLE {$wpdb->prefix}companion_activity" );`);
      const stats = await ask('dashboard/stats');
      const cache = await ask('cache/stats');
      await put(`HeadlessSiteCompanion\\Support\\Schema::install();
        ${plugins} activate_plugin( 'wp-graphql/wp-graphql.php' );`);
      expect(stats.versions.wpgraphql).toBe(null);
      expect(stats.content).toEqual({});
      expect(stats.activity).toEqual([]);
      expect(stats.webhooks.queue).toEqual({
        pending: null,
        sending: null,
        failed: null,
        oldestSeconds: null,
      });
      expect(stats.webhooks.lastDelivery).toBe(null);
      expect(stats.webhooks.window).toMatchObject({ deliveries: 0, medianMs: null, slowestMs: null });
      expect(cache).toMatchObject({ lastRevalidatedAt: null, waitingPaths: null, hitRate: null });
    });
  });

  describe('connection/status', () => {
    it('companion/v1/connection/status: checks the connection to the service, and revalidates nothing', async () => {
      const status = await ask('connection/status');
      expect(status).toEqual({
        status: 'connected',
        reachable: true,
        secretAccepted: true,
        httpStatus: 400,
        latencyMs: expect.any(Number),
        wildcard: true,
        runtime: version,
        checkedAt: expect.stringMatching(/Z$/),
        cached: false,
        problem: null,
        message: expect.stringContaining('accepts the secret'),
        fix: null,
      });
      expect(on.site.receiver.requests.map(({ method, path, json }) => [method, path, json.paths])).toEqual([
        ['POST', '/api/revalidate', []],
      ]);
    });
    it('runtime: what the site last said, to a check or with a delivery; a service of another kind has none', async () => {
      const runtime = async () => (await ask('connection/status')).runtime;
      const deliver = async (said: string) => {
        on.site.receiver.behave({ headers: { 'x-headless-site': said } });
        await put(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Said ${said}' ] );`);
        await put(`${plugin}->dispatcher->run();`);
      };
      expect(await runtime()).toBe(version);
      for (const said of ['', '<b>1</b>', '1'.repeat(51)]) {
        await deliver('9.8.7-beta.1');
        expect(await runtime()).toBe('9.8.7-beta.1');
        await deliver(said);
        expect(await runtime(), said).toBe(null);
      }
      await deliver('9.8.7-beta.1');
      // A receiver that does not know the secret says nothing of the site.
      on.site.receiver.behave({ status: 401, headers: { 'x-headless-site': '1.1.1' } });
      await put(`${plugin}->connection->check( true );`);
      expect(await runtime()).toBe('9.8.7-beta.1');
    });
    it('many dashboards ask the site once', async () => {
      const answers = [];
      for (let open = 0; open < 5; open++) answers.push((await ask('connection/status')).cached);
      expect(answers).toEqual([false, true, true, true, true]);
      expect(on.site.receiver.requests).toHaveLength(1);
    });
    const faults = {
      unauthorized: {
        behave: { status: 401 },
        accepted: false,
        http: 401,
        fix: /import companion-settings.json/,
      },
      blocked: {
        behave: { status: 401, body: '<h1>Who are you?</h1>' },
        accepted: null,
        http: 401,
        fix: /Let POST requests/,
      },
      password: {
        behave: { basic: 'demo:sesame' },
        accepted: null,
        http: 401,
        fix: /the fields “User name of the site” and “Password of the site”/,
      },
      redirect: { behave: { status: 302 }, accepted: null, http: 302, fix: /with or without www/ },
      'not-found': { behave: { status: 404 }, accepted: null, http: 404, fix: /not of WordPress/ },
      unexpected: { behave: { status: 503 }, accepted: null, http: 503, fix: /log of the site/ },
    } as const;
    it.each(Object.entries(faults))('%s: disconnected, why, and what to do', async (problem, fault) => {
      on.site.receiver.behave(fault.behave);
      const status = await ask('connection/status');
      expect(status).toMatchObject({
        status: 'disconnected',
        problem,
        reachable: true,
        secretAccepted: fault.accepted,
        httpStatus: fault.http,
        wildcard: null,
      });
      expect(status.message).toContain(`HTTP ${fault.http}`);
      expect(status.fix).toMatch(fault.fix);
      expect(on.site.receiver.requests.every(({ path }) => path === '/api/revalidate')).toBe(true);
    });
    it('unreachable: nobody listens', async () => {
      await on.site.receiver.refuse();
      const status = await ask('connection/status');
      await on.site.receiver.listen();
      expect(status).toMatchObject({
        status: 'disconnected',
        problem: 'unreachable',
        reachable: false,
        httpStatus: null,
        latencyMs: null,
      });
    });
    it('not-configured: nothing to ask', async () => {
      await put(`${plugin}->settings->update( [ 'serviceUrl' => '', 'revalidationSecret' => null ] );`);
      expect(await ask('connection/status')).toMatchObject({
        status: 'disconnected',
        problem: 'not-configured',
        reachable: null,
        checkedAt: null,
      });
      expect(on.site.receiver.requests).toEqual([]);
    });
  });

  describe('cache/stats', () => {
    it('companion/v1/cache/stats: cache information that deliveries tell', async () => {
      await put(`delete_option( 'companion_deliveries' );
        $now = ${plugin}->clock->now();
        ${plugin}->history->add( $now - 90000, 200, 7, 50, [ '/long-ago' ] );
        ${plugin}->history->add( $now - 300, 200, 9, 3, [ '/about', '/imprint' ] );
        ${plugin}->history->add( $now - 200, 200, 9, 2, [ '/about' ] );
        ${plugin}->history->add( $now - 100, 500, 9, 8 );
        foreach ( [ [ '/a', '/b' ], [ '/b', '/c' ] ] as $paths ) {
          $changes = new HeadlessSiteCompanion\\Revalidation\\Changes();
          foreach ( $paths as $path ) { $changes->add( $path ); }
          ${plugin}->outbox->add( $changes );
        }
        echo json_encode( $now );`);
      const cache = await ask('cache/stats');
      expect(cache).toEqual({
        generatedAt: expect.any(String),
        lastRevalidatedAt: expect.any(String),
        pathsRevalidated: { seconds: 86400, count: 5 },
        waitingPaths: 3,
        needsBuild: ['/about', '/imprint'],
        hitRate: null,
      });
      const age = (Date.parse(cache.generatedAt) - Date.parse(cache.lastRevalidatedAt)) / 1000;
      expect(age).toBeGreaterThanOrEqual(200);
      expect(age).toBeLessThan(260);
      await on.site.wordpress.cron('companion_tick');
    });
  });

  describe('the schemas', () => {
    const ajv = new Ajv({ strict: false, formats: { 'date-time': true, uri: true } });
    const schemaOf = async (path: string) => {
      const answer = await on.admin(`${space}/${path}`, {
        method: 'OPTIONS',
        headers: { 'X-WP-Nonce': nonce },
      });
      const { schema } = await answer.json();
      delete schema.$schema;
      return schema;
    };
    /** All properties of a schema, with their paths. */
    // biome-ignore lint/suspicious/noExplicitAny: a JSON schema
    const properties = (schema: any, at = ''): [string, any][] =>
      Object.entries(schema.properties ?? schema.items?.properties ?? {}).flatMap(([name, part]) => [
        [`${at}${name}`, part] as [string, unknown],
        ...properties(part, `${at}${name}.`),
      ]);

    it.each([...reports, 'settings'])('OPTIONS %s: every part is described', async (path) => {
      const found = properties(await schemaOf(path));
      expect(found.length).toBeGreaterThan(5);
      expect(found.filter(([, part]) => !part.type && !part.enum).map(([name]) => name)).toEqual([]);
      const own = found.filter(([name]) => !name.startsWith('settings.'));
      expect(own.filter(([, part]) => !part.description).map(([name]) => name)).toEqual([]);
    });
    it('every unit is named', async () => {
      const units = {
        Ms: /milliseconds/i,
        ms: /milliseconds/i,
        Seconds: /seconds/,
        seconds: /seconds/,
        At: /ISO 8601, UTC/,
      };
      for (const path of reports)
        for (const [name, part] of properties(await schemaOf(path)))
          for (const [ending, unit] of Object.entries(units))
            if (name.endsWith(ending)) expect(part.description, name).toMatch(unit);
    });
    it.each(reports)('%s answers as its schema says, in all states', async (path) => {
      const validate = ajv.compile(await schemaOf(path));
      const check = async (state: string) => {
        validate(await ask(path));
        expect([state, validate.errors]).toEqual([state, null]);
      };
      await check('connected');
      on.site.receiver.behave({ status: 401 });
      await put(`wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Refused' ] );
        $changes = new HeadlessSiteCompanion\\Revalidation\\Changes(); $changes->add( '/lost' );
        ${plugin}->outbox->put_aside( $changes, 0, '' );`);
      await on.site.wordpress.cron('companion_tick');
      await check('the secret refused');
      await put(
        `${plugin}->settings->update( [ 'serviceUrl' => '' ] ); delete_option( 'companion_deliveries' );`,
      );
      await check('not configured');
      await put(
        `update_option( 'companion_deliveries', 'damaged' ); update_option( 'companion_settings', 'damaged' ); update_option( 'companion_circuit', 7 );`,
      );
      await check('damaged options');
    });
    it('POST settings answers as its schema says', async () => {
      const validate = ajv.compile(await schemaOf('settings'));
      const answer = await on.admin(`${space}/settings`, {
        method: 'POST',
        headers: { 'X-WP-Nonce': nonce, 'content-type': 'application/json' },
        body: '{}',
      });
      validate(await answer.json());
      expect(validate.errors).toBe(null);
    });
  });

  it('deactivated, it has no routes', async () => {
    await put(`${plugins} deactivate_plugins( '${ours}' );`);
    const answer = await on.admin(`${space}/dashboard/stats`, {
      headers: { 'X-WP-Nonce': nonce },
    });
    await put(`${plugins} activate_plugin( '${ours}' );`);
    expect(answer.status).toBe(404);
  });
});
