import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../companion-plugin/blocks/manifest.json';
import { cleanBlocks, cleanSidebar } from '../../../src/runtime/content/blocks/clean';
import { companionBlockFields } from '../../../src/runtime/wordpress/queries/fragments/blocks';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { block, blockPages, group, hero, names, ours, paragraph, php } from './block-pages';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress();

describe.skipIf(reason)(`the page builder in GraphQL${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true });
  });
  afterAll(() => wordpress?.stop());
  afterEach(() => expect(complaints(wordpress)).toBe(''));

  const { insert, ask, read } = blockPages(() => wordpress);

  it('gives the sections in their order, runs of other blocks between them as content', async () => {
    const { flexibleContent } = await read(
      [
        paragraph('Before'),
        ours('hero-centered', { heading: 'A & B', subheading: 'x < y' }),
        paragraph('One'),
        paragraph('Two'),
        ours('cta-simple', { heading: 'Now', buttonText: 'Go', buttonUrl: '/go' }),
      ].join('\n\n'),
    );
    expect(names(flexibleContent)).toEqual(['ContentSection', 'HeroCentered', 'ContentSection', 'CTASimple']);
    expect(flexibleContent[1]).toMatchObject({ heading: 'A & B', subheading: 'x < y', buttonText: null });
    expect(flexibleContent[2]?.content).toMatch(/^<p[^>]*>One<\/p>\s*<p[^>]*>Two<\/p>$/);
  });

  it('has no sections where no block is ours: then the content is the page', async () => {
    const page = await read(paragraph('Only'));
    expect(page.flexibleContent).toEqual([]);
    expect(page.content).toContain('Only');
  });

  it('gives every block of the manifest with all its fields', async () => {
    const image = await wordpress.php<number>(`require_once ABSPATH . 'wp-admin/includes/image.php';
      $file = wp_upload_bits( 'dot.png', null, base64_decode( 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' ) );
      $id = wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => 'dot' ], $file['file'] );
      update_post_meta( $id, '_wp_attachment_image_alt', 'A dot' ); echo $id;`);
    interface Field {
      kind: string;
      item?: string | { fields: Record<string, Field> };
      values?: string[];
    }
    const sample = (name: string, field: Field): unknown =>
      ({
        boolean: true,
        url: `https://example.com/${name}`,
        image: { id: image },
        icon: 'star',
        enum: field.values?.[0],
        token: 'accent',
        html: undefined,
        list:
          typeof field.item === 'object'
            ? [samples(field.item.fields), samples(field.item.fields)]
            : ['One', 'Two'],
      })[field.kind] ?? (field.kind === 'string' ? `Text of ${name}` : undefined);
    const samples = (fields: Record<string, Field>) =>
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sample(name, field)]));
    const written = (union: string) =>
      manifest.blocks
        .filter((entry) => entry.union === union)
        .map(({ block: name, fields }) =>
          block(
            name,
            samples(fields as never),
            Object.values(fields).some((field) => (field as Field).kind === 'html')
              ? paragraph('Inside')
              : '',
          ),
        )
        .join('');
    const page = await read(`${written('flexibleContent')}${ours('sidebar', {}, written('sidebarBlocks'))}`);
    const expected = (union: string) =>
      manifest.blocks
        .filter((entry) => entry.union === union)
        .map((entry) => ({
          __typename: `${manifest.unions[union as 'flexibleContent'].type}_${entry.name}`,
          ...answer(entry.fields as never),
        }));
    const answer = (fields: Record<string, Field>): object =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => {
          if (field.kind === 'image')
            return [name, { sourceUrl: expect.stringMatching(/\/dot\.png$/), altText: 'A dot' }];
          if (field.kind === 'html') return [name, expect.stringMatching(/^<p[^>]*>Inside<\/p>$/)];
          if (field.kind === 'list' && typeof field.item === 'object')
            return [name, [answer(field.item.fields), answer(field.item.fields)]];
          return [name, sample(name, field)];
        }),
      );
    expect(page.flexibleContent).toEqual(expected('flexibleContent'));
    expect(page.sidebarBlocks).toEqual(expected('sidebarBlocks'));
    // The site's cleaning loses nothing of it.
    expect(cleanBlocks(page.flexibleContent)).toEqual(page.flexibleContent);
    expect(cleanSidebar(page.sidebarBlocks)).toEqual(page.sidebarBlocks);
  });

  it('registers the blocks of the manifest in WordPress, field by field', async () => {
    const registered = await wordpress.php<Record<string, Record<string, string>>>(`
      $types = [];
      foreach ( WP_Block_Type_Registry::get_instance()->get_all_registered() as $name => $type ) {
        if ( 0 === strpos( $name, 'companion/' ) ) { $types[ $name ] = (object) array_map( fn( $a ) => $a['type'], array_diff_key( $type->attributes, [ 'lock' => 1, 'metadata' => 1 ] ) ); }
      }
      echo json_encode( $types );`);
    const stored: Record<string, string> = { boolean: 'boolean', image: 'object', list: 'array' };
    const expected = Object.fromEntries(
      manifest.blocks.map(({ block: name, fields }) => [
        name,
        Object.fromEntries(
          Object.entries(fields).map(([field, { kind }]) => [field, stored[kind] ?? 'string']),
        ),
      ]),
    );
    expect(registered).toEqual({ ...expected, 'companion/sidebar': {} });
  });

  describe('finds blocks', () => {
    it('in groups and columns, as if they lay outside', async () => {
      const columns = block(
        'columns',
        {},
        `<div class="wp-block-columns">${block('column', {}, `<div class="wp-block-column">${hero('In a column')}</div>`)}</div>`,
      );
      const { flexibleContent } = await read(group(`${paragraph('Before')}${group(hero('Deep'))}`) + columns);
      expect(names(flexibleContent)).toEqual(['ContentSection', 'HeroCentered', 'HeroCentered']);
    });
    it('in reusable blocks; a reusable block in itself ends', async () => {
      const id = await wordpress.php<number>(
        `echo wp_insert_post( wp_slash( [ 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'R', 'post_content' => ${php(hero('Reused'))} ] ) );`,
      );
      await wordpress.php(
        `wp_update_post( wp_slash( [ 'ID' => ${id}, 'post_content' => ${php(hero('Reused'))} . '<!-- wp:block {"ref":${id}} /-->' ] ) );`,
      );
      const { flexibleContent } = await read(`${block('block', { ref: id })}${block('block', { ref: id })}`);
      expect(flexibleContent.map(({ heading }) => heading)).toEqual(['Reused', 'Reused']);
    });
    it('and leaves a reusable block of text in its run; drafts of it show nothing', async () => {
      const make = (status: string) =>
        wordpress.php<number>(
          `echo wp_insert_post( wp_slash( [ 'post_type' => 'wp_block', 'post_status' => '${status}', 'post_title' => 'T', 'post_content' => ${php(paragraph(`A ${status} text`))} ] ) );`,
        );
      const [shown, hidden] = [await make('publish'), await make('draft')];
      const { flexibleContent } = await read(
        `${hero('H')}${block('block', { ref: shown })}${block('block', { ref: hidden })}`,
      );
      expect(names(flexibleContent)).toEqual(['HeroCentered', 'ContentSection']);
      expect(flexibleContent[1]?.content).toContain('A publish text');
      expect(flexibleContent[1]?.content).not.toContain('draft');
    });
  });

  it('takes the sidebar out of content and sections, and into it only what belongs there', async () => {
    const inside = `${ours('sidebar-cta-simple', { heading: 'Beside', buttonText: 'b', buttonUrl: '/b' })}${paragraph('Lost')}`;
    const page = await read(`${hero('H')}${ours('sidebar', {}, inside)}`);
    expect(names(page.flexibleContent)).toEqual(['HeroCentered']);
    expect(names(page.sidebarBlocks)).toEqual(['CtaSimple']);
    expect(page.content).toContain('H');
    expect(page.content).not.toContain('Beside');
  });

  describe('what is stored may be anything', () => {
    it('texts stay texts, addresses that run code and wrong types are dropped', async () => {
      const { flexibleContent, content } = await read(
        [
          ours('hero-centered', {
            heading: '<script>alert(1)</script>',
            subheading: { a: 1 },
            buttonText: 7,
            buttonUrl: 'javascript:alert(1)',
          }),
          ours('content-section', {
            heading: ['x'],
            content: '<p onclick="x()">ok<script>bad()</script></p>',
            image: { url: 'javascript:x' },
          }),
          ours('features-grid', {
            sectionHeading: 'F',
            features: [1, null, 'x', { icon: 'star', title: 't' }, { title: { b: 1 } }],
          }),
          ours('cta-boxed', { heading: 'c', backgroundColor: 'url(x)', buttonText: 'b', buttonUrl: ' /x ' }),
          ours('hero-split', { heading: 'h', imagePosition: 'middle', image: 'https://example.com/a.png' }),
        ].join(''),
      );
      expect(flexibleContent).toMatchObject([
        { heading: '<script>alert(1)</script>', subheading: null, buttonText: '7', buttonUrl: null },
        { heading: null, content: '<p>okbad()</p>', image: null },
        {
          features: [
            { icon: 'star', title: 't', description: null },
            { icon: null, title: null },
          ],
        },
        { backgroundColor: null, buttonUrl: '/x' },
        { imagePosition: 'right', image: { sourceUrl: 'https://example.com/a.png', altText: '' } },
      ]);
      expect(content).not.toMatch(/<script|javascript:|onclick/);
      expect(content).toContain('&lt;script&gt;');
    });
    it.each([
      [
        'broken comments',
        `${'<!-- wp:companion/hero-centered {"heading": -->'.repeat(30)}<!-- /wp:nothing -->`,
      ],
      [
        'broken JSON',
        '<!-- wp:companion/hero-centered {"heading":"x"]} /--><!-- wp:companion/pricing nonsense /-->',
      ],
      [
        'a thousand groups',
        `${'<!-- wp:group --><div>'.repeat(1000)}<!-- wp:companion/hero-centered /-->${'</div><!-- /wp:group -->'.repeat(1000)}`,
      ],
      ['a megabyte of text', `<!-- wp:companion/hero-centered {"heading":"${'x'.repeat(1_000_000)}"} /-->`],
      ['a megabyte of blocks', '<!-- wp:companion/hero-centered {"heading":"x"} /-->'.repeat(20_000)],
      ['no text at all', '\u0000\ufffe'],
    ])('%s: the rest of the answer is not touched', async (_, content) => {
      const id = await insert(content);
      const { data, errors } = await ask(
        `query { generalSettings { language } page(id: ${id}, idType: DATABASE_ID) { title ...CompanionBlockFields } } ${companionBlockFields}`,
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ generalSettings: {}, page: { title: 'Page' } });
    });
  });

  it('shows nothing of a protected page', async () => {
    const page = await read(hero('Secret'), `'post_password' => 'x'`);
    expect([page.flexibleContent, page.sidebarBlocks]).toEqual([[], []]);
  });

  it('reads the rows of ACF Pro where the content has no blocks, in both spellings', async () => {
    const rows = (layout: string, button: string) =>
      `[ [ 'acf_fc_layout' => '${layout}', 'heading' => 'From ACF', '${button}' => 'Go', 'button_url' => [ 'url' => 'https://example.com/', 'title' => 'x', 'target' => '' ] ],
         [ 'acf_fc_layout' => 'unknown_layout' ], [ 'acf_fc_layout' => 'features_grid', 'section_heading' => 'F', 'features' => [ [ 'icon' => 'star', 'title' => 'T', 'description' => 'D' ] ] ],
         [ 'acf_fc_layout' => 'pricing', 'section_heading' => 'P', 'plans' => [ [ 'name' => 'N', 'price' => '1', 'features' => [ [ 'feature' => 'One' ], [ 'feature' => 'Two' ] ], 'featured' => true ] ] ] ]`;
    for (const [field, layout, button] of [
      ['flexibleContent', 'CtaSimple', 'buttonText'],
      ['flexible_content', 'cta_simple', 'button_text'],
    ] as const) {
      const remove = await ownPlugin(
        wordpress,
        `function get_field( $name, $id ) { return '${field}' === $name ? ${rows(layout, button)} : null; }`,
      );
      const from = await read(paragraph('Only text'));
      const blocks = await read(hero('Blocks win'));
      await remove();
      expect(from.flexibleContent).toMatchObject([
        { heading: 'From ACF', buttonText: 'Go', buttonUrl: 'https://example.com/' },
        { sectionHeading: 'F', features: [{ icon: 'star', title: 'T', description: 'D' }] },
        { sectionHeading: 'P', plans: [{ name: 'N', features: ['One', 'Two'], featured: true }] },
      ]);
      expect(names(blocks.flexibleContent)).toEqual(['HeroCentered']);
    }
  });

  it('leaves the names to another plugin that took them first, and the rest works', async () => {
    const remove = await ownPlugin(
      wordpress,
      `add_action( 'graphql_register_types', function () {
        register_graphql_object_type( 'Page_Flexiblecontent_FlexibleContent_HeroCentered', [ 'fields' => [ 'other' => [ 'type' => 'String' ] ] ] );
        register_graphql_field( 'Page', 'sidebarBlocks', [ 'type' => 'String', 'resolve' => fn() => 'theirs' ] ); } );`,
    );
    const id = await insert(
      `${hero('H')}${ours('cta-simple', { heading: 'c', buttonText: 'b', buttonUrl: '/' })}`,
    );
    const { data, errors } = await ask(
      `query { page(id: ${id}, idType: DATABASE_ID) { sidebarBlocks flexibleContent { __typename } companionSettings { hideTitle } } }`,
    );
    const taken = await wordpress.php(`echo json_encode( HeadlessSiteCompanion\\GraphQL\\Names::taken() );`);
    await remove();
    expect(errors).toBeUndefined();
    expect(data.page.sidebarBlocks).toBe('theirs');
    expect(names(data.page.flexibleContent)).toEqual(['CTASimple']);
    expect(taken).toEqual(
      expect.arrayContaining(['Page_Flexiblecontent_FlexibleContent_HeroCentered', 'Page.sidebarBlocks']),
    );
  });

  it('a custom block has type, fields and HTML like the others', async () => {
    const remove = await ownPlugin(
      wordpress,
      `add_filter( 'companion_blocks', fn( $blocks ) => array_merge( $blocks, [ [ 'name' => 'Notice', 'union' => 'flexibleContent', 'block' => 'acme/notice', 'title' => 'Notice',
        'fields' => [ 'heading' => [ 'kind' => 'string', 'required' => true ], 'link' => [ 'kind' => 'url' ] ] ],
        'junk', [ 'name' => 'CtaSimple', 'union' => 'flexibleContent', 'block' => 'acme/cta', 'title' => 'Taken', 'fields' => [ 'x' => [ 'kind' => 'string' ] ] ],
        [ 'name' => 'Text', 'union' => 'flexibleContent', 'block' => 'core/paragraph', 'title' => 'Core', 'fields' => [ 'x' => [ 'kind' => 'string' ] ] ] ] ) );
      add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
      add_action( 'doing_it_wrong_run', function ( $where, $text ) { $GLOBALS['wrong'][] = "$where: $text"; }, 10, 2 );`,
    );
    const id = await insert(block('acme/notice', { heading: 'Own <b>', link: 'https://example.com/' }));
    const { data, errors } = await ask(
      `query { page(id: ${id}, idType: DATABASE_ID) { content flexibleContent { __typename ... on Page_Flexiblecontent_FlexibleContent_Notice { heading link } } } }`,
    );
    const [wrong, taken] = await wordpress.php<[string[], string[]]>(
      `echo json_encode( [ $GLOBALS['wrong'], HeadlessSiteCompanion\\GraphQL\\Names::taken() ] );`,
    );
    await remove();
    // Rejected blocks are named, with the mistake.
    expect(wrong).toEqual([
      expect.stringMatching(/^companion_blocks: The block entry 1 was not added: it is no array/),
      expect.stringMatching(/^companion_blocks: The block acme\/cta was not added: .*companion\/cta-simple/),
      expect.stringMatching(/^companion_blocks: The block core\/paragraph was not added: /),
    ]);
    expect(taken).not.toContainEqual(expect.stringMatching(/CtaSimple/i));
    expect(errors).toBeUndefined();
    expect(data.page.flexibleContent).toEqual([
      {
        __typename: 'Page_Flexiblecontent_FlexibleContent_Notice',
        heading: 'Own <b>',
        link: 'https://example.com/',
      },
    ]);
    expect(data.page.content).toContain('<h2>Own &lt;b&gt;</h2>');
  });
});
