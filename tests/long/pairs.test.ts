import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { serveSite } from '../site/serve';
import { type RunningSite, secrets } from '../site/support/site-server';

const strategies = ['static', 'isr', 'ssr'] as const;
type Strategy = (typeof strategies)[number];
const items = {
  posts: { path: '/a-chair-that-can-be-mended/', slug: 'a-chair-that-can-be-mended', operation: 'GetPost' },
  pages: { path: '/about/team/', slug: 'team', operation: 'GetPage' },
} as const;

/** Posts and pages share the address space, so that one route serves both, whatever their strategies are. */
describe.each(strategies.flatMap((posts) => strategies.map((pages) => ({ posts, pages }))))(
  'posts $posts, pages $pages',
  (pair) => {
    const isDynamic = pair.posts === 'ssr' || pair.pages === 'ssr';
    let site: RunningSite;
    beforeAll(async () => {
      const flags = ['--posts', pair.posts, '--pages', pair.pages];
      site = await serveSite(await createSite(`pair-${pair.posts}-${pair.pages}`, ...flags));
    });
    afterAll(() => site?.stop());
    const get = (at: string) => visit(site, at);

    test.each(Object.entries(items))('%s', async (kind, { path: at, slug, operation }) => {
      const strategy: Strategy = pair[kind as keyof typeof pair];
      const before = await get(at);
      expect(before.status).toBe(200);
      expect(before.cache).toMatch(isDynamic ? /no-store/ : /^s-maxage=60/);
      site.cms.control.clearLog();
      await get(at);
      const asked = site.cms.control.log().requests.some((request) => request.operation === operation);
      expect(asked).toBe(strategy === 'ssr');

      const title = `Edited ${kind}`;
      site.cms.control.content({ slug, set: { title } });
      const said = await say(site, { [at]: 'update' });
      expect(said.static).toEqual(strategy === 'static' ? [at.replace(/\/$/, '')] : undefined);
      const seen: boolean[] = [];
      for (let i = 0; i < 3; i++) {
        const { status, text } = await get(at);
        expect(status).toBe(200);
        seen.push(text.includes(title));
        await sleep(700);
      }
      expect(seen).toEqual(
        { static: [false, false, false], isr: [false, true, true], ssr: [true, true, true] }[strategy],
      );
    });

    test('what is missing is a 404 until it is published', async () => {
      const at = `/published-${pair.posts}-${pair.pages}/`;
      for (let i = 0; i < 2; i++) expect((await get(at)).status).toBe(404);
      site.cms.control.content({ create: { slug: at.slice(1, -1), title: 'Published now' } });
      await say(site, { [at]: 'publish' });
      const { status, text } = await get(at);
      expect([status, text.includes('Published now')]).toEqual([200, true]);
    });
  },
);

describe('generateStaticParams: false', () => {
  let site: RunningSite;
  beforeAll(async () => {
    const dir = await createSite('no-params', '--posts', 'isr', '--pages', 'static');
    const file = path.join(dir, 'site.config.json');
    const config = JSON.parse(readFileSync(file, 'utf8'));
    for (const kind of Object.keys(items)) config.rendering[kind].generateStaticParams = false;
    writeFileSync(file, JSON.stringify(config, null, 2));
    site = await serveSite(dir);
  });
  afterAll(() => site?.stop());

  test.each(Object.values(items))('$path is made at its first visit, and kept', async (item) => {
    site.cms.control.clearLog();
    const first = await visit(site, item.path);
    expect([first.status, first.state]).toEqual([200, 'MISS']);
    expect(site.cms.control.log().requests.map(({ operation }) => operation)).toContain(item.operation);
    site.cms.control.clearLog();
    const second = await visit(site, item.path);
    expect([second.status, second.state]).toEqual([200, 'HIT']);
    expect(site.cms.control.log().requests).toEqual([]);
  });
});

async function visit(site: RunningSite, at: string) {
  const response = await fetch(site.url + at, { redirect: 'manual' });
  return {
    status: response.status,
    text: await response.text(),
    cache: response.headers.get('cache-control') ?? '',
    state: response.headers.get('x-nextjs-cache'),
  };
}

async function say(site: RunningSite, events: Record<string, string>): Promise<{ static?: string[] }> {
  const response = await fetch(`${site.url}/api/revalidate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret: secrets.revalidation, paths: Object.keys(events), events }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { static?: string[] };
}
