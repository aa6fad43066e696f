import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { block, blockPages, group, hero, names, ours, paragraph } from './block-pages';
import { ownPlugin } from './own-plugin';
import { complaints } from './site';

const reason = whyNoWordPress();

/** A site writes a notice there. */
const cut = '<div class="companion-cut"></div>';

describe.skipIf(reason)(`limits of the page builder${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true });
    // The least memory that WordPress asks for, with what WPGraphQL needs for its schema; and as on a host, PHP is ended when
    // it has computed for too long. Most of these took far longer before there were limits.
    await ownPlugin(wordpress, `ini_set( 'memory_limit', '128M' ); set_time_limit( 10 );`);
  });
  afterAll(() => wordpress?.stop());
  afterEach(() => expect(complaints(wordpress)).toBe(''));
  const { insert, sections, reusable } = blockPages(() => wordpress);
  const read = async (content: string) => {
    const id = await insert(content);
    return (await sections(id)).flexibleContent;
  };
  const open = '<!-- wp:group --><div>';
  const close = '</div><!-- /wp:group -->';
  /** Reusable blocks, each with the one before twice. */
  const doubled = async (inner: string) => {
    const first = await reusable(inner);
    const last = await wordpress.php<number>(`
      $id = ${first};
      for ( $level = 0; $level < 23; $level++ ) {
        $id = wp_insert_post( [ 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'R', 'post_content' => str_repeat( '<!-- wp:block {"ref":' . $id . '} /-->', 2 ) ] );
      }
      echo $id;`);
    return block('block', { ref: last });
  };

  it('20,000 groups that nobody closes', async () => {
    const found = await read(`${hero('First')}${open.repeat(20_000)}<p>Last words</p>`);
    expect(names(found).slice(0, 2)).toEqual(['HeroCentered', 'ContentSection']);
    expect(found[1]?.content).not.toContain('<!--');
    // Without a section before them all of the page is one.
    expect(names(await read(`<p>Begin</p>${open.repeat(20_000)}${hero('Last')}`))).toEqual([
      'ContentSection',
    ]);
    expect(await read(`<p>Begin</p>${open.repeat(20_000)}`)).toEqual([]);
  });
  it('20,000 groups in one another, all closed', async () => {
    const found = await read(`${hero('First')}${open.repeat(20_000)}x${close.repeat(20_000)}`);
    expect(names(found).slice(0, 2)).toEqual(['HeroCentered', 'ContentSection']);
  });
  it('a few groups that nobody closes keep their text, once', async () => {
    const found = await read(`${hero('First')}${open}One ${open}Two ${hero('Inside')}Three`);
    expect(
      found.map(
        ({ content }) =>
          String(content ?? '')
            .match(/One|Two|Three/g)
            ?.join() ?? null,
      ),
    ).toEqual([null, 'One,Two,Three']);
  });
  it('what is behind ten thousand blocks is given without parsing, and safe', async () => {
    const rest = '<p onclick="x()">The end<script>bad()</script></p>';
    const found = await read(`${hero('First')}${paragraph('x').repeat(6000)}${rest}`);
    expect(names(found)).toEqual(['HeroCentered', 'ContentSection', 'ContentSection']);
    expect(found[2]?.content).toMatch(/<p>x<\/p>.*<p>The end/s);
    expect(found[2]?.content).not.toMatch(/<!--|onclick|<script/);
    expect(found[2]?.content).toContain(cut);
  });
  it('more than a thousand sections are one', async () => {
    const found = await read(hero('Many').repeat(1500));
    expect(found).toHaveLength(1001);
    expect(names(found).at(-1)).toBe('ContentSection');
    expect(String(found.at(-1)?.content).match(/<h2>Many/g)).toHaveLength(500);
  });
  it('a reusable block with the next one twice, 23 times', async () => {
    const found = await read(`${hero('First')}${await doubled(hero('Again'))}${paragraph('Last')}`);
    expect(found.length).toBeGreaterThan(2);
    expect(found.length).toBeLessThan(300);
    expect(found.at(-1)?.content).toContain('Last');
  });
  it.each([
    ['as text', (inner: string) => inner],
    ['in a group', group],
    ['in a cover', (inner: string) => block('cover', {}, `<div>${inner}</div>`)],
    ['in a section', (inner: string) => ours('content-section', { heading: 'S' }, inner)],
  ])('a reusable block of text with the next one twice, 23 times, %s', async (_, around) => {
    const found = await read(
      `${hero('First')}${around(await doubled(paragraph('Again')))}${paragraph('Last')}`,
    );
    expect(found.at(-1)?.content).toContain('Last');
  });
  it('a large reusable block, a hundred times', async () => {
    const id = await reusable(`${hero('R')}<p>${'long '.repeat(20_000)}</p>`);
    const found = await read(
      `${hero('First')}${block('block', { ref: id }).repeat(100)}${paragraph('Last')}`,
    );
    expect(found.at(-1)?.content).toContain('Last');
  });
  it.each([
    ['shortcodes that nobody closes', '[caption ', '[caption'],
    ['embeds that nobody closes', '[embed ', '[embed'],
    ['pictures', '<img src="/a.png">', '<img'],
  ])('%s, 110,000 of them', async (_, text, kept) => {
    const found = await read(`${hero('H')}\n\n${text.repeat(110_000)}`);
    expect(names(found)).toEqual(['HeroCentered', 'ContentSection']);
    expect(found[1]?.content).toContain(kept);
    expect(found[1]?.content).toContain(cut);
  });
  it.each<[string, () => Promise<string> | string]>([
    ['groups that nobody closes', () => open.repeat(20_000)],
    ['groups in one another', () => `${open.repeat(20_000)}x${close.repeat(20_000)}`],
    ['reusable blocks, each twice in the next', () => doubled(paragraph('Again'))],
    ['shortcodes that nobody closes', () => `\n\n${'[caption '.repeat(110_000)}`],
    ['a megabyte of lines', () => 'a\n\n'.repeat(330_000)],
  ])('%s: WordPress’s own content does not take the blocks along', async (_, attack) => {
    const id = await insert(`${hero('H')}${paragraph('Still here')}${await attack()}`);
    const answer = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        query: `{ page(id: ${id}, idType: DATABASE_ID) { content flexibleContent { __typename } } }`,
      }),
    });
    const { data, errors } = await answer.json();
    expect([answer.status, errors]).toEqual([200, undefined]);
    expect(data.page.content).toContain('Still here');
    expect(data.page.content.split(cut)).toHaveLength(2);
    expect(data.page.flexibleContent[0].__typename).toMatch(/HeroCentered$/);
  });
  it('a megabyte of lines', async () => {
    const found = await read(`${hero('H')}${'a\n\n'.repeat(330_000)}`);
    expect(names(found)).toEqual(['HeroCentered', 'ContentSection']);
  });
  it('12,000 pictures that are not there', async () => {
    const quotes = (at: number) =>
      Array.from({ length: 40 }, (_, entry) => ({ quote: 'Q', authorImage: { id: 1e6 + at * 40 + entry } }));
    const found = await read(
      Array.from({ length: 300 }, (_, at) => ours('testimonials', { testimonials: quotes(at) })).join(''),
    );
    expect(found).toHaveLength(300);
  });
  it('reads pictures together, those that are not there as well', async () => {
    const files = await wordpress.php<number[]>(`
      $ids = [];
      for ( $at = 0; $at < 30; $at++ ) {
        $ids[] = $id = wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => 'p' ], "2024/01/p$at.png" );
        update_post_meta( $id, '_wp_attachment_image_alt', "Alt $at" );
      }
      echo json_encode( $ids );`);
    const id = await insert(
      [...files, 900_001, 900_002, 900_003]
        .map((file, at) =>
          at % 2
            ? ours('hero-split', { heading: 'H', image: { id: file } })
            : ours('testimonials', { testimonials: [{ quote: 'Q', authorImage: { id: file } }] }),
        )
        .join(''),
    );
    const [queries, alt] = await wordpress.php<[number, string[]]>(`
      $post = get_post( ${id} );
      $content = new HeadlessSiteCompanion\\Blocks\\Content( HeadlessSiteCompanion\\Blocks\\Manifest::read() );
      $before = $GLOBALS['wpdb']->num_queries;
      $found = $content->of( $post )['flexibleContent'];
      echo json_encode( [ $GLOBALS['wpdb']->num_queries - $before, array_map( fn( $s ) => ( $s['image'] ?? $s['testimonials'][0]['authorImage'] )['altText'] ?? '', $found ) ] );`);
    expect(queries).toBeLessThanOrEqual(2);
    expect(alt).toEqual([...files.map((_, at) => `Alt ${at}`), '', '', '']);
  });
});
