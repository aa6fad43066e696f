import { expect, test } from 'vitest';
import type { ServedSite } from '../../site/support/site-server';
import type { Inventory, WordPress } from '../server';
import { crawl, type Visit } from './crawl';

/** A site that was built on a WordPress, its log cleared just before. */
export interface Running {
  cms: WordPress;
  site: ServedSite;
  inventory: Inventory;
}

export type Caching = Record<'post' | 'page' | 'project' | 'archive' | 'home', RegExp>;

/** Cache headers that each content type's strategy demands, with the intervals that the CLI recommends. */
export const recommended: Caching = {
  post: /^s-maxage=60, stale-while-revalidate=60$/,
  page: /^s-maxage=60, stale-while-revalidate=60$/,
  project: /^s-maxage=60, stale-while-revalidate=60$/,
  archive: /^s-maxage=60, stale-while-revalidate=60$/,
  home: /^s-maxage=60, stale-while-revalidate=60$/,
};

/** Registers the tests of every address of a WordPress. A line at the end of the first says what was visited. */
export function testAddresses(running: () => Running, caching: Caching): void {
  test('the build asks the CMS at most twelve times, two at once, a hundred nodes a list', async () => {
    const { cms } = running();
    const requests = await cms.log();
    expect(requests.length).toBeLessThanOrEqual(12);
    expect(Math.max(...requests.map(({ concurrent }) => concurrent))).toBeLessThanOrEqual(2);
    const sizes = requests.flatMap(({ query, variables }) => [
      ...[...(query ?? '').matchAll(/first: (\d+)/g)].map(([, size]) => Number(size)),
      Number((variables as { first?: number } | null)?.first ?? 0),
    ]);
    expect(Math.max(...sizes)).toBe(100);
  });

  test('every published item answers 200 at the path of the CMS, with its title', async () => {
    const { site, inventory } = running();
    const visits = await crawl(site.url, inventory.published);
    expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
    expect(visits.filter((visit) => !titled(visit, visit.item.title)).map(brief)).toEqual([]);
    const expected = ({ item }: Visit<{ type: 'post' | 'page' | 'project'; id: number }>) =>
      item.id === inventory.frontPage ? caching.home : caching[item.type];
    // The blog index is an archive, and the page at /search only lends its text to a route that is never cached.
    const wrong = visits.filter(
      (visit) =>
        ![inventory.postsPage, '/search/'].includes(visit.item.path) && !expected(visit).test(visit.cache),
    );
    expect(wrong.map(({ item, cache }) => [item.path, cache])).toEqual([]);
  });

  test('every term, author and archive answers 200 with its name', async () => {
    const { site, inventory } = running();
    const archives = [
      ...inventory.terms.filter(({ count }) => count > 0),
      ...inventory.authors.filter(({ posts }) => posts > 0),
      ...inventory.archives.map((path) => ({ path, name: 'Projects' })),
    ];
    const visits = await crawl(site.url, archives);
    expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
    expect(visits.filter((visit) => !titled(visit, visit.item.name)).map(brief)).toEqual([]);
    expect(
      visits.filter(({ cache }) => !caching.archive.test(cache)).map(({ item, cache }) => [item.path, cache]),
    ).toEqual([]);
  });

  test('archives show their items, terms of a custom taxonomy included', async () => {
    const { site, inventory } = running();
    const empty = (
      await crawl(
        site.url,
        inventory.terms.filter(({ count }) => count > 0),
      )
    ).filter(({ html }) => html.includes('Nothing here yet'));
    expect(empty.map(brief)).toEqual([]);
  });

  test('every approved comment is shown once, and no other', async () => {
    const { site, inventory } = running();
    const shown = new Map<number, number>();
    for (const { post, shown: isShown } of inventory.comments)
      if (isShown) shown.set(post, (shown.get(post) ?? 0) + 1);
    const posts = inventory.published.filter(({ id, hasPassword }) => shown.has(id) && !hasPassword);
    for (const { html, item } of await crawl(site.url, posts)) {
      const count = shown.get(item.id) ?? 0;
      const [, said] = /id="comments-title"[^>]*>(\d+) comment/.exec(html.replace(/<!-- -->/g, '')) ?? [];
      expect(Number(said), item.path).toBe(count);
      for (const { marker } of inventory.comments) if (marker) expect(html).not.toContain(marker);
    }
  });

  test('no draft, private, scheduled or trashed item answers anything but 404, and nothing of it shows', async () => {
    const { site, inventory } = running();
    const visits = await crawl(site.url, inventory.hidden);
    expect(visits.filter(({ status }) => status !== 404).map(brief)).toEqual([]);
    expect(visits.filter(({ html, item }) => html.includes(item.marker)).map(brief)).toEqual([]);
    const unknown = [
      ...inventory.published.slice(0, 20).map(({ path }) => ({ path: `${path}x/` })),
      { path: '/no-such/' },
    ];
    expect((await crawl(site.url, unknown)).filter(({ status }) => status !== 404)).toEqual([]);
  });

  test('protected items show no content, on no page of the site', async () => {
    const { site, inventory } = running();
    const markers = inventory.published.flatMap(({ marker }) => marker ?? []);
    expect(markers.length).toBeGreaterThan(2);
    const paths = [
      '/',
      inventory.postsPage ?? '/',
      '/feed/',
      '/sitemap.xml',
      '/search/titles.json',
      '/search/texts.json',
      ...inventory.terms.flatMap(({ path }) => [path, `${path}feed/`]),
    ];
    const visits = await crawl(site.url, [
      ...inventory.published.filter(({ hasPassword }) => hasPassword),
      ...paths.map((path) => ({ path })),
    ]);
    const leaks = visits.filter(({ html }) => markers.some((marker) => html.includes(marker)));
    expect(leaks.map(brief)).toEqual([]);
  });

  test('pictures of this WordPress are optimised, each under one address, and nothing else of it', async () => {
    const { cms, site, inventory } = running();
    const visits = await crawl(site.url, inventory.published.slice(0, 60));
    const named = visits.flatMap(({ html }) => [
      ...html.matchAll(/\/_next\/image\?url=[^"\s]+?&amp;w=640&amp;q=75/g),
    ]);
    // Those of other hosts that the site lists are, too, but nothing answers for them here.
    const here = named.filter(([address]) => address.includes(`url=${encodeURIComponent(cms.url)}`));
    const addresses = [...new Set(here.map(([address]) => address.replaceAll('&amp;', '&')))];
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses.slice(0, 10)) {
      const answer = await fetch(site.url + address, { headers: { Accept: 'image/webp' } });
      expect([answer.status, answer.headers.get('content-type')], address).toEqual([200, 'image/webp']);
    }
    const optimise = async (url: string) =>
      (await fetch(`${site.url}/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`)).status;
    // Without its slash WordPress sends an address on, perhaps to another host.
    const moved = inventory.redirects[0]?.from.replace(/\/$/, '');
    expect((await fetch(cms.url + moved, { redirect: 'manual' })).status).toBe(301);
    expect(await optimise(cms.url + moved)).toBe(400);
    expect(await optimise(`${cms.url}/index.php/wp-content/uploads/oak.jpg`)).toBe(400);
  });

  test('old slugs, short links and the form without slash lead to the address of the CMS', async () => {
    const { site, inventory } = running();
    for (const { from, to } of inventory.redirects) expect(await target(site.url + from)).toBe(to);
    const [post] = inventory.published.filter(({ type, title }) => type === 'post' && title !== '');
    if (!post) throw new Error('no post');
    expect(await target(`${site.url}/?p=${post.id}`)).toBe(post.path);
    expect(await target(site.url + post.path.replace(/\/$/, ''))).toBe(post.path);
    // An address from before the structure of permalinks has changed; and no guess by the beginning of a slug.
    const plain = inventory.published.find(
      ({ type, path }) => type === 'post' && /\/[a-z-]{8,}\/$/.test(path),
    );
    const slug = plain?.path.split('/').at(-2) ?? '';
    expect(await target(`${site.url}/before/${slug}/`)).toBe(plain?.path);
    expect(await target(`${site.url}/before/${slug.slice(0, -3)}/`)).toBe('404');
  });

  test('the CMS was asked nothing for a page that the build made', async () => {
    const { cms, site, inventory } = running();
    // Those with an interval may be due: a build is as old as its first question to the CMS.
    const lasting = inventory.published.filter(
      ({ type, path }) => type !== 'project' && path !== '/' && path !== inventory.postsPage,
    );
    await cms.clearLog();
    await crawl(site.url, lasting.slice(0, 30));
    expect((await cms.log()).map(({ operation }) => operation)).toEqual([]);
  });
}

const brief = ({ item, status }: Visit<{ path: string }>) => `${status} ${item.path}`;

/** WPGraphQL decodes `&lt;b&gt;` in a title, so nobody can tell it from markup any more: neither side shows it. */
const bare = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function titled({ h1 }: Visit<unknown>, title: string): boolean {
  return bare(h1).includes(bare(title));
}

/** Where an address leads for good. On the first answer to a redirect that it then keeps, Next 16.4 sends Location twice. */
async function target(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  const [location] = (response.headers.get('location') ?? '').split(', ');
  return response.status === 308 && location ? new URL(location, url).pathname : `${response.status}`;
}
