import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doctorHeader } from '../../../src/runtime/base/doctor-signature';
import { whyNoWordPress } from '../server';
import { adminSite, plugin } from './admin-site';
import { ownPlugin } from './own-plugin';
import { restNonce } from './people';
import { type Receiver, startReceiver } from './receiver';
import { applicationPassword, visitor } from './session';
import { previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(suite('the REST routes'), () => {
  const on = adminSite();
  const { stored } = on;
  let nonce: string;
  beforeAll(async () => {
    nonce = await restNonce(on.admin);
  });
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    on.admin('/wp-json/companion/v1/settings', {
      method: 'POST',
      headers: { 'X-WP-Nonce': nonce, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  describe('POST settings', () => {
    it('stores a part, and answers what is in force, which secrets are set, and the connection', async () => {
      const answer = await send({
        logDays: 30,
        previewMode: 'plain',
        revalidationSecretPrevious: 'o'.repeat(16),
      });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        settings: {
          serviceUrl: on.site.receiver.url,
          webhooksEnabled: true,
          previewEnabled: true,
          previewMode: 'plain',
          redirectFrontEnd: false,
          noindexFrontEnd: false,
          logDays: 30,
        },
        secrets: {
          revalidationSecret: true,
          revalidationSecretPrevious: true,
          previewSecret: true,
          previewSecretPrevious: false,
          serviceUser: false,
          servicePassword: false,
        },
        locked: {},
        connection: expect.objectContaining({ status: 'connected', cached: false }),
      });
    });
    it('checks the connection now, also when somebody has just done so', async () => {
      for (let time = 0; time < 2; time++)
        expect((await (await send({ logDays: 5 })).json()).connection.cached).toBe(false);
    });
    it('null takes a secret away, an empty text leaves it', async () => {
      const { secrets } = await (await send({ previewSecret: null, revalidationSecret: '' })).json();
      expect([secrets.previewSecret, secrets.revalidationSecret]).toEqual([false, true]);
      expect(await stored()).toMatchObject([{}, { revalidationSecret: revalidationSecret }]);
    });
    it('pairs in one request, with an application password', async () => {
      await on.put(`delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`);
      const authorization = await applicationPassword(on.site.wordpress);
      const answer = await visitor(on.site.wordpress, { authorization })('/wp-json/companion/v1/settings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          serviceUrl: on.site.receiver.url,
          revalidationSecret,
          previewSecret,
          webhooksEnabled: true,
          previewEnabled: true,
          previewMode: 'signed',
        }),
      });
      const json = await answer.json();
      expect([answer.status, json.connection.status]).toEqual([200, 'connected']);
    });
    const wrong: Record<string, [unknown, string[]]> = {
      'an unknown setting, two wrong ones': [
        { colour: 'red', shape: 'round', logDays: 0, revalidationSecret: 'short' },
        ['colour', 'logDays', 'revalidationSecret', 'shape'],
      ],
      'text for a switch': [{ webhooksEnabled: '1' }, ['webhooksEnabled']],
      'a number for a secret': [{ previewSecret: 1234567890123456 }, ['previewSecret']],
      'a list for the address': [{ serviceUrl: ['https://x.example'] }, ['serviceUrl']],
      'credentials in the address': [{ serviceUrl: 'https://a:b@x.example' }, ['serviceUrl']],
      'the metadata service of a cloud': [{ serviceUrl: 'http://169.254.169.254' }, ['serviceUrl']],
      'another scheme': [{ serviceUrl: 'javascript://x.example/%0aalert(1)' }, ['serviceUrl']],
      'a list instead of an object': [[1], ['body']],
      'a text instead of an object': ['"x"', ['body']],
    };
    it.each(Object.entries(wrong))(
      'refuses %s: 400, every reason, nothing stored',
      async (_what, [body, keys]) => {
        const before = await stored();
        const good = Array.isArray(body) || typeof body === 'string' ? {} : { noindexFrontEnd: false };
        const answer = await send(
          typeof body === 'string' || Array.isArray(body) ? body : { ...good, ...(body as object) },
        );
        const json = await answer.json();
        expect(answer.status).toBe(400);
        expect(Object.keys(json.errors).sort()).toEqual(keys);
        for (const text of Object.values(json.errors)) expect(text).toMatch(/\S{3,}.*\.$/);
        expect(await stored()).toEqual(before);
        expect(on.site.receiver.requests).toEqual([]);
      },
    );
    it('takes JSON only: what a form on any page can send is refused', async () => {
      const before = await stored();
      for (const type of [
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data; boundary=x',
      ]) {
        const answer = await send('logDays=5', { 'content-type': type });
        expect([type, answer.status]).toEqual([type, 400]);
      }
      expect((await send('{', {})).status).toBe(400);
      expect(await stored()).toEqual(before);
    });
    it('leaves alone what wp-config.php decides, and says so', async () => {
      on.site.wordpress.define({ COMPANION_LOG_DAYS: 3, COMPANION_PREVIEW_SECRET: previewSecret });
      const json = await (await send({ logDays: 30, previewSecret: null, noindexFrontEnd: false })).json();
      on.site.wordpress.define({});
      expect(json.locked).toEqual({
        logDays: 'COMPANION_LOG_DAYS',
        previewSecret: 'COMPANION_PREVIEW_SECRET',
      });
      expect([json.settings.logDays, json.settings.noindexFrontEnd, json.secrets.previewSecret]).toEqual([
        3,
        false,
        true,
      ]);
    });
    it('keeps secrets where WordPress does not load them with every request', async () => {
      await on.put(`delete_option( 'companion_secrets' );`);
      expect((await send({ revalidationSecret, previewSecret })).status).toBe(200);
      expect(await on.secretsAutoload()).toEqual({
        loaded: false,
        autoload: expect.stringMatching(/^(no|off)$/),
      });
    });
    it('case 57: in production this machine is no address', async () => {
      const before = await stored();
      const found = [];
      for (const type of ['production', 'staging', '']) {
        on.site.wordpress.define({ WP_ENVIRONMENT_TYPE: type });
        const answer = await send({ serviceUrl: on.site.receiver.url, revalidationSecret, previewSecret });
        found.push([answer.status, (await answer.json()).errors?.serviceUrl]);
      }
      on.site.wordpress.define({});
      const refused = [400, expect.stringContaining('WP_ENVIRONMENT_TYPE')];
      expect(found).toEqual([refused, refused, refused]);
      expect(await stored()).toEqual(before);
      expect(on.site.receiver.requests).toEqual([]);
    });
  });

  describe('a rotation ends', () => {
    const oldest = 'the-oldest-secret-of-all';
    const accepted = () =>
      on.put<[string[], string[]]>(
        `echo json_encode( [ ${plugin}->settings->revalidation_secrets(), ${plugin}->settings->preview_secrets() ] );`,
      );
    const rotate = () =>
      on.put(
        `${plugin}->settings->update( [ 'revalidationSecretPrevious' => '${oldest}', 'previewSecretPrevious' => '${oldest}' ] );`,
      );
    it('with a new secret, which takes the previous one of its kind away', async () => {
      await rotate();
      // An empty one is none.
      const third = { revalidationSecret: 'a-third-secret-of-this-site', revalidationSecretPrevious: '' };
      expect((await send(third)).status).toBe(200);
      expect(await accepted()).toEqual([['a-third-secret-of-this-site'], [previewSecret, oldest]]);
      expect((await send({ previewSecret, logDays: 3 })).status).toBe(200);
      expect((await accepted())[1]).toEqual([previewSecret, oldest]);
      expect((await send({ previewSecret: null })).status).toBe(200);
      expect((await accepted())[1]).toEqual([]);
    });
    it('after two days by itself, with WP-Cron or without', async () => {
      await rotate();
      await on.site.wordpress.moveClock(2 * 86_400 - 60);
      expect(await accepted()).toEqual([
        [revalidationSecret, oldest],
        [previewSecret, oldest],
      ]);
      // The same one once more, as from a file that is imported again, begins nothing.
      await rotate();
      await on.site.wordpress.moveClock(2 * 86_400 + 60);
      expect(await accepted()).toEqual([[revalidationSecret], [previewSecret]]);
      await on.site.wordpress.cron('companion_tick');
      await on.site.wordpress.moveClock(0);
      expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret });
    });
    it('also where an earlier version has stored it and no time', async () => {
      await on.put(
        `delete_option( 'companion_rotated' ); update_option( 'companion_secrets', [ 'revalidationSecretPrevious' => '${oldest}' ] + get_option( 'companion_secrets' ), false );`,
      );
      await on.site.wordpress.cron('companion_tick');
      expect((await accepted())[0]).toEqual([revalidationSecret, oldest]);
      await on.site.wordpress.moveClock(2 * 86_400 + 60);
      expect((await accepted())[0]).toEqual([revalidationSecret]);
      await on.site.wordpress.moveClock(0);
    });
  });

  describe('leaving plain preview links', () => {
    const plain = () =>
      on.put(
        `${plugin}->settings->update( [ 'previewMode' => 'plain', 'previewSecretPrevious' => 'the-previous-preview-secret' ] );`,
      );
    const refused = [400, expect.stringContaining('Plain links have given this secret away')];
    const leave = async (body: object) => {
      const answer = await send({ previewMode: 'signed', ...body });
      return [answer.status, (await answer.json()).errors?.previewSecret];
    };
    it('takes a new preview secret, and no previous one stays', async () => {
      await plain();
      const before = await stored();
      for (const body of [{}, { previewSecret: '' }, { previewSecret }])
        expect([body, await leave(body)]).toEqual([body, refused]);
      expect(await leave({ previewSecret: 'the-previous-preview-secret' })).toEqual(refused);
      expect(await leave({ previewSecret: 'short' })).toEqual([400, expect.stringContaining('at least 16')]);
      expect(await stored()).toEqual(before);
      const rotated = { previewSecret: 'a-new-preview-secret', previewSecretPrevious: previewSecret };
      expect(await leave(rotated)).toEqual([200, undefined]);
      expect((await stored())[1]).toEqual({ revalidationSecret, previewSecret: 'a-new-preview-secret' });
    });
    it('names the constants where they hold it, and is free where there is no secret', async () => {
      await plain();
      on.site.wordpress.define({ COMPANION_PREVIEW_SECRET: previewSecret });
      expect(await leave({})).toEqual([400, expect.stringContaining('COMPANION_PREVIEW_MODE')]);
      on.site.wordpress.define({});
      expect(await leave({ previewSecret: null })).toEqual([200, undefined]);
    });
    it('is not staying in it, nor staying with signed ones', async () => {
      expect((await send({ previewMode: 'signed', previewSecret })).status).toBe(200);
      await plain();
      expect((await send({ previewMode: 'plain', previewSecret })).status).toBe(200);
    });
    const signed = 'the-secret-of-signed-links';
    const held = () => on.put(`echo json_encode( ${plugin}->settings->preview_secrets() );`);
    const away = async () => {
      await send({ previewMode: 'plain' });
      return send({ previewMode: 'signed', previewSecret: signed });
    };
    it('a secret that was given away comes back by no way: after none, as the previous one, after another', async () => {
      await send({ previewMode: 'plain' });
      expect(await leave({ previewSecret: null })).toEqual([200, undefined]);
      expect(await leave({ previewSecret })).toEqual(refused);
      await send({ previewSecret: signed, previewSecretPrevious: previewSecret });
      expect(await held()).toEqual([signed]);
      await send({ previewSecretPrevious: previewSecret });
      expect(await held()).toEqual([signed]);
      // Stored by somebody who has passed the plugin by.
      await on.put(`update_option( 'companion_secrets', [ 'previewSecret' => '${previewSecret}' ], false );`);
      expect(await held()).toEqual([]);
    });
    it('one that was replaced while links were plain is not forgotten', async () => {
      await send({ previewMode: 'plain' });
      await send({ previewSecret: 'another-secret-of-plain-links' });
      for (const old of [previewSecret, 'another-secret-of-plain-links'])
        expect(await leave({ previewSecret: old })).toEqual(refused);
      expect(await leave({ previewSecret: signed, previewSecretPrevious: previewSecret })).toEqual([
        200,
        undefined,
      ]);
      expect(await held()).toEqual([signed]);
    });
    it('a constant that ends leaves no previews, says so, and a new secret opens them again', async () => {
      on.site.wordpress.define({ COMPANION_PREVIEW_MODE: 'plain' });
      expect(await held()).toEqual([previewSecret]);
      await on.site.wordpress.cron('companion_tick');
      on.site.wordpress.define({});
      expect(await held()).toEqual([]);
      const page = await on.text('/wp-admin/admin.php?page=companion-settings');
      expect(page).toContain('plain links have given the preview secret away. Enter a new one');
      expect((await send({ previewSecret })).status).toBe(400);
      expect((await send({ previewSecret: signed })).status).toBe(200);
      expect(await held()).toEqual([signed]);
      expect(await on.text('/wp-admin/admin.php?page=companion-settings')).not.toContain('given the preview');
    });
    it('plain mode takes one back, and knows it by a digest alone', async () => {
      expect((await away()).status).toBe(200);
      expect((await send({ previewMode: 'plain', previewSecret })).status).toBe(200);
      expect(await held()).toEqual([previewSecret]);
      const [digests, autoload] = await on.put<[string[], string]>(
        `global $wpdb; echo json_encode( [ get_option( 'companion_given_away' ), $wpdb->get_var( "SELECT autoload FROM $wpdb->options WHERE option_name = 'companion_given_away'" ) ] );`,
      );
      expect(digests).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
      expect(autoload).toMatch(/^(no|off)$/);
    });
    it('plain links take no secret that is also the one of revalidation, whatever is given', async () => {
      const same = 'one-secret-for-everything';
      const apart = [400, expect.stringContaining('Plain links would give the revalidation secret away')];
      const said = async (body: object) => {
        const answer = await send(body);
        return [answer.status, (await answer.json()).errors?.previewSecret];
      };
      const both = { revalidationSecret: same, previewSecret: same };
      expect(await said({ previewMode: 'plain', ...both })).toEqual(apart);
      expect(await said({ previewMode: 'plain' })).toEqual([200, undefined]);
      for (const body of [both, { previewSecret: revalidationSecret }, { revalidationSecret: previewSecret }])
        expect([body, await said(body)]).toEqual([body, apart]);
      expect(await said({ logDays: 9 })).toEqual([200, undefined]);
      // An earlier version has taken it.
      await on.put(
        `update_option( 'companion_secrets', [ 'revalidationSecret' => '${same}', 'previewSecret' => '${same}' ], false );`,
      );
      expect(await held()).toEqual([]);
      expect(await on.text('/wp-admin/admin.php?page=companion-settings')).toContain(
        'a plain link would give the revalidation secret away',
      );
      const elsewhere = { serviceUrl: 'http://127.0.0.2:9', revalidationSecret };
      expect(await said(elsewhere)).toEqual([
        400,
        expect.stringContaining('The address of the site has changed'),
      ]);
      expect(await leave({})).toEqual(refused);
    });
    it('one that was given away is none of revalidation either: not entered, not stored, not a constant', async () => {
      const known = () => on.put(`echo json_encode( ${plugin}->settings->revalidation_secrets() );`);
      const lost = [400, expect.stringContaining('Plain links have given this secret away. Enter another')];
      const said = async (body: object) => {
        const answer = await send(body);
        return [answer.status, (await answer.json()).errors?.revalidationSecret];
      };
      await send({ previewMode: 'plain' });
      // In one request with the secret that takes its place.
      const inOne = { previewSecret: signed, revalidationSecret: previewSecret };
      expect(await said(inOne)).toEqual(lost);
      await send({ previewMode: 'signed', previewSecret: signed });
      expect(await said({ revalidationSecret: previewSecret })).toEqual(lost);
      expect(await said({ revalidationSecretPrevious: previewSecret })).toEqual([200, undefined]);
      expect(await known()).toEqual([revalidationSecret]);
      on.site.wordpress.define({ COMPANION_REVALIDATION_SECRET: previewSecret });
      expect(await known()).toEqual([]);
      on.site.wordpress.define({});
    });
    it('where an earlier version gave the revalidation secret away with plain links, it is asked for anew', async () => {
      const same = 'one-secret-for-everything';
      await on.put(
        `update_option( 'companion_secrets', [ 'revalidationSecret' => '${same}', 'previewSecret' => '${same}' ], false );
         update_option( 'companion_settings', [ 'previewMode' => 'plain' ] + get_option( 'companion_settings' ) );`,
      );
      await on.site.wordpress.cron('companion_tick');
      const page = '/wp-admin/admin.php?page=companion-settings';
      const says = 'plain preview links have given the revalidation secret away';
      expect(await on.text(page)).toContain(says);
      const headers = doctorHeader(
        { revalidation: same, preview: 'unknown-to-all-of-us' },
        Math.floor(Date.now() / 1000),
      );
      const doctor = async () =>
        (await visitor(on.site.wordpress)('/wp-json/companion/v1/doctor', { headers })).status;
      expect(await doctor()).toBe(401);
      expect((await send({ previewMode: 'signed', previewSecret: signed })).status).toBe(200);
      expect(await doctor()).toBe(401);
      expect((await send({ revalidationSecret })).status).toBe(200);
      expect(await on.text(page)).not.toContain(says);
    });
    it('a constant that is tried with one secret for both gives none up: no link holds it', async () => {
      const same = 'one-secret-for-everything';
      await on.put(
        `update_option( 'companion_secrets', [ 'revalidationSecret' => '${same}', 'previewSecret' => '${same}' ], false );`,
      );
      on.site.wordpress.define({ COMPANION_PREVIEW_MODE: 'plain' });
      await on.site.wordpress.cron('companion_tick');
      expect(await held()).toEqual([]);
      on.site.wordpress.define({});
      expect(await held()).toEqual([same]);
      expect(await on.put(`echo json_encode( ${plugin}->settings->revalidation_secrets() );`)).toEqual([
        same,
      ]);
    });
    it('the settings page says what a plain link gives away', async () => {
      expect(await on.text('/wp-admin/admin.php?page=companion-settings')).toContain(
        'Whoever sees a plain link can open every item that somebody has previewed within the last hour',
      );
    });
  });

  describe('an address is judged as it will be used', () => {
    const refusal = async (serviceUrl: string) => {
      const answer = await send({ serviceUrl, revalidationSecret, previewSecret });
      const { errors } = await answer.json();
      return [answer.status, errors?.serviceUrl];
    };
    it('a name in brackets, encoded dots and a second port are no address', async () => {
      const before = await stored();
      for (const url of [
        'https://[www.example.com]',
        'http://127%2e0%2e0%2e1',
        'http://169.254.169.254:1:80',
        'http://localhost..',
      ])
        expect([url, await refusal(url)]).toEqual([url, [400, expect.stringContaining('must be complete')]]);
      expect(await stored()).toEqual(before);
    });
    it('one that cannot be asked makes no route answer 500, wherever it comes from', async () => {
      // Past the fence of the harness, the transport throws what WordPress does not catch.
      on.site.wordpress.define({
        COMPANION_SERVICE_URL: 'https://[www.example.com]',
        WP_ACCESSIBLE_HOSTS: '[www.example.com]',
      });
      const found = [];
      for (const path of [
        '/wp-json/companion/v1/connection/status',
        '/wp-admin/admin.php?page=companion-dashboard',
      ])
        found.push((await on.admin(path, { headers: { 'X-WP-Nonce': nonce } })).status);
      found.push((await send({ logDays: 9 })).status);
      on.site.wordpress.define({});
      expect(found).toEqual([200, 200, 200]);
    });
    it('a name that leads to this machine or to a metadata service is refused, unless it is stored', async () => {
      const end = await ownPlugin(
        on.site.wordpress,
        `namespace HeadlessSiteCompanion\\Settings;
         function gethostbynamel( $host ) { return [ 'meta.example' => [ '192.0.2.1', '169.254.169.254' ], 'here.example' => [ '127.0.0.1' ] ][ $host ] ?? \\gethostbynamel( $host ); }
         function dns_get_record( $host ) { return 'six.example' === $host ? [ [ 'ipv6' => '::1' ] ] : []; }`,
      );
      expect(await refusal('https://meta.example')).toEqual([400, expect.stringContaining('link-local')]);
      on.site.wordpress.define({ WP_ENVIRONMENT_TYPE: 'production' });
      for (const url of ['https://here.example/site', 'https://six.example'])
        expect(await refusal(url)).toEqual([400, expect.stringContaining('this machine itself')]);
      await on.put(`${plugin}->settings->update( [ 'serviceUrl' => 'https://here.example' ] );`);
      const answer = await send({ serviceUrl: 'https://here.example/', logDays: 8 });
      on.site.wordpress.define({});
      await end();
      expect(answer.status).toBe(200);
    });
  });

  describe('another address of the site', () => {
    let other: Receiver;
    beforeAll(async () => {
      other = await startReceiver({ secret: revalidationSecret });
    });
    afterAll(() => other?.stop());
    beforeEach(() => other.clear());
    const previous = 'previous-secret-of-a-rotation';
    const rotate = () =>
      on.put(
        `${plugin}->settings->update( [ 'revalidationSecretPrevious' => '${previous}', 'previewSecretPrevious' => '${previous}' ] );`,
      );
    const errors = async (answer: Response) => [
      answer.status,
      Object.keys((await answer.json()).errors ?? {}).sort(),
    ];

    it('gets no secret that was not given with it: 400, each one is named, nobody is asked there', async () => {
      await rotate();
      const before = await stored();
      for (const [body, missing] of [
        [{}, ['previewSecret', 'revalidationSecret']],
        [{ revalidationSecret: '', previewSecret: '' }, ['previewSecret', 'revalidationSecret']],
        [{ revalidationSecret }, ['previewSecret']],
        [{ previewSecret, revalidationSecretPrevious: previous }, ['revalidationSecret']],
      ] as const)
        expect(await errors(await send({ serviceUrl: other.url, logDays: 3, ...body }))).toEqual([
          400,
          missing,
        ]);
      const { errors: texts } = await (await send({ serviceUrl: other.url })).json();
      expect(texts.revalidationSecret).toContain('Enter this secret again');
      expect(await stored()).toEqual(before);
      await on.site.wordpress.cron('companion_tick');
      expect(other.requests).toEqual([]);
    });
    it('is stored with the secrets, and the previous ones are dropped', async () => {
      await rotate();
      const answer = await send({ serviceUrl: other.url, revalidationSecret, previewSecret });
      expect([answer.status, (await answer.json()).connection.status]).toEqual([200, 'connected']);
      expect(await stored()).toEqual([
        expect.objectContaining({ serviceUrl: other.url }),
        { revalidationSecret, previewSecret },
      ]);
      expect(other.requests.map(({ json }) => json.secret)).toEqual([revalidationSecret]);
      expect(on.site.receiver.requests).toEqual([]);
    });
    it('says what is wrong with a secret that was given, not that it is missing', async () => {
      const answer = await send({ serviceUrl: other.url, revalidationSecret: 'short', previewSecret });
      const json = await answer.json();
      expect([answer.status, json.errors]).toEqual([
        400,
        { revalidationSecret: expect.stringContaining('at least 16 characters') },
      ]);
    });
    it('keeps a previous secret that is given with it', async () => {
      await rotate();
      const body = { revalidationSecret, previewSecret, revalidationSecretPrevious: previous };
      expect((await send({ serviceUrl: other.url, ...body })).status).toBe(200);
      expect((await stored())[1]).toEqual(body);
    });
    it('does not get them in two steps, by way of no address at all', async () => {
      expect((await send({ serviceUrl: '' })).status).toBe(200);
      expect(await errors(await send({ serviceUrl: other.url }))).toEqual([
        400,
        ['previewSecret', 'revalidationSecret'],
      ]);
      expect(other.requests).toEqual([]);
    });
    it('is none where the scheme, host and port are the same: another path needs no secret', async () => {
      await rotate();
      const before = await stored();
      const { port } = new URL(on.site.receiver.url);
      for (const url of [`${on.site.receiver.url}/shop`, on.site.receiver.url, `HTTP://127.0.0.1:${port}/`])
        expect([url, (await send({ serviceUrl: url })).status]).toEqual([url, 200]);
      expect((await stored())[1]).toEqual(before[1]);
    });
    it('does not ask for secrets that wp-config.php holds, whoever may install plugins', async () => {
      on.site.wordpress.define({ DISALLOW_FILE_MODS: true, COMPANION_PREVIEW_SECRET: previewSecret });
      const one = await errors(await send({ serviceUrl: other.url }));
      on.site.wordpress.define({
        DISALLOW_FILE_MODS: true,
        COMPANION_PREVIEW_SECRET: previewSecret,
        COMPANION_REVALIDATION_SECRET: revalidationSecret,
      });
      const both = await errors(await send({ serviceUrl: other.url }));
      on.site.wordpress.define({});
      expect([one, both]).toEqual([
        [400, ['revalidationSecret']],
        [200, []],
      ]);
    });
    it('asks for none where there is none yet', async () => {
      await on.put(`delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`);
      expect(await errors(await send({ serviceUrl: other.url }))).toEqual([200, []]);
    });
  });
});
