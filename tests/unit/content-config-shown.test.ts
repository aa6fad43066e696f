import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CustomPage } from '../../src/runtime/config/extend/content';
import { siteEnvironment } from '../support/site-environment';

/** Content of `content.config.ts` for these tests. */
const own = vi.hoisted(() => ({
  html: {
    tags: ['my-map', 'table-like'],
    attributes: { 'my-map': ['lat'], '*': ['data-*'], td: ['align'] },
    embeds: [
      {
        host: 'www.loom.com',
        name: 'Loom <b>',
        src: (url: URL) => {
          const id = /^\/(?:share|embed)\/(\w+)$/.exec(url.pathname)?.[1];
          if (id === 'broken') throw new Error('no such video');
          if (id === 'elsewhere') return 'https://evil.example/';
          return id ? `https://www.loom.com/embed/${id}?hide=1&x=2` : null;
        },
      },
      {
        host: 'maps.example',
        name: 'Maps',
        src: () => 'https://frames.example/a',
        origin: 'https://frames.example',
      },
    ],
    words: {
      script: 'Das läuft hier <nicht>.',
      openPage: 'Zum Original',
      frameOfHost: '{title} von {host} fehlt.',
      video: 'Film bei {player}',
    },
  },
  security: { 'script-src': ['https://widget.example'], 'worker-src': ['blob:'] },
  pages: undefined as unknown,
}));
vi.mock('../../templates/site/content.config', () => ({ default: own }));
/** Calls that got through to Next's cache. */
const stored: { key: string[]; tags: string[] }[] = [];
vi.mock('next/cache', () => ({
  unstable_cache:
    (load: () => Promise<unknown>, key: string[], { tags }: { tags: string[] }) =>
    async () => {
      stored.push({ key, tags });
      return load();
    },
}));
vi.mock('next/server', () => ({ connection: async () => {} }));
vi.mock('../../src/runtime/wordpress/client/client', () => ({ request: async () => ({ books: 3 }) }));
vi.mock('../../src/runtime/wordpress/client/probe', () => ({ getCapabilities: async () => ({}) }));
Object.assign(process.env, siteEnvironment);

const { prepareHtml } = await import('../../src/runtime/content/html');
const { contentSecurityPolicy } = await import('../../src/runtime/server/security/csp');
const { siteConfig } = await import('../../src/runtime/config/site');
const { readCustomPages } = await import('../../src/runtime/wordpress/client/custom-pages');
const { queryCms } = await import('../../src/runtime/wordpress/client/custom-query');
const { toCustomPageItem } = await import('../../src/runtime/search/item');

const clean = (html: string, from?: 'visitor') =>
  prepareHtml(html, { cmsOrigin: 'https://cms.example', ...(from ? { from } : {}) }).html;

describe('html', () => {
  test('notices have the owner’s words, as text, and ours for the rest', () => {
    expect(clean('<p>a</p><script>b()</script>')).toContain('Das läuft hier &lt;nicht&gt;.');
    expect(clean('<p>a</p><script>b()</script>')).toContain('>Zum Original</a>');
    const frame = clean('<iframe src="https://x.example/a" title="A &amp; {host}"></iframe>');
    expect(frame).toContain('A &amp; {host} von x.example fehlt.');
    expect(frame).toContain('Open it on its own page');
    const video = clean('<iframe src="https://player.vimeo.com/video/1"></iframe>');
    expect(video).toContain('>Film bei Vimeo</span>');
  });

  test('elements and attributes of the owner pass, and nothing beside them', () => {
    const map = '<my-map lat="1" data-zoom="3">A <b>map</b></my-map>';
    expect(clean(map)).toBe(map);
    expect(clean('<my-map lng="1" onclick="x()" style="top:0" data-not-shown="form">A</my-map>')).toBe(
      '<my-map>A</my-map>',
    );
    expect(clean('<other-map>A</other-map>')).toBe('A');
    expect(clean('<table><tbody><tr><td align="left" valign="top">A</td></tr></tbody></table>')).toContain(
      '<td align="left">A</td>',
    );
  });
  test('an element whose name begins like another is none', () => {
    expect(clean('<table-like id="a">A</table-like>')).toBe('<table-like id="a">A</table-like>');
  });
  test('comments of visitors stay as strict as they were', () => {
    expect(clean('<my-map lat="1">A</my-map><b data-x="1">B</b>', 'visitor')).toBe('A<b>B</b>');
  });
  test('what could run stays out: an address on an element of the owner is judged like any other', () => {
    expect(clean('<a data-x="1" href="javascript:alert(1)">A</a>')).toBe('<a data-x="1">A</a>');
  });
});

