import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareHtml } from '../../../src/runtime/content/html';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { block, blockPages, ours, php } from './block-pages';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? whyNoWordPress();

const div = (name: string, attributes: object, inner: string) =>
  block(name, attributes, `<div class="wp-block-${name}">${inner}</div>`);

const ways =
  block('query-pagination-previous') + block('query-pagination-numbers') + block('query-pagination-next');

/** A query loop of titles. */
const loop = (query: object, { id = 3, item = block('post-title'), pages = ways, ...more } = {}) =>
  div(
    'query',
    { queryId: id, query: { perPage: 2, postType: 'post', inherit: false, ...query }, ...more },
    block('post-template', {}, item) + (pages && block('query-pagination', {}, pages)),
  );

const titles = (html: string) =>
  [...html.matchAll(/<h2 [^>]*wp-block-post-title[^>]*>(.*?)<\/h2>/g)].map(([, title = '']) =>
    title.replace(/<[^>]*>/g, ''),
  );

/** Text and address of each way to another page. */
const waysIn = (html: string) => {
  const nav = /<nav [^>]*query-pagination.*?<\/nav>/s.exec(html)?.[0] ?? '';
  return Object.fromEntries(
    [...nav.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, text = '']) => [text, href]),
  );
};

describe.skipIf(reason)(`lists that WordPress renders${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let made: Record<string, number>;
  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', companion: true, content: 'empty' });
    made = (await wordpress.php(`
      update_option( 'posts_per_page', 2 );
      $made = [ 'quay' => wp_insert_term( 'Quay', 'category' )['term_id'], 'fir' => wp_insert_term( 'Fir', 'post_tag' )['term_id'] ];
      $put = function ( $title, $day, $more = [] ) {
        return wp_insert_post( wp_slash( $more + [ 'post_status' => 'publish', 'post_title' => $title, 'post_date' => "2024-11-$day 10:00:00",
          'post_content' => "<p>Text of $title.</p><!--more--><p>Rest of $title.</p>" ] ) );
      };
      foreach ( [ 'One', 'Two', 'Three', 'Four', 'Five' ] as $at => $title ) {
        $made[ $title ] = $put( $title, 10 + $at, [ 'post_category' => [ $made['quay'] ], 'tags_input' => $at % 2 ? [] : [ 'Fir' ] ] );
      }
      $put( 'Locked', 20, [ 'post_password' => 'x', 'post_excerpt' => 'Excerpt of Locked' ] );
      $put( 'Private', 21, [ 'post_status' => 'private' ] );
      $put( 'Draft', 22, [ 'post_status' => 'draft' ] );
      wp_insert_post( [ 'post_status' => 'future', 'post_title' => 'Future', 'post_content' => 'Text of Future', 'post_date' => '2036-01-01 10:00:00' ] );
      foreach ( [ 'Home', 'Journal' ] as $title ) {
        $made[ $title ] = wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => $title ] );
      }
      echo json_encode( $made );`)) as Record<string, number>;
  });
  afterAll(() => wordpress?.stop());
  beforeEach(async () => {
    await wordpress.php(`update_option( 'show_on_front', 'posts' ); update_option( 'sticky_posts', [] );`);
  });

  const { of } = blockPages(() => wordpress);
  const setFront = (postsPage: number) =>
    wordpress.php(
      `update_option( 'show_on_front', 'page' ); update_option( 'page_on_front', ${made.Home} ); update_option( 'page_for_posts', ${postsPage} );`,
    );

  /** @returns the content of each item, by GraphQL, in one request */
  async function contentsOf(...ids: number[]): Promise<string[]> {
    const query = `{ ${ids.map((id, at) => `c${at}: contentNode(id: "${id}", idType: DATABASE_ID) { ... on NodeWithContentEditor { content } }`).join(' ')} }`;
    const response = await fetch(`${wordpress.graphqlUrl}?query-3-page=2&w=9`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    return ids.map((_, at) => data[`c${at}`].content as string);
  }

  const put = (content: string, more: object = {}) => {
    const post = {
      post_type: 'page',
      post_status: 'publish',
      post_title: 'A',
      post_content: content,
      ...more,
    };
    return wordpress.php<number>(
      `remove_all_filters( 'content_save_pre' ); echo wp_insert_post( wp_slash( json_decode( ${php(JSON.stringify(post))}, true ) ) );`,
    );
  };
  const shown = async (content: string, more: object = {}) =>
    (await contentsOf(await put(content, more)))[0] ?? '';
  const quay = () => ({ taxQuery: { include: { category: [made.quay] } } });

  describe('the other pages of a query loop', () => {
    it('are those of the archive, where it has the same', async () => {
      const html = await shown(loop(quay()));
      expect(titles(html)).toEqual(['Five', 'Four']);
      const quays = `${wordpress.url}/category/quay`;
      expect(waysIn(html)).toEqual({
        2: `${quays}/page/2/`,
        3: `${quays}/page/3/`,
        'Next Page': `${quays}/page/2/`,
      });
      const { html: clean } = prepareHtml(html, { cmsOrigin: wordpress.url });
      expect(clean).toContain('<nav ');
      expect(waysIn(clean)['Next Page']).toBe('/category/quay/page/2/');
    });

    it.each([
      ['more on a page', { perPage: 3 }, 'page/2/'],
      ['fewer', { perPage: 1 }, ''],
      ['some left out before', { offset: 2 }, 'page/3/'],
    ])('are the page of the archive that goes on, with %s', async (_, query, page) => {
      const html = await shown(loop({ ...quay(), ...query }));
      expect(waysIn(html)).toEqual({ 'Next Page': `${wordpress.url}/category/quay/${page}` });
    });

    it('lead on, where there are numbers alone', async () => {
      const html = await shown(loop({ ...quay(), perPage: 3 }, { pages: block('query-pagination-numbers') }));
      expect(waysIn(html)).toEqual({ 'Next Page': `${wordpress.url}/category/quay/page/2/` });
    });

    it('of all posts, of a tag, of an author', async () => {
      const fir = { taxQuery: { include: { post_tag: [made.fir] } } };
      expect(waysIn(await shown(loop(fir)))['Next Page']).toBe(`${wordpress.url}/tag/fir/page/2/`);
      const html = await shown(loop({}));
      expect(waysIn(html)['Next Page']).toBe(`${wordpress.url}/page/2/`);
      await setFront(made.Journal as number);
      expect(waysIn(await shown(loop({})))['Next Page']).toBe(`${wordpress.url}/journal/page/2/`);
      expect(waysIn(await shown(loop({ author: '1' })))['Next Page']).toBe(
        `${wordpress.url}/author/admin/page/2/`,
      );
    });

    it.each([
      ['by title', { orderBy: 'title' }, ['Two', 'Three', 'One', 'Protected: Locked', 'Four', 'Five']],
      ['oldest first', { order: 'asc' }, ['One', 'Two', 'Three', 'Four', 'Five', 'Protected: Locked']],
      ['of two terms', { taxQuery: { include: { category: [1], post_tag: [2] } } }, ['Five', 'Three', 'One']],
      [
        'without a term',
        { taxQuery: { include: { category: [1] }, exclude: { post_tag: [3] } } },
        ['Five', 'Four', 'Three', 'Two', 'One'],
      ],
      ['of a search', { search: 'Text' }, ['Five', 'Four', 'Three', 'Two', 'One']],
      ['two pages at most', { pages: 2 }, ['Protected: Locked', 'Five', 'Four', 'Three']],
    ])('are shown at once where no archive goes on: %s', async (_, query, expected) => {
      const ids = { 1: made.quay, 2: made.fir, 3: 9999 };
      const text = JSON.stringify(query).replace(/\[(\d)\]/g, (_all, id: '1' | '2' | '3') => `[${ids[id]}]`);
      const html = await shown(loop(JSON.parse(text)));
      expect(titles(html)).toEqual(expected);
      expect(html).not.toContain('<nav');
    });

    it('are on WordPress behind the last that is shown, and there they are', async () => {
      await wordpress.php(
        `for ( $i = 0; $i < 63; $i++ ) { wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Page ' . $i, 'menu_order' => 5 ] ); }`,
      );
      const id = await put(
        loop({ postType: 'page', orderBy: 'title', order: 'asc', perPage: 7, search: 'Page' }),
      );
      const [html = ''] = await contentsOf(id);
      expect(titles(html)).toHaveLength(56);
      const next = waysIn(html)['Next Page']?.replaceAll('&#038;', '&') ?? '';
      expect(next).toContain('query-3-page=9&on-wordpress=1');
      expect(waysIn(prepareHtml(html, { cmsOrigin: wordpress.url }).html)['Next Page']).toBe(
        next.replace('&', '&amp;'),
      );
      const there = await (await fetch(next)).text();
      expect(
        titles(there)
          .slice(0, 7)
          .filter((title) => titles(html).includes(title)),
      ).toEqual([]);
      expect(titles(there).length).toBeGreaterThan(0);
      await wordpress.php(
        `foreach ( get_posts( [ 'post_type' => 'page', 's' => 'Page', 'numberposts' => -1 ] ) as $page ) { wp_delete_post( $page->ID, true ); }`,
      );
    });

    it('are shown at once where the front page lists no posts', async () => {
      await setFront(0);
      const html = await shown(loop({}));
      expect(titles(html)).toHaveLength(6);
      expect(html).not.toContain('<nav');
    });

    it('belong to each loop, beside others and within one', async () => {
      const html = await shown(
        loop(quay(), { id: 1 }) +
          loop({ orderBy: 'title', order: 'asc' }, { id: 2 }) +
          loop({ ...quay(), perPage: 1 }, { id: 3, item: loop(quay(), { id: 4 }) }),
      );
      const navs = html.match(/<nav .*?<\/nav>/gs) ?? [];
      expect(navs.map((nav) => Object.keys(waysIn(nav)).length)).toEqual([3, 3, 1]);
    });

    it('hold in a synced pattern, and in a section of the page builder', async () => {
      const ref = await put(loop(quay()), { post_type: 'wp_block' });
      const page = await put(
        block('block', { ref }) + block('loginout') + ours('cta-simple', { heading: 'Now' }),
        {
          post_name: 'sections',
        },
      );
      const { content, flexibleContent } = await of(page);
      for (const html of [content, String(flexibleContent[0]?.content)]) {
        expect(waysIn(html)['Next Page']).toBe(`${wordpress.url}/category/quay/page/2/`);
        expect(html).toContain(`redirect_to=${encodeURIComponent(`${wordpress.url}/sections/`)}`);
      }
    });

    it('a loop without ways to them stays as it is', async () => {
      const html = await shown(loop({ orderBy: 'title' }, { pages: '' }));
      expect(titles(html)).toHaveLength(2);
    });
  });

  describe('what WordPress knows while it renders', () => {
    it('is the page itself, for an inherited loop', async () => {
      const html = await shown(loop({ inherit: true }), { post_title: 'Itself' });
      expect(titles(html)).toEqual(['Itself']);
      expect(html).not.toContain('<nav');
    });

    it('is its address, for what leads back', async () => {
      const html = await shown(block('loginout'), { post_name: 'log-in' });
      expect(html).toContain(`redirect_to=${encodeURIComponent(`${wordpress.url}/log-in/`)}`);
    });

    it('is the month of a post, for a calendar, and each has its own', async () => {
      const november = await put(block('calendar'), { post_type: 'post', post_date: '2024-11-15 10:00:00' });
      const october = await put(block('calendar'), { post_type: 'post', post_date: '2023-10-15 10:00:00' });
      const page = await put(block('calendar'), { post_date: '2023-10-15 10:00:00' });
      const now = await wordpress.php<string>(`echo json_encode( wp_date( 'F Y' ) );`);
      const captions = (await contentsOf(november, october, page)).map(
        (html) => /<caption>(.*?)<\/caption>/.exec(html)?.[1],
      );
      expect(captions).toEqual(['November 2024', 'October 2023', now]);
      const [html = ''] = await contentsOf(november);
      expect(html).toContain(`href="${wordpress.url}/2024/11/14/"`);
      await wordpress.php(`foreach ( [ ${november}, ${october} ] as $id ) { wp_delete_post( $id, true ); }`);
    });

    it('is put back, whatever a block throws', async () => {
      const state = `[ $_SERVER['REQUEST_URI'], $_GET, get_the_ID(), spl_object_id( $GLOBALS['wp_query'] ), $GLOBALS['year'] ?? null ]`;
      const [before, within, after] = await wordpress.php<unknown[][]>(`
        $_SERVER['REQUEST_URI'] = '/graphql'; $_GET = [ 'a' => 'b' ];
        $GLOBALS['post'] = get_post( ${made.Two} ); setup_postdata( $GLOBALS['post'] );
        $before = ${state};
        try {
          \\HeadlessSiteCompanion\\Blocks\\PageContext::within( get_post( ${made.One} ), function () use ( &$within ) {
            $within = ${state};
            query_posts( [] );
            throw new Exception( 'x' );
          } );
        } catch ( Exception $error ) {}
        echo json_encode( [ $before, $within, ${state} ] );`);
      expect(within?.slice(0, 3)).toEqual(['/one/', [], made.One]);
      expect(before?.[0]).toBe('/graphql');
      expect(after).toEqual(before);
    });
  });

  it('hide what is hidden or protected', async () => {
    const item = block('post-title') + block('post-excerpt') + block('post-content');
    const html = await shown(
      loop({ perPage: 50, search: '' }, { item, pages: '' }) +
        block('latest-posts', {
          postsToShow: 50,
          displayPostContent: true,
          displayPostContentRadio: 'full_post',
        }) +
        block('latest-posts', { postsToShow: 50, displayPostContent: true }),
    );
    expect(html).toContain('Text of Five');
    expect(html).toContain('Protected: Locked');
    for (const hidden of ['Text of Locked', 'Excerpt of Locked', 'Private', 'Draft', 'Future'])
      expect(html).not.toContain(hidden);
    // Its own page has the form.
    expect(html).not.toContain('<form');
    expect(html).toContain(`<a href="${wordpress.url}/locked/">This content is password protected.</a>`);
    // In a loop a post ends where "More" stands.
    expect(html.match(/Rest of Five/g)).toHaveLength(1);
  });

  describe('without a script', () => {
    it('a dropdown is a folded list', async () => {
      const html = await shown(
        block('archives', { displayAsDropdown: true, showPostCounts: true, showLabel: false }) +
          block('categories', {
            displayAsDropdown: true,
            showHierarchy: true,
            showLabel: true,
            label: 'Places',
          }),
      );
      expect(html).not.toMatch(/<(?:select|script|label)/);
      expect(html).toContain('<summary>Select Month</summary><ul class="wp-block-archives-list');
      expect(html).toContain(`<a href='${wordpress.url}/2024/11/'>November 2024</a>&nbsp;(6)`);
      expect(html).toMatch(
        /<p>Places<\/p><details[^>]*><summary>Select Category<\/summary><ul class="wp-block-categories-list/,
      );
      expect(prepareHtml(html, { cmsOrigin: wordpress.url }).notShown).toEqual([]);
    });

    it('a menu has no overlay, and all of its levels are links', async () => {
      const html = await shown(
        block(
          'navigation',
          { overlayMenu: 'always', openSubmenusOnClick: true, hasIcon: false },
          block(
            'navigation-submenu',
            { label: 'Above', url: '/above/' },
            block('navigation-link', { label: 'Below', url: '/below/' }),
          ),
        ),
      );
      const { html: clean } = prepareHtml(html, { cmsOrigin: wordpress.url });
      expect(
        clean
          .replace(/<[^>]*>/g, ' ')
          .trim()
          .split(/\s+/),
      ).toEqual(['Above', 'Below']);
      expect(clean).toMatch(/<a [^>]*href="\/above\/"/);
    });
  });

  it('WordPress has nothing to complain about', () => {
    expect(complaints(wordpress)).toBe('');
  });
});
