import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type CommentRow, MOST, pagesOf, readOutline } from '../../src/runtime/wordpress/model/comment-plan';
import { siteEnvironment } from '../support/site-environment';

Object.assign(process.env, siteEnvironment);
const { splitCommentPage } = await import('@/runtime/wordpress/model/paths');
const { toComments } = await import('@/runtime/wordpress/model/to-view');
const { cmsFailure } = await import('@/runtime/wordpress/client/failure');
const { BUDGETS } = await import('@/runtime/content/html/budgets');
const againIn = vi.fn();
const read = vi.fn();
vi.doMock('@/runtime/wordpress/client/read', () => ({ againIn, read }));
const { commentPagePath, readCommentPage } = await import('@/runtime/wordpress/comment-pages');

const flat = (count: number, from = 1): CommentRow[] =>
  Array.from({ length: count }, (_, i) => ({ id: from + i, parent: 0 }));
const sizes = (rows: readonly CommentRow[], perPage = 0) => pagesOf(rows, perPage).map((page) => page.length);
const ids = (pages: readonly (readonly CommentRow[])[]) => pages.map((page) => page.map(({ id }) => id));

describe('pages', () => {
  test('are made of so many threads as WordPress says, the oldest on page 1; replies count for nothing', () => {
    const rows = [...flat(5), { id: 6, parent: 1 }, { id: 7, parent: 6 }, { id: 8, parent: 4 }];
    expect(ids(pagesOf(rows, 2))).toEqual([[1, 6, 7, 2], [3, 4, 8], [5]]);
    expect(pagesOf(rows, 5)).toHaveLength(1);
    expect(pagesOf([], 2)).toEqual([[]]);
  });

  test('without a number of WordPress’s are one, up to a size; then fifty threads, and the newest is never nearly empty', () => {
    expect(sizes(flat(MOST))).toEqual([MOST]);
    expect(sizes(flat(MOST + 1))).toEqual([50, 50, 50, 50, 50, 51]);
    expect(sizes(flat(349)).at(-1)).toBe(99);
    expect(sizes(flat(5_000))).toEqual(Array(100).fill(50));
    // A new comment moves nothing to another page.
    const before = pagesOf(flat(5_020), 0);
    expect(pagesOf(flat(5_021), 0).slice(0, -1)).toEqual(before.slice(0, -1));
  });

  test('have a bound, whatever the setting, and hold every comment', () => {
    for (const [name, rows] of Object.entries({
      flat: flat(5_000),
      'one thread': [...flat(1), ...flat(4_999, 2).map(({ id }) => ({ id, parent: 1 }))],
      'a chain': flat(5_000).map(({ id }) => ({ id, parent: id - 1 })),
      'long threads': flat(5_000).map(({ id }) => ({
        id,
        parent: id % 250 === 1 ? 0 : id - (id % 250 || 250) + 1,
      })),
    })) {
      for (const perPage of [0, 50, 5_000]) {
        const pages = pagesOf(rows, perPage);
        expect(Math.max(...pages.map((page) => page.length)), name).toBeLessThanOrEqual(MOST);
        expect(new Set(ids(pages).flat()).size, name).toBe(5_000);
      }
    }
  });

  test('of a thread that is cut begin with its first comment, which all replies without a parent there reply to', () => {
    const rows = flat(400).map(({ id }) => ({ id, parent: id - 1 }));
    const [, second = []] = pagesOf(rows, 50);
    expect(second.slice(0, 3)).toEqual([
      { id: 1, parent: 0 },
      { id: 301, parent: 1 },
      { id: 302, parent: 301 },
    ]);
  });

  test('hold what replies to a comment that is gone, to itself or in a circle', () => {
    const rows = [
      { id: 1, parent: 99 },
      { id: 2, parent: 2 },
      { id: 3, parent: 4 },
      { id: 4, parent: 3 },
      { id: 5, parent: 4 },
    ];
    expect(ids(pagesOf(rows, 50)).flat().sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

test('an outline is read as the companion writes it, and whatever else stands there is nothing', () => {
  expect(readOutline('12 13:12')).toEqual([
    { id: 12, parent: 0 },
    { id: 13, parent: 12 },
  ]);
  expect(readOutline('')).toEqual([]);
  expect(readOutline('x -1 0:3')).toEqual([]);
});

test('an address of a page of comments is WordPress’s', () => {
  expect(splitCommentPage('/a/b/comment-page-12')).toEqual({ base: '/a/b', page: 12 });
  for (const number of ['0', '007', '1234567'])
    expect(splitCommentPage(`/a/comment-page-${number}`)).toEqual({ base: '/a', page: 0 });
  for (const path of ['/comment-page-2', '/a/comment-page-2/b', '/a/comment-page-x', '/a/comment-page--2'])
    expect(splitCommentPage(path), path).toBeNull();
  expect(commentPagePath('/a/', 2)).toBe('/a/comment-page-2/');
  expect(commentPagePath('/a', 2)).toBe('/a/comment-page-2');
});

test('a tree is no deeper than WordPress’s, and loses nothing', () => {
  const chain = flat(300)
    .map(({ id }) => ({
      id: `c${id}`,
      databaseId: id,
      parentDatabaseId: id - 1,
      date: null,
      content: '',
      author: null,
    }))
    .reverse();
  const tree = toComments(chain);
  let level = 0;
  let count = 0;
  for (let list = tree; list.length > 0; list = list.flatMap(({ replies }) => replies)) {
    level++;
    count += list.length;
  }
  expect([level, count]).toEqual([10, 300]);
  // Comments that are too deep stand in their order, behind those that they reply to.
  let deepest = tree;
  while (deepest[0]?.replies.length) deepest = deepest[0].replies;
  expect(deepest.slice(0, 3).map(({ databaseId }) => databaseId)).toEqual([10, 11, 12]);
});

describe('the size of a page', () => {
  const written = (contents: readonly string[]) =>
    contents.map((content, i) => ({
      id: `c${i + 1}`,
      databaseId: i + 1,
      parentDatabaseId: 0,
      date: null,
      content,
      author: null,
    }));
  const shown = (contents: readonly string[]) =>
    toComments(written(contents).reverse()).map(({ content }) => content);

  test('is bounded by cutting the longest comments; ordinary ones beside them stay whole', () => {
    const ordinary = Array.from({ length: 200 }, (_, i) => `<p>${'A remark. '.repeat(80)}${i}</p>`);
    const long = Array(100).fill(`<p>${'<img src="smiley.png" alt=":mrgreen:"> '.repeat(25_000)}</p>`);
    const all = shown([...ordinary, ...long]);
    expect(all.slice(0, 200)).toEqual(ordinary);
    expect(all.join('').length).toBeLessThanOrEqual(BUDGETS.comments + long.length);
    // The room that is there is used.
    expect(all.join('').length).toBeGreaterThan(BUDGETS.comments * 0.9);
  });

  test('leaves a long comment whole where there is room for it', () => {
    const one = `<p>${'word '.repeat(60_000)}</p>`;
    expect(shown(['<p>short</p>', one])).toEqual(['<p>short</p>', one]);
  });

  test.each([
    ['tag', '<p title="x">a</p>', /<[^<>]+>|a/g],
    ['entity', 'a&#8217;&amp;', /&[#\w]+;|a/g],
    ['character', 'a😀', /[a😀]/gu],
  ])('cuts no %s in two', (_name, unit, whole) => {
    for (let shift = 0; shift < unit.length; shift++) {
      const [cut = ''] = shown(['-'.repeat(shift) + unit.repeat(200_000)]);
      expect(cut.length).toBeLessThanOrEqual(BUDGETS.comments + 1);
      expect(cut.replace(/^-+/, '').replace(whole, '')).toBe('…');
    }
  });
});

describe('comments that nothing bounds', () => {
  const rows = [1, 2, 3].map((databaseId) => ({ databaseId, parentDatabaseId: 0 }));
  const post = (more: object) => ({ databaseId: 7, comments: { nodes: rows }, ...more }) as never;
  const cache = { tags: [], strategy: { strategy: 'isr', revalidate: 60 } } as never;
  const fails = (diagnosis: 'tooLarge' | 'timeout' | 'refused') =>
    read.mockRejectedValue(cmsFailure('https://cms.example/graphql', diagnosis));

  beforeEach(() => {
    againIn.mockReset();
    read.mockReset();
  });

  test.each(['tooLarge', 'timeout'] as const)(
    'are left out where they are too much (%s), and asked for again later',
    async (diagnosis) => {
      fails(diagnosis);
      expect(await readCommentPage(post({}), '/a/', cache)).toMatchObject({ nodes: [], count: 3 });
      expect(againIn).toHaveBeenCalledOnce();
    },
  );

  test('are missed where WordPress is away, or the companion bounds them: the page that is stored stays', async () => {
    fails('refused');
    await expect(readCommentPage(post({}), '/a/', cache)).rejects.toThrow();
    fails('timeout');
    await expect(readCommentPage(post({ companionComments: {} }), '/a/', cache)).rejects.toThrow();
    expect(againIn).not.toHaveBeenCalled();
  });
});
