import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Inventory,
  promised,
  startWordPress,
  type WordPress,
  whyNoWordPress,
} from '../wordpress/server';

for (const version of ['6.1', '6.5', 'newest'] as const) {
  const reason = whyNoWordPress(version);
  describe.skipIf(reason)(`a real WordPress, ${version}${reason ? ` (${reason})` : ''}`, () => {
    let wordpress: WordPress;
    let inventory: Inventory;
    beforeAll(async () => {
      wordpress = await startWordPress({ version });
      inventory = await wordpress.inventory();
    });
    afterAll(() => wordpress?.stop());
    afterEach(() => wordpress.fail(null));

    const post = (body: unknown) =>
      fetch(wordpress.graphqlUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    // biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
    const ask = async (query: string): Promise<any> => (await post({ query })).json();

    it('answers GraphQL', async () => {
      expect(await ask('{__typename}')).toMatchObject({ data: { __typename: 'RootQuery' } });
    });

    it('holds what the seed promises', async () => {
      const count = (type: string, status: string) =>
        inventory.hidden.filter((item) => item.type === type && item.status === status).length;
      const shown = (type: string, hasPassword: boolean) =>
        inventory.published.filter((item) => item.type === type && item.hasPassword === hasPassword).length;
      const terms = (taxonomy: string) => inventory.terms.filter((term) => term.taxonomy === taxonomy).length;
      const menu = (location: string) =>
        wordpress.php(`$all = get_nav_menu_locations();
          echo count(wp_get_nav_menu_items($all['${location.toLowerCase()}']));`);
      expect({
        posts: {
          publish: shown('post', false),
          protected: shown('post', true),
          private: count('post', 'private'),
          draft: count('post', 'draft'),
          pending: count('post', 'pending'),
          future: count('post', 'future'),
          trash: count('post', 'trash'),
        },
        pages: {
          publish: shown('page', false),
          protected: shown('page', true),
          draft: count('page', 'draft'),
          private: count('page', 'private'),
        },
        projects: { publish: shown('project', false), draft: count('project', 'draft') },
        categories: terms('category'),
        tags: terms('post_tag'),
        materials: terms('material'),
        authors: inventory.authors.filter((author) => author.posts > 0).length,
        comments: {
          shown: inventory.comments.filter((comment) => comment.shown).length,
          hidden: inventory.comments.filter((comment) => !comment.shown).length,
        },
        menuItems: { PRIMARY: await menu('PRIMARY'), FOOTER: await menu('FOOTER') },
      }).toEqual(promised);
    });

    it('caps a list at 100, and leads through all of it without a gap', async () => {
      const page = async (first: number, after: string) => {
        const { data } = await ask(
          `{posts(first:${first},after:"${after}"){nodes{slug}pageInfo{hasNextPage endCursor}}}`,
        );
        const { nodes, pageInfo } = data.posts;
        return { slugs: nodes.map((node: { slug: string }) => node.slug) as string[], ...pageInfo };
      };
      expect((await page(500, '')).slugs).toHaveLength(100);
      const slugs: string[] = [];
      // Many small pages: with two large ones a wrong comparison of dates went unnoticed.
      for (let at = await page(30, ''); ; at = await page(30, at.endCursor)) {
        slugs.push(...at.slugs);
        if (!at.hasNextPage) break;
      }
      expect([slugs.length, new Set(slugs).size]).toEqual([187, 187]);
    });

    it('shows nobody what is hidden, though it is there', async () => {
      const items = inventory.hidden;
      const fields = items.map(({ type, id }) => `_${id}:${type}(id:"${id}",idType:DATABASE_ID){title}`);
      const { data } = await ask(`{${fields}}`);
      expect(Object.values(data)).toEqual(items.map(() => null));
      const stored = await wordpress.php<string[]>(
        `echo json_encode(array_map(fn($id) => get_post($id)->post_content, [${items.map(({ id }) => id)}]));`,
      );
      items.forEach(({ marker }, index) => {
        expect(stored[index]).toContain(marker);
      });
    });

    it('serves pictures, redirects old addresses and gives its own address everywhere', async () => {
      const { data } = await ask(
        '{mediaItems(first:1,where:{search:"Big picture"}){nodes{sourceUrl}} generalSettings{url}}',
      );
      expect(data.generalSettings.url).toBe(wordpress.url);
      const picture = await fetch(data.mediaItems.nodes[0].sourceUrl);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const [renamed] = inventory.redirects;
      const moved = await fetch(wordpress.url + renamed?.from, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([301, wordpress.url + renamed?.to]);
      const seeded = "SELECT COUNT(*) FROM $wpdb->posts WHERE post_content LIKE '%wordpress.invalid%'";
      expect(await wordpress.php(`global $wpdb; echo $wpdb->get_var("${seeded}");`)).toBe(0);
    });

    it('has its menus in the order of their positions, and locations that can be switched off', async () => {
      const labels = async (location: string) => {
        const { data, errors } = await ask(
          `{menuItems(where:{location:${location}},first:100){nodes{label}}}`,
        );
        return errors?.[0].message ?? data.menuItems.nodes.map((node: { label: string }) => node.label);
      };
      expect((await labels('PRIMARY'))[0]).toBe('Home');
      expect((await labels('FOOTER')).slice(0, 2)).toEqual(['Privacy', 'Link 2']);
      await wordpress.php("update_option('test_menu_locations', 'off');");
      expect(await labels('PRIMARY')).toContain('"PRIMARY" does not exist');
      await wordpress.php("delete_option('test_menu_locations');");
    });

    it('writes down what was asked', async () => {
      await wordpress.clearLog();
      const query = 'query Some($n:Int){posts(first:$n){nodes{id}}}';
      await Promise.all([
        post({ query, variables: { n: 3 } }),
        fetch(`${wordpress.graphqlUrl}?query={__typename}`),
      ]);
      const log = await wordpress.log();
      expect(log.map((entry) => entry.method).sort()).toEqual(['GET', 'POST']);
      const entry = log.find(({ method }) => method === 'POST');
      expect(entry).toMatchObject({ path: '/graphql', operation: 'Some', variables: { n: 3 }, status: 200 });
      expect(entry?.bytes).toBeGreaterThan(50);
      expect(Math.max(...log.map(({ concurrent }) => concurrent))).toBe(2);
    });

    it('fails in every way that it is told to, and recovers', async () => {
      const status = async () => (await post({ query: '{__typename}' })).status;
      await wordpress.fail({ kind: 'status', status: 429, retryAfter: 2, times: 1 });
      const refused = await post({ query: '{__typename}' });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
      expect(await status()).toBe(200);

      await wordpress.fail({ kind: 'html' });
      expect((await post({})).headers.get('content-type')).toContain('text/html');

      await wordpress.fail({ kind: 'delay', ms: 700 });
      const before = Date.now();
      expect(await status()).toBe(200);
      expect(Date.now() - before).toBeGreaterThanOrEqual(699);

      await wordpress.fail({ kind: 'partial' });
      expect(await ask('{posts{nodes{id}} generalSettings{url}}')).toMatchObject({
        data: { posts: null, generalSettings: { url: wordpress.url } },
        errors: [{ path: ['posts'] }],
      });

      await wordpress.fail({ kind: 'cut' });
      await expect(ask('{__typename}')).rejects.toThrow();

      await wordpress.fail({ kind: 'afterRequests', count: 2 });
      expect([await status(), await status()]).toEqual([200, 200]);
      await expect(status()).rejects.toThrow('fetch failed');

      await wordpress.fail({ kind: 'refuse' });
      await expect(status()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
      await wordpress.fail(null);
      expect(await status()).toBe(200);
    });

    it('had nothing to complain about', () => {
      expect(wordpress.phpErrors()).toBe('');
    });
  });
}
