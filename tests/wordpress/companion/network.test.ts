import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctorHeader } from '../../../src/runtime/base/doctor-signature';
import { now, readGrantHeader, verifyLinkToken } from '../../../src/runtime/pages/preview/token';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { settings } from './admin-site';
import { fieldsOf, post, textOf } from './forms';
import { restNonce } from './people';
import { type Receiver, startReceiver } from './receiver';
import { logIn, type Visit, visitor } from './session';
import { complaints, previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

const constants = {
  COMPANION_REVALIDATION_SECRET: revalidationSecret,
  COMPANION_PREVIEW_SECRET: previewSecret,
};

describe.skipIf(reason)(suite('a network whose wp-config.php holds the secrets'), () => {
  let wordpress: WordPress;
  let main: Receiver;
  let foreign: Receiver;
  /** The administrator of the second site, on it. */
  let owner: Visit;
  let admin: Visit;
  /** The same number on both sites: a draft of the main site, and one of the owner. */
  let draft: number;

  beforeAll(async () => {
    main = await startReceiver({ secret: revalidationSecret });
    foreign = await startReceiver({ secret: revalidationSecret });
    wordpress = await startWordPress({ content: 'empty', multisite: true, companion: 'network', constants });
    await wordpress.php(
      `wpmu_create_blog( DOMAIN_CURRENT_SITE, '/two/', 'Two', 1, [ 'public' => 1 ], get_current_network_id() );
       add_user_to_blog( 2, wp_insert_user( [ 'user_login' => 'owner', 'user_pass' => 'password', 'user_email' => 'owner@example.com' ] ), 'administrator' );
       update_option( 'companion_settings', [ 'serviceUrl' => '${main.url}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );
       update_site_meta( 1, 'companion_trusted_address', '${main.url}' );`,
    );
    draft = 900;
    for (const site of ['/', '/two/'])
      await wordpress.php(
        `echo wp_insert_post( [ 'import_id' => ${draft}, 'post_title' => 'Draft of ${site}', 'post_status' => 'draft' ] );`,
        site,
      );
    const visit = await logIn(wordpress, { name: 'owner', password: 'password' });
    owner = (path, init) => visit(`/two${path}`, init);
    admin = await logIn(wordpress);
  });
  afterAll(async () => {
    expect(complaints(wordpress)).not.toMatch(/companion/);
    await wordpress?.stop();
    for (const receiver of [main, foreign]) await receiver?.stop();
  });

  const save = async (visit: Visit, fields: Record<string, string>, confirmed = false) => {
    const form = await fieldsOf(visit, settings, 'companion_save');
    if (confirmed) form.set('companion_trusted', form.get('companion[serviceUrl]') ?? '');
    for (const [name, value] of Object.entries(fields)) form.set(`companion[${name}]`, value);
    expect((await post(visit, form)).status).toBe(302);
    return textOf(await (await visit(settings)).text());
  };
  /** @param trusted the address that a super administrator has confirmed */
  const connectTwo = (more = '', address = foreign.url, trusted = address) =>
    wordpress.php<void>(
      `update_option( 'companion_settings', [ 'serviceUrl' => '${address}', 'previewEnabled' => true, ${more} ] );
       update_site_meta( 2, 'companion_trusted_address', '${trusted}' );`,
      '/two/',
    );
  const superAdmin: Visit = (path, init) => admin(`/two${path}`, init);
  const rest = async (visit: Visit, path: string, json?: object) => {
    const answer = await visit(`/wp-json/${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'X-WP-Nonce': await restNonce(visit) },
      body: json && JSON.stringify(json),
    });
    return { status: answer.status, body: await answer.json() };
  };
  /** The secrets that reached the address of the second site, when everything was tried that sends them. */
  const sent = async () => {
    foreign.clear();
    const { body } = await rest(owner, 'companion/v1/connection/status');
    await wordpress.php(`wp_insert_post( [ 'post_title' => 'x', 'post_status' => 'publish' ] );`, '/two/');
    await wordpress.cron('companion_tick', '/two/');
    const link = (await owner(opener)).headers.get('location');
    const secrets = new Set(foreign.requests.map(({ json }) => json.secret));
    return { problem: body.problem, secrets: [...secrets], preview: link !== null };
  };
  const nothing = { problem: 'untrusted', secrets: [], preview: false };
  const everything = { problem: null, secrets: [revalidationSecret], preview: true };
  const webhooks = `'webhooksEnabled' => true`;
  const opener = `/wp-admin/admin-post.php?action=companion_preview&post=900`;
  /** The title of the draft, as whoever knows the secret of the network reads it with a grant for one of its sites. */
  const title = async (site: string, number: string | null = site === '/' ? null : '2') => {
    const answer = await visitor(wordpress)(`${site}graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...readGrantHeader(previewSecret, String(draft), now(), number ?? undefined),
      },
      body: JSON.stringify({ query: `{ post(id: ${draft}, idType: DATABASE_ID) { title } }` }),
    });
    return (await answer.json()).data.post?.title;
  };

  it('the administrator of one site sends the secrets to no address of their own', async () => {
    const pages = [
      await save(owner, { serviceUrl: foreign.url }),
      await save(owner, { serviceUrl: `${foreign.url}/site` }),
    ];
    await wordpress.cron('companion_tick', '/two/');
    expect(foreign.requests.map(({ json }) => json.secret)).toEqual([]);
    for (const page of pages) expect(page).toContain('wp-config.php holds a secret that would go to this');
    expect(await save(superAdmin, { serviceUrl: foreign.url, previewEnabled: '1' })).toContain(
      'Settings saved. Connection: connected.',
    );
    // The rest of the settings stays theirs.
    expect(await save(owner, { logDays: '9' })).toContain('Settings saved.');
  });

  it('an address from before the constants gets no secret until a super administrator has confirmed it', async () => {
    await connectTwo(webhooks, foreign.url, '');
    expect(await sent()).toEqual(nothing);
    const advice = 'until a super administrator has confirmed this address';
    expect(await save(owner, { logDays: '9' })).toContain(advice);
    expect(await (await superAdmin('/wp-admin/site-health.php')).text()).toContain(advice);
    expect(await sent()).toEqual(nothing);
    // The box does not count for others.
    expect(await save(owner, {}, true)).toContain(advice);
    const box = `The secrets in wp-config.php may go to ${foreign.url}`;
    expect(textOf(await (await owner(settings)).text())).not.toContain(box);
    // A user who saves the page for something else has not looked at the address.
    expect(await save(superAdmin, { logDays: '8' })).toContain(box);
    expect(await sent()).toEqual(nothing);
    // Nor has one whose page is older than what somebody else has stored since.
    const older = await fieldsOf(superAdmin, settings, 'companion_save');
    await wordpress.php(
      `update_option( 'companion_settings', [ 'serviceUrl' => '' ] + get_option( 'companion_settings' ) );`,
      '/two/',
    );
    await post(superAdmin, older);
    expect(await sent()).toEqual(nothing);
    expect(await save(superAdmin, {}, true)).toContain('Settings saved. Connection: connected.');
    expect(await sent()).toEqual(everything);
    expect(textOf(await (await superAdmin(settings)).text())).not.toContain(box);
    expect(textOf(await (await owner(settings)).text())).not.toContain(advice);
  });

  it('an address with percent signs is confirmed to the letter', async () => {
    const address = `${foreign.url}/caf%C3%A9`;
    await connectTwo(webhooks, address, '');
    await save(superAdmin, {}, true);
    expect(
      await wordpress.php(`echo json_encode( get_site_meta( 2, 'companion_trusted_address', true ) );`),
    ).toBe(address);
  });

  it('an address that differs in its path, or was restored, gets none either', async () => {
    for (const address of [`${foreign.url}/~owner`, `${foreign.url}/Site`, foreign.url]) {
      await connectTwo(webhooks, address, `${foreign.url}/site`);
      expect([address, await sent()]).toEqual([address, nothing]);
    }
    await connectTwo(webhooks, `${foreign.url.toUpperCase()}/`, foreign.url);
    expect(await sent()).toEqual(everything);
    const { status } = await rest(owner, 'companion/v1/settings', { serviceUrl: `${foreign.url}/~owner` });
    expect(status).toBe(400);
    // Away and back again.
    expect((await rest(owner, 'companion/v1/settings', { serviceUrl: '' })).status).toBe(200);
    expect((await rest(owner, 'companion/v1/settings', { serviceUrl: foreign.url })).status).toBe(200);
    expect((await rest(superAdmin, 'companion/v1/settings', { serviceUrl: '' })).status).toBe(200);
    expect((await rest(owner, 'companion/v1/settings', { serviceUrl: foreign.url })).status).toBe(400);
  });

  it('the administrator of one site cannot say by any other way that an address is trusted', async () => {
    await connectTwo(webhooks, foreign.url, '');
    const file = { version: 1, serviceUrl: foreign.url, webhooksEnabled: true, previewEnabled: true };
    const form = await fieldsOf(owner, settings, 'companion_import');
    form.set('pasted', JSON.stringify({ ...file, previewMode: 'signed', revalidationSecret, previewSecret }));
    await post(owner, form);
    await rest(owner, 'companion/v1/settings', { serviceUrl: foreign.url });
    await rest(owner, 'wp/v2/settings', { companion_trusted_address: foreign.url });
    const general = await fieldsOf(owner, '/wp-admin/options-general.php', 'update');
    general.set('companion_trusted_address', foreign.url);
    await owner('/wp-admin/options.php', { method: 'POST', body: general });
    await wordpress.php(`update_option( 'companion_trusted_address', '${foreign.url}' );`, '/two/');
    expect(await sent()).toEqual(nothing);
  });

  it('a pairing code counts as the one who made it', async () => {
    const pair = async (visit: Visit, change = '') => {
      await connectTwo(webhooks, foreign.url, '');
      const pressed = await post(visit, await fieldsOf(visit, settings, 'companion_pair'));
      const page = await (await admin(pressed.headers.get('location') ?? '')).text();
      const shown = page.includes('The code is') ? page : await (await visit(settings)).text();
      const [code] = /(?:[A-Z2-9]{5}-){3}[A-Z2-9]{5}/.exec(shown) ?? [];
      await wordpress.php(change, '/two/');
      const answer = await visitor(wordpress)('/two/wp-json/companion/v1/pair', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, settings: { serviceUrl: `${foreign.url}/paired` } }),
      });
      return answer.status;
    };
    expect(await pair(owner)).toBe(400);
    // A backup of the one site was restored.
    const kept = `update_option( 'companion_pairing', [ 'trusted' => 'x' ] + get_option( 'companion_pairing' ) );`;
    expect(await pair(owner, kept)).toBe(400);
    expect(await pair(superAdmin)).toBe(200);
    expect(
      await wordpress.php(`echo json_encode( get_site_meta( 2, 'companion_trusted_address', true ) );`),
    ).toBe(`${foreign.url}/paired`);
  });

  it('plain links, chosen or stored before, give the secret to nobody', async () => {
    await connectTwo(`'previewMode' => 'plain'`);
    const link = (await owner(opener)).headers.get('location') ?? '';
    expect(link).toContain(`${foreign.url}/api/preview?secret=v2.`);
    expect(link).not.toContain(previewSecret);
    expect(await save(owner, { previewMode: 'plain' })).toContain(
      'preview secret of all sites of this network',
    );
  });

  it('nor does a constant that asks for plain links: they are signed, and two screens say why', async () => {
    await connectTwo();
    wordpress.define({ ...constants, COMPANION_PREVIEW_MODE: 'plain' });
    try {
      const link = (await owner(opener)).headers.get('location') ?? '';
      expect(link).toContain(`${foreign.url}/api/preview?secret=v2.`);
      expect(link).not.toContain(previewSecret);
      const why = 'Preview links are signed, although plain ones are set: wp-config.php holds';
      expect(textOf(await (await owner(settings)).text())).toContain(why);
      const health = await wordpress.php<string>(
        `echo json_encode( call_user_func( apply_filters( 'site_status_tests', [ 'direct' => [], 'async' => [] ] )['direct']['companion_configuration']['test'] )['description'] );`,
        '/two/',
      );
      expect(health).toContain(why);
    } finally {
      wordpress.define(constants);
    }
    expect(textOf(await (await owner(settings)).text())).not.toContain('Preview links are signed, although');
  });

  it('a draft of one site opens nothing of the same number on another', async () => {
    await connectTwo();
    const opened = new URL((await owner(opener)).headers.get('location') ?? '');
    expect(await title('/two/')).toBe('Draft of /two/');
    expect(await title('/')).toBeUndefined();
    const link = (await admin(opener)).headers.get('location') ?? '';
    expect(link).toContain(`${main.url}/api/preview?secret=v1.`);
    expect(new URL(link).searchParams.has('site')).toBe(false);
    expect(await title('/')).toBe('Draft of /');
    // Both were opened, and both front ends have the secret: neither makes a grant for the other's item of a link to its own.
    const token = opened.searchParams.get('secret') ?? '';
    const item = { id: String(draft), type: 'post' };
    expect(opened.searchParams.get('site')).toBe('2');
    expect(verifyLinkToken(previewSecret, token, { ...item, site: '2' })).not.toBeNull();
    expect(verifyLinkToken(previewSecret, token, item)).toBeNull();
    for (const [site, number] of [
      ['/', '2'],
      ['/', '1'],
      ['/two/', ''],
      ['/two/', '3'],
    ] as const)
      expect([site, number, await title(site, number || null)]).toEqual([site, number, undefined]);
  });

  it('the preview secret alone, which the fronts of all sites know, opens no doctor', async () => {
    const headers = doctorHeader({ revalidation: 'not-known-to-anybody', preview: previewSecret }, now());
    for (const site of ['/', '/two/'])
      expect((await visitor(wordpress)(`${site}wp-json/companion/v1/doctor`, { headers })).status).toBe(401);
  });

  it('a secret that plain links of the main site gave away is none of another; what another one gives away is its own', async () => {
    await connectTwo();
    const known = () =>
      wordpress.php<string[]>(
        `echo json_encode( HeadlessSiteCompanion\\Plugin::instance()->settings->preview_secrets() );`,
        '/two/',
      );
    expect(await known()).toEqual([previewSecret]);
    // Before wp-config.php had it, the first site's own links held it.
    await wordpress.php(`HeadlessSiteCompanion\\Settings\\GivenAway::add( [ '${previewSecret}' ] );`);
    try {
      expect(await known()).toEqual([]);
      await wordpress.php(`delete_option( 'companion_given_away' );`);
      await wordpress.php(
        `HeadlessSiteCompanion\\Settings\\GivenAway::add( [ '${previewSecret}' ] );`,
        '/two/',
      );
      expect(await known()).toEqual([]);
      const main = `echo json_encode( HeadlessSiteCompanion\\Plugin::instance()->settings->preview_secrets() );`;
      expect(await wordpress.php(main)).toEqual([previewSecret]);
    } finally {
      for (const site of ['/', '/two/'])
        await wordpress.php(`delete_option( 'companion_given_away' );`, site);
    }
  });

  describe('the password of a site', () => {
    const own = 'own:password';
    const bearer = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    /** The Authorization headers that were sent, when both sites have checked their connection. */
    const authorized = async () => {
      const seen = [];
      for (const [site, receiver] of [
        ['/', main],
        ['/two/', foreign],
      ] as const) {
        receiver.clear();
        await wordpress.php(`HeadlessSiteCompanion\\Plugin::instance()->connection->check( true );`, site);
        seen.push(receiver.requests.map(({ headers }) => headers.authorization));
      }
      return seen;
    };
    const secrets = (more = '') =>
      `update_option( 'companion_secrets', [ 'revalidationSecret' => '${revalidationSecret}', ${more} ], false );`;

    it('is one of its own', async () => {
      await connectTwo();
      try {
        await wordpress.php(secrets(`'serviceUser' => 'own', 'servicePassword' => 'password'`), '/two/');
        expect(await authorized()).toEqual([[undefined], [bearer(own)]]);
      } finally {
        await wordpress.php(`delete_option( 'companion_secrets' );`, '/two/');
      }
    });
    it('from wp-config.php goes to no address that a super administrator has not confirmed', async () => {
      try {
        for (const site of ['/', '/two/']) await wordpress.php(secrets(), site);
        wordpress.define({ COMPANION_SERVICE_USER: 'all', COMPANION_SERVICE_PASSWORD: 'of-the-network' });
        const all = bearer('all:of-the-network');
        foreign.behave({ basic: 'all:of-the-network' });
        await connectTwo('', foreign.url, '');
        expect(await authorized()).toEqual([[all], [undefined]]);
        expect((await rest(owner, 'companion/v1/connection/status')).body.problem).toBe('untrusted');
        expect(await (await owner(settings)).text()).not.toContain('value="all"');
        expect(await save(owner, { serviceUrl: `${foreign.url}/own` })).toContain(
          'wp-config.php holds a secret that would go to this address.',
        );
        await save(superAdmin, {}, true);
        expect(await authorized()).toEqual([[all], [all]]);
      } finally {
        foreign.behave({});
        wordpress.define(constants);
        for (const site of ['/', '/two/']) await wordpress.php(`delete_option( 'companion_secrets' );`, site);
      }
    });
  });

  it('a password that opens a post on one site says nothing of the same password on another', async () => {
    const [one, two] = await Promise.all(
      ['/', '/two/'].map((site) =>
        wordpress.php<[number, string]>(
          `$post = get_post( wp_insert_post( [ 'import_id' => 2901, 'post_title' => 'x', 'post_status' => 'publish', 'post_password' => 'pw' ] ) );
           echo json_encode( [ $post->ID, HeadlessSiteCompanion\\Passwords\\Passwords::fingerprint( $post ) ] );`,
          site,
        ),
      ),
    );
    expect([one?.[0], two?.[0]]).toEqual([2901, 2901]);
    expect(two?.[1]).not.toBe(one?.[1]);
  });
});
