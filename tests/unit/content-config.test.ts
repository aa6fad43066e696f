import { describe, expect, test, vi } from 'vitest';
import { checkContent, pageProblems } from '../../src/runtime/config/extend/check';
import type { Change, Content } from '../../src/runtime/config/extend/content';
import { runAfter, runBefore } from '../../src/runtime/revalidate/hooks';

/** Problems of a content.config.ts; nothing where it is fine. */
const said = (content: unknown): string => checkContent(content).problems.join('\n');

const read = () => ({});
const src = () => null;

test('all that the recipes write passes', () => {
  const content: Content = {
    fields: {
      post: { select: 'subtitle', read, search: ['subtitle'] },
      case_study: { select: 'year', read },
    },
    cards: { post: { select: 'subtitle', read }, page: { select: 'subtitle', read } },
    terms: { category: { select: 'colour', read }, 'wood-kind': { select: 'colour', read } },
    html: {
      tags: ['my-map', 'meter'],
      attributes: { 'my-map': ['lat', 'data-zoom'], '*': ['data-*', 'aria-*'], td: ['align'] },
      embeds: [{ host: 'www.loom.com', name: 'Loom', src, origin: 'https://player.loom.com' }],
    },
    security: {
      'script-src': ['https://widget.example', 'https://*.widget.example:8443/js/', 'widget.example'],
      'connect-src': ['wss://live.example', 'http://localhost:4000'],
      'worker-src': ['blob:'],
      'img-src': ['https:'],
    },
    pages: [{ path: '/pricing', title: 'Pricing', text: 'What it costs', modified: '2026-01-31' }],
    revalidate: { before: () => {}, after: undefined },
  };
  expect(checkContent(content).value).toBe(content);
  expect(said({})).toBe('');
  expect(said({ pages: async () => [] })).toBe('');
});

test.each([undefined, null, [], 'x'])('an export of %j is one clear line', (content) => {
  expect(said(content)).toBe(
    'content.config.ts exports nothing that can be used. Fix: `export default defineContent({})`, or delete the file.',
  );
});

test('a slip of the pen is named with what was meant, and every problem at once', () => {
  expect(said({ fields: { posts: { select: 'a', read } } })).toBe(
    'content.config.ts: fields.posts: unknown. Fix: `post`',
  );
  expect(said({ terms: { tag: { select: 'a', read } } })).toBe(
    'content.config.ts: terms.tag: unknown. Fix: `post_tag`',
  );
  expect(said({ cards: { attachment: { select: 'a', read } } })).toBe(
    'content.config.ts: cards.attachment: files have no pages on the site. Fix: ask for it where the file is used, for example `book { cover { node { caption } } }`',
  );
  const search = 'subtitle';
  expect(
    said({
      fields: { post: { select: 'a', read, search } },
      cards: { post: { select: 'a', read, search: [] } },
      terms: [],
    }),
  ).toBe(
    [
      "content.config.ts: fields.post.search: must be a list of paths. Fix: `search: ['book.subtitle']`",
      'content.config.ts: cards.post.search: only `fields` are searched. Fix: put it there',
      'content.config.ts: terms: must be an object. Fix: `terms: { category: { select, read } }`',
    ].join('\n'),
  );
  expect(said({ fields: { post: { select: 'a', read: async () => ({}) } } })).toBe(
    'content.config.ts: fields.post.read: must give its value at once. Fix: leave `async` out',
  );
  expect(said({ securty: {}, html: { tag: [] }, fields: { post: { selct: 'a', read } } })).toBe(
    [
      'content.config.ts: securty: unknown. Fix: `security`',
      'content.config.ts: fields.post.selct: unknown. Fix: `select`',
      'content.config.ts: html.tag: unknown. Fix: `tags`',
    ].join('\n'),
  );
});

test('other words of notices', () => {
  expect(said({ html: { words: { openPage: 'Zum Original' } } })).toBe('');
  expect(said({ html: { words: { openpage: 'Zum Original' } } })).toBe(
    'content.config.ts: html.words.openpage: unknown. Fix: `openPage`',
  );
  expect(said({ html: { words: { openPage: 5 } } })).toBe(
    "content.config.ts: html.words: must be texts. Fix: `{ openPage: 'See the original page' }`",
  );
});

