import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { block, blockPages, group, hero, names, ours, paragraph, php } from './block-pages';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress();

describe.skipIf(reason)(`values of blocks, and their HTML${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let files: Record<'picture' | 'pdf', number>;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true });
    files = await wordpress.php(`
      $add = function ( $type, $name ) { $id = wp_insert_attachment( [ 'post_mime_type' => $type, 'post_title' => $name ], "2024/01/$name" );
        update_post_meta( $id, '_wp_attachment_image_alt', 'Alt of the file' ); return $id; };
      echo json_encode( [ 'picture' => $add( 'image/png', 'a.png' ), 'pdf' => $add( 'application/pdf', 'a.pdf' ) ] );`);
  });
  afterAll(() => wordpress?.stop());
  afterEach(() => expect(complaints(wordpress)).toBe(''));
  const { insert, read } = blockPages(() => wordpress);
  const html = (content: string) =>
    wordpress.php<string>(`echo json_encode( do_blocks( ${php(content)} ) );`);
  const many = (length: number) => Array.from({ length }, (_, at) => ({ title: `T${at}` }));

  it.each<[string, string, object, string, unknown]>([
    ['an address that holds data', 'cta-simple', { buttonUrl: 'data:text/html,x' }, 'buttonUrl', null],
    ['an address of FTP', 'cta-simple', { buttonUrl: 'ftp://example.com/' }, 'buttonUrl', null],
    ['an address that runs code', 'cta-simple', { buttonUrl: 'javascript:x()' }, 'buttonUrl', null],
    [
      'an address of mail',
      'cta-simple',
      { buttonUrl: 'mailto:a@example.com' },
      'buttonUrl',
      'mailto:a@example.com',
    ],
    ['a telephone', 'cta-simple', { buttonUrl: 'tel:+123' }, 'buttonUrl', 'tel:+123'],
    ['control characters', 'hero-centered', { heading: 'a\u0000\u0007b\u007f\tc\nd' }, 'heading', 'ab\tc\nd'],
    ['a long text', 'hero-centered', { heading: 'x'.repeat(30_000) }, 'heading', 'x'.repeat(20_000)],
    [
      'a long text of long characters',
      'hero-centered',
      { heading: `x${'€'.repeat(10_000)}` },
      'heading',
      `x${'€'.repeat(6666)}`,
    ],
    [
      '201 entries',
      'features-grid',
      { features: many(201) },
      'features',
      expect.objectContaining({ length: 200 }),
    ],
    [
      'a picture at an address with data',
      'hero-split',
      { image: { url: 'data:image/png;base64,x' } },
      'image',
      null,
    ],
    [
      'a picture at an address of mail',
      'hero-split',
      { image: { url: 'mailto:a@example.com' } },
      'image',
      null,
    ],
    ['a heading that is true', 'hero-centered', { heading: true }, 'heading', null],
  ])('%s', async (_, name, attributes, field, expected) => {
    const { flexibleContent } = await read(ours(name, attributes));
    expect(flexibleContent[0]?.[field]).toEqual(expected);
  });
  it('is a picture only where the file is one', async () => {
    const image = async (id: number, url?: string) =>
      (await read(ours('hero-split', { heading: 'H', image: { id, url } }))).flexibleContent[0]?.image;
    expect(await image(files.picture)).toEqual({
      sourceUrl: expect.stringMatching(/a\.png$/),
      altText: 'Alt of the file',
    });
    expect(await image(files.pdf)).toBeNull();
    expect(await image(files.pdf, '/b.png')).toEqual({ sourceUrl: '/b.png', altText: '' });
  });
  it('an id alone does not tell where the picture of a draft is; a picture that was picked keeps its address', async () => {
    const all = await wordpress.php<Record<string, number>>(`
      $ids = [];
      foreach ( [ 'draft', 'private', 'pending', 'future', 'trash', 'publish' ] as $status ) {
        $post = wp_insert_post( [ 'post_title' => $status, 'post_status' => $status, 'post_date' => 'future' === $status ? '2037-01-01 00:00:00' : '' ] );
        $ids[ $status ] = wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => 'a' ], "2024/01/of-$status.png", $post );
        update_post_meta( $ids[ $status ], '_wp_attachment_image_alt', "Alt of $status" );
      }
      $ids['gone'] = wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => 'a' ], '2024/01/of-gone.png', 4711 );
      echo json_encode( $ids );`);
    const image = async (attributes: object) =>
      (await read(ours('hero-split', { heading: 'H', image: attributes }))).flexibleContent[0]?.image;
    for (const [status, id] of Object.entries(all)) {
      const shown = status === 'publish' || status === 'gone';
      expect(await image({ id }), status).toEqual(
        shown
          ? {
              sourceUrl: expect.stringMatching(`of-${status}.png`),
              altText: status === 'gone' ? '' : 'Alt of publish',
            }
          : null,
      );
      const visited = await wordpress.php<string>(
        `wp_set_current_user( 0 ); echo json_encode( do_blocks( ${php(ours('hero-split', { heading: 'H', image: { id } }))} ) );`,
      );
      expect([status, visited.includes(`of-${status}.png`)]).toEqual([status, shown]);
      expect(await image({ id, url: '/picked.png', alt: 'Picked' }), status).toEqual({
        sourceUrl: shown ? expect.stringMatching(`of-${status}.png`) : '/picked.png',
        altText: 'Picked',
      });
    }
  });
  it('is a boolean only where it is one', async () => {
    const plans = ['yes', 1, 'true', [1], true, false].map((featured) => ({ name: 'N', featured }));
    const { flexibleContent } = await read(ours('pricing', { plans }));
    const found = flexibleContent[0]?.plans as { featured: unknown }[];
    expect(found.map(({ featured }) => featured)).toEqual([null, null, null, null, true, false]);
  });

  describe('rich text', () => {
    const section = (attributes: object, inner = '') => ours('content-section', attributes, inner);
    it.each<[string, object, string, unknown]>([
      ['of an attribute, with nothing inside', { content: '<p>Kept</p>' }, '', '<p>Kept</p>'],
      [
        'of an attribute, with an empty paragraph inside',
        { content: '<p>Kept</p>' },
        paragraph(''),
        '<p>Kept</p>',
      ],
      [
        'of an attribute, with text inside',
        { content: '<p>Old</p>' },
        paragraph('New'),
        expect.stringMatching(/New/),
      ],
      ['of nobody', { heading: 'H' }, paragraph(''), null],
      ['of two empty paragraphs', { heading: 'H' }, `${paragraph('')}\n${paragraph('<br>')}`, null],
      [
        'of a picture alone',
        { heading: 'H' },
        block('image', {}, '<figure><img src="/a.png"/></figure>'),
        expect.stringMatching(/<img/),
      ],
    ])('%s', async (_, attributes, inner, expected) => {
      const { flexibleContent } = await read(section(attributes, inner));
      expect(flexibleContent[0]?.content).toEqual(expected);
      expect((await html(section(attributes, inner))).includes('Kept')).toBe(expected === '<p>Kept</p>');
    });
    it('an empty paragraph between sections is none', async () => {
      expect(names((await read(hero('A') + paragraph('') + hero('B'))).flexibleContent)).toEqual([
        'HeroCentered',
        'HeroCentered',
      ]);
    });
  });

  describe('as HTML', () => {
    const evil = `<i>"x"</i>`;
    const safe = '&lt;i&gt;&quot;x&quot;&lt;/i&gt;';
    it.each<[string, string, () => object, (RegExp | string)[]]>([
      ['texts', 'hero-centered', () => ({ heading: evil, subheading: 'S' }), [`<h2>${safe}</h2>\n<p>S</p>`]],
      [
        'the words of a link',
        'cta-simple',
        () => ({ buttonText: evil, buttonUrl: '/a?b=1&c="' }),
        [/^<p><a href="\/a\?b=1(&#038;|&amp;)c=("|%22)?">&lt;i/],
      ],
      ['a link without words', 'cta-simple', () => ({ buttonUrl: '/a' }), ['<a href="/a">/a</a>']],
      [
        'a picture',
        'hero-split',
        () => ({ image: { url: `/a.png?a=1&b="x`, alt: evil } }),
        [/<img src="\/a\.png\?a=1&amp;b=x" alt="&lt;i&gt;&quot;x/],
      ],
      [
        'a picture of the media library',
        'hero-split',
        () => ({ image: { id: files.picture } }),
        [/<figure><img src="[^"]*a\.png" alt="Alt of the file" \/><\/figure>/],
      ],
      [
        'entries',
        'features-grid',
        () => ({ features: [{ title: evil, description: 'D' }, { title: 'T' }] }),
        [`<h3>${safe}</h3>\n<p>D</p>`, '<h3>T</h3>'],
      ],
      [
        'lines',
        'pricing',
        () => ({ plans: [{ name: 'N', features: [evil, 'Two'] }] }),
        [`<ul><li>${safe}</li>\n<li>Two</li></ul>`],
      ],
      [
        'a quote',
        'testimonials',
        () => ({ testimonials: [{ quote: evil }] }),
        [`<blockquote><p>${safe}</p></blockquote>`],
      ],
    ])('%s', async (_, name, attributes, expected) => {
      const found = await html(ours(name, attributes()));
      for (const part of expected) expect(found).toMatch(part);
      expect(found).not.toContain('<i>');
    });
    it('without its tags is words, not one word', async () => {
      const found = await html(
        hero('A') + ours('pricing', { plans: [{ name: 'N', features: ['One', 'Two'] }] }),
      );
      expect(
        found
          .replace(/<[^>]*>/g, '')
          .trim()
          .split(/\s+/),
      ).toEqual(['A', 'x', 'N', 'One', 'Two']);
    });
    it('is empty where something throws, with a line in the log', async () => {
      const [found, log] = await wordpress.php<[string, string]>(`
        ini_set( 'error_log', $log = tempnam( sys_get_temp_dir(), 'log' ) );
        add_filter( 'clean_url', function () { throw new Exception( 'of a filter' ); } );
        echo json_encode( [ do_blocks( ${php(ours('hero-centered', { heading: 'H', buttonText: 'Go', buttonUrl: '/' }) + paragraph('Stays'))} ), file_get_contents( $log ) ] );`);
      expect(found).toMatch(/^<p[^>]*>Stays<\/p>$/);
      expect(log).toMatch(/Headless Site Companion, companion\/hero-centered: of a filter/);
    });
  });

  it('excerpts, of the REST API and in feeds too, have what sections say', async () => {
    const content = [
      hero('Zebra'),
      ours('content-section', { heading: 'Second' }, paragraph('Inside')),
      group(ours('cta-simple', { heading: 'Do', text: 'And', buttonText: 'Go', buttonUrl: '/' })),
      ours('sidebar', {}, ours('sidebar-cta-simple', { heading: 'Beside' })),
    ].join('');
    const id = await insert(content, `'post_type' => 'post'`);
    const excerpt = await wordpress.php<string>(`echo json_encode( get_the_excerpt( ${id} ) );`);
    expect(excerpt).toBe('Zebra x Second Inside Do And Go');
    const post = await (await fetch(`${wordpress.url}/wp-json/wp/v2/posts/${id}`)).json();
    expect(post.excerpt.rendered).toContain('Zebra x Second Inside Do And Go');
    const feed = await (await fetch(`${wordpress.url}/?feed=rss2`)).text();
    expect(feed).toMatch(/<description><!\[CDATA\[Zebra x Second Inside Do And Go\]\]><\/description>/);
  });

  it('an error while a page is read leaves the rest of the answer', async () => {
    const id = await insert(hero('H') + paragraph('Text'));
    const [answer, log] = await wordpress.php<[{ errors?: unknown; data: unknown }, string]>(`
      ini_set( 'error_log', $log = tempnam( sys_get_temp_dir(), 'log' ) );
      add_filter( 'the_content', function () { throw new Exception( 'of a filter' ); } );
      $answer = graphql( [ 'query' => '{ page(id: ${id}, idType: DATABASE_ID) { title flexibleContent { __typename } sidebarBlocks { __typename } } }' ] );
      echo json_encode( [ $answer, file_get_contents( $log ) ] );`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual({ page: { title: 'Page', flexibleContent: [], sidebarBlocks: [] } });
    expect(log).toContain('Headless Site Companion, blocks: of a filter');
  });

  it('the rows of ACF are read for the sidebar, too', async () => {
    const remove = await ownPlugin(
      wordpress,
      `function get_field( $name, $id ) { return 'sidebar_blocks' === $name ? [ [ 'acf_fc_layout' => 'cta_simple', 'heading' => 'Beside' ] ] : null; }`,
    );
    const [without, beside] = [
      await read(hero('H')),
      await read(hero('H') + ours('sidebar', {}, ours('sidebar-cta-simple', { heading: 'Block' }))),
    ];
    await remove();
    expect(without.sidebarBlocks).toMatchObject([{ heading: 'Beside' }]);
    expect(beside.sidebarBlocks).toMatchObject([{ heading: 'Block' }]);
  });

  it('a union that another plugin has taken stays theirs', async () => {
    const remove = await ownPlugin(
      wordpress,
      `add_action( 'graphql_register_types', function () {
        register_graphql_union_type( 'Page_Flexiblecontent_FlexibleContent', [ 'typeNames' => [ 'Post' ], 'resolveType' => fn() => 'Post' ] ); } );`,
    );
    const found = await wordpress.php<{ fields: string[]; taken: string[] }>(`
      $schema = WPGraphQL::get_schema();
      echo json_encode( [ 'fields' => array_keys( $schema->getType( 'Page' )->getFields() ), 'taken' => HeadlessSiteCompanion\\GraphQL\\Names::taken() ] );`);
    await remove();
    expect(found.fields).toContain('sidebarBlocks');
    expect(found.fields).not.toContain('flexibleContent');
    expect(found.taken).toContain('Page_Flexiblecontent_FlexibleContent');
  });
});
