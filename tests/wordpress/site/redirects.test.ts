import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import { newClient } from '../../site/support/new-client';
import { type ServedSite, secrets } from '../../site/support/site-server';
import { freePort } from '../../support/free-port';
import { askWordPress, loadRedirection, makeRules, seededRules, startRedirection } from '../redirect-rules';
import { startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from '../server';

const reason = whyNoWordPress('newest') ?? whyNoPlugin('redirection');
/** The long run takes an import as owners have it. */
const RULES = process.env.LONG ? 1_000 : 40;

/** A site in front of a WordPress with Redirection, asked as a visitor asks. */
describe.skipIf(reason)(`redirects of Redirection on the site${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  let site: ServedSite;
  let existing: string[];
  let shadowed: string;
  let ids: number[];
  const seeded = () => seededRules(RULES, cms.url, existing, 7);

  beforeAll(async () => {
    cms = await startWordPress({ version: 'newest', companion: true, plugins: ['redirection'] });
    const { published } = await cms.inventory();
    const paths = published.filter(({ hasPassword }) => !hasPassword).map(({ path }) => path);
    existing = paths.filter((path) => /^\/[a-z-]+\/$/.test(path)).slice(0, 5);
    const post = published.find(
      ({ type, path: at, hasPassword }) =>
        type === 'post' && !hasPassword && /^\/[a-z-]+\/$/.test(at) && !existing.includes(at),
    );
    shadowed = post?.path as string;
    await startRedirection(cms);
    await makeRules(
      cms,
      seeded().map(({ details }) => details),
    );
    const port = await freePort();
    await cms.php(`
      update_option( 'companion_settings', [ 'serviceUrl' => 'http://127.0.0.1:${port}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}', 'previewSecret' => '${secrets.preview}' ], false );
      do_action( 'companion_connection_changed' );`);
    const dir = await createSite('redirects', '--cms-url', cms.url, '--site-url', `http://127.0.0.1:${port}`);
    const config = path.join(dir, 'next.config.ts');
    const own = `redirects: async () => [{ source: '/owners/:path*', destination: '/by-owner/', permanent: false }]`;
    writeFileSync(
      config,
      readFileSync(config, 'utf8').replace('withHeadlessSite({})', `withHeadlessSite({ ${own} })`),
    );
    await cms.clearLog();
    site = await buildAndServe(dir, cms.graphqlUrl, {}, port);
  });
  afterAll(async () => {
    await site?.stop();
    await cms?.stop();
  });

  async function ask(address: string, headers: Record<string, string> = {}) {
    const response = await fetch(site.url + address, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': newClient(), ...headers },
    });
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get('location'),
      text,
      cache: response.headers.get('cache-control'),
    };
  }
  /** Where a header leads, with the site's address in the place of WordPress's, files excepted. */
  const place = (location: string | null, home: string) => {
    if (location === null) return '';
    const url = new URL(location, home);
    const isFile = url.pathname.startsWith('/wp-content/');
    return url.origin === cms.url && !isFile ? site.url + url.href.slice(cms.url.length) : url.href;
  };
  const brief = ({ status, location }: Awaited<ReturnType<typeof ask>>) =>
    `${status} ${place(location, site.url)}`;
  const told = () => cms.cron('companion_tick');
  const rule = (details: object) =>
    makeRules(cms, [{ match_type: 'url', action_type: 'url', action_code: 301, ...details }]);

  test('the list comes along with a question that a build asks anyway; a start asks whether it is the same', async () => {
    const asked = async () =>
      (await cms.log()).filter(({ query }) => query?.includes('redirects: companionRedirects'));
    await expect
      .poll(async () => (await asked()).map(({ operation }) => operation))
      .toEqual(expect.arrayContaining(['SnapshotSite', 'GetRedirects']));
    const questions = (await asked()).filter(({ operation }) => operation !== 'Capabilities');
    expect(questions.map(({ operation }) => operation)).toEqual(['SnapshotSite', 'GetRedirects']);
    // Unchanged: a few bytes.
    expect(questions[1]?.bytes).toBeLessThan(500);
  });

  test('a redirect in the owner’s next.config.ts wins', async () => {
    await rule({ url: '/owners/x/', action_data: { url: '/by-plugin/' } });
    await rule({ url: '/plugins/x/', action_data: { url: '/by-plugin/' } });
    await told();
    await expect.poll(async () => (await ask('/plugins/x/')).status).toBe(301);
    expect(brief(await ask('/owners/x/'))).toBe(`307 ${site.url}/by-owner/`);
  });

  test('each address gets the status and the place that WordPress itself gives it', async () => {
    const addresses = [...new Set(seeded().flatMap((one) => one.addresses))];
    // The site knows these before hundreds of addresses come that nobody knows.
    for (const path of existing) expect((await ask(path)).status).toBe(200);
    const differences: string[] = [];
    let byRule = 0;
    for (let i = 0; i < addresses.length; i += 4) {
      await Promise.all(
        addresses.slice(i, i + 4).map(async (address) => {
          const [theirs, mine] = [await askWordPress(cms, address), await ask(address)];
          byRule += Number(theirs.byRule);
          // Without a rule the site has its own ways to one form of an address: that is no difference, a rule's would be.
          const ofSite = mine.status === 308 && !theirs.byRule;
          const ours = ofSite ? '' : brief(mine);
          const said = theirs.byRule
            ? `${theirs.status} ${place(theirs.location, cms.url)}`
            : `${theirs.status} `;
          if (!ofSite && ours !== said && !(theirs.status === 301 && !theirs.byRule))
            differences.push(`${address}: ${ours}, WordPress ${said}`);
        }),
      );
    }
    console.log(
      `${RULES} rules, ${addresses.length} addresses, ${byRule} by a rule, ${differences.length} differences`,
    );
    expect(differences).toEqual([]);
  }, 3_600_000);

  test('pages that exist ask WordPress nothing', async () => {
    const pages = existing.slice(0, 4);
    for (const page of [...pages, ...pages, ...pages]) await ask(page);
    await cms.untilQuiet();
    await cms.clearLog();
    const statuses = new Set<number>();
    for (let i = 0; i < 250; i++) for (const page of pages) statuses.add((await ask(page)).status);
    expect([...statuses]).toEqual([200]);
    // Once a minute the site passes on what rules were followed before, and a page that something made stale is rendered once.
    const asked = (await cms.log()).filter(({ path: at }) => !at.endsWith('/redirects/hits'));
    const questions = asked.map(({ path: at, operation, variables }) =>
      JSON.stringify([operation ?? at, variables]),
    );
    expect(questions.filter((question, i) => questions.indexOf(question) < i)).toEqual([]);
    expect(questions.length).toBeLessThan(100);
  });

  test('a rule that stands before a page, that is changed, switched off and deleted, is followed at once', async () => {
    expect((await ask(shadowed)).status).toBe(200);
    const [id] = await rule({ url: shadowed, action_code: 302, action_data: { url: '/elsewhere/' } });
    await told();
    await expect.poll(async () => brief(await ask(shadowed))).toBe(`302 ${site.url}/elsewhere/`);
    const item = `${loadRedirection} $item = Red_Item::get_by_id( ${id} );`;
    await cms.php(
      `${item} $item->update( [ 'action_code' => 307, 'action_data' => [ 'url' => 'https://off.example/x' ] ] + $item->to_json() );`,
    );
    await told();
    await expect.poll(async () => brief(await ask(shadowed))).toBe('307 https://off.example/x');
    await cms.php(`${item} $item->disable();`);
    await told();
    await expect.poll(async () => (await ask(shadowed)).status).toBe(200);
    await cms.php(`${item} $item->enable();`);
    await told();
    await expect.poll(async () => (await ask(shadowed)).status).toBe(307);
    // No hook of the plugin tells of a group.
    await cms.php(`${loadRedirection} Red_Group::get( 1 )->disable();`);
    await told();
    await expect.poll(async () => (await ask(shadowed)).status).toBe(200);
    await cms.php(`${loadRedirection} Red_Group::get( 1 )->enable();`);
    await told();
    await expect.poll(async () => (await ask(shadowed)).status).toBe(307);
    await cms.php(`${item} $item->delete();`);
    await told();
    await expect.poll(async () => (await ask(shadowed)).status).toBe(200);
  });

  test('what is gone shows the not-found page with the status of the rule, and costs no question each', async () => {
    await expect.poll(async () => (await ask('/sitemap.xml')).text).toContain(`${site.url}${shadowed}<`);
    await makeRules(cms, [
      {
        url: '^/gone/',
        match_data: { source: { flag_regex: true } },
        match_type: 'url',
        action_type: 'error',
        action_code: 410,
      },
      {
        url: shadowed,
        match_data: { source: { flag_query: 'exact' } },
        match_type: 'url',
        action_type: 'error',
        action_code: 451,
      },
    ]);
    await told();
    await expect.poll(async () => (await ask('/gone/1/')).status).toBe(410);
    const { text } = await ask('/gone/2/');
    expect(text).toContain('<main');
    expect((await ask(shadowed)).status).toBe(451);
    const { text: map } = await ask('/sitemap.xml');
    expect(map).toContain('<urlset');
    await expect.poll(async () => (await ask('/sitemap.xml')).text).not.toContain(`${site.url}${shadowed}<`);
    await cms.untilQuiet();
    await cms.clearLog();
    for (let i = 0; i < 20; i++) expect((await ask(`/gone/again-${i}/`)).status).toBe(410);
    expect((await cms.log()).length).toBe(0);
  });

  test('where nothing lives, and what is shown in the place of another page', async () => {
    const target = existing[0] as string;
    await makeRules(cms, [
      {
        url: '/nothing-here/',
        match_type: 'page',
        action_type: 'url',
        action_code: 301,
        action_data: { page: '404', url: '/found/' },
      },
      {
        url: target,
        match_type: 'page',
        action_type: 'url',
        action_code: 301,
        action_data: { page: '404', url: '/found/' },
      },
      {
        url: '/shown-as/',
        match_type: 'url',
        action_type: 'pass',
        action_code: 0,
        action_data: { url: target },
      },
    ]);
    await told();
    await expect.poll(async () => brief(await ask('/nothing-here/'))).toBe(`301 ${site.url}/found/`);
    const page = await ask(target);
    expect(page.status).toBe(200);
    const shown = await ask('/shown-as/');
    expect(shown.status).toBe(200);
    expect(/<title>[^<]*/.exec(shown.text)?.[0]).toBe(/<title>[^<]*/.exec(page.text)?.[0]);
  });

  test('no circle is followed, and no way that a visitor has chosen', async () => {
    const regex = { match_data: { source: { flag_regex: true } } };
    await rule({ url: '/round-a/', action_data: { url: '/round-b/' } });
    await rule({ url: '/round-b/', action_data: { url: '/round-a/' } });
    await rule({ url: '^/any/(.*)$', ...regex, action_data: { url: '//$1' } });
    await rule({ url: '^/host/(.*)$', ...regex, action_data: { url: 'https://$1' } });
    await rule({ url: '^/path/(.*)$', ...regex, action_data: { url: '/$1' } });
    await rule({ url: '^/moved(.*)$', ...regex, action_data: { url: 'https://new.example$1' } });
    await told();
    await expect.poll(async () => brief(await ask('/moved/a'))).toBe('301 https://new.example/a');
    expect(brief(await ask('/path/a'))).toBe(`301 ${site.url}/a`);
    for (const address of [
      '/round-a/',
      '/round-b/',
      '/any/evil.example/',
      '/host/evil.example/',
      '/path//evil.example/',
      '/path/%2Fevil.example/',
      '/path/%5Cevil.example/',
      '/moved.evil.example/',
      '/moved@evil.example/',
    ])
      expect([address, new URL(place((await ask(address)).location, site.url) || site.url).host]).toEqual([
        address,
        new URL(site.url).host,
      ]);
    expect((await ask('/round-a/')).status).toBe(404);
    const left = await cms.php<{ named: { from: string; reason: string }[] }>(
      'echo json_encode( ( new HeadlessSiteCompanion\\Redirects\\Summary( new HeadlessSiteCompanion\\Redirects\\Rules( HeadlessSiteCompanion\\Plugin::instance()->settings ) ) )->data() );',
    );
    const reasons = Object.fromEntries(left.named.map(({ from, reason: why }) => [from, why]));
    expect(reasons).toMatchObject({
      '/round-a/': 'loop',
      '/round-b/': 'loop',
      '^/any/(.*)$': 'target',
      '^/host/(.*)$': 'target',
    });
  });

  test('in the site’s own folders, to other places and for earlier permalinks the answer is WordPress’s', async () => {
    const regex = { match_data: { source: { flag_regex: true } } };
    const own = [
      '/sitemap/',
      '/sitemap/old/',
      '/search/old/',
      '/api/old/',
      '/preview/old/',
      '/og/old/',
      '/.well-known/security.txt',
    ];
    for (const [i, url] of own.entries()) await rule({ url, action_data: { url: `/new-${i}/` } });
    await rule({ url: '/idn/', action_data: { url: 'https://münchen.example/ß' } });
    await rule({ url: '/write/', action_data: { url: 'mailto:us@new.example' } });
    await rule({ url: '/call/', action_data: { url: 'tel:+4989123' } });
    await rule({ url: '^/(og|sitemap.xml|_next|api)/(.*)$', ...regex, action_data: { url: '/caught/' } });
    await told();
    await expect.poll(async () => (await ask('/call/')).status).toBe(301);
    for (const address of [...own, '/idn/', '/write/', '/call/']) {
      const theirs = await askWordPress(cms, address);
      expect([address, brief(await ask(address))]).toEqual([
        address,
        `301 ${place(theirs.location, cms.url)}`,
      ]);
    }
    const asked = async () => {
      await cms.untilQuiet();
      await cms.clearLog();
      for (const address of own) expect((await ask(address)).status).toBe(301);
      const all = (await cms.log()).map(({ path: at, operation }) => operation ?? at);
      return all.filter((at) => !at.endsWith('/redirects/hits'));
    };
    // On a busy machine the turn to ask may not come in time, and then nobody keeps that there is nothing.
    await expect.poll(asked).toEqual([]);
    expect((await ask('/og/')).status).toBe(200);
    expect((await ask('/api/preview?id=1')).status).toBe(401);
    expect((await ask('/_next/static/gone.js')).status).toBe(404);

    const slug = (existing[0] as string).replaceAll('/', '');
    expect((await ask(`/back/2026/${slug}.html`)).status).toBe(404);
    await cms.php(`red_set_options( [ 'permalinks' => [ '/back/%post_id%/%postname%.html' ] ] );`);
    await told();
    const id = await cms.php<number>(
      `global $wpdb; echo (int) $wpdb->get_var( "SELECT ID FROM $wpdb->posts WHERE post_type = 'post' AND post_status = 'publish' AND post_name = '${shadowed.replaceAll('/', '')}'" );`,
    );
    const old = `/back/${id}${shadowed.slice(0, -1)}.html`;
    expect((await askWordPress(cms, old)).status).toBe(301);
    await expect.poll(async () => brief(await ask(old))).toBe(`308 ${site.url}${shadowed}`);
    expect((await ask(`/back/${id}/none.html`)).status).toBe(404);
  });

  test('an address from before the structure of permalinks changed leads on by its slug, and by no part of it', async () => {
    // A lookup whose turn does not come in time is 404, and kept nowhere.
    await expect.poll(async () => brief(await ask(`/before${shadowed}`))).toBe(`308 ${site.url}${shadowed}`);
    await expect
      .poll(async () => brief(await ask(`/before${shadowed.toUpperCase()}`)))
      .toBe(`308 ${site.url}${shadowed}`);
    expect((await ask(`/before${shadowed.slice(0, -3)}/`)).status).toBe(404);
  });

  test('index.php in an address is dropped, and leads nowhere else', async () => {
    for (const address of [`/index.php${shadowed}`, `${shadowed}index.php`])
      expect([address, brief(await ask(address))]).toEqual([address, `308 ${site.url}${shadowed}`]);
    expect(brief(await ask('/index.php'))).toBe(`308 ${site.url}/`);
    expect((await ask('/no-such/index.php')).status).toBe(404);
  });

  test('a preview, a form and the router of Next are let through; Next does not keep what was said', async () => {
    await rule({ url: '/api/revalidate', action_data: { url: '/never/' } });
    await rule({ url: '/asked/', action_data: { url: '/answered/' } });
    await told();
    await expect.poll(async () => (await ask('/asked/')).status).toBe(301);
    expect((await ask('/asked/')).cache).toBe('public, max-age=0, must-revalidate');
    expect((await ask('/asked/?_rsc=abc', { rsc: '1' })).location).toBe('/answered/');
    expect((await ask('/asked/', { cookie: '__prerender_bypass=1' })).status).not.toBe(301);
    const post = (path: string) => fetch(site.url + path, { method: 'POST', redirect: 'manual' });
    expect((await post('/asked/')).status).not.toBe(301);
    expect((await post('/api/revalidate')).status).not.toBe(301);
    expect((await fetch(`${site.url}/asked/`, { method: 'HEAD', redirect: 'manual' })).status).toBe(301);
  });

  test('hits are counted where the plugin counts them', async () => {
    [ids] = [await rule({ url: '/counted/', action_data: { url: '/there/' } })];
    await told();
    await expect.poll(async () => (await ask('/counted/')).status).toBe(301);
    for (let i = 0; i < 4; i++) await ask('/counted/');
    await expect
      .poll(() =>
        cms.php<number>(
          `global $wpdb; echo (int) $wpdb->get_var( "SELECT last_count FROM {$wpdb->prefix}redirection_items WHERE id = ${ids[0]}" );`,
        ),
      )
      .toBeGreaterThanOrEqual(5);
  });

  test('the rules stay while WordPress is away, also over a restart, and come again with it', async () => {
    await cms.fail({ kind: 'refuse' });
    expect((await ask('/asked/')).status).toBe(301);
    await site.restart();
    expect((await ask('/asked/')).status).toBe(301);
    expect((await ask('/gone/1/')).status).toBe(410);
    await cms.fail(null);
    await rule({ url: '/asked-later/', action_data: { url: '/answered/' } });
    await told();
    await expect.poll(async () => (await ask('/asked-later/')).status).toBe(301);
  });
});
