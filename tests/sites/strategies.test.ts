import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { buildAndServe, buildSite } from '../site/serve';
import { type AuthorizingServer, startAuthorizing } from '../site/support/authorizing';
import { type SampleCms, type ServedSite, secrets } from '../site/support/site-server';

const POST = "post: { select: 'commentCount'";

/** Custom fields of posts, custom types, cards and terms, and a custom page. */
function ownContent(dir: string): void {
  const change = (file: string, from: string, to: string) => {
    const before = readFileSync(path.join(dir, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${file} is not as it was`);
    writeFileSync(path.join(dir, file), before.replace(from, to));
  };
  const entries = `
    fields: {
      ${POST}, read: (field) => ({ count: field.number('commentCount') }) },
      project: { select: 'slug', read: (field) => ({ slug: field.text('slug') }) },
    },
    cards: {
      post: { select: 'commentCount', read: (field) => ({ count: field.number('commentCount') }) },
    },
    terms: { category: { select: 'count', read: (field) => ({ count: field.number('count') }) } },
    pages: [{ path: '/pricing', title: 'Pricing' }],
  `;
  change('content.config.ts', 'defineContent({})', `defineContent({${entries}})`);
  const article = '<article>';
  change(
    'components/posts/Article.tsx',
    article,
    `${article}<i data-custom={JSON.stringify(post.fields)} />`,
  );
  change('components/posts/CardWords.tsx', '<Heading', '<Heading data-card={JSON.stringify(post.fields)}');
}

/** A template by each kind of name: of a type, of one post of several, of a page, of an archive, and one that others win over. */
function ownTemplates(dir: string): void {
  const names = ['single-project', 'single-post-first-draft', 'page-about', 'archive', 'category'];
  for (const name of names) {
    const code = `import type { TemplateProps } from 'headless-site/content';
import { Article } from '@/components/posts/Article';
import { PostList } from '@/components/posts/PostList';

export default function Template(route: TemplateProps) {
  return (
    <div data-template="${name}">
      {route.kind === 'post' ? <Article post={route.post} language={route.shell.language} /> : <h1>{route.kind}</h1>}
      {route.kind === 'archive' && <i data-term={JSON.stringify(route.archive.fields)} />}
      {route.kind === 'archive' && <PostList posts={route.archive.posts} language="en" />}
    </div>
  );
}
`;
    writeFileSync(path.join(dir, 'components/templates', `${name}.tsx`), code);
  }
}

/** One site in which every strategy stands beside another one, in front of a CMS that asks for a password. */
describe('rendering strategies, live from the configuration', () => {
  let cms: SampleCms;
  let guard: AuthorizingServer;
  let site: ServedSite;
  /** Operations that the build sent to the CMS. */
  let asked: string[];
  let dir: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    const flags = [
      '--posts',
      'ssr',
      '--pages',
      'static',
      '--archives',
      'isr:300',
      '--homepage',
      'static',
      '--custom',
      'project=isr:60',
      '--search',
      'none',
    ];
    cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
    const authorization = `Basic ${Buffer.from('site:of the tests').toString('base64')}`;
    guard = await startAuthorizing(cms.graphqlUrl, authorization);
    env = { CMS_AUTHORIZATION: authorization, EMAIL_PROVIDER_API_KEY: '' };
    dir = await createSite('strategies', ...flags);
    ownContent(dir);
    ownTemplates(dir);
    cms.control.clearLog();
    site = await buildAndServe(dir, guard.graphqlUrl, env, undefined, () => {
      asked = cms.control.log().requests.map(({ operation }) => operation);
    });
  });
  afterAll(async () => {
    await site?.stop();
    await guard?.close();
    await cms?.close();
  });

  const get = async (path: string, cookie = '') => {
    const headers = cookie ? { cookie } : undefined;
    const response = await fetch(site.url + path, { redirect: 'manual', headers });
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      cookie: response.headers
        .getSetCookie()
        .map((value) => value.split(';')[0])
        .join('; '),
      text: await response.text(),
      cache: response.headers.get('cache-control') ?? '',
    };
  };
  const send = (path: string, body: object) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** Requests that the CMS got while `body` ran. */
  const requests = async (body: () => Promise<unknown>) => {
    cms.control.clearLog();
    await body();
    return cms.control.log().requests.map(({ operation }) => operation);
  };

  test('ssr: never cached, and asked for again each time', async () => {
    const path = '/a-chair-that-can-be-mended/';
    expect((await get(path)).cache).toContain('no-store');
    expect(await requests(() => get(path))).toContain('GetPost');
    expect(await requests(() => get(path))).toContain('GetPost');
  });
  test('a static page on a route that an ssr type shares: rendered each time from cached data, never a 500', async () => {
    const path = '/about/team/';
    const first = await get(path);
    expect([first.status, first.text.includes('<h1')]).toEqual([200, true]);
    expect(await requests(() => get(path))).not.toContain('GetPage');
  });
  describe('content.config.ts', () => {
    const own = async (address: string) =>
      /data-custom="([^"]*)"/.exec((await get(address)).text)?.[1]?.replaceAll('&quot;', '"');
    test('custom fields show: asked again for each request, and out of the snapshot of the build', async () => {
      expect(await own('/a-chair-that-can-be-mended/')).toMatch(/^{"count":\d+}$/);
      // A page whose interval of a minute is over since the build is rendered once more.
      await expect.poll(() => requests(() => get('/project/kitchen-in-afife/'))).toEqual([]);
      expect(await own('/project/kitchen-in-afife/')).toBe('{"slug":"kitchen-in-afife"}');
    });
    test('a build asks no more for them', () => {
      const times = (name: string) => asked.filter((operation) => operation === name).length;
      const names = ['Capabilities', 'CustomTypes', 'SnapshotPosts', 'SnapshotContent', 'CustomBlocks'];
      // No page of a post is built: none of their contents is read.
      expect(names.map(times)).toEqual([1, 0, 0, 1, 0]);
    });
    test('custom fields of cards and terms show', async () => {
      const marked = async (address: string, name: string) =>
        new RegExp(`data-${name}="([^"]*)"`).exec((await get(address)).text)?.[1]?.replaceAll('&quot;', '"');
      for (const address of ['/', '/category/making/'])
        expect(await marked(address, 'card')).toMatch(/^{"count":\d+}$/);
      // A type without an entry has those of a post, empty.
      expect(await marked('/project/', 'card')).toBe('{"count":null}');
      expect(await marked('/category/making/', 'term')).toMatch(/^{"count":\d+}$/);
      expect(await marked('/project/', 'term')).toBe('{}');
    });
    test('a field that the CMS does not have ends a build, with its line', async () => {
      const file = path.join(dir, 'content.config.ts');
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, before.replace(POST, POST.replace('commentCount', 'commentCount commentCuont')));
      const line = before.split('\n').findIndex((text) => text.includes(POST)) + 1;
      const said = `content.config.ts:${line}: fields.post: WordPress cannot answer "commentCuont": Cannot query field`;
      const failed = buildSite(dir, guard.graphqlUrl, env);
      await expect(failed).rejects.toThrow(said);
      await expect(failed).rejects.toThrow('Fix: `commentCount`');
      writeFileSync(file, before);
    });
    test('a custom page is in the sitemap', async () => {
      expect((await get('/sitemap.xml')).text).toContain('/pricing/</loc>');
    });
  });
  describe('components/templates', () => {
    const template = async (address: string) =>
      /data-template="([^"]*)"/.exec((await get(address)).text)?.[1] ?? 'the theme';
    test('the most specific file shows what its name says, the theme the rest', async () => {
      const shown = [
        '/project/kitchen-in-afife/',
        '/about/',
        '/category/making/',
        '/project/',
        '/blog/',
        '/a-chair-that-can-be-mended/',
      ];
      expect(await Promise.all(shown.map(template))).toEqual([
        'single-project',
        'page-about',
        'category',
        'archive',
        'the theme',
        'the theme',
      ]);
    });
  });
  test('a missing address on that route is 404', async () => {
    expect((await get('/no-such-page/')).status).toBe(404);
    expect((await get('/no/such/page/')).status).toBe(404);
  });
  test('without search there is no search page, no search data and no button', async () => {
    for (const path of ['/search/', '/search/titles.json', '/search/texts.json', '/search/results?q=x'])
      expect((await get(path)).status, path).toBe(404);
    expect((await get('/')).text).not.toContain('href="/search"');
  });
  test('isr with an interval on a route of its own', async () => {
    // A build that took longer than the interval is old at once: then the page is made again first.
    const shown = async () => {
      const { status, cache } = await get('/project/kitchen-in-afife/');
      return [status, cache];
    };
    const header = expect.stringMatching(/^s-maxage=60, stale-while-revalidate=/);
    await expect.poll(shown).toEqual([200, header]);
    await expect.poll(() => requests(() => get('/project/kitchen-in-afife/'))).toEqual([]);
  });
  test('static: an edit waits for the next build, and the webhook is told so', async () => {
    expect((await get('/')).cache).toBe('s-maxage=60, stale-while-revalidate=60');
    const before = (await get('/')).text;
    cms.control.content({ slug: 'home', set: { title: 'Another home' } });
    const response = await send('/api/revalidate', { secret: secrets.revalidation, paths: ['/'] });
    expect(await response.json()).toEqual({ revalidated: true, paths: ['/'], static: ['/'] });
    for (let i = 0; i < 3; i++) expect((await get('/')).text).toBe(before);
  });
  test('a menu edit leaves a static page byte for byte alone', async () => {
    const before = (await get('/')).text;
    cms.control.menu({ location: 'PRIMARY', items: [{ label: 'Only this', url: '/about/' }] });
    const told = { secret: secrets.revalidation, paths: ['/*'], events: { '/*': 'menu' } };
    await send('/api/revalidate', told);
    for (let i = 0; i < 3; i++) expect((await get('/')).text).toBe(before);
    // The same edit reaches a page that may change.
    await expect.poll(async () => (await get('/project/')).text).toContain('Only this');
  });

  describe('previews', () => {
    /** The page for the editor who opened this link, and the session that shows it. */
    const open = async (id: string, type: string) => {
      const query = new URLSearchParams({ secret: secrets.preview, id, type });
      const { location, cookie } = await get(`/api/preview?${query}`);
      return { location, cookie, ...(({ status, text }) => ({ status, text }))(await get(location, cookie)) };
    };
    const draft = (slug: string, title: string) => {
      const { id } = cms.control.content({ create: { slug, title, status: 'draft' } }) as { id: number };
      return String(id);
    };

    test.for([
      ['an ssr post', 'a-chair-that-can-be-mended', 'post', '/a-chair-that-can-be-mended'],
      ['a static page', 'about', 'page', '/about'],
      ['a custom type', 'kitchen-in-afife', 'project', '/project/kitchen-in-afife'],
    ] as const)('%s, as it is in the CMS at this moment', async ([, slug, type, path]) => {
      cms.control.content({ slug, set: { title: `Not announced: ${slug}` } });
      const seen = await open(slug, type);
      expect([seen.location.replace(/\/$/, ''), seen.status]).toEqual([path, 200]);
      expect(seen.text).toContain(`Not announced: ${slug}`);
      expect(seen.text).toContain('Preview');
    });
    test('two editors at the same time: each sees the own draft, nobody the other one', async () => {
      const ids = [draft('first-draft', 'The first draft'), draft('second-draft', 'The second draft')];
      const [first, second] = await Promise.all(ids.map((id) => open(id, 'post')));
      expect([first?.status, second?.status]).toEqual([200, 200]);
      expect(first?.text).toContain('The first draft');
      expect(first?.text).toContain('data-template="single-post-first-draft"');
      expect(second?.text).toContain('The second draft');
      const crossed = await Promise.all([
        get(first?.location ?? '', second?.cookie),
        get(second?.location ?? '', first?.cookie),
        get(first?.location ?? ''),
      ]);
      expect(crossed.map(({ status }) => status)).toEqual([404, 404, 404]);
      // A change by one of them is seen by the other with the same link, and both stay in their previews.
      cms.control.content({ slug: 'first-draft', set: { title: 'The first draft, again' } });
      const both = await Promise.all([
        get(first?.location ?? '', first?.cookie),
        get(first?.location ?? '', (await open(ids[0] as string, 'post')).cookie),
      ]);
      for (const { text } of both) expect(text).toContain('The first draft, again');
    });
  });

  describe('a contact form that nothing delivers', () => {
    test('the build says so in one line with its fix', () => {
      expect(site.output().match(/^The contact form is not shown: .*/gm)).toEqual([
        'The contact form is not shown: EMAIL_PROVIDER_API_KEY is not set. Fix: npx create-headless-site regenerate-config --contact wordpress ' +
          '(or resend, smtp), and set what it needs where the site is built.',
      ]);
    });
    test('the page is there without the form, and the route answers as the interface says', async () => {
      const html = (await get('/contact/')).text;
      // From the sample CMS's own page.
      expect([html.includes('Rosa reads everything'), html.includes('action="/api/contact"')]).toEqual([
        true,
        false,
      ]);
      expect(html).toMatch(
        /<a href="tel:\+351258000000" dir="ltr" class="button direct">.*\+351 258 000 000<\/a>/,
      );
      expect(html).not.toContain('Message sent');
      const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello, how are you?' };
      const response = await send('/api/contact', message);
      expect([response.status, await response.json()]).toEqual([
        500,
        { success: false, error: 'Your message could not be sent, please try again later' },
      ]);
    });
  });

  test('all of it was asked with the authorization, and nothing gives it away', async () => {
    expect(guard.refused()).toBe(0);
    expect(site.output()).not.toContain(Buffer.from('site:of the tests').toString('base64'));
  });

  test('two pictures are downloaded at a time, and a stored one does not wait for them', async () => {
    const file = readFileSync('src/sample-cms/media/oak-chair.webp');
    const send = (response: ServerResponse) =>
      response.writeHead(200, { 'Content-Type': 'image/webp', 'Cache-Control': 'max-age=86400' }).end(file);
    const optimise = async (name: string) => {
      const url = encodeURIComponent(new URL(`/wp-content/uploads/${name}.webp`, guard.graphqlUrl).href);
      const response = await fetch(`${site.url}/_next/image?url=${url}&w=64&q=75`);
      await response.arrayBuffer();
      return [response.status, response.headers.get('x-nextjs-cache')];
    };
    guard.refuse = send;
    expect(await optimise('stored')).toEqual([200, 'MISS']);
    const held: ServerResponse[] = [];
    guard.refuse = (response) => void held.push(response);
    const inFlight = () => held.filter((response) => !response.closed).length;
    let left = 40;
    const all = Array.from({ length: left }, (_, i) => optimise(`new-${i}`).finally(() => left--));
    await expect.poll(inFlight).toBe(2);
    expect(await optimise('stored')).toEqual([200, 'HIT']);
    expect(inFlight()).toBeLessThanOrEqual(2);
    // Where the machine is slow, some take longer than Next waits.
    while (left > 0) {
      const response = held.shift();
      if (response) send(response);
      await sleep(1);
    }
    for (const [status] of await Promise.all(all)) expect([200, 503]).toContain(status);
  });
});