describe('html: what would run code is refused', () => {
  test.each(
    'script style object embed base form input button iframe svg math template noscript xmp SCRIPT my_map <b> x-'.split(
      ' ',
    ),
  )('the element %s', (tag) => {
    expect(said({ html: { tags: [tag] } })).toMatch(/^content\.config\.ts: html\.tags: ".+" .*Fix: /);
  });
  test.each(
    'onclick ONCLICK onpointerrawupdate srcdoc style action formaction ping is xlink:href data-not-shown * on* a=b'.split(
      ' ',
    ),
  )('the attribute %s', (name) => {
    expect(said({ html: { attributes: { a: [name] } } })).toMatch(/html\.attributes\["a"\]: ".+" .*Fix: /);
  });
  test('a host with a scheme, an origin over http, an embed without its function', () => {
    const embeds = [{ host: 'https://www.loom.com', name: ' ', origin: 'http://loom.com' }];
    expect(said({ html: { embeds } }).split('\n')).toHaveLength(4);
  });
});

describe('security: sources of hosts and schemes only', () => {
  test.each([
    ['script-src', "https://a.example; object-src 'self'"],
    ['script-src', 'https://a.example https://b.example'],
    ['script-src', 'https://a.example,b.example'],
    ['script-src', 'https://a.example\n'],
    ['script-src', "'unsafe-eval'"],
    ['script-src', '*'],
    ['script-src', 'https://*'],
    ['script-src', 'https:'],
    ['script-src', 'data:'],
    ['connect-src', 'javascript:'],
    ['img-src', ''],
  ])('%s %j', (directive, source) => {
    expect(said({ security: { [directive]: [source] } })).toMatch(/security\["[a-z-]+"\]: .*Fix: .*https:/);
  });
  test('text in the place of a list, and a directive that takes no more', () => {
    expect(said({ security: { 'script-src': 'https://a.example' } })).toContain("Fix: `['https://widget");
    expect(said({ security: { 'script-sr': [] } })).toContain(
      'security.script-sr: unknown. Fix: `script-src`',
    );
    for (const directive of ['object-src', 'base-uri', 'default-src', 'frame-ancestors'])
      expect(said({ security: { [directive]: ['https://a.example'] } })).toContain('unknown');
  });
});

describe('pages: paths of this site only', () => {
  test.each([
    'pricing',
    '//evil.example',
    'https://evil.example/',
    '/a?b',
    '/a#b',
    '/a/../b',
    '/%2e%2e/b',
    '/a b',
    '/a\\b',
    '',
    1,
  ])('%j', (path) => {
    expect(said({ pages: [{ path, title: 'A' }] })).toContain(
      'pages[0].path: must be a path of this site. Fix: ',
    );
  });
  test.each(['31.01.2026', '2026-13-01', 'soon', '2026-01-31T20:00', 0])('modified %j', (modified) => {
    expect(pageProblems([{ path: '/a', title: 'A', modified }])).toHaveLength(1);
  });
  test('what a function may answer', () => {
    expect(pageProblems([{ path: '/a/ä/', title: 'A', modified: '2026-01-31T20:00:00+01:00' }])).toEqual([]);
    expect(pageProblems(null)).toEqual(['pages: must be a list, or a function that returns one']);
    expect(pageProblems([null, { path: '/a', title: ' ' }])).toHaveLength(2);
  });
});

describe('revalidate: a hook never loses the revalidation', () => {
  const changes: Change[] = [{ path: '/a', event: 'update' }];
  const log = () => vi.spyOn(console, 'error').mockImplementation(() => {});
  test('it gets the changes, and what it does to them stays its own', async () => {
    const seen: unknown[] = [];
    const hook = (given: readonly Change[]) => {
      seen.push(structuredClone(given));
      (given as Change[]).length = 0;
    };
    await runBefore(changes, { before: hook });
    await runAfter(changes, { after: hook });
    expect(seen).toEqual([changes, changes]);
    expect(changes).toHaveLength(1);
    await runBefore(changes, undefined);
  });
  test.each([
    ['throws', () => Promise.reject(new Error('no cache'))],
    [
      'throws at once',
      () => {
        throw new Error('no cache');
      },
    ],
  ])('one that %s is logged', async (_what, before) => {
    const error = log();
    await runBefore(changes, { before });
    expect(String(error.mock.calls[0])).toContain('[revalidate] content.config.ts: before fails:');
    expect(String(error.mock.calls[0])).toContain('no cache');
    error.mockRestore();
  });
  test('one that never ends is left behind', async () => {
    vi.useFakeTimers();
    const error = log();
    const done = runBefore(changes, { before: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(2_000);
    await done;
    expect(String(error.mock.calls[0])).toContain('before takes longer than 2000 ms');
    error.mockRestore();
    vi.useRealTimers();
  });
});
