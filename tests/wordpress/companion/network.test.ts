import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGrantHeader } from '../../../src/runtime/preview/token';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { settings } from './admin-site';
import { fieldsOf, post, textOf } from './forms';
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
       update_option( 'companion_settings', [ 'serviceUrl' => '${main.url}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );`,
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

  const save = async (visit: Visit, fields: Record<string, string>) => {
    const form = await fieldsOf(visit, settings, 'companion_save');
    for (const [name, value] of Object.entries(fields)) form.set(`companion[${name}]`, value);
    expect((await post(visit, form)).status).toBe(302);
    return textOf(await (await visit(settings)).text());
  };
  const connectTwo = (more = '') =>
    wordpress.php<void>(
      `update_option( 'companion_settings', [ 'serviceUrl' => '${foreign.url}', 'previewEnabled' => true, ${more} ] );`,
      '/two/',
    );
  const opener = `/wp-admin/admin-post.php?action=companion_preview&post=900`;
  /** The title of the draft, as whoever knows the secret of the network reads it. */
  const title = async (site: string) => {
    const answer = await visitor(wordpress)(`${site}graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...readGrantHeader(previewSecret, String(draft)) },
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
    const superAdmin: Visit = (path, init) => admin(`/two${path}`, init);
    expect(await save(superAdmin, { serviceUrl: foreign.url, previewEnabled: '1' })).toContain(
      'Settings saved. Connection: connected.',
    );
    // The rest of the settings stays theirs.
    expect(await save(owner, { logDays: '9' })).toContain('Settings saved.');
  });

  it('plain links, chosen or stored before, give the secret to nobody', async () => {
    await connectTwo(`'previewMode' => 'plain'`);
    const link = (await owner(opener)).headers.get('location') ?? '';
    expect(link).toContain(`${foreign.url}/api/preview?secret=v1.`);
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
      expect(link).toContain(`${foreign.url}/api/preview?secret=v1.`);
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
    await owner(opener);
    expect(await title('/two/')).toBe('Draft of /two/');
    expect(await title('/')).toBeUndefined();
    const link = (await admin(opener)).headers.get('location') ?? '';
    expect(link).toContain(`${main.url}/api/preview?secret=v1.`);
    expect(await title('/')).toBe('Draft of /');
  });
});
