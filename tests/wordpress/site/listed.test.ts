import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../../support/site-environment';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';

/** Next's cache, which only runs inside Next: here every question goes to the CMS. */
vi.mock('next/cache', () => ({ unstable_cache: (load: () => Promise<unknown>) => load }));

const reason = whyNoWordPress();

/** Items of WordPress, and terms and pages that only a look at its hidden items would reveal. Each name stands in addresses. */
const items = `
  register_post_type( 'memo', [ 'public' => false, 'taxonomies' => [ 'category', 'post_tag' ] ] );
  $make = fn( $slug, $more = [] ) => wp_insert_post( $more + [ 'post_title' => $slug, 'post_name' => $slug, 'post_status' => 'publish' ] );
  $page = fn( $slug, $parent = 0, $status = 'publish' ) => $make( $slug, [ 'post_type' => 'page', 'post_parent' => $parent, 'post_status' => $status ] );
  $page( 'deep-below-private', $page( 'below-private', $page( 'private-parent', 0, 'private' ) ) );
  $page( 'below-draft', $page( 'draft-parent', $page( 'open-grandparent' ), 'draft' ) );
  $page( 'below-open', $page( 'open-parent' ) );
  $gone = $page( 'orphan' );
  $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, [ 'post_parent' => 99999 ], [ 'ID' => $gone ] );
  foreach ( [ 'draft' => [ 'post_status' => 'draft' ], 'private' => [ 'post_status' => 'private' ], 'memo' => [ 'post_type' => 'memo' ], 'open' => [] ] as $kind => $more ) {
    $id = $make( "tagged-$kind", $more );
    foreach ( [ 'category', 'post_tag' ] as $taxonomy ) {
      $term = wp_insert_term( "only-$kind-$taxonomy", $taxonomy );
      wp_set_object_terms( $id, [ $term['term_id'] ], $taxonomy );
    }
  }
  echo json_encode( get_term_by( 'slug', 'only-memo-category', 'category' )->count );`;

describe.skipIf(reason).each([true, false])(
  `lists, with the companion plugin %s${reason ? ` (${reason})` : ''}`,
  (companion) => {
    let cms: WordPress;
    beforeAll(async () => {
      cms = await startWordPress({ companion });
      // WordPress itself counts what is of a type that nobody sees.
      expect(await cms.php<number>(items)).toBe(1);
      Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
      vi.resetModules();
      delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for('headless-site.cms-capabilities')];
    });
    afterAll(() => cms?.stop());

    const hidden = /private-parent|draft-parent|below-private|below-draft|only-(?:draft|private|memo)/;

    test('the sitemap names no parent that is not public, and no term that only hidden items have', async () => {
      const { readSitemap } = await import('../../../src/runtime/wordpress/seo-sitemap');
      const paths = (await readSitemap()).map(({ url }) => new URL(url).pathname);
      expect(paths.filter((path) => hidden.test(path))).toEqual([]);
      expect(paths).toEqual(
        expect.arrayContaining([
          '/open-parent/below-open/',
          '/open-grandparent/',
          '/orphan/',
          '/category/only-open-category/',
          '/tag/only-open-post_tag/',
        ]),
      );
    });

    test('nor does search', async () => {
      const { readTitles } = await import('../../../src/runtime/search/read');
      const text = JSON.stringify(await readTitles());
      expect(text).not.toMatch(hidden);
      expect(text).toContain('below-open');
    });

    test('nor is it built ahead, but who knows the address of a published page gets it', async () => {
      const { sharedRoute } = await import('../../../src/runtime/pages/content-type');
      const params = (await sharedRoute(() => null).generateStaticParams?.()) ?? [];
      const paths = params.map(({ path = [] }) => path.join('/'));
      expect(paths.filter((path) => /only-(?:draft|private|memo)/.test(path))).toEqual([]);
      expect(paths).toContain('open-parent/below-open');
      const { findAddress } = await import('../../../src/runtime/wordpress/address');
      expect((await findAddress('/private-parent/below-private'))?.kind).toBe('page');
    });
  },
);
