import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe, serveSite } from '../site/serve';
import { type ServedSite, secrets } from '../site/support/site-server';
import { entryOf, filesOf, lineOf, textOf } from '../support/recipes';
import { complaints } from '../wordpress/companion/site';
import { startWordPress, type WordPress, whyNoWordPress } from '../wordpress/server';
import { activatePlugin } from '../wordpress/server/plugins';

const reason = whyNoWordPress();

/**
 * A type whose name in GraphQL is another one; a field of pages that fails as the page's own meta says, and one that says that it
 * is never null.
 */
const failing = `<?php
/* Plugin Name: Acme tests */
add_action( 'init', function () {
	register_post_type( 'case_study', [ 'public' => true, 'has_archive' => true, 'show_in_graphql' => true,
		'supports' => [ 'title', 'editor' ], 'graphql_single_name' => 'work', 'graphql_plural_name' => 'works' ] );
} );
add_action( 'graphql_register_types', function () {
	register_graphql_field( 'Work', 'year', [ 'type' => 'Int',
		'resolve' => function ( $post ) { return (int) get_post_meta( $post->databaseId, 'year', true ); } ] );
	register_graphql_field( 'Page', 'flaky', [ 'type' => 'String', 'resolve' => function ( $post ) {
		switch ( get_post_meta( $post->databaseId, 'how', true ) ) {
			case 'throws':
				throw new Exception( 'no service' );
			case 'ends':
				status_header( 500 );
				exit( 'A fatal error' );
			case 'prints':
				echo 'Notice: x';
		}
		return 'fine';
	} ] );
	register_graphql_field( 'Page', 'solid', [ 'type' => [ 'non_null' => 'String' ], 'resolve' => function ( $post ) {
		return get_post_meta( $post->databaseId, 'how', true ) === 'null' ? null : 'solid';
	} ] );
} );`;

const ARTICLE = 'components/posts/Article.tsx';
const CONTENT_ROUTE = 'components/routes/ContentRoute.tsx';

const more = `
    page: {
      select: 'flaky solid',
      read: (field) => ({ flaky: field.text('flaky'), solid: field.text('solid') }),
    },
    case_study: { select: 'year', read: (field) => ({ year: field.number('year') }) },`;

/** One that editors choose, and those of the search and of a missing address. */
const templates = {
  'template-landing': `import type { TemplateProps } from 'headless-site/content';

export default function LandingTemplate(view: TemplateProps<'template-landing'>) {
  return <h1 data-template="landing">{view.kind === 'post' ? view.post.title : view.page.title}</h1>;
}
`,
  '404': `import type { TemplateProps } from 'headless-site/content';

export default function MissingTemplate({ path, shell }: TemplateProps<'404'>) {
  return (
    <h1 data-template="404">
      Nothing at {path} of {shell?.title}
    </h1>
  );
}
`,
  search: `import type { TemplateProps } from 'headless-site/content';

export default function SearchTemplate({ query, found }: TemplateProps<'search'>) {
  return (
    <ul data-template="search" data-query={query}>
      {found?.results.map((result) => (
        <li key={result.path}>
          <a href={result.path}>{result.title}</a>
        </li>
      ))}
    </ul>
  );
}
`,
};

