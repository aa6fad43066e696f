import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { block, blockPages, group, hero, names, ours, paragraph, php } from './block-pages';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress();

describe.skipIf(reason)(`text around and inside blocks${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true });
  });
  afterAll(() => wordpress?.stop());
  afterEach(() => expect(complaints(wordpress)).toBe(''));
  const { insert, of, read, readSections, reusable } = blockPages(() => wordpress);

  describe('is not lost where a block with more than a frame is around one of ours', () => {
    const inside = hero('Inside');
    it.each([
      ['details', block('details', {}, `<details><summary>Their own</summary>${inside}</details>`)],
      [
        'media and text',
        block('media-text', {}, `<div><figure><img src="/m.png" alt="Their own"/></figure>${inside}</div>`),
      ],
      [
        'a cover',
        block('cover', { url: '/c.png' }, `<div><img src="/c.png" alt="Their own"/>${inside}</div>`),
      ],
      ['a group with HTML', group(`<p>Their own</p>${inside}`)],
      ['a cover in a group', group(block('cover', {}, `<div><img alt="Their own"/>${inside}</div>`))],
    ])('%s', async (_, around) => {
      const { flexibleContent } = await read(`${hero('First')}${around}`);
      expect(names(flexibleContent)).toEqual(['HeroCentered', 'ContentSection']);
      expect(flexibleContent[1]?.content).toMatch(/Their own.*<h2>Inside<\/h2>/s);
    });
    it('and a page of nothing else is its content', async () => {
      const page = await read(block('cover', {}, `<div><img alt="Their own"/>${inside}</div>`));
      expect(page.flexibleContent).toEqual([]);
      expect(page.content).toContain('Inside');
    });
    it('a sidebar in it is the sidebar, in a group as well', async () => {
      const beside = (heading: string) => ours('sidebar', {}, ours('sidebar-cta-simple', { heading }));
      for (const around of [
        group,
        (inner: string) => group(group(inner)),
        (inner: string) => block('cover', {}, `<div>${inner}</div>`),
        (inner: string) => ours('content-section', { heading: 'S' }, inner),
      ]) {
        const page = await read(`${hero('First')}${around(paragraph('Text') + beside('Beside'))}`);
        expect(page.sidebarBlocks).toMatchObject([{ heading: 'Beside' }]);
        expect(JSON.stringify(page.flexibleContent)).toMatch(/Text/);
        expect(JSON.stringify(page.flexibleContent)).not.toMatch(/Beside/);
      }
      const framed = ours('sidebar', {}, group(ours('sidebar-cta-simple', { heading: 'Framed' })));
      expect((await read(hero('First') + framed)).sidebarBlocks).toMatchObject([{ heading: 'Framed' }]);
    });
  });

  describe('is whole', () => {
    it('classic text, with its paragraphs', async () => {
      const { flexibleContent } = await read(
        `One\n\nTwo\n\n${hero('H')}\n\nThree\nfour\n\n${hero('H')}\n\nFive`,
      );
      expect(flexibleContent.map(({ content }) => content ?? null)).toEqual([
        '<p>One</p>\n<p>Two</p>',
        null,
        '<p>Three<br />\nfour</p>',
        null,
        '<p>Five</p>',
      ]);
    });
    it('classic text beside other blocks, and inside a section', async () => {
      const { flexibleContent } = await read(
        `One\n\nTwo${paragraph('Three')}${ours('content-section', { heading: 'S' }, 'Four\n\nFive')}`,
      );
      expect(flexibleContent[0]?.content).toMatch(/^<p>One<\/p>\s*<p>Two<\/p>\s*<p[^>]*>Three<\/p>$/);
      expect(flexibleContent[1]?.content).toMatch(/^<p>Four<\/p>\s*<p>Five<\/p>$/);
    });
    it('where WordPress makes no paragraphs', async () => {
      const remove = await ownPlugin(wordpress, `remove_filter( 'the_content', 'wpautop' );`);
      const { flexibleContent } = await read(`One${hero('H')}Two`);
      await remove();
      expect(flexibleContent.map(({ content }) => content ?? null)).toEqual(['One', null, 'Two']);
    });
    it('with any comment in it, and shortcodes beside', async () => {
      const remove = await ownPlugin(wordpress, `add_shortcode( 'said', fn() => 'Said it' );`);
      const text = block('html', {}, '<p>a</p><!--companion-part--><p>b</p>');
      const { flexibleContent } = await read(`${hero('H')}${text}${block('shortcode', {}, '[said]')}`);
      await remove();
      expect(flexibleContent[1]?.content).toMatch(/a<\/p>.*<p>b.*Said it/s);
    });
    it('where a filter of the content drops comments: each part stays in its place', async () => {
      const remove = await ownPlugin(
        wordpress,
        `add_shortcode( 'said', fn() => 'Said it' );
         add_filter( 'the_content', fn( $html ) => preg_replace( '/<!--.*?-->/s', '', $html ), 99 );`,
      );
      const { flexibleContent } = await read(
        `${paragraph('One')}${hero('H')}${paragraph('Two [said]')}${ours('content-section', { heading: 'S' }, paragraph('Three'))}`,
      );
      await remove();
      expect(flexibleContent.map(({ content }) => String(content ?? '').replace(/<[^>]*>/g, ''))).toEqual([
        'One',
        '',
        'Two Said it',
        'Three',
      ]);
    });
  });

  it('the post of the request is what it was, also where a filter throws', async () => {
    const [other, id] = [await insert(paragraph('Other')), await insert(hero('H') + paragraph('Text'))];
    const found = await wordpress.php(`
      global $post;
      $post = get_post( ${other} ); setup_postdata( $post );
      $seen = [];
      add_filter( 'the_content', function ( $html ) use ( &$seen ) { $seen[] = get_the_ID(); if ( count( $seen ) > 1 ) { throw new Exception( 'x' ); } return $html; } );
      $content = new HeadlessSiteCompanion\\Blocks\\Content( HeadlessSiteCompanion\\Blocks\\Manifest::read() );
      $content->of( get_post( ${id} ) );
      $after = [ $post->ID, $GLOBALS['id'] ];
      try { $content->of( get_post( ${id} ) ); } catch ( Exception $error ) { $after[] = $post->ID; }
      echo json_encode( [ $seen, $after, has_filter( 'the_content', 'wpautop' ) ] );`);
    expect(found).toEqual([[id, id], [other, other, other], 10]);
  });

  it('a reusable block with a password shows nothing', async () => {
    const id = await reusable(hero('Secret'), `'post_password' => 'x',`);
    const page = await of(await insert(`${hero('H')}${block('block', { ref: id })}`));
    expect(JSON.stringify(page.flexibleContent)).not.toContain('Secret');
  });

  it('patterns that are registered are followed', async () => {
    const remove = await ownPlugin(
      wordpress,
      `add_action( 'init', function () {
        register_block_pattern( 'acme/ours', [ 'title' => 'P', 'content' => ${php(group(hero('Of a pattern') + paragraph('Text')) + block('pattern', { slug: 'acme/ours' }))} ] );
        register_block_pattern( 'acme/text', [ 'title' => 'P', 'content' => ${php(paragraph('Only text'))} ] ); } );`,
    );
    // Without `content`: WordPress 6.1 does not end where a pattern holds itself.
    const { flexibleContent } = await readSections(
      ['acme/ours', 'acme/text', 'acme/none'].map((slug) => block('pattern', { slug })).join(''),
    );
    await remove();
    expect(names(flexibleContent)).toEqual(['HeroCentered', 'ContentSection']);
    expect(flexibleContent[0]?.heading).toBe('Of a pattern');
    expect(flexibleContent[1]?.content).toMatch(/Text.*Only text/s);
  });
});
