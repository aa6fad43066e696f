import { describe, expect, test } from 'vitest';
import { defineConfig, type SiteConfigInput } from '../../src/runtime/config';
import type { ChangeEvent } from '../../src/runtime/config/extend/content';
import { type ReportedChange, readBody } from '../../src/runtime/revalidate/body';
import { hidesItem, planChange, renderOrder } from '../../src/runtime/revalidate/plan';
import type { Address } from '../../src/runtime/wordpress/address';

const secret = 'revalidation-secret-1';
const errorOf = (body: unknown) => {
  const result = readBody(body, [secret]);
  return result.ok ? null : [result.status, result.error];
};

describe('body', () => {
  const wrong = [401, 'Invalid revalidation secret'];
  test.each([
    ['none', undefined],
    ['empty', ''],
    ['a number', 1],
    ['a list', [secret]],
    ['an object', { secret }],
    ['a prefix', secret.slice(0, -1)],
    ['longer', `${secret}x`],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('a secret that is %s is refused before the paths are looked at', (_name, given) => {
    expect(errorOf({ secret: given, paths: 'not even a list' })).toEqual(wrong);
  });
  test('case 17: an empty secret on the server never equals an empty one in the body', () => {
    expect(readBody({ secret: '', paths: ['/'] }, [])).toMatchObject({ ok: false, status: 500 });
  });
  test.each([null, [], 'x', 1])('%j is no body', (body) => expect(errorOf(body)?.[0]).toBe(400));
  test.each([
    undefined,
    null,
    'x',
    {},
    [],
    [1],
    [null],
    [{}],
    ['//evil.example'],
    ['/../x'],
    ['https://evil.example/'],
  ])('paths %j is 400', (paths) => expect(errorOf({ secret, paths })?.[0]).toBe(400));
  test('what has other comments is told by the body', () => {
    const body = {
      secret,
      paths: ['/a', '/b'],
      events: { '/a': 'update', '/b': 'delete' },
      comments: ['/a/', '/b'],
    };
    expect(readBody(body, [secret])).toEqual({
      ok: true,
      changes: [
        { path: '/a', event: 'update', hasComments: true },
        { path: '/b', event: 'delete' },
      ],
    });
  });
  test('an empty list says what this site understands, after the secret was accepted', () => {
    expect(readBody({ secret, paths: [] }, [secret])).toMatchObject({ status: 400, supports: true });
  });
  test('too many paths', () => {
    const paths = Array.from({ length: 1001 }, (_, i) => `/${i}`);
    expect(errorOf({ secret, paths })).toEqual([400, 'paths must have at most 1000 entries']);
    expect(errorOf({ secret, paths: paths.slice(1) })).toBeNull();
  });
  test('paths are normalised and deduplicated, events follow their path, unknown ones are ignored', () => {
    const body = {
      secret,
      paths: ['/A/', '/A', '/b?x=1', '/*'],
      events: { '/A/': 'delete', '/b': 'explode', '/*': 'menu', __proto__: 'x' },
    };
    expect(readBody(body, ['other-secret-of-16', secret])).toEqual({
      ok: true,
      changes: [
        { path: '/A', event: 'delete' },
        { path: '/b', event: undefined },
        { path: '/*', event: 'menu' },
      ],
    });
  });
});

describe('plan', () => {
  const wordpress = {
    graphqlUrl: 'https://cms.example/graphql',
    revalidateSecret: secret,
    previewSecret: secret,
  };
  const configOf = (rendering: SiteConfigInput['rendering'] = {}) => defineConfig({ wordpress, rendering });
  const address = (change: Partial<Address> = {}): Address => ({
    kind: 'post',
    contentType: 'posts',
    type: 'post',
    typename: 'Post',
    databaseId: 7,
    slug: 'a',
    path: '/a',
    uri: '/a/',
    ...change,
  });
  const plan = (
    path: string,
    event: ChangeEvent | undefined,
    before: Address | null | undefined,
    after?: Address | null,
    config = configOf(),
  ) => planChange({ path, event }, { before, after }, config);

  test('an update is refreshed behind the visitor, with the lists that show it', () => {
    const expected = {
      expire: ['missing:/a'],
      stale: ['path:/a', 'about:/a', 'list:post', 'rows:post:0', 'any-list'],
      needsBuild: false,
    };
    expect(plan('/a', 'update', address())).toEqual(expected);
    expect(plan('/a', undefined, address(), address())).toEqual(expected);
  });
  /** Lists and pages that may show the item, and what compares times. */
  const hidden = ['hidden', 'shown', 'linked:/a', 'shown:7'];
  test.each([
    ['publish', []],
    ['delete', hidden],
  ] as const)('%s drops the address and the page at once', (event, lists) => {
    expect(plan('/a', event, address())).toEqual({
      expire: ['missing:/a', ...lists, 'address:/a', 'path:/a'],
      stale: ['about:/a', 'list:post', 'rows:post:0', 'any-list'],
      needsBuild: false,
    });
  });
  test('drops what has a password now, with the lists that may show it: all of them where the item is unknown', () => {
    const change = { path: '/a', event: 'update', isHidden: true } as const;
    const nowOf = (before: Address | undefined) =>
      planChange(change, { before, after: undefined }, configOf()).expire;
    expect(nowOf(address())).toEqual(['missing:/a', ...hidden, 'path:/a']);
    expect(nowOf(undefined)).toEqual(['missing:/a', 'hidden', 'shown', 'linked:/a', 'list', 'path:/a']);
    expect(planChange(change, { before: address(), after: undefined }, configOf()).stale).toEqual([
      'about:/a',
      'list:post',
      'rows:post:0',
      'any-list',
    ]);
    const config = configOf({ posts: { strategy: 'static' } });
    expect(planChange(change, { before: address(), after: undefined }, config).needsBuild).toBe(true);
  });
  test('drops no list for a term that is gone: it is no item of one', () => {
    const category = address({ kind: 'category', contentType: 'archives', databaseId: 3 });
    expect(plan('/a', 'delete', category).expire).toEqual(['missing:/a', 'address:/a', 'path:/a']);
  });
  test('drops a page that only shows a change where the change hides something', () => {
    const shown = { path: '/landing', event: 'update', isList: true } as const;
    const known = { before: undefined, after: undefined };
    expect(planChange(shown, known, configOf(), true)).toEqual({
      expire: ['missing:/landing', 'path:/landing'],
      stale: [],
      needsBuild: false,
    });
    expect(hidesItem({ path: '/a', event: undefined }, { before: address(), after: null })).toBe(true);
    expect(hidesItem({ path: '/a', event: undefined }, { before: address(), after: undefined })).toBe(false);
    expect(hidesItem({ path: '/*', event: 'delete' }, known)).toBe(false);
  });
  test('what only shows a change keeps its name, and no list is asked again for it', () => {
    const shown = { path: '/category/a', event: 'update', isList: true } as const;
    expect(planChange(shown, { before: undefined, after: undefined }, configOf())).toEqual({
      expire: ['missing:/category/a'],
      stale: ['path:/category/a'],
      needsBuild: false,
    });
  });
  test('comments have the pages of their post rendered again, and no list', () => {
    const commented = { path: '/a', event: 'update', hasComments: true } as const;
    const known = { before: address(), after: undefined };
    const stale = { expire: ['missing:/a'], stale: ['path:/a'], needsBuild: false };
    expect(planChange(commented, known, configOf())).toEqual(stale);
    expect(planChange(commented, { before: undefined, after: undefined }, configOf())).toEqual(stale);
    // A post that the site did not know has appeared.
    const unknown = planChange(commented, { before: null, after: undefined }, configOf());
    expect(unknown.expire).toContain('address:/a');
    const ofBuild = configOf({ posts: { strategy: 'static' } });
    expect(planChange(commented, known, ofBuild)).toMatchObject({ stale: [], needsBuild: true });
  });
  test('an item that is named says where in the index to look, whether the site knows the path or not', () => {
    const item = { type: 'post', id: 5000 };
    const gone = planChange({ path: '/a', event: 'delete', item }, { before: null, after: null }, configOf());
    expect(gone.stale).toEqual(['about:/a', 'list:post', 'rows:post:4608', 'any-list']);
  });
  test('an item that has taken the address of another one drops what may show that one', () => {
    const item = { type: 'post', id: 5000, replaced: { type: 'page', id: 7 } };
    const change = { path: '/a', event: 'publish', item } as const;
    const { expire, stale } = planChange(change, { before: undefined, after: undefined }, configOf());
    expect(expire).toEqual(['missing:/a', ...hidden, 'address:/a', 'path:/a']);
    expect(stale).toEqual([
      ...['about:/a', 'list:post', 'rows:post:4608', 'list:page', 'rows:page:0', 'any-list'],
    ]);
  });
  test('a change that does not say what it is: a 404 that became a post, a post that is gone, another one in its place', () => {
    expect(plan('/a', undefined, null, address()).expire).toEqual(['missing:/a', 'address:/a', 'path:/a']);
    expect(plan('/a', undefined, address(), null).expire).toEqual([
      'missing:/a',
      ...hidden,
      'address:/a',
      'path:/a',
    ]);
    expect(plan('/a', undefined, address(), address({ databaseId: 8 })).expire).toEqual([
      'missing:/a',
      ...hidden,
      'address:/a',
      'path:/a',
    ]);
  });
  test('an update of a path that is cached as 404 makes it appear', () => {
    expect(plan('/a', 'update', null).expire).toEqual(['missing:/a', 'address:/a', 'path:/a']);
  });
  test('with the CMS away no page is dropped: the old one stays', () => {
    expect(plan('/a', undefined, undefined, undefined).expire).toEqual(['missing:/a']);
    expect(plan('/a', undefined, address(), undefined).expire).toEqual(['missing:/a']);
  });
  test('an unknown path that went away refreshes every list', () => {
    expect(plan('/a', 'delete', null, null, configOf({ custom: { product: {} } })).stale).toEqual([
      'about:/a',
      'list',
      'any-list',
      'rows',
    ]);
  });
  test('a static page stays until the next build, whatever happens to it', () => {
    const config = configOf({ posts: { strategy: 'static' } });
    for (const event of ['update', 'delete', 'publish', undefined] as const) {
      expect(plan('/a', event, address(), null, config)).toEqual({
        expire: ['missing:/a', ...(event === 'delete' || event === undefined ? hidden : [])],
        stale: ['list:post', 'rows:post:0', 'any-list'],
        needsBuild: true,
      });
    }
    expect(plan('/a', 'publish', null, undefined, config).expire).toEqual([
      'missing:/a',
      'address:/a',
      'path:/a',
    ]);
  });
  test('the homepage follows its own strategy, not that of pages', () => {
    const home = address({ kind: 'page', contentType: 'pages', type: 'page', path: '/' });
    expect(plan('/', 'update', home, undefined, configOf({ pages: { strategy: 'static' } })).needsBuild).toBe(
      false,
    );
    expect(
      plan('/', 'update', home, undefined, configOf({ homepage: { strategy: 'static' } })).needsBuild,
    ).toBe(true);
  });
  test('wildcards touch one tag', () => {
    expect(plan('/*', 'menu', undefined)).toEqual({
      expire: ['not-found'],
      stale: ['menus'],
      needsBuild: false,
    });
    expect(plan('/*', 'settings', undefined)).toEqual({
      expire: ['not-found'],
      stale: ['settings'],
      needsBuild: false,
    });
    expect(plan('/*', 'redirects', undefined)).toEqual({
      expire: ['not-found', 'missing'],
      stale: ['redirects'],
      needsBuild: false,
    });
    expect(plan('/*', undefined, undefined)).toEqual({
      expire: ['not-found', 'missing'],
      stale: ['below:/', 'address', 'menus', 'settings', 'redirects', 'list', 'any-list', 'rows'],
      needsBuild: false,
    });
    expect(plan('/*', 'update', undefined)).toEqual(plan('/*', undefined, undefined));
    expect(plan('/journal/*', 'update', undefined)).toEqual({
      expire: [],
      stale: ['below:/journal'],
      needsBuild: false,
    });
  });
});

test('ten changed items are rendered first, then the front page and lists, then all others', () => {
  const items = Array.from({ length: 12 }, (_, i) => `/item-${i}`);
  const changes: ReportedChange[] = ['/category/x', '/', ...items].map((path) => ({
    path,
    event: 'update',
    ...(path === '/category/x' ? { isList: true } : {}),
  }));
  expect(renderOrder(changes)).toEqual([...items.slice(0, 10), '/', '/category/x', ...items.slice(10)]);
});