describe.skipIf(reason)(`the recipes, done as written${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let dir: string;
  let site: ServedSite | undefined;
  const text = (value: string) => `base64_decode( '${Buffer.from(value).toString('base64')}' )`;
  const at = (file: string) => path.join(dir, file);
  const change = (file: string, from: string, to: string) => {
    const before = readFileSync(at(file), 'utf8');
    expect(before).toContain(from);
    writeFileSync(
      at(file),
      before.replace(from, () => to),
    );
  };
  const plugin = (file: string, code: string) => activatePlugin(wordpress, path.posix.basename(file), code);
  const insert = (type: string, slug: string, meta: Record<string, string>, content = 'Words', fields = '') =>
    wordpress.php(`wp_insert_post( wp_slash( [ 'post_type' => '${type}', 'post_status' => 'publish', 'post_name' => '${slug}',
      'post_title' => 'The ${slug}', 'post_content' => ${text(content)}, ${fields}
      'meta_input' => json_decode( ${text(JSON.stringify(meta))}, true ) ] ) );`);
  const get = async (address: string) => {
    const response = await fetch(site?.url + address, { redirect: 'manual' });
    const html = (await response.text()).replace(/<script\b.*?<\/script>/gs, '');
    return { status: response.status, html, headers: response.headers };
  };
  const webhook = (paths: string[], event: string) =>
    fetch(`${site?.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        secret: secrets.revalidation,
        paths,
        events: Object.fromEntries(paths.map((name) => [name, event])),
      }),
    });
  const run = (file: string, ...args: string[]) =>
    execa(process.execPath, [createRequire(at('package.json')).resolve(file), ...args], {
      cwd: dir,
      reject: false,
      all: true,
    });

  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true });
    await wordpress.php(`update_option( 'companion_settings', [ 'serviceUrl' => 'http://127.0.0.1:9', 'previewEnabled' => true ] );
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}', 'previewSecret' => '${secrets.preview}' ], false );
      do_action( 'companion_connection_changed' );`);
    dir = await createSite('recipes', '--cms-url', wordpress.url, '--custom', 'case_study=isr');
    const recipes = [
      'custom-field',
      'custom-field-lists',
      'structured-data',
      'related-posts',
      'custom-page',
      'custom-query',
      'external-script',
      'template',
      'custom-type',
      'custom-taxonomy',
      'block-override',
      'contact',
    ];
    for (const [file, code] of recipes.flatMap((name) => [...filesOf(name)])) {
      if (file.startsWith('wp-content/')) await plugin(file, code);
      else {
        mkdirSync(path.dirname(at(file)), { recursive: true });
        writeFileSync(at(file), code);
      }
    }
    for (const [name, code] of Object.entries(templates))
      writeFileSync(at(`components/templates/${name}.tsx`), code);
    await plugin('acme-tests.php', failing);
    const entries = [
      'custom-field',
      'custom-field-lists',
      'custom-page',
      'html',
      'external-script',
      'contact',
      'revalidation-hooks',
    ].map(entryOf);
    const content = `defineContent({\n${entries.join('')}})`.replace('  fields: {', `  fields: {${more}`);
    change('content.config.ts', 'defineContent({})', content);
    change('next.config.ts', 'withHeadlessSite({})', `withHeadlessSite({\n${entryOf('redirects')}})`);
    // Step 3 of custom-field-lists.md.
    const [, search = ''] =
      /names what the search finds[^`]*`read`:\n\n```ts\n(.*?)```/s.exec(textOf('custom-field-lists')) ?? [];
    const reads = /.*pages: field\.number\('book\.pages'\) \}\),\n/.exec(content)?.[0] ?? '';
    change('content.config.ts', reads, reads + search);
    const name = '</Heading>\n';
    change('components/posts/CardWords.tsx', name, `${name}${lineOf('custom-field-lists')}`);
    change(CONTENT_ROUTE, '      <StructuredData route={route} />\n', lineOf('structured-data'));
    change(
      CONTENT_ROUTE,
      'import { SiteShell }',
      "import { propertiesOf } from '@/components/seo/properties';\nimport { SiteShell }",
    );
    const theirs = '      <RelatedPosts post={post} language={language} />\n';
    change(ARTICLE, theirs, `${lineOf('related-posts')}${theirs}`);
    change(
      ARTICLE,
      'import { PostNav, RelatedPosts }',
      "import { RelatedByCategory } from './RelatedByCategory';\nimport { PostNav, RelatedPosts }",
    );
    const header = '<ArticleHeader post={post} language={language} />\n';
    change('components/posts/Article.tsx', header, `${header}${lineOf('custom-field')}`);
    change(
      'components/posts/Article.tsx',
      'import { Comments }',
      "import { Book } from './Book';\nimport { Comments }",
    );
    change('app/layout.tsx', '{children}\n', `{children}\n${lineOf('external-script')}`);
    change(
      'app/layout.tsx',
      "import './globals.css';",
      "import { Widget } from '@/components/shell/Widget';\nimport './globals.css';",
    );
    change(
      'components/pages/PageBody.tsx',
      '<Breadcrumbs items={page.ancestors} />',
      '<Breadcrumbs items={page.ancestors} />\n      <p data-own={JSON.stringify(page.fields)} />',
    );
    change(
      'components/posts/Article.tsx',
      lineOf('custom-field'),
      `${lineOf('custom-field')}        <p data-year={post.fields.year} />\n`,
    );
    const html =
      '<!-- wp:html --><price-tag currency="EUR" onclick="x()">480</price-tag><b data-kind="oak">Oak</b>' +
      '<iframe src="https://www.loom.com/share/abc123" title="Tour"></iframe><!-- /wp:html -->';
    await insert('post', 'stool', { subtitle: 'A & <b>seat</b>', pages: '12' }, html);
    await insert('post', 'bench', {});
    await wordpress.php(`$wood = wp_insert_term( 'Wood', 'category' ); update_term_meta( $wood['term_id'], 'colour', 'walnut' );
      foreach ( [ 'stool', 'bench' ] as $name ) {
        wp_set_object_terms( get_page_by_path( $name, OBJECT, 'post' )->ID, [ $wood['term_id'] ], 'category' );
      }`);
    await insert('post', 'plain', {});
    await insert('post', 'secret', { subtitle: 'Nobody knows' }, 'Words', "'post_password' => 'x',");
    for (const how of ['nothing', 'throws', 'ends', 'prints', 'null']) await insert('page', how, { how });
    await insert('case_study', 'bank', { year: '1999' });
    await insert('page', 'chosen', { _wp_page_template: 'template-landing' });
    await insert('page', 'had', { _wp_page_template: 'templates/landing.php' });
    await insert('page', 'gone', { _wp_page_template: 'template-gone' });
    await insert('case_study', 'study', { _wp_page_template: 'template-landing' });
    const callout =
      '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column">' +
      '<!-- wp:acme/callout {"tone":"loud","url":"/plain/"} --><!-- wp:paragraph --><p>Inside</p><!-- /wp:paragraph -->' +
      '<!-- /wp:acme/callout --></div><!-- /wp:column --></div><!-- /wp:columns -->';
    await insert('post', 'callout', {}, callout);
    await insert('film', 'metropolis', {}, 'A city');
    await wordpress.php(`flush_rewrite_rules(); $genre = wp_insert_term( 'Silent', 'genre', [ 'slug' => 'silent' ] );
      wp_set_object_terms( get_page_by_path( 'metropolis', OBJECT, 'film' )->ID, [ $genre['term_id'] ], 'genre' );
      wp_set_object_terms( get_page_by_path( 'plain', OBJECT, 'post' )->ID, [ $genre['term_id'] ], 'genre' );`);
  });
  afterAll(async () => {
    await site?.stop();
    await wordpress?.stop();
  });

  it('passes the type check; a field that nobody reads does not', async () => {
    expect((await run('next/dist/bin/next', 'typegen')).exitCode).toBe(0);
    const fits = await run('typescript/bin/tsc', '--noEmit');
    expect(fits.exitCode, fits.all).toBe(0);
    const file = at('components/posts/Book.tsx');
    const written = readFileSync(file, 'utf8');
    const wrong = {
      ours: written.replace('{ subtitle, pages }', '{ subtitel, pages }'),
      its: written.replace('{subtitle}<', '{subtitle.length}<').replace('subtitle ? ', 'true ? '),
    };
    const refused = async () => {
      const misfits = await run('typescript/bin/tsc', '--noEmit');
      expect(misfits.all).toMatch(/^components\/posts\/Book\.tsx.*error TS/m);
    };
    for (const code of Object.values(wrong)) {
      expect(code).not.toBe(written);
      writeFileSync(file, code);
      await refused();
    }
    writeFileSync(file, written);
    // Leftovers of an earlier check must hide neither that the type of the fields changed nor that it is back.
    const content = readFileSync(at('content.config.ts'), 'utf8');
    writeFileSync(at('content.config.ts'), content.replace('({ subtitle: field', '({ renamed: field'));
    await refused();
    writeFileSync(at('content.config.ts'), content);
    const again = await run('typescript/bin/tsc', '--noEmit');
    expect(again.exitCode, again.all).toBe(0);
  });

  it('passes the lint', async () => {
    const { exitCode, all } = await run(
      '@biomejs/biome/bin/biome',
      'check',
      'content.config.ts',
      'components/posts/Book.tsx',
      'components/posts/CardWords.tsx',
      'components/posts/RelatedByCategory.tsx',
      'components/seo',
      CONTENT_ROUTE,
      'app/pricing',
      'app/pictures',
      'components/templates',
      'components/blocks/mapped',
      'components/shell/Widget.tsx',
      'next.config.ts',
    );
    expect(exitCode, all).toBe(0);
  });

  it('builds, and names what fails', async () => {
    site = await buildAndServe(dir, wordpress.graphqlUrl);
    expect(site.output()).toContain('without its fields WordPress answers, with them it fails');
  });

  it('custom-field.md: a field on a post, and nothing where there is none', async () => {
    const stool = await get('/stool/');
    expect(stool.html).toContain('A &amp; &lt;b&gt;seat&lt;/b&gt;</p>');
    expect(stool.html).toMatch(/12(?:<!-- -->)? pages/);
    const plain = await get('/plain/');
    expect([plain.status, plain.html.includes('data-field="book"')]).toEqual([200, false]);
  });

  it('custom-field-lists.md: in lists, in the archive of a term, in the search', async () => {
    const subtitle = 'A &amp; &lt;b&gt;seat&lt;/b&gt;</p>';
    for (const address of ['/', '/category/wood/']) expect((await get(address)).html).toContain(subtitle);
    expect((await get('/category/wood/')).html).toContain('data-colour="walnut"');
    expect((await get('/search/?q=seat')).html).toContain('href="/stool/"');
    expect((await get('/search/?q=nobody+knows')).html).not.toContain('href="/secret/"');
  });

  it('structured-data.md: a field in the JSON-LD', async () => {
    const html = await (await fetch(`${site?.url}/stool/`)).text();
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const post = JSON.parse(json)['@graph'].find(
      (node: { '@type': string }) => node['@type'] === 'BlogPosting',
    );
    expect(post).toMatchObject({
      alternativeHeadline: 'A & <b>seat</b>',
      about: { '@type': 'Book', numberOfPages: 12 },
    });
    const plain = await (await fetch(`${site?.url}/plain/`)).text();
    expect(plain).toContain('"BlogPosting"');
    expect(plain).not.toMatch(/alternativeHeadline|"about"/);
  });

  it('related-posts.md: others of the same category, not the post itself', async () => {
    const [, related = ''] =
      /aria-labelledby="related-by-category"(.*?)<\/section>/s.exec((await get('/stool/')).html) ?? [];
    expect(related).toContain('href="/bench/"');
    expect(related).not.toContain('href="/stool/"');
    expect((await get('/plain/')).html).toContain('More about');
  });

  it('of a post with a password, nothing', async () => {
    const { status, html } = await get('/secret/');
    expect(status).toBe(200);
    expect(html).not.toContain('Nobody knows');
  });

  it('in previews: of a draft, and of a post with a password', async () => {
    const ids =
      await wordpress.php(`$draft = wp_insert_post( wp_slash( [ 'post_title' => 'A draft', 'post_content' => 'x',
        'meta_input' => [ 'subtitle' => 'Not yet' ] ] ) );
      echo json_encode( [ $draft, get_page_by_path( 'secret', OBJECT, 'post' )->ID ] );`);
    const shown: boolean[] = [];
    for (const [position, id] of (ids as number[]).entries()) {
      const query = new URLSearchParams({ secret: secrets.preview, id: String(id), type: 'post' });
      const opened = await fetch(`${site?.url}/api/preview?${query}`, { redirect: 'manual' });
      const cookie = opened.headers.getSetCookie().map((value) => value.split(';')[0]);
      const response = await fetch(new URL(opened.headers.get('location') ?? '', site?.url), {
        headers: { cookie: cookie.join('; ') },
      });
      shown.push((await response.text()).includes(['Not yet</p>', 'Nobody knows</p>'][position] ?? ''));
    }
    expect(shown).toEqual([true, true]);
  });

  it('in previews: the template of a draft; of a published page with unsaved changes the saved one', async () => {
    const ids = await wordpress.php<number[]>(`$meta = [ '_wp_page_template' => 'template-landing' ];
      $draft = wp_insert_post( [ 'post_type' => 'page', 'post_title' => 'A draft', 'meta_input' => $meta ] );
      $page = wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Saved', 'meta_input' => $meta ] );
      _wp_put_post_revision( array_merge( get_post( $page, ARRAY_A ), [ 'post_title' => 'Unsaved' ] ), true );
      echo json_encode( [ $draft, $page ] );`);
    const shown: unknown[] = [];
    for (const id of ids) {
      const query = new URLSearchParams({ secret: secrets.preview, id: String(id), type: 'page' });
      const opened = await fetch(`${site?.url}/api/preview?${query}`, { redirect: 'manual' });
      const cookie = opened.headers.getSetCookie().map((value) => value.split(';')[0]);
      const response = await fetch(new URL(opened.headers.get('location') ?? '', site?.url), {
        headers: { cookie: cookie.join('; ') },
      });
      shown.push(/<h1 data-template="landing">(\w[\w ]*)</.exec(await response.text())?.[1]);
    }
    expect(shown).toEqual(['A draft', 'Unsaved']);
  });

  it('on a custom type, whatever GraphQL calls it', async () => {
    expect((await get('/case_study/bank/')).html).toContain('data-year="1999"');
  });

  it('template.md: a category as a list of titles', async () => {
    const { html } = await get('/category/uncategorized/');
    expect(html).toMatch(/<li><a href="\/plain\/">The plain<\/a><\/li>/);
  });

  it('template.md: templates that editors choose', async () => {
    const shown = async (name: string) => (await get(name)).html.match(/data-template="(\w+)"/)?.[1];
    expect(await shown('/chosen/')).toBe('landing');
    expect(await shown('/had/')).toBe('landing');
    expect(await shown('/case_study/study/')).toBe('landing');
    expect(await shown('/gone/')).toBeUndefined();
    expect((await get('/gone/')).html).toContain('The gone');
    const answer = await webhook(['/chosen/'], 'update');
    expect(answer.headers.get('x-headless-templates')).toBe('landing');
    await wordpress.php(
      `update_post_meta( get_page_by_path( 'chosen' )->ID, '_wp_page_template', 'default' );`,
    );
    await webhook(['/chosen/'], 'update');
    await expect.poll(() => shown('/chosen/')).toBeUndefined();
  });

  it('template.md: the search, and nothing at an address', async () => {
    const { status, html } = await get('/no-such-thing/');
    expect(status).toBe(404);
    expect(html.replaceAll('<!-- -->', '')).toMatch(/data-template="404">Nothing at \/no-such-thing of \S/);
    expect((await get('/search/?q=stool')).html).toMatch(
      /data-template="search" data-query="stool"><li><a href="\/stool\/">/,
    );
  });

  it('custom-type.md: its pages by the template, its list, the sitemap', async () => {
    const { status, html } = await get('/films/metropolis/');
    expect([status, html.includes('data-template="film"'), html.includes('A city')]).toEqual([
      200,
      true,
      true,
    ]);
    expect((await get('/films/')).html).toContain('The metropolis');
    expect((await get('/sitemap.xml')).html).toContain('/films/metropolis/</loc>');
  });

  it('custom-taxonomy.md: a term with items of two types', async () => {
    const { html } = await get('/genre/silent/');
    expect(html).toContain('data-template="genre"');
    expect(html).toMatch(
      /<li><a href="\/films\/metropolis\/">.*<li><a href="\/plain\/">|<li><a href="\/plain\/">.*<li><a href="\/films/s,
    );
  });

  it('block-override.md: the component in the place of the block, with what stands inside', async () => {
    const { html } = await get('/callout/');
    expect(html).toMatch(
      /<div class="wp-block-column[^>]*><aside [^>]*data-tone="loud"><p>Inside<\/p>.*href="\/plain\/"/s,
    );
    expect(html).not.toContain('acme-callout');
  });

  it('a change in WordPress shows', async () => {
    await wordpress.php(
      `update_post_meta( get_page_by_path( 'stool', OBJECT, 'post' )->ID, 'subtitle', 'Changed' );`,
    );
    await webhook(['/stool/'], 'update');
    await expect.poll(async () => (await get('/stool/')).html).toContain('Changed</p>');
  });

  it('a field that fails costs no page, also when PHP ends', async () => {
    const own = (html: string) =>
      JSON.parse((/data-own="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"'));
    const shown: Record<string, unknown> = {};
    const names = ['nothing', 'throws', 'ends', 'prints', 'null'];
    await webhook(
      names.map((name) => `/${name}/`),
      'publish',
    );
    for (const name of names) {
      const { status, html } = await get(`/${name}/`);
      expect([name, status, html.includes(`The ${name}`)]).toEqual([name, 200, true]);
      shown[name] = own(html);
    }
    const empty = { flaky: null, solid: null };
    expect(shown).toEqual({
      nothing: { flaky: 'fine', solid: 'solid' },
      throws: { flaky: null, solid: 'solid' },
      ends: empty,
      prints: { flaky: 'fine', solid: 'solid' },
      null: empty,
    });
  });

  it('a field that goes away in WordPress costs no page', async () => {
    await wordpress.php(`deactivate_plugins( 'acme-fields.php' );`);
    // The companion's report when a plugin is deactivated.
    await webhook(['/*'], 'update');
    await expect.poll(async () => (await get('/stool/')).html).not.toContain('Changed</p>');
    expect((await get('/stool/')).status).toBe(200);
    expect(site?.output()).toMatch(
      /left out: content\.config\.ts:\d+: fields\.post: WordPress cannot answer "book"/,
    );
    await wordpress.php(`activate_plugin( 'acme-fields.php' );`);
  });

  it('custom-page.md: the page, the sitemap, the search', async () => {
    expect((await get('/pricing/')).html).toContain('A chair is 480 euros.');
    const sitemap = (await get('/sitemap.xml')).html;
    expect(sitemap).toContain(`<loc>${site?.url}/pricing/</loc><lastmod>2026-01-31</lastmod>`);
    expect((await get('/search/?q=chair+costs')).html).toContain('href="/pricing/"');
    const titles = await (await fetch(`${site?.url}/search/titles.json`)).json();
    expect(titles.items.map((row: string[]) => row[2])).toContain('/pricing/');
  });

  it('custom-query.md: a page with a query of its own', async () => {
    expect((await get('/pictures/')).html).toContain('Pictures');
  });

  it('html.md: the element, the attribute and the player, and nothing that runs', async () => {
    const { html } = await get('/stool/');
    expect(html).toContain('<price-tag currency="EUR">480</price-tag>');
    expect(html).toContain('<b data-kind="oak">Oak</b>');
    expect(html).toContain('<iframe src="https://www.loom.com/embed/abc123"');
  });

  it('external-script.md and html.md: the policy follows', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src [^;]*https:\/\/widget\.example/);
    expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.widget\.example/);
    expect(policy).toMatch(/frame-src [^;]*https:\/\/www\.loom\.com/);
  });

  it('contact.md: the fields are in the form, and with the message in WordPress', async () => {
    const { html } = await get('/contact/');
    for (const name of ['phone', 'topic', 'terms']) expect(html).toContain(`name="${name}"`);
    const response = await fetch(`${site?.url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'Ada', email: 'ada@example.com', message: 'How much is a chair?' },
        ...{ phone: '123', topic: 'A chair', terms: '✓' },
      }),
    });
    expect(response.status).toBe(200);
    const kept = await wordpress.php<string[]>(
      `global $wpdb; echo json_encode( $wpdb->get_col( "SELECT content FROM {$wpdb->prefix}companion_messages" ) );`,
    );
    expect(kept).toHaveLength(1);
    expect(
      JSON.parse(kept[0] ?? '').fields.map(({ label, value }: Record<string, string>) => [label, value]),
    ).toEqual([
      ['Telephone', '123'],
      ['Topic', 'A chair'],
      ['I have read the privacy policy', '✓'],
    ]);
  });

  it('redirects.md: redirects and headers', async () => {
    const { status, headers } = await get('/old-shop/chair');
    expect([status, headers.get('location')]).toEqual([308, '/shop/chair']);
    expect((await get('/press/nothing/')).headers.get('x-robots-tag')).toBe('noindex');
  });

  it('revalidation-hooks.md: the log says what has changed', async () => {
    const response = await webhook(['/plain/'], 'update');
    expect(await response.json()).toEqual({ revalidated: true, paths: ['/plain'] });
    await expect.poll(() => site?.output()).toContain('[changes] update /plain');
  });

  it('WordPress has nothing to complain about but what it was told to do', () => {
    expect(complaints(wordpress)).not.toMatch(/headless|companion/i);
  });
});

