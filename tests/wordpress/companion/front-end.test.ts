import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { variations } from '../../support/variations';
import { type Inventory, whyNoWordPress } from '../server';
import { textOf } from './forms';
import { ownPlugin } from './own-plugin';
import { applicationPassword, logIn, type Visit, visitor } from './session';
import { type Connected, complaints, configure, connect } from './site';

const reason = whyNoWordPress();
const title = `the old front end${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(title, () => {
  let site: Connected;
  let inventory: Inventory;
  let anonymous: Visit;
  let admin: Visit;
  let service: string;
  let cms: string;
  let project: number;

  beforeAll(async () => {
    site = await connect({ content: 'nasty' });
    inventory = await site.wordpress.inventory();
    anonymous = visitor(site.wordpress);
    admin = await logIn(site.wordpress);
    service = site.receiver.url;
    cms = site.wordpress.url;
    project = of('project').id;
  });
  afterAll(async () => {
    await site?.stop();
  });
  afterEach(() => expect(complaints(site.wordpress)).toBe(''));

  /** One published item of a type. */
  const of = (type: string, has: (item: Inventory['published'][number]) => boolean = () => true) => {
    const found = inventory.published.find(
      (item) => item.type === type && !item.hasPassword && item.title !== '' && has(item),
    );
    if (!found) throw new Error(`there is no ${type}`);
    return found;
  };
  const settings = (values: string, connected = true) =>
    site.wordpress.php<void>(
      `${configure(service)} update_option( 'companion_settings', array_merge( get_option( 'companion_settings' ), [ ${values} ] ) );
       update_option( 'companion_connected', '${connected ? 1 : ''}' );`,
    );
  /** Addresses of links in HTML that match. */
  const links = (html: string, pattern: RegExp) =>
    [...html.matchAll(/<a [^>]*href=["']([^"']*)["'][^>]*>(?:(?!<\/a>).)*/gs)]
      .filter(([link]) => pattern.test(link))
      .map(([, address]) => address?.replaceAll('&#038;', '&').replaceAll('&amp;', '&'));

  describe('"View" links', () => {
    beforeAll(() => settings(''));
    const page = async (path: string) => (await admin(`/wp-admin/${path}`)).text();

    it('admin bar: "Visit Site", an item, a term, an author, an archive', async () => {
      const href = async (path: string, id: string) =>
        new RegExp(`id=["']wp-admin-bar-${id}["'][^>]*>\\s*<a[^>]*href=["']([^"']*)["']`).exec(
          await page(path),
        )?.[1];
      expect(await href('edit.php', 'site-name')).toBe(`${service}/`);
      expect(await href('edit.php', 'view-site')).toBe(`${service}/`);
      const post = of('post');
      expect(await href(`post.php?post=${post.id}&action=edit`, 'view')).toBe(service + post.path);
      const [category] = inventory.terms.filter(({ taxonomy }) => taxonomy === 'category');
      expect(await href(`term.php?taxonomy=category&tag_ID=${category?.id}`, 'view')).toBe(
        `${service}${category?.path}`,
      );
      const author = inventory.authors.find(({ id, posts }) => posts > 0 && id !== 1);
      expect(await href(`user-edit.php?user_id=${author?.id}`, 'view')).toBe(`${service}${author?.path}`);
      expect(await href('edit.php?post_type=project', 'archive')).toBe(`${service}/project/`);
    });

    it('rows of posts, pages, custom types, terms and users', async () => {
      for (const type of ['post', 'page', 'project']) {
        const found = links(
          await page(`edit.php?post_type=${type}&post_status=publish`),
          /aria-label="View /,
        );
        expect(found.length).toBeGreaterThan(0);
        expect(found.filter((link) => !link?.startsWith(`${service}/`))).toEqual([]);
      }
      const terms = links(await page('edit-tags.php?taxonomy=category'), /aria-label="View /);
      expect(terms.length).toBeGreaterThan(0);
      expect(terms.filter((link) => !link?.startsWith(`${service}/category/`))).toEqual([]);
      const users = links(await page('users.php'), /aria-label="View posts by/);
      expect(users.length).toBeGreaterThan(0);
      expect(users.filter((link) => !link?.startsWith(`${service}/author/`))).toEqual([]);
    });

    it('a slug of another alphabet keeps its form', async () => {
      const post = of('post', ({ path }) => path.includes('%'));
      const row = links(await page(`edit.php?s=${encodeURIComponent(post.title)}`), /aria-label="View /);
      expect(row).toContain(service + post.path);
    });

    it('the notice of the classic editor after saving', async () => {
      const classic = await ownPlugin(
        site.wordpress,
        `add_filter( 'use_block_editor_for_post', '__return_false' );`,
      );
      const post = of('post');
      const html = await page(`post.php?post=${post.id}&action=edit&message=6`);
      await classic();
      const notice = /<div id="message".*?<\/div>/s.exec(html)?.[0] ?? '';
      expect(links(notice, /View post/)).toEqual([service + post.path]);
    });

    it('the block editor: `link` of one published item, as it asks for it', async () => {
      const authorization = await applicationPassword(site.wordpress);
      const rest = async (path: string) =>
        (await (await anonymous(`/wp-json/wp/v2/${path}`, { headers: { authorization } })).json()) as {
          link: string;
        };
      for (const [type, base] of [
        ['post', 'posts'],
        ['page', 'pages'],
        ['project', 'project'],
      ] as const) {
        const item = of(type, ({ path }) => path !== '/');
        expect((await rest(`${base}/${item.id}?context=edit`)).link).toBe(service + item.path);
        // Everybody else's answers, and those about many, which blocks store.
        expect((await rest(`${base}/${item.id}`)).link).toBe(cms + item.path);
        const list = (await rest(`${base}?context=edit&include=${item.id}`)) as unknown as { link: string }[];
        expect(list[0]?.link).toBe(cms + item.path);
      }
    });

    it('what is made of permalinks stays WordPress’s own: GraphQL, feeds, guid, get_permalink()', async () => {
      const post = of('post');
      const answer = await anonymous('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ post(id: ${post.id}, idType: DATABASE_ID) { link uri } }` }),
      });
      expect((await answer.json()).data.post).toEqual({
        link: decodeURI(cms + post.path),
        uri: decodeURI(post.path),
      });
      const feed = await (await anonymous('/feed/')).text();
      expect(feed).toContain(`<link>${cms}/`);
      expect(feed).not.toContain(service);
      expect(
        await site.wordpress.php(
          `echo json_encode( [ get_permalink( ${post.id} ), get_post( wp_insert_post( [ 'post_title' => 'x' ] ) )->guid ] );`,
        ),
      ).toEqual([cms + post.path, expect.stringMatching(new RegExp(`^${cms}/`))]);
    });

    it('without an address of the site, or with WordPress’s own in its place, nothing changes', async () => {
      for (const address of ['', cms, `${cms}/`]) {
        await settings(`'serviceUrl' => '${address}'`);
        expect(
          links(await page('edit.php?post_type=page&post_status=publish'), /aria-label="View /).every(
            (link) => link?.startsWith(`${cms}/`),
          ),
        ).toBe(true);
      }
      await settings('');
    });

    it('WordPress in a folder: its name is no part of the path', async () => {
      const php = `add_filter( 'home_url', function ( $url, $path ) { return 'https://example.com/cms' . ( $path ? '/' . ltrim( $path, '/' ) : '' ); }, 10, 2 );
        $address = new HeadlessSiteCompanion\\FrontEnd\\SiteAddress( HeadlessSiteCompanion\\Plugin::instance()->settings );
        echo json_encode( array_map( [ $address, 'of' ], [ 'https://example.com/cms/about/', 'https://example.com/cms', 'https://example.com/about/', 'https://other.example/cms/', 'https://example.com/cms/a?x=1#y', 'https://example.com/cms/wp-admin/', null ] ) );`;
      expect(await site.wordpress.php(php)).toEqual([
        `${service}/about/`,
        `${service}/`,
        '',
        '',
        `${service}/a?x=1#y`,
        '',
        '',
      ]);
    });
  });

  describe('the redirect', () => {
    const on = `'redirectFrontEnd' => true`;
    beforeAll(() => settings(on));
    afterAll(() => settings(''));
    const visit = async (path: string, init: RequestInit = {}, as = anonymous) => {
      const answer = await as(path, init);
      await answer.arrayBuffer();
      return { status: answer.status, location: answer.headers.get('location'), headers: answer.headers };
    };
    /** Where a visitor ends who follows WordPress's own redirects. */
    const follow = async (path: string, init: RequestInit = {}, as = anonymous) => {
      let found = await visit(path, init, as);
      for (
        let hops = 0;
        hops < 5 && found.location?.startsWith(cms) && !found.location.startsWith(service);
        hops++
      )
        found = await visit(found.location, init, as);
      return found;
    };

    it('is off until it is switched on, and off until the site was reached', async () => {
      const { path } = of('post');
      await settings('');
      expect(await visit(path)).toMatchObject({ status: 200, location: null });
      await settings(on, false);
      expect(await visit(path)).toMatchObject({ status: 200, location: null });
      await settings(`${on}, 'serviceUrl' => '${cms}'`);
      expect(await visit(path)).toMatchObject({ status: 200, location: null });
      await settings(on);
      expect(await visit(path)).toMatchObject({ status: 301, location: service + path });
    });

    it('leads every published address to the same path, permanently', async () => {
      const paths = [
        '/',
        ...inventory.published.map(({ path }) => path),
        ...inventory.terms.filter(({ count }) => count > 0).map(({ path }) => path),
        ...inventory.authors.filter(({ posts }) => posts > 0).map(({ path }) => path),
        ...inventory.archives,
      ];
      const wrong = [];
      for (const path of new Set(paths)) {
        const { status, location } = await follow(path);
        if (status !== 301 || location !== service + path) wrong.push([path, status, location]);
      }
      expect(paths.length).toBeGreaterThan(200);
      expect(wrong).toEqual([]);
    });

    it('says who it is, may be forgotten after an hour, and says nothing against the target', async () => {
      const { headers } = await visit(of('post').path);
      expect(headers.get('x-redirect-by')).toBe('Headless Site Companion');
      expect(headers.get('cache-control')).toBe('max-age=3600');
      expect(headers.get('x-robots-tag')).toBeNull();
    });

    it('answers HEAD as GET, leaves other methods alone, and treats editors as everybody', async () => {
      const { path } = of('post');
      expect(await visit(path, { method: 'HEAD' })).toMatchObject({ status: 301, location: service + path });
      expect(await visit(path, {}, admin)).toMatchObject({ status: 301, location: service + path });
      expect((await visit(path, { method: 'POST', body: 'x=1' })).location).toBeNull();
    });

    it('keeps what is not WordPress’s in the query, and drops what is', async () => {
      const { path } = of('post');
      expect(
        (await follow(`${path}?utm_source=a%20b&utm_x[]=1&page=1&cpage=2&replytocom=3&doing_wp_cron=4`))
          .location,
      ).toBe(`${service}${path}?utm_source=a%20b&utm_x%5B0%5D=1`);
      expect((await follow('/?utm_source=x')).location).toBe(`${service}/?utm_source=x`);
    });

    it('pages of archives, dates, unknown addresses, search, feeds and the sitemap', async () => {
      for (const [from, to] of [
        ['/category/news/page/2/', '/category/news/page/2/'],
        ['/no-such-page/', '/no-such-page/'],
        ['/?s=two+words&utm=1', '/search?q=two%20words&utm=1'],
        ['/feed/', '/feed/'],
        ['/category/news/feed/', '/category/news/feed/'],
        ['/feed/atom/', '/feed/'],
        ['/?feed=rss2', '/feed/'],
        ['/wp-sitemap.xml', '/sitemap.xml'],
        ['/wp-sitemap-posts-post-1.xml', '/sitemap.xml'],
      ] as const)
        expect([from, (await follow(from)).location]).toEqual([from, service + to]);
    });

    it('short links of what is published, by WordPress’s own redirect', async () => {
      const post = of('post');
      expect((await follow(`/?p=${post.id}`)).location).toBe(service + post.path);
      const page = of('page', ({ path }) => path !== '/');
      expect((await follow(`/?page_id=${page.id}`)).location).toBe(service + page.path);
      expect((await follow(`/?p=${project}&post_type=project`)).location).toBe(service + of('project').path);
    });

    it('old slugs: a visitor ends at the new address, and the site’s own question is answered as without the redirect', async () => {
      vi.stubEnv('NEXT_PUBLIC_CMS_API_URL', site.wordpress.graphqlUrl);
      vi.stubEnv('REVALIDATION_SECRET', '0123456789abcdef');
      vi.stubEnv('PREVIEW_SECRET', '0123456789abcdef');
      vi.stubEnv('NEXT_PUBLIC_SITE_URL', service);
      const { requestHead } = await import('../../../src/runtime/wordpress/client/client');
      const asked = [
        ...inventory.redirects.map(({ from }) => from),
        '/no-such-page/',
        '/hello/',
        '/2026/11/',
        of('post').path,
        ...inventory.hidden.slice(0, 10).map(({ path }) => path),
      ];
      const answers = async () => {
        const found: Record<string, string | null> = {};
        for (const path of asked) {
          const target = /^(.*\/)embed\/?$/.exec((await requestHead(`${path}embed/`)).to ?? '')?.[1];
          found[path] = target ?? null;
        }
        return found;
      };
      const redirected = await answers();
      expect(inventory.redirects.length).toBeGreaterThan(0);
      for (const { from, to } of inventory.redirects) {
        expect(redirected[from]).toBe(cms + to);
        expect((await follow(from)).location).toBe(service + to);
      }
      await settings('');
      expect(redirected).toEqual(await answers());
      await settings(on);
      vi.unstubAllEnvs();
    });

    it('does not make a guess of WordPress’s permanent', async () => {
      const { path } = of('post', ({ path }) => /^\/[a-z-]{12,}\/$/.test(path));
      const start = path.slice(0, -4);
      expect((await visit(`${start}/`)).location).toBe(`${service}${start}/`);
      // The site asks so, and decides.
      expect((await visit(`/before${path}embed/`)).location).toBe(site.wordpress.url + path);
    });

    const stays: [string, () => string, RequestInit?][] = [
      ['admin', () => '/wp-admin/'],
      ['login', () => '/wp-login.php'],
      ['registration', () => '/wp-login.php?action=register'],
      ['cron', () => '/wp-cron.php'],
      ['AJAX', () => '/wp-admin/admin-ajax.php?action=heartbeat'],
      ['admin-post.php', () => '/wp-admin/admin-post.php?action=companion_preview&post=1'],
      ['comments', () => '/wp-comments-post.php', { method: 'POST' }],
      ['XML-RPC', () => '/xmlrpc.php'],
      ['REST', () => '/wp-json/wp/v2/posts'],
      ['REST without rewriting', () => '/?rest_route=/wp/v2/posts'],
      ['REST, unknown', () => '/wp-json/nothing/v1'],
      ['GraphQL', () => '/graphql?query={__typename}'],
      ['GraphQL with a slash', () => '/graphql/?query={__typename}'],
      ['GraphQL without rewriting', () => '/?graphql&query={__typename}'],
      ['GraphQL in index.php', () => '/index.php?graphql=true&query={__typename}'],
      ['robots.txt', () => '/robots.txt'],
      ['the icon', () => '/favicon.ico'],
      ['an upload that is missing', () => '/wp-content/uploads/2020/01/missing.jpg'],
      ['a file that is missing', () => '/missing-file.pdf'],
      ['a file of a theme that is missing', () => '/wp-content/themes/none/style.css'],
      ['a certificate authority', () => '/.well-known/acme-challenge/abc'],
      ['embeds', () => `${of('post').path}embed/`],
      ['embeds without rewriting', () => `/?p=${of('post').id}&embed=true`],
      ['comment feeds', () => '/comments/feed/'],
      ['feeds of one post', () => `${of('post').path}feed/`],
      ['oEmbed', () => `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(cms + of('post').path)}`],
      ['a draft by number', () => `/?p=${hidden('draft').id}`],
      ['a private post by number', () => `/?p=${hidden('private').id}`],
      ['a draft’s preview', () => `/?p=${hidden('draft').id}&preview=true`],
    ];
    const hidden = (status: string) => {
      const found = inventory.hidden.find((item) => item.status === status && item.type === 'post');
      if (!found) throw new Error(`nothing is ${status}`);
      return found;
    };
    for (const [name, path, init] of stays)
      it(`leaves to WordPress: ${name}`, async () => {
        const { location } = await follow(path(), init);
        expect(location?.startsWith(service) ?? false).toBe(false);
      });

    it('leaves to WordPress: trackbacks, which it answers with the address of the post', async () => {
      const { path } = of('post');
      expect((await visit(`${path}trackback/`)).location).toBe(cms + path);
    });

    it('uploads and other files are answered as ever', async () => {
      const url = await site.wordpress.php<string>(
        `echo json_encode( wp_get_attachment_url( get_posts( [ 'post_type' => 'attachment', 'post_status' => 'inherit', 'numberposts' => 1 ] )[0]->ID ) );`,
      );
      expect(await visit(url.replace(cms, ''))).toMatchObject({ status: 200, location: null });
    });

    it('previews and unpublished items lead those who may edit them to the redirector', async () => {
      for (const status of ['draft', 'pending', 'private', 'future']) {
        const { id } = hidden(status);
        const opener = `${cms}/wp-admin/admin-post.php?action=companion_preview&post=${id}`;
        expect([status, (await follow(`/?p=${id}&preview=true`, {}, admin)).location]).toEqual([
          status,
          expect.stringContaining(`${service}/api/preview`),
        ]);
        expect([status, (await visit(`/?p=${id}&preview=true`, {}, admin)).location]).toEqual([
          status,
          opener,
        ]);
      }
      const { id, path } = of('post');
      expect(await visit(`${path}?preview=true`, {}, admin)).toMatchObject({
        status: 302,
        location: `${cms}/wp-admin/admin-post.php?action=companion_preview&post=${id}`,
      });
      // A user who may not edit it is a visitor.
      expect((await visit(`${path}?preview=true`)).location).toBe(service + path);
    });

    it('with previews off, WordPress shows what is not public itself', async () => {
      await settings(`${on}, 'previewEnabled' => false`);
      const shown = { status: 200, location: null };
      expect(await visit(`/?p=${hidden('draft').id}&preview=true`, {}, admin)).toMatchObject(shown);
      expect(await visit(hidden('private').path, {}, admin)).toMatchObject(shown);
      await settings(on);
    });

    it('leaves to WordPress: GraphQL and REST that do not answer, so that nobody looks for them on the site', async () => {
      const { php } = site.wordpress;
      const plugins = await php<string[]>(`echo json_encode( get_option( 'active_plugins' ) );`);
      const without = plugins.filter((name) => !name.startsWith('wp-graphql/'));
      expect(without.length).toBe(plugins.length - 1);
      await php(
        `update_option( 'active_plugins', json_decode( '${JSON.stringify(without)}' ) ); delete_option( 'rewrite_rules' );`,
      );
      const remove = await ownPlugin(
        site.wordpress,
        `add_action( 'init', function () { remove_action( 'parse_request', 'rest_api_loaded' ); }, 99 );`,
      );
      const found = [];
      for (const path of ['/graphql', '/graphql/', '/?graphql', '/wp-json/', '/wp-json/wp/v2/posts'])
        found.push([path, (await follow(path)).location?.startsWith(service) ?? false]);
      await remove();
      await php(
        `update_option( 'active_plugins', json_decode( '${JSON.stringify(plugins)}' ) ); delete_option( 'rewrite_rules' );`,
      );
      expect(found.filter(([, redirected]) => redirected)).toEqual([]);
      expect((await visit('/no-such-page/')).location).toBe(`${service}/no-such-page/`);
    });

    it('leaves to WordPress: pages of attachments, where it has them', async () => {
      const [path, file] = await site.wordpress.php<[string, number]>(
        `update_option( 'wp_attachment_pages_enabled', 1 );
         $file = wp_insert_attachment( [ 'post_title' => 'A file of its own', 'post_mime_type' => 'image/png', 'post_status' => 'inherit' ], '/none.png' );
         echo json_encode( [ wp_make_link_relative( get_permalink( $file ) ), $file ] );`,
      );
      expect(await follow(path)).toMatchObject({ status: 200, location: null });
      await site.wordpress.php(`wp_delete_attachment( ${file}, true );`);
    });

    it('editors who ask with a query string see WordPress’s page: builders, theme previews, the code editor’s check', async () => {
      const { path } = of('post');
      for (const query of ['elementor-preview=1', 'wp_scrape_key=x', 'customize_changeset_uuid=1d2c'])
        expect([
          query,
          (await visit(`${path}?${query}`, {}, admin)).location?.startsWith(service) ?? false,
        ]).toEqual([query, false]);
      expect((await visit(`${path}?elementor-preview=1`)).location).toBe(
        `${service}${path}?elementor-preview=1`,
      );
    });

    it('a filter decides last', async () => {
      const remove = await ownPlugin(
        site.wordpress,
        `add_filter( 'companion_front_end_redirect', function ( $url ) { return is_page() ? '' : ( is_single() ? [ 'junk' ] : $url ); } );`,
      );
      const found = [
        (await visit('/about/')).location,
        (await visit(of('post').path)).location,
        (await visit('/category/news/')).location,
      ];
      await remove();
      expect(found).toEqual([null, null, `${service}/category/news/`]);
    });

    it('plain permalinks: what has no path stays, the front page goes', async () => {
      await site.wordpress.php(`$GLOBALS['wp_rewrite']->set_permalink_structure( '' );`);
      const found = [
        (await visit(`/?p=${of('post').id}`)).location,
        (await visit('/?cat=2')).location,
        (await visit('/')).location,
      ];
      await site.wordpress.php(
        `$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' ); flush_rewrite_rules();`,
      );
      expect(found).toEqual([null, null, `${service}/`]);
    });

    it('never leads to another host, whatever the path says', async () => {
      for (const path of [
        '//evil.example/',
        '/%2f%2fevil.example/',
        '/\\evil.example/',
        '/https://evil.example/',
        '/%0d%0aSet-Cookie:x/',
      ])
        expect([path, new URL((await visit(path)).location ?? service, cms).origin]).toEqual([
          path,
          expect.stringMatching(new RegExp(`^(${service}|${cms})$`)),
        ]);
    });
  });

  describe('WordPress and the site on one host', () => {
    /** WordPress in the folder, for whatever is asked for below it. */
    const inFolder = (folder: string) =>
      ownPlugin(
        site.wordpress,
        `foreach ( [ 'home', 'siteurl' ] as $name ) { add_filter( "option_$name", fn() => '${cms}${folder}', 99 ); }`,
      );
    const visit = async (path: string) => {
      const { status, headers } = await anonymous(path);
      const ours = headers.get('x-redirect-by') === 'Headless Site Companion';
      return [ours ? status : null, ours ? headers.get('location') : null];
    };
    const rows = async () =>
      links(
        await (await admin('/wp-admin/edit.php?post_type=page&post_status=publish')).text(),
        /aria-label="View /,
      );
    const noindex = async (path: string) => (await anonymous(path)).headers.get('x-robots-tag');

    it('WordPress in a folder: links and the redirect lead out of it, once', async () => {
      const { path } = of('page', ({ path }) => path !== '/');
      for (const address of [cms, `${cms}/`]) {
        await settings(`'redirectFrontEnd' => true, 'serviceUrl' => '${address}'`);
        const end = await inFolder('/wp');
        const found = [await visit(`/wp${path}`), await visit('/wp/'), await visit(path), await visit('/')];
        const view = await rows();
        await end();
        expect(found).toEqual([
          [301, cms + path],
          [301, `${cms}/`],
          [null, null],
          [null, null],
        ]);
        expect(view).toContain(cms + path);
        expect(view.filter((link) => link?.startsWith(`${cms}/wp/`))).toEqual([]);
      }
    });

    it('the site in a folder: they lead into it', async () => {
      const { path } = of('page', ({ path }) => path !== '/');
      await settings(`'redirectFrontEnd' => true, 'serviceUrl' => '${cms}/site'`);
      expect(await visit(path)).toEqual([301, `${cms}/site${path}`]);
      expect(await rows()).toContain(`${cms}/site${path}`);
    });

    it('the same folder in both is one address: nothing leads anywhere, nothing is hidden', async () => {
      const { path } = of('page', ({ path }) => path !== '/');
      for (const address of [`${cms}/wp`, `${cms}/wp/`]) {
        await settings(`'redirectFrontEnd' => true, 'serviceUrl' => '${address}'`);
        const end = await inFolder('/wp');
        const found = [await visit(`/wp${path}`), await noindex(`/wp${path}`)];
        const view = await rows();
        await end();
        expect(found).toEqual([[null, null], null]);
        expect(view).toContain(`${cms}/wp${path}`);
      }
    });
    afterAll(() => settings(''));
  });

  describe('search engines', () => {
    const meta = async (path: string) =>
      /<meta name=.robots. content=["']([^"']*)["']/.exec(await (await anonymous(path)).text())?.[1] ?? '';
    const header = async (path: string) => (await anonymous(path)).headers.get('x-robots-tag');
    /** Everything that a crawler learns of WordPress. */
    const seen = async () => ({
      home: [(await anonymous('/')).status, await meta('/'), await header('/')],
      feed: await header('/feed/'),
      sitemap: (await anonymous('/wp-sitemap.xml')).status,
      robots: await (await anonymous('/robots.txt')).text(),
    });
    const isHidden = async () => {
      const { home, sitemap } = await seen();
      return [/noindex/.test(String(home[1])), home[2] === 'noindex', sitemap === 404];
    };
    const HIDDEN = [true, true, true];
    const SHOWN = [false, false, false];

    const open = 'User-agent: *\nDisallow: /api/\nDisallow: /preview/\n';
    const address = 'https://www.example.com';
    /** Stands for the site at its public address. */
    let answers: Record<string, { status?: number; headers?: Record<string, string>; body?: string }> = {};
    let server: Server;
    let end: () => Promise<void>;
    beforeAll(async () => {
      server = createServer(({ url = '' }, response) => {
        const { status = 200, headers = {}, body = '' } = answers[url] ?? { status: 404 };
        response.writeHead(status, headers).end(body);
      });
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const real = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      end = await ownPlugin(
        site.wordpress,
        `add_filter( 'pre_http_request', function ( $answer, $args, $url ) {
          return 0 === strpos( $url, '${address}' ) ? wp_remote_request( str_replace( '${address}', '${real}', $url ), $args ) : $answer; }, 10, 3 );`,
      );
    });
    afterAll(async () => {
      await end?.();
      server?.close();
      await settings('');
    });
    const siteSays = (home: object, robots: object = { body: open }) => {
      answers = { '/robots.txt': robots, '/': { body: '<!doctype html><title>Site</title>', ...home } };
    };
    /** Asks for noindex and lets the plugin look at the site. */
    const askFor = async (values = `'serviceUrl' => '${address}'`) => {
      await settings(`${values}, 'noindexFrontEnd' => true`);
      await look();
    };
    const look = () => site.wordpress.php(`do_action( 'companion_connection_checked', true );`);

    it('learn nothing of a connection: it changes neither noindex nor sitemap nor robots.txt, and redirects nobody', async () => {
      await site.wordpress.php(
        `delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`,
      );
      const before = await seen();
      siteSays({});
      const authorization = await applicationPassword(site.wordpress);
      const answer = await fetch(`${cms}/wp-json/companion/v1/settings`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          serviceUrl: address,
          webhooksEnabled: true,
          previewEnabled: true,
          revalidationSecret: 'r'.repeat(16),
          previewSecret: 'p'.repeat(16),
        }),
      });
      expect([answer.status, (await answer.json()).settings.noindexFrontEnd]).toEqual([200, false]);
      await site.wordpress.cron('companion_tick');
      expect(await seen()).toEqual(before);
      expect(await isHidden()).toEqual(SHOWN);
    });

    it('are asked to leave every page out once somebody has asked for it and the site is open to them', async () => {
      siteSays({});
      await settings(`'serviceUrl' => '${address}', 'noindexFrontEnd' => true`);
      expect(await isHidden()).toEqual(SHOWN);
      await site.wordpress.cron('companion_tick');
      for (const path of ['/', of('post').path, of('page').path, '/category/news/', '/no-such-page/']) {
        expect([path, await meta(path)]).toEqual([path, expect.stringContaining('noindex')]);
        expect([path, await header(path)]).toEqual([path, 'noindex']);
      }
      const { feed, robots, sitemap } = await seen();
      expect([feed, sitemap]).toEqual(['noindex', 404]);
      // Crawlers have to read a page to see that it is not to be indexed.
      expect(robots).not.toMatch(/^Disallow:\s*\/\s*$/m);
      expect(robots).not.toContain('Sitemap:');
      const url = await site.wordpress.php<string>(
        `echo json_encode( wp_get_attachment_url( get_posts( [ 'post_type' => 'attachment', 'post_status' => 'inherit', 'numberposts' => 1 ] )[0]->ID ) );`,
      );
      expect(await header(url.replace(cms, ''))).toBeNull();
    });

    const closed: [string, object, object?][] = [
      [
        'robots.txt closes it, among others',
        {},
        { body: 'User-agent: a\nUser-agent: *\nDisallow: /api\nDisallow: / # all\n' },
      ],
      ['its homepage says noindex', { body: '<meta content="noindex, nofollow" name="robots">' }],
      ['a header says noindex', { headers: { 'x-robots-tag': 'noindex' } }],
      ['it wants a password', { status: 401 }],
      ['it leads elsewhere', { status: 302, headers: { location: 'https://login.example.com/' } }],
      ['robots.txt closes it', {}, { body: 'User-agent: *\nDisallow: /\n' }],
      ['its homepage says none', { body: "<meta name='robots' content='none'>" }],
    ];
    it.each(variations(3, closed))(
      'find WordPress as before while the site is not open to them: %s',
      async (_, home, robots) => {
        siteSays({});
        await askFor();
        expect(await isHidden()).toEqual(HIDDEN);
        siteSays(home, robots);
        await look();
        expect(await isHidden()).toEqual(SHOWN);
      },
    );

    it('find it as it was while the site does not answer', async () => {
      siteSays({});
      await askFor();
      siteSays({ status: 503 });
      await look();
      expect(await isHidden()).toEqual(HIDDEN);
    });

    it.each([
      ['no site', `'serviceUrl' => ''`],
      ['WordPress itself', `'serviceUrl' => '${'http://127.0.0.1'}'`],
      ['a private address', `'serviceUrl' => 'http://192.168.1.5:3000'`],
      ['another address than the one that was looked at', `'serviceUrl' => 'https://staging.example.com'`],
    ])('find it where there is no public site: %s', async (_, values) => {
      siteSays({});
      await askFor();
      await settings(`${values}, 'noindexFrontEnd' => true`);
      expect(await isHidden()).toEqual(SHOWN);
    });

    it.each([
      ['another address', { serviceUrl: 'https://staging.example.com' }],
      ['no address', { serviceUrl: '' }],
    ])('find it again after the connection ends: %s switches redirect and noindex off', async (_, values) => {
      siteSays({});
      await askFor();
      await settings(`'serviceUrl' => '${address}', 'noindexFrontEnd' => true, 'redirectFrontEnd' => true`);
      expect((await anonymous('/')).status).toBe(301);
      const update = (json: object) =>
        site.wordpress.php<object>(
          `$settings = HeadlessSiteCompanion\\Plugin::instance()->settings; $settings->update( json_decode( '${JSON.stringify(json)}', true ) ); echo json_encode( $settings->visible() );`,
        );
      expect(await update({ logDays: 20, serviceUrl: address })).toMatchObject({
        redirectFrontEnd: true,
        noindexFrontEnd: true,
      });
      expect(await update(values)).toMatchObject({ redirectFrontEnd: false, noindexFrontEnd: false });
      await site.wordpress.php(`update_option( 'companion_connected', '1' );`);
      expect(await isHidden()).toEqual(SHOWN);
      expect((await anonymous('/')).status).toBe(200);
      expect(await update({ serviceUrl: address, noindexFrontEnd: true })).toMatchObject({
        noindexFrontEnd: true,
      });
    });

    it('whoever agrees reads all that connecting changes, and nobody else does', async () => {
      const consent = async (query: string) =>
        (
          await admin(`/wp-admin/authorize-application.php?app_name=create-headless-site&app_id=${query}`)
        ).text();
      const here = '&success_url=http://127.0.0.1:5000/x&reject_url=http://127.0.0.1:5000/x/no';
      const ours = await consent(`6a1f8f5e-9d3c-4b47-8a53-2f0f7c1f6d10${here}`);
      const code = await (await admin('/wp-admin/admin.php?page=companion-settings')).text();
      for (const page of [ours, code]) {
        expect(page).toContain('What connecting changes in this WordPress:');
        expect(page).toContain('no redirect, no noindex, the same sitemap');
      }
      expect(await consent(`5b1f8f5e-9d3c-4b47-8a53-2f0f7c1f6d10${here}`)).not.toContain(
        'What connecting changes',
      );
    });

    it.each<[string, boolean]>([
      ['http://127.0.0.1:5000/callback/x', true],
      ['http://127.0.0.1:5000/callback/x&reject_url=http://127.0.0.1:5000/rejected/x', true],
      ['http://127.0.0.1:5000/callback/x&reject_url=https://example.com/', false],
      ['http://127.0.0.1:5000/callback/x&reject_url=http://127.0.0.1:5000@example.com/', false],
      ['&reject_url=https://example.com/', false],
      ['&reject_url=http://127.0.0.1:5000/rejected/x', false],
      ['', false],
      ['https://example.com/', false],
      ['https://127.0.0.1.example.com/', false],
      ['https://127.0.0.1:5000@example.com/', false],
      ['https://example.com\\@127.0.0.1:5000/', false],
      ['myapp://127.0.0.1:5000/', false],
    ])('a password that goes to %s is recommended: %s', async (url, isOurs) => {
      const answer = await admin(
        `/wp-admin/authorize-application.php?app_name=x&app_id=6a1f8f5e-9d3c-4b47-8a53-2f0f7c1f6d10&success_url=${url.split('&reject_url=').map(encodeURIComponent).join('&reject_url=')}`,
      );
      const html = await answer.text();
      expect([answer.status, html.includes('name="approve"')]).toEqual([200, true]);
      const page = textOf(html);
      expect(page.includes('What connecting changes')).toBe(isOurs);
      // The worst comes first.
      expect(/all rights of your account until it is taken away.*What connecting changes/.test(page)).toBe(
        isOurs,
      );
    });
  });
});
