import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mac } from '../../../src/runtime/base/mac';
import { createSite } from '../../site/create';
import { buildAndServe, buildSite } from '../../site/serve';
import { type ServedSite, secrets } from '../../site/support/site-server';
import { freePort } from '../../support/free-port';
import { ownPlugin } from '../companion/own-plugin';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { blocks, contents, overridden, overriddenSections, overrideFiles, registrations } from './types';

const reason = whyNoWordPress();

const text = (value: string) => `base64_decode( '${Buffer.from(value).toString('base64')}' )`;
const insertOverrides = `$insert = fn( $slug, $content, $more = [] ) => wp_insert_post( wp_slash( $more + [ 'post_title' => "Mit $slug", 'post_name' => $slug,
  'post_content' => $content, 'post_status' => 'publish', 'post_author' => 1, 'post_date' => '2024-01-01 10:00:00' ] ) );`;

/** A site whose configuration names one of the types, `team`, which lives elsewhere; nobody has told it of the others. */
describe.skipIf(reason)(
  `types and taxonomies that nobody has configured${reason ? ` (${reason})` : ''}`,
  () => {
    let cms: WordPress;
    let site: ServedSite;
    let ids: Record<'draft' | 'leaf' | 'top' | 'eiche', number>;
    let asked: string[];
    /** Variables of the question for contents of custom types. */
    let question: unknown;
    let built: string[];
    let dir: string;

    beforeAll(async () => {
      cms = await startWordPress({ content: 'empty', companion: true });
      await ownPlugin(cms, registrations);
      await ownPlugin(cms, blocks);
      ids = await cms.php(contents);
      await cms.php(`${insertOverrides}
      $insert( 'blöcke', ${text(overridden)} );
      $insert( 'hinter-schloss', ${text(overridden)}, [ 'post_password' => 'x' ] );
      $part = $insert( 'teil', ${text(overridden)}, [ 'post_type' => 'wp_block' ] );
      $insert( 'mit-teil', '<!-- wp:block {"ref":' . $part . '} /-->', [ 'post_type' => 'werk' ] );
      $insert( 'seite', ${text(overridden)}, [ 'post_type' => 'page' ] );
      $insert( 'abschnitte', ${text(overriddenSections)}, [ 'post_type' => 'page', 'meta_input' => [ 'companion_page_settings' => [ 'showSidebar' => true ] ] ] );`);
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      await cms.php(`update_option( 'companion_settings', [ 'serviceUrl' => '${url}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}', 'previewSecret' => '${secrets.preview}' ], false );
      do_action( 'companion_connection_changed' );`);
      dir = await createSite('types', '--cms-url', cms.url, '--custom', 'team=ssr', '--archives', 'isr');
      for (const [file, code] of Object.entries(overrideFiles)) {
        mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
        writeFileSync(path.join(dir, file), code);
      }
      await cms.clearLog();
      site = await buildAndServe(dir, cms.graphqlUrl, {}, port, async () => {
        const log = await cms.log();
        asked = log.flatMap(({ operation }) => operation ?? []);
        question = log.find(({ operation }) => operation === 'SnapshotContent')?.variables;
      });
      const manifest = JSON.parse(readFileSync(path.join(dir, '.next/prerender-manifest.json'), 'utf8'));
      built = Object.keys(manifest.routes).map(decodeURIComponent);
    });
    afterAll(async () => {
      await site?.stop();
      await cms?.stop();
    });

    const get = async (at: string) => {
      const response = await fetch(site.url + encodeURI(at), { redirect: 'manual' });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    /** Changes something, and tells the site as WP-Cron would. */
    const change = async (code: string) => {
      await cms.php(code);
      await cms.cron('companion_tick');
    };
    const becomes = (at: string, is: (page: Awaited<ReturnType<typeof get>>) => boolean) =>
      expect.poll(async () => is(await get(at)), { interval: 300, message: at }).toBe(true);
    const items = [
      '/arbeiten/für-firmen/werk-1/',
      '/arbeiten/für-firmen/geschutzt/',
      '/kurse/drechseln/',
      '/kurse/drechseln/grundlagen/',
      '/kurse/drechseln/grundlagen/ubung/',
      '/tipp/ein-tipp/',
      '/3d/ein-3d-modell/',
    ];
    const archives = [
      '/arbeiten/für-firmen/',
      '/alle-kurse/',
      '/3d/',
      '/themen/holz/',
      '/themen/holz/eiche/',
    ];
    const stil = '/stil/grun-gut/';

    test('a build asks once for the items of all of them, and once for cards of those that it does not render', () => {
      // Where a type is not whole, WordPress is asked for what the snapshot does not find.
      const ofSnapshot = asked.filter((name) => name !== 'GetAddress' && name !== 'ListTexts');
      expect(ofSnapshot.sort()).toEqual([
        'Capabilities',
        'GetContentById',
        'SnapshotArchives',
        'SnapshotContent',
        'SnapshotPages',
        'SnapshotPosts',
        'SnapshotSite',
      ]);
      // No page of `team` is built, `beleg` has none.
      const types = ['WERK', 'KURS', 'TIPP', '_3D_MODELL'];
      expect(question).toMatchObject({ types: expect.arrayContaining(types) });
      expect((question as { types: string[] }).types).toHaveLength(types.length);
    });

    test('it makes their pages, archives and terms', () => {
      const bare = [...items, ...archives, stil].map((at) => at.replace(/\/$/, ''));
      expect(bare.filter((at) => !built.includes(at))).toEqual([]);
    });

    test('every item has its address, its title and its parents', async () => {
      for (const at of items) {
        const { status, text } = await get(at);
        expect([status, /<h1[^>]*>(?:<!-- -->)?Das /.test(text)], at).toEqual([200, true]);
      }
      const { text } = await get('/kurse/drechseln/grundlagen/ubung/');
      const crumbs = /<nav aria-label="Breadcrumbs?".*?<\/nav>/s.exec(text)?.[0] ?? '';
      expect([...crumbs.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
        '/kurse/drechseln/',
        '/kurse/drechseln/grundlagen/',
      ]);
      expect(text).toMatch(/"@type":"BreadcrumbList".*drechseln/);
    });

    test('one that is rendered for each request and lives elsewhere is there, and a second old at most', async () => {
      const { status, headers } = await get('/wir/ein-team/');
      expect([status, headers.get('cache-control')]).toEqual([200, expect.stringMatching(/s-maxage=1,/)]);
      expect((await get('/wir/')).status).toBe(200);
    });

    test('what has no pages in WordPress has none here', async () => {
      for (const at of ['/beleg/ein-beleg/', '/notiz/ein-notiz/', '/akte/geheim/', '/tipp/'])
        expect((await get(at)).status, at).toBe(404);
    });

    test('the page of an attachment leads to its file, by its address and by its id', async () => {
      const attachment = `[ 'post_title' => 'Bild', 'post_name' => 'bild', 'post_mime_type' => 'image/png', 'post_status' => 'inherit' ]`;
      const id = await cms.php<number>(`echo wp_insert_attachment( ${attachment}, '2026/01/bild 1.png' );`);
      for (const at of ['/bild/', `/?attachment_id=${id}`])
        await expect
          .poll(async () => (await get(at)).headers.get('location'), { message: at })
          .toBe(`${cms.url}/wp-content/uploads/2026/01/bild%201.png`);
    });

    test('archives go on behind their first page, and have a feed', async () => {
      expect((await get('/arbeiten/für-firmen/')).text).toContain('Das werk-12');
      const last = await get('/arbeiten/für-firmen/page/3/');
      expect([last.status, last.text.includes('Das werk-1<')]).toEqual([200, true]);
      expect((await get('/arbeiten/für-firmen/page/4/')).status).toBe(404);
      const term = await get('/themen/holz/page/3/');
      expect([term.status, term.text.includes('Das werk-1<')]).toEqual([200, true]);
      for (const at of [...archives, stil]) {
        const feed = await get(`${at}feed/`);
        expect([feed.status, feed.text.includes('<item>')], at).toEqual([200, true]);
      }
      expect((await get('/themen/holz/eiche/feed/')).text).toContain('Das beitrag');
    });

    test('a term above others shows what they have, of every type, newest first', async () => {
      const { text } = await get('/themen/holz/');
      const shown = [...text.matchAll(/Das (werk-\d+|beitrag)</g)].map(([, name]) => name);
      expect([...new Set(shown)]).toEqual(['beitrag', 'werk-12', 'werk-11', 'werk-10', 'werk-9']);
    });

    test('sitemap and search know them', async () => {
      const { text } = await get('/sitemap.xml');
      const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) =>
        decodeURI(new URL(url).pathname),
      );
      const open = items.filter((at) => !at.includes('geschutzt'));
      expect([...open, ...archives, stil, '/wir/'].filter((at) => !paths.includes(at))).toEqual([]);
      expect(paths.filter((at) => /beleg|notiz|akte|geschutzt|entwurf|\?/.test(at))).toEqual([]);
      const titles = (await get('/search/titles.json')).text;
      for (const title of ['Das werk-1', 'Das übung', 'Das ein-3d-modell']) expect(titles).toContain(title);
      expect(titles).not.toMatch(/beleg|notiz|entwurf/);
      expect((await get('/search/texts.json')).text).toContain('Kurz werk-7');
    });

    test('a draft is previewed below its parents, and is nowhere else', async () => {
      const opened = await fetch(
        `${site.url}/api/preview?secret=${secrets.preview}&id=${ids.draft}&type=kurs`,
        { redirect: 'manual' },
      );
      expect(opened.status).toBe(307);
      const cookie = opened.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const page = await fetch(site.url + opened.headers.get('location'), { headers: { cookie } });
      const text = await page.text();
      expect([page.status, text.includes('Das entwurf'), text.includes('/kurse/drechseln/')]).toEqual([
        200,
        true,
        true,
      ]);
      const wrong = await fetch(
        `${site.url}/api/preview?secret=${secrets.preview}&id=${ids.draft}&type=nope`,
      );
      expect([wrong.status, (await wrong.json()).error]).toEqual([400, expect.stringMatching(/kurs, tipp/)]);
      expect((await get('/kurse/drechseln/entwurf/')).status).toBe(404);
    });

    test('a new title is soon on the item, its archive and its terms', async () => {
      await change(
        `wp_update_post( [ 'ID' => get_page_by_path( 'werk-12', OBJECT, 'werk' )->ID, 'post_title' => 'Ganz neu' ] );`,
      );
      for (const at of [
        '/arbeiten/für-firmen/werk-12/',
        '/arbeiten/für-firmen/',
        '/themen/holz/',
        '/themen/holz/eiche/',
        '/themen/holz/feed/',
      ])
        await becomes(at, ({ text }) => text.includes('Ganz neu'));
    });

    test('a new item is soon in its archive, its terms and the sitemap', async () => {
      expect((await get('/arbeiten/für-firmen/frisch/')).status).toBe(404);
      await change(`$id = wp_insert_post( [ 'post_type' => 'werk', 'post_title' => 'Frisch', 'post_name' => 'frisch', 'post_status' => 'publish', 'post_author' => 1 ] );
      wp_set_object_terms( $id, ${ids.eiche}, 'thema' );`);
      await becomes('/arbeiten/für-firmen/frisch/', ({ status }) => status === 200);
      for (const at of ['/arbeiten/für-firmen/', '/themen/holz/', '/themen/holz/eiche/'])
        await becomes(at, ({ text }) => text.includes('Frisch'));
      await becomes('/sitemap.xml', ({ text }) => text.includes('/frisch/'));
      await becomes('/search/titles.json', ({ text }) => text.includes('Frisch'));
    });

    test('a page above that moves takes those below along, and their breadcrumbs say so', async () => {
      await change(
        `wp_update_post( [ 'ID' => ${ids.top}, 'post_name' => 'schnitzen', 'post_title' => 'Schnitzen' ] );`,
      );
      await becomes(
        '/kurse/schnitzen/grundlagen/ubung/',
        ({ status, text }) => status === 200 && text.includes('>Schnitzen<'),
      );
      await becomes('/kurse/drechseln/grundlagen/ubung/', ({ status }) => status !== 200);
    });

    test('a type that is registered later is soon there as a whole', async () => {
      await ownPlugin(
        cms,
        `add_action( 'init', fn() => register_post_type( 'blatt', [ 'label' => 'Blatt', 'public' => true, 'has_archive' => 'blätter', 'show_in_graphql' => true,
        'graphql_single_name' => 'blatt', 'graphql_plural_name' => 'blaetter' ] ) );`,
      );
      await change(
        `flush_rewrite_rules(); wp_insert_post( [ 'post_type' => 'blatt', 'post_title' => 'Erstes Blatt', 'post_name' => 'erstes', 'post_status' => 'publish' ] );`,
      );
      await becomes('/blatt/erstes/', ({ status }) => status === 200);
      await becomes('/blätter/', ({ text }) => text.includes('Erstes Blatt'));
      await becomes('/sitemap.xml', ({ text }) => text.includes('/blatt/erstes/'));
      await becomes('/search/titles.json', ({ text }) => text.includes('Erstes Blatt'));
    });

    describe('block overrides', () => {
      const main = (html: string) =>
        /<main.*<\/main>/s.exec(html.replace(/<script\b.*?<\/script>/gs, ''))?.[0] ?? '';
      const preview = async (id: number, type: string) => {
        const opened = await fetch(
          `${site.url}/api/preview?secret=${secrets.preview}&id=${id}&type=${type}`,
          {
            redirect: 'manual',
          },
        );
        const cookie = opened.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; ');
        return main(
          await (await fetch(site.url + opened.headers.get('location'), { headers: { cookie } })).text(),
        );
      };

      test.each(['/blocke/', '/arbeiten/für-firmen/mit-teil/', '/seite/'])(
        '%s: each has its component, where it stands, and what has no override stays',
        async (at) => {
          const html = main((await get(at)).text);
          expect(html).toMatch(
            /Vorher<\/p>.*<div class="wp-block-columns[^>]*><div class="wp-block-column[^>]*style="flex-basis:33%"[^>]*><aside data-tone="loud">/s,
          );
          expect(html).toContain(
            '<strong>Titel &amp; mehr</strong><em>Kühl &amp; &lt;b&gt;klar&lt;/b&gt;</em>',
          );
          expect(html).toMatch(
            /<p>Innen<\/p>.*<aside data-tone="calm"><strong><\/strong><em>Tief<\/em><\/aside>.*<\/aside>/s,
          );
          expect(html).toMatch(
            /<blockquote[^>]*><p>Zitat<\/p>.*<div data-hours=""><p class="hours">Mo–Fr<\/p><\/div>/s,
          );
          expect(html).not.toMatch(/acme-notice|data-companion-block|onclick|javascript:|secret@/);
        },
      );

      test('a page of sections: in each of them, wherever it stands; the sidebar keeps the HTML of WordPress', async () => {
        const html = main((await get('/abschnitte/')).text);
        const sections = html.split(/(?=<div (?:class="swap" )?data-block="(?!Sidebar))/).slice(1);
        expect(sections.map((section) => /data-block="(\w+)"/.exec(section)?.[1])).toEqual([
          'HeroCentered',
          'ContentSection',
          'CTASimple',
          'ContentSection',
          'ContentSection',
        ]);
        expect(sections[1]).toContain('<aside data-tone="calm"><strong></strong><em>Allein</em></aside>');
        expect(sections[3]).toMatch(
          /Vorher<\/p>.*<strong>Titel &amp; mehr<\/strong><em>Kühl &amp; &lt;b&gt;klar&lt;\/b&gt;<\/em>.*<em>Tief<\/em>.*<p>Zitat<\/p>.*<div data-hours=""><p class="hours">/s,
        );
        expect(sections[4]).toMatch(/Abschnitt.*<em>Im Abschnitt<\/em><\/aside>.*Danach/s);
        expect(html).toMatch(/Daneben.*<div class="acme-notice"><p>Rand<\/p>/s);
        expect(html).not.toMatch(/data-companion-block|onclick|javascript:|secret@/);
      });

      test('what components do not read reaches no page, whole document and data of the framework included', async () => {
        expect((await get('/blocke/')).text).not.toMatch(/secret@|javascript:alert|companion-block/);
      });

      test('of a protected post nobody gets any, and its page has none', async () => {
        const { status, text } = await get('/hinter-schloss/');
        expect([status, /Innen|Kühl|data-tone/.test(text)]).toEqual([200, false]);
      });

      test('feed, search and excerpts keep the text', async () => {
        const feed = (await get('/feed/')).text;
        expect([
          feed.includes('Vorher'),
          feed.includes('acme-notice'),
          feed.includes('companion-block'),
        ]).toEqual([true, true, false]);
        expect((await get('/search/texts.json')).text).toContain('Vorher');
      });

      test('previews show them of what is not saved, and of drafts', async () => {
        const draft = await cms.php<number>(
          `${insertOverrides} echo $insert( 'noch-nicht', ${text(overridden)}, [ 'post_status' => 'draft' ] );`,
        );
        expect(await preview(draft, 'post')).toContain('<em>Tief</em>');
        const unsaved = overridden.replace('Tief', 'Ungespeichert');
        const id = await cms.php<number>(`require_once ABSPATH . 'wp-admin/includes/post.php';
        $post = get_page_by_path( 'blocke', OBJECT, 'post' );
        wp_create_post_autosave( wp_slash( [ 'post_ID' => $post->ID, 'post_type' => 'post', 'post_title' => $post->post_title, 'post_content' => ${text(unsaved)} ] ) );
        echo $post->ID;`);
        expect(await preview(id, 'post')).toContain('<em>Ungespeichert</em>');
        expect((await get('/blocke/')).text).not.toContain('Ungespeichert');
      });

      test('a change is soon there', async () => {
        await change(
          `wp_update_post( wp_slash( [ 'ID' => get_page_by_path( 'blocke', OBJECT, 'post' )->ID, 'post_content' => ${text(overridden.replace('Tief', 'Neu gesagt'))} ] ) );`,
        );
        await becomes('/blocke/', ({ text }) => text.includes('<em>Neu gesagt</em>'));
      });

      test('nobody else is told what the blocks hold', async () => {
        const ask = async (more: string) => {
          const query = `{ posts(first: 50) { nodes { slug companionBlocks(${more}) } } }`;
          const response = await fetch(cms.graphqlUrl, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query }),
          });
          return JSON.stringify(await response.json());
        };
        for (const more of ['names: ["acme/hours"]', 'names: ["acme/hours"], key: "x"']) {
          const said = await ask(more);
          expect(said).toContain('refused');
          expect(said).not.toContain('secret@');
        }
        const key = mac(secrets.revalidation, 'companion/blocks/v1', 'acme/hours');
        expect(await ask(`names: ["acme/hours"], key: "${key}"`)).toContain('secret@');
        expect(await ask(`names: ["acme/notice"], key: "${key}"`)).toContain('refused');
      });

      test('a name, an attribute and a reader that do not exist end a build, each with its line, and cost no question', async () => {
        expect(asked).not.toContain('BlockOverrides');
        const file = path.join(dir, 'components/blocks/mapped/index.ts');
        const code = readFileSync(file, 'utf8')
          .replace("'acme/hours'", "'acme/huors'")
          .replace("text('tone')", "text('toen')")
          .replace("attribute.link('url')", "attribute.lnik('url')");
        writeFileSync(file, code);
        const at = (text: string) =>
          `components/blocks/mapped/index.ts:${code.split('\n').findIndex((line) => line.includes(text)) + 1}`;
        const said = await buildSite(dir, cms.graphqlUrl).catch((error: Error) => error.message);
        expect(said.split('\n').filter((line) => line.startsWith('components/'))).toEqual([
          `${at('huors')}: "acme/huors": WordPress has no such block, and no content has it. Fix: \`acme/hours\``,
          `${at('lnik')}: "acme/notice": \`.lnik()\` is no reader. Fix: \`link\``,
          `${at('toen')}: "acme/notice": the block has no attribute "toen". Fix: \`tone\``,
        ]);
        expect(said).toContain('the build failed');
      });
    });
  },
);