describe('content.config.ts with a mistake, and without', () => {
  it('is one line for each mistake, and no stack; a site without the file builds', async () => {
    const dir = await createSite('no-content');
    const file = path.join(dir, 'content.config.ts');
    const build = () =>
      buildAndServe(dir, 'http://127.0.0.1:1/graphql').then(
        () => '',
        (error: Error) => error.message,
      );
    const before = readFileSync(file, 'utf8');
    const mistakes: [string, string][] = [
      [
        before.replace('defineContent({})', "defineContent({ html: { tags: ['script'] } })"),
        'html.tags: "script" cannot be let through',
      ],
      [
        before.replace(
          'defineContent({})',
          "defineContent({ fields: { post: { select: 'a {', read: () => ({}) } } })",
        ),
        'fields.post.select: `{` is not closed. Fix: `}`',
      ],
      ['export {};\n', 'content.config.ts exports nothing that can be used. Fix:'],
    ];
    for (const [code, message] of mistakes) {
      writeFileSync(file, code);
      const said = await build();
      expect(said).toContain(message);
      expect(said).not.toMatch(/^\s+at /m);
    }
    rmSync(file);
    const site = await serveSite(dir);
    const { status } = await fetch(`${site.url}/a-chair-that-can-be-mended/`);
    await site.stop();
    expect(status).toBe(200);
  });
});