describe('embeds', () => {
  const frame = (src: string, title = '') => clean(`<iframe src="${src}" title="${title}"></iframe>`);
  test('a player of the owner waits for a click, like a video', () => {
    const html = frame('https://www.loom.com/share/abc123', 'Our tour');
    expect(html).toContain('<details class="embed"><summary><span class="embed-name">Our tour</span>');
    expect(html).toContain('Open. This loads content from Loom &lt;b&gt;.');
    expect(html).toContain('<iframe src="https://www.loom.com/embed/abc123?hide=1&amp;x=2"');
    expect(frame('https://www.loom.com/share/abc123')).toContain(
      '<span class="embed-name">Loom &lt;b&gt;</span>',
    );
  });
  test.each([
    ['another page of the host', 'https://www.loom.com/pricing', ''],
    ['a function that throws', 'https://www.loom.com/share/broken', 'www.loom.com: no such video'],
    [
      'a player elsewhere',
      'https://www.loom.com/share/elsewhere',
      'not at https://www.loom.com. Fix: origin',
    ],
  ])('%s is a notice', (_what, src, warning) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(frame(src)).toContain('class="not-shown"');
    expect(warn.mock.calls.join()).toContain(warning);
    warn.mockRestore();
  });
  test('videos of ours stay videos', () => {
    expect(frame('https://www.youtube.com/embed/dQw4w9WgXcQ')).toContain(
      'Play. This loads content from YouTube.',
    );
  });
});

test('the policy has the sources of the owner, and the origins of the players', () => {
  const read = (policy: string) =>
    Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/s).slice(0, 2)));
  const policy = read(contentSecurityPolicy(siteConfig, []));
  expect(policy['script-src']).toBe("'self' 'unsafe-inline' https://widget.example");
  expect(policy['worker-src']).toBe("'self' blob:");
  expect(policy['frame-src']).toMatch(/ https:\/\/www\.loom\.com https:\/\/frames\.example$/);
  expect(policy['connect-src']).toBe("'self'");
});

describe('pages', () => {
  const pages = (value: unknown) => {
    own.pages = value;
    return readCustomPages([]);
  };
  const page: CustomPage = { path: '/pricing', title: 'Pricing', text: `${'word '.repeat(50)}end` };
  test('a list, a function, a function that waits, none', async () => {
    expect(await pages([page])).toEqual([page]);
    expect(await pages(() => [page])).toEqual([page]);
    expect(await pages(async () => [page])).toEqual([page]);
    expect(await pages(undefined)).toEqual([]);
  });
  test('an address ends as those of the CMS do: the other form is a redirect', async () => {
    own.pages = ['/', '/a', '/b/', '/c.html'].map((path) => ({ path, title: 'A' }));
    const paths = async (...known: string[]) =>
      (await readCustomPages(known.map((path) => ({ path })))).map(({ path }) => path);
    expect(await paths('/', '/about/')).toEqual(['/', '/a/', '/b/', '/c.html']);
    expect(await paths('/', '/about')).toEqual(['/', '/a', '/b', '/c.html']);
    expect(await paths('/')).toEqual(['/', '/a', '/b/', '/c.html']);
  });
  test.each([
    ['fails', async () => Promise.reject(new Error('no answer')), 'pages: the function fails: no answer'],
    ['fails at once', () => JSON.parse('{'), 'pages: the function fails: '],
    ['answers nothing', () => undefined, 'pages: must be a list'],
    ['answers another site', () => [{ path: '//evil.example', title: 'A' }], 'pages[0].path: must be a path'],
  ])('a function that %s is an error that names the file', async (_what, list, message) => {
    await expect(pages(list)).rejects.toThrow(`content.config.ts: ${message}`);
  });
  test('search knows its text by the beginning, and no item of the CMS by its id', () => {
    const item = toCustomPageItem(page);
    expect(item).toMatchObject({ title: 'Pricing', path: '/pricing', type: 'page', date: '', terms: [] });
    expect(item.excerpt).toMatch(/^word word .* word…$/);
    expect(item.id).toBeLessThan(0);
    expect(Number.isSafeInteger(item.id)).toBe(true);
    expect(toCustomPageItem({ ...page, path: '/other' }).id).not.toBe(item.id);
  });
});

describe('queryCms', () => {
  beforeEach(() => {
    stored.length = 0;
  });
  test('is kept, and refreshed by any change', async () => {
    expect(await queryCms<{ books: number }>('query GetPosts { books }')).toEqual({ books: 3 });
    const [{ key, tags } = { key: [], tags: [] }] = stored;
    expect(tags).toEqual(expect.arrayContaining(['list', 'any-list', 'menus', 'settings']));
    // Not the name of ours, which a build's snapshot answers.
    expect(key[0]).toBe('CustomGetPosts');
  });
  test('or by changes of the types that it names', async () => {
    await queryCms('query Books($n: Int) { books(n: $n) }', { variables: { n: 3 }, types: ['book'] });
    expect(stored[0]?.tags).toEqual(['list:book', 'shown', 'list']);
    expect(stored[0]?.key.at(-1)).toBe('{"n":3}');
  });
  test.each([
    ['mutation M { deletePost { id } }', 'takes one query'],
    ['query A { a } query B { b }', 'takes one query'],
    ['fragment F on Post { id }', 'takes one query'],
    ['query A {', 'no valid GraphQL'],
  ])('%s is refused', async (document, message) => {
    await expect(queryCms(document)).rejects.toThrow(message);
    expect(stored).toEqual([]);
  });
});
