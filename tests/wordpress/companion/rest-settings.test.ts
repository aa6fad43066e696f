import { beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { adminSite } from './admin-site';
import { restNonce } from './people';
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
          noindexFrontEnd: true,
          logDays: 30,
        },
        secrets: {
          revalidationSecret: true,
          revalidationSecretPrevious: true,
          previewSecret: true,
          previewSecretPrevious: false,
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
  });
});
