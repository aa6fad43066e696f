import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretsOf } from '../cli/cli';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import { programOf, type ServedSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from '../wordpress/server';
import { acfPlugins, activateAcf } from '../wordpress/server/acf';
import { everyFieldPlugin, notInGraphql, shown, type Values } from '../wordpress/server/every-field';
import { activatePlugin } from '../wordpress/server/plugins';

const reason = whyNoWordPress('newest') ?? whyNoPlugin(...acfPlugins);

const PROGRAM = path.resolve('bin/create-headless-site.js');

/** Each place of the group: `--type`, the component, the file of the theme that shows it, and where a visitor sees it. */
const places = [
  {
    type: 'post',
    component: 'posts/Every',
    at: '/with-all/',
    save: `get_page_by_path( 'with-all', OBJECT, 'post' )->ID`,
  },
  {
    type: 'page',
    component: 'pages/Every',
    at: '/page-with-all/',
    save: `get_page_by_path( 'page-with-all' )->ID`,
  },
  {
    type: 'project',
    component: 'posts/Every',
    at: '/project/project-with-all/',
    save: `get_page_by_path( 'project-with-all', OBJECT, 'project' )->ID`,
  },
  {
    type: 'category',
    component: 'routes/Every',
    at: '/category/wood/',
    save: `'term_' . get_term_by( 'slug', 'wood', 'category' )->term_id`,
  },
  {
    type: 'author',
    component: 'posts/AuthorEvery',
    at: '/with-all/',
    save: `'user_' . get_user_by( 'slug', 'ada' )->ID`,
  },
  {
    type: 'menu-item',
    component: 'shell/MenuEvery',
    at: '/',
    save: `get_posts( [ 'post_type' => 'nav_menu_item', 'fields' => 'ids' ] )[0]`,
  },
  { type: 'options', component: 'shell/Every', at: '/', save: `'options'` },
] as const;

/** Lines that the owner puts into files of the theme: behind what they stand. */
const lines: Record<string, [file: string, behind: string, element: string][]> = {
  post: [
    ['posts/Article', '<ArticleHeader post={post} language={language} />', '<Every fields={post.fields} />'],
  ],
  page: [['pages/PageBody', '', '<Every fields={page.fields} />']],
  category: [
    [
      'routes/ArchiveView',
      '<ArchiveHeader title={archive.title} descriptionHtml={archive.description} kind={kinds[archive.kind]} />',
      '<Every fields={archive.fields} />',
    ],
  ],
  author: [
    [
      'posts/Article',
      '<footer className="article-column post-end">',
      '<AuthorEvery fields={post.authorFields} />',
    ],
  ],
  'menu-item': [
    [
      'shell/MenuTree',
      '<MenuLink node={node} currentPath={currentPath} />\n        {children}',
      '<MenuEvery fields={node.fields} />',
    ],
  ],
  options: [['shell/Footer', '<footer className="site-footer">', '<Every fields={shell.options} />']],
};

const authorTemplate = `import type { TemplateProps } from 'headless-site/content';
import { AuthorEvery } from '@/components/posts/AuthorEvery';

export default function Author({ archive, shell }: TemplateProps<'author'>) {
  return <AuthorEvery fields={archive.fields} />;
}
`;

describe.skipIf(reason)(
  `a group with every free field of ACF, everywhere${reason ? ` (${reason})` : ''}`,
  () => {
    let wordpress: WordPress;
    let dir: string;
    let site: ServedSite;
    let said: Record<string, string>;
    /** GraphQL operations of the build. */
    let asked: string[];
    const file = (name: string) => path.join(dir, name);
    const change = (name: string, from: string, to: string) => {
      const before = readFileSync(file(name), 'utf8');
      expect(before).toContain(from);
      writeFileSync(
        file(name),
        before.replace(from, () => to),
      );
    };
    const get = async (at: string, cookie = '') => {
      const response = await fetch(site.url + at, { headers: { cookie } });
      return plain(await response.text());
    };
    const plain = (html: string) =>
      html
        .replace(/<script\b.*?<\/script>/gs, '')
        .replaceAll('<!-- -->', '')
        .replaceAll('&quot;', '"');
    /** Types that do not stand on a page as they should. */
    const missing = (html: string, place: string, values: Values) =>
      Object.entries(shown(place, values)).flatMap(([type, text]) =>
        html.includes(text) ? [] : [`${type}: ${text}`],
      );
    const saveAll = (values: Values) =>
      places.map(({ type, save }) => `every_save( ${save}, '${type}', '${values}' );`).join('\n');

    beforeAll(async () => {
      wordpress = await startWordPress({
        version: 'newest',
        content: 'empty',
        companion: true,
        plugins: acfPlugins,
      });
      await activatePlugin(wordpress, 'every-field.php', everyFieldPlugin);
      await activateAcf(wordpress);
      await wordpress.php(`flush_rewrite_rules(); every_targets();
      $ada = wp_insert_user( [ 'user_login' => 'ada', 'user_pass' => 'x', 'user_email' => 'ada@example.com', 'display_name' => 'Ada', 'role' => 'author', 'description' => 'Writes.' ] );
      wp_insert_term( 'Wood', 'category' );
      foreach ( [ 'post' => 'with-all', 'page' => 'page-with-all', 'project' => 'project-with-all' ] as $type => $slug ) {
        $id = wp_insert_post( [ 'post_type' => $type, 'post_status' => 'publish', 'post_title' => $slug, 'post_name' => $slug, 'post_content' => 'Words', 'post_author' => $ada, 'post_date' => '2026-01-01 10:00:00' ] );
        if ( 'post' === $type ) { wp_set_object_terms( $id, [ 'wood' ], 'category' ); }
      }
      $menu = wp_create_nav_menu( 'Main' );
      wp_update_nav_menu_item( $menu, 0, [ 'menu-item-title' => 'Home', 'menu-item-url' => home_url( '/' ), 'menu-item-status' => 'publish' ] );
      set_theme_mod( 'nav_menu_locations', [ 'PRIMARY' => $menu ] + get_registered_nav_menus() );
      $locations = get_nav_menu_locations(); foreach ( array_keys( get_registered_nav_menus() ) as $at ) { $locations[ $at ] = $menu; } set_theme_mod( 'nav_menu_locations', $locations );`);
      await wordpress.php(saveAll('one'));
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      dir = await createSite('every-field', '--cms-url', wordpress.url, '--site-url', url);
      const { revalidation, preview } = secretsOf(dir);
      await wordpress.php(`update_option( 'companion_settings', [ 'serviceUrl' => '${url}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${revalidation}', 'previewSecret' => '${preview}' ], false );
      do_action( 'companion_connection_changed' );`);
      said = {};
      for (const { type } of places) {
        const args = ['add', 'field-group', 'every', '--type', type];
        const { exitCode, all } = await execa(process.execPath, [PROGRAM, ...args], {
          cwd: dir,
          reject: false,
          all: true,
        });
        expect(exitCode, all).toBe(0);
        said[type] = all;
      }
      for (const [type, inserted] of Object.entries(lines)) {
        const { component } = places.find((place) => place.type === type) ?? { component: '' };
        for (const [name, behind, element] of inserted) {
          const at = `components/${name}.tsx`;
          const text = readFileSync(file(at), 'utf8');
          const anchor = behind || (/<Title\b[^>]*\/>/.exec(text)?.[0] ?? '');
          change(
            at,
            anchor,
            type === 'menu-item' ? anchor.replace('\n', `\n        ${element}\n`) : `${anchor}\n${element}`,
          );
          change(
            at,
            'import ',
            `import { ${path.basename(component)} } from '@/components/${component}';\nimport `,
          );
        }
      }
      writeFileSync(file('components/templates/author.tsx'), authorTemplate);
      // Fields that the search finds.
      const content = readFileSync(file('content.config.ts'), 'utf8');
      writeFileSync(
        file('content.config.ts'),
        content.replace(/fields: \{\n.*?\n {2}\},\n/s, (entries) =>
          entries.replaceAll(
            /^ {6}\}\),\n/gm,
            "      }),\n      search: ['every.text', 'every.group.inner'],\n",
          ),
        ),
      );
      // The selection of posts is in a file of its own.
      const [, select = ''] = /post: \{\n {6}select: `\n(.*?)\n {6}`/s.exec(content) ?? [];
      mkdirSync(file('queries'));
      writeFileSync(file('queries/every.graphql'), `fragment Every on Post {\n${select}\n}\n`);
      change(
        'content.config.ts',
        `post: {\n      select: \`\n${select}\n      \``,
        'post: {\n      select: every',
      );
      change('content.config.ts', 'import ', "import every from './queries/every.graphql';\nimport ");
      const env = { REVALIDATION_SECRET: revalidation, PREVIEW_SECRET: preview };
      const { all, exitCode } = await execa(process.execPath, [programOf(dir), 'generate'], {
        cwd: dir,
        env: { ...env, NEXT_PUBLIC_SITE_URL: url, NEXT_PUBLIC_CMS_API_URL: wordpress.graphqlUrl },
        reject: false,
        all: true,
      });
      expect(exitCode, all).toBe(0);
      await wordpress.clearLog();
      site = await buildAndServe(dir, wordpress.graphqlUrl, env, port);
      asked = (await wordpress.log()).flatMap(({ operation }) => operation ?? []);
    });
    afterAll(async () => {
      await site?.stop();
      await wordpress?.stop();
    });

    test('the starters and what the owner adds type-check, against the schema of this WordPress', async () => {
      const tsc = path.resolve('node_modules/typescript/bin/tsc');
      const { stdout } = await execa(process.execPath, [tsc, '--noEmit'], { cwd: dir, reject: false });
      expect(stdout).toBe('');
    });

    test('add says what it leaves out, and keeps the component that another type has already', () => {
      for (const text of Object.values(said))
        expect(text).toContain('a starter shows no such fields: password');
      expect(said.project).toContain('components/posts/Every.tsx is there already, and stays as it is.');
      const content = readFileSync(file('content.config.ts'), 'utf8');
      for (const type of Object.keys(notInGraphql)) expect(content).not.toContain(type.replace('_p', 'P'));
    });

    // The options page is one as ACF Pro registers it: the free ACF has none. WordPress has no preview of terms, users, menus and options.
    test('a build asks nothing more for all of it', () => {
      expect([...asked].sort()).toEqual([
        'Capabilities',
        'SnapshotArchives',
        'SnapshotContent',
        'SnapshotPages',
        'SnapshotPosts',
        'SnapshotSite',
      ]);
    });

    test('each type is shown in each place, and no password', async () => {
      for (const { type, at } of places) {
        const html = await get(at);
        expect([type, missing(html, type, 'one')]).toEqual([type, []]);
        expect(html).not.toContain('secret-');
      }
      expect(missing(await get('/author/ada/'), 'author', 'one')).toEqual([]);
    });

    test('what is flagged is found by the search', async () => {
      for (const { type, at } of places.slice(0, 3)) {
        for (const words of [`Text one-${type}`, `Inner one-${type}`]) {
          const { results } = await (
            await fetch(`${site.url}/search/results?q=${encodeURIComponent(words)}`)
          ).json();
          expect([words, results[0]?.path]).toEqual([words, at]);
        }
      }
    });

    test.each(places.slice(0, 3))(
      'unsaved values of a $type are in its preview, and nowhere else',
      async ({ type, at, save }) => {
        const id = await wordpress.php<number>(`
      require_once ABSPATH . 'wp-admin/includes/post.php';
      $id = ${save};
      $_POST += [ '_acf_changed' => '1', 'acf' => wp_slash( every_values( '${type}', 'three' ) ) ];
      $autosave = wp_create_post_autosave( [ 'post_ID' => $id, 'post_type' => '${type}', 'post_title' => 'Unsaved', 'content' => 'Words', 'excerpt' => '' ] );
      acf_save_post( $autosave );
      echo json_encode( $id );`);
        const { preview } = secretsOf(dir);
        const opened = await fetch(
          `${site.url}/api/preview?secret=${encodeURIComponent(preview)}&id=${id}&type=${type}`,
          {
            redirect: 'manual',
          },
        );
        expect([opened.status, opened.headers.get('location')]).toEqual([307, at]);
        const cookie = opened.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; ');
        expect(missing(await get(at, cookie), type, 'three')).toEqual([]);
        expect(missing(await get(at), type, 'one')).toEqual([]);
      },
    );

    test('what changes in WordPress is on the page, in each place', async () => {
      await wordpress.php(`${saveAll('two')}
      foreach ( [ ${places
        .slice(0, 3)
        .map(({ save }) => save)
        .join(', ')} ] as $id ) { wp_update_post( [ 'ID' => $id, 'post_content' => 'Changed' ] ); }
      do_action( 'acf/save_post', 'options' );`);
      await wordpress.cron('companion_tick');
      for (const { type, at } of places)
        await expect
          .poll(async () => missing(await get(at), type, 'two'), { message: type, interval: 500 })
          .toEqual([]);
      await expect
        .poll(async () => missing(await get('/author/ada/'), 'author', 'two'), { interval: 500 })
        .toEqual([]);
      const { results } = await (
        await fetch(`${site.url}/search/results?q=${encodeURIComponent('Text two-post')}`)
      ).json();
      expect(results[0]?.path).toBe('/with-all/');
    });

    test.each(places.filter(({ type }) => ['category', 'author', 'menu-item'].includes(type)))(
      'a change of a $type that WordPress alone makes reaches the site',
      async ({ type, at, save }) => {
        await wordpress.php(`update_field( 'field_text', 'Alone ${type}', ${save} );`);
        await wordpress.cron('companion_tick');
        await expect
          .poll(async () => (await get(at)).includes(`Alone ${type}`), { interval: 500 })
          .toBe(true);
      },
    );
  },
);
