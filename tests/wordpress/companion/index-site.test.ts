import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IndexRow } from '../../../src/runtime/wordpress/index/index-rows';
import { siteEnvironment } from '../../support/site-environment';
import { type Inventory, startWordPress, type WordPress, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';

const reason = whyNoWordPress();
const types = ['post', 'page', 'project'] as const;

/** The build takes the index along with the site's data, and refreshes later by asking for it: both must say the same. */
describe.skipIf(reason)(`a build on the companion's index${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  let inventory: Inventory;
  beforeAll(async () => {
    cms = await startWordPress({ companion: true });
    inventory = await cms.inventory();
    Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
  });
  afterAll(() => cms?.stop());

  /** Takes a snapshot as a new build would, and gives what it answers and what it asked. */
  async function build() {
    vi.resetModules();
    const shared = globalThis as unknown as Record<symbol, unknown>;
    for (const name of ['cms-capabilities', 'cms-snapshot'])
      delete shared[Symbol.for(`headless-site.${name}`)];
    const runtime = '../../../src/runtime';
    // Another site: this one would go on with what the build before has left.
    process.chdir(mkdtempSync(path.join(tmpdir(), 'index-')));
    const { siteConfig } = await import(`${runtime}/config/site`);
    const { takeSnapshot } = await import(`${runtime}/wordpress/take-snapshot/take`);
    await cms.clearLog();
    await takeSnapshot({
      ...siteConfig,
      rendering: { ...siteConfig.rendering, custom: { project: {} } },
    });
    const asked = (await cms.log()).map(({ operation }) => operation ?? '').sort();
    const documents = (await cms.log()).map(({ query }) => query ?? '');
    const { fromSnapshot } = await import(`${runtime}/wordpress/snapshot/answers`);
    const { request } = await import(`${runtime}/wordpress/client/client`);
    const { getCapabilities } = await import(`${runtime}/wordpress/client/probe`);
    const { getIndex } = await import(`${runtime}/wordpress/queries/lists.ts`);
    const live = async (variables: object) =>
      request(getIndex.name, getIndex.document(await getCapabilities()), variables);
    return {
      asked,
      documents,
      live,
      built: (variables: object) => fromSnapshot('GetIndex', variables),
    };
  }
  const rowsOf = (answer: { index: { rows: string } }): IndexRow[] => JSON.parse(answer.index.rows);

  it('answers as WordPress does, type by type', async () => {
    const { built, live } = await build();
    for (const type of types) {
      const answer = built({ type });
      expect(rowsOf(answer).length).toBe(inventory.published.filter((item) => item.type === type).length);
      expect(answer).toEqual(await live({ type }));
    }
    expect(built({ type: 'nope' })).toEqual({ index: null });
    expect(built({ type: 'post', after: 1 })).toEqual({ index: null });
  });

  it('asks no more than a build without the companion, and for less', async () => {
    const withIt = await build();
    const active = await cms.php<string[]>("echo json_encode( get_option( 'active_plugins' ) );");
    await cms.php(
      "update_option( 'active_plugins', array_values( preg_grep( '/companion/', get_option( 'active_plugins' ), PREG_GREP_INVERT ) ) );",
    );
    const without = await build();
    await cms.php(`update_option( 'active_plugins', json_decode( '${JSON.stringify(active)}' ) );`);
    expect(without.built({ type: 'post' })).toEqual({ index: null });
    expect(withIt.asked).toEqual(without.asked);
    expect(withIt.asked).not.toContain('GetIndex');
    const posts = (documents: string[]) =>
      documents.find((document) => document.includes('query SnapshotPosts'));
    expect(posts(without.documents)).toContain('terms(first: 100)');
    expect(posts(withIt.documents)).not.toContain('terms(first: 100)');
  });

  it('goes through an index of several pages, and leaves out what came while it was taken', async () => {
    const late = 999_999;
    const deactivate = await ownPlugin(
      cms,
      `add_filter( 'companion_index_rows', function ( $rows, $type ) {
        if ( 'post' === $type ) foreach ( $rows as &$row ) $row['title'] .= str_repeat( 'x', 9000 );
        if ( 'project' === $type ) $rows[] = [ 'id' => ${late}, 'path' => '/late/' ] + $rows[0];
        return $rows;
      }, 10, 2 );`,
    );
    try {
      const { built, live, asked } = await build();
      let pages = 0;
      const all: IndexRow[] = [];
      for (let after: number | undefined; ; ) {
        const variables = after === undefined ? { type: 'post' } : { type: 'post', after };
        const answer = built(variables);
        expect(answer).toEqual(await live(variables));
        all.push(...rowsOf(answer));
        pages += 1;
        if (!answer.index.hasNextPage) break;
        after = answer.index.endCursor;
      }
      expect(pages).toBeGreaterThan(1);
      expect(asked.filter((name) => name === 'GetIndex')).toHaveLength(pages - 1);
      expect(all.map(([id]) => id)).toEqual(
        inventory.published
          .filter(({ type }) => type === 'post')
          .map(({ id }) => id)
          .sort((a, b) => a - b),
      );
      expect(rowsOf(await live({ type: 'project' })).map(([id]) => id)).toContain(late);
      expect(rowsOf(built({ type: 'project' })).map(([id]) => id)).not.toContain(late);
    } finally {
      await deactivate();
    }
  });
});
