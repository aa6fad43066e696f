import { beforeEach, describe, expect, test, vi } from 'vitest';
import { request } from '../../src/runtime/wordpress/client/client';
import { cmsFailure } from '../../src/runtime/wordpress/client/failure';
import type { Capabilities } from '../../src/runtime/wordpress/fields/capabilities';
import { GraphQLError } from '../../src/runtime/wordpress/model/errors';
import type { SnapshotEntry, SnapshotItem, StoredItem } from '../../src/runtime/wordpress/snapshot/types';
import { readItems, type Wanted } from '../../src/runtime/wordpress/take-snapshot/items';
import type { Source } from '../../src/runtime/wordpress/take-snapshot/pages';
import { snapshotContent } from '../../src/runtime/wordpress/take-snapshot/queries';

vi.mock('../../src/runtime/wordpress/client/client', () => ({ request: vi.fn() }));

interface Asked {
  /** Whether custom fields were asked for. */
  custom: boolean;
  ids: string[];
  types: string[];
}

const custom = {
  fields: { film: '... on Film { custom_film__a: a }', book: '... on Book { custom_book__a: a }' },
  cards: {},
  terms: {},
  site: {},
  texts: {},
};
const capabilities = { seo: 'none', menus: {}, custom } as unknown as Capabilities;

let asked: Asked[];
let kept: Map<number, { entry: SnapshotEntry; item: StoredItem }>;
let source: Source;
/** The error with which the CMS fails, if it does. */
let fails: (question: Asked) => Error | undefined;

beforeEach(() => {
  asked = [];
  kept = new Map();
  fails = () => undefined;
  const setItem = (entry: SnapshotEntry, item: StoredItem) => kept.set(entry.databaseId, { entry, item });
  source = {
    file: { setItem } as unknown as Source['file'],
    before: [],
    capabilities,
    onRows: () => {},
    size: 0,
    taken: 0,
  };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(request).mockImplementation(async (_name, document, variables) => {
    const { ids, types } = variables as Asked;
    const question = { custom: document.includes('custom_film__a'), ids, types };
    asked.push(question);
    const error = fails(question);
    if (error) throw error;
    const there = ids.map(Number).filter((id) => id !== GONE);
    return { list: { nodes: there.map((databaseId): Partial<SnapshotItem> => ({ databaseId })) } };
  });
});

const GONE = 13;
const wanted = (type: string, from: number, count: number): Wanted[] =>
  Array.from({ length: count }, (_, i) => ({ type, databaseId: from + i, sum: `${from + i}` }));
const read = (items: Wanted[]) => readItems(source, snapshotContent, items, () => {});
const down = () => cmsFailure('http://cms.example.com/graphql', 'serverError');

describe('items of several types, a hundred a request', () => {
  test('forty types with three items each take two requests; each item is kept as one of its type', async () => {
    const items = Array.from({ length: 40 }, (_, i) => wanted(`type-${i}`, 1000 * (i + 1), 3)).flat();
    expect(await read(items)).toEqual([]);
    expect(asked.map(({ ids }) => ids.length)).toEqual([100, 20]);
    expect(asked[0]?.types).toHaveLength(34);
    expect([kept.get(1002)?.entry.type, kept.get(40_002)?.entry.type]).toEqual(['type-0', 'type-39']);
    expect(kept.size).toBe(120);
  });

  test('a type with ten thousand has pages of its own, and what is not there is told with its type', async () => {
    const items = [...wanted('film', 20_000, 10_000), ...wanted('book', 10, 5)];
    expect(await read(items)).toEqual([{ type: 'book', databaseId: GONE, sum: '13' }]);
    expect(asked).toHaveLength(101);
    expect(asked.filter(({ types }) => types.length > 1)).toEqual([]);
    expect(Math.max(...asked.map(({ ids }) => ids.length))).toBe(100);
  });

  test.each([
    ['ends WordPress', down],
    ['fails where null may not be', () => new GraphQLError('Cannot return null', [])],
  ])('a type whose custom field %s loses its own fields alone', async (_what, error) => {
    const types = ['film', 'book', 'tool'];
    const mayNotBeNull = error() instanceof GraphQLError;
    const { CustomFieldError } = await import('../../src/runtime/wordpress/fields/custom-errors');
    fails = ({ custom, types }) => {
      if (!custom || !types.includes('FILM')) return undefined;
      return mayNotBeNull ? new CustomFieldError('Cannot return null', []) : error();
    };
    await read(types.flatMap((type, i) => wanted(type, 100 * (i + 1), 2)));
    expect(asked.map(({ custom, types }) => [types.join(), custom])).toEqual([
      ['FILM,BOOK,TOOL', true],
      ['FILM', true],
      ['FILM', false],
      ['BOOK', true],
      ['TOOL', true],
    ]);
    // An item that lacks them is soon asked for again.
    const intervals = [100, 200, 300].map((id) => kept.get(id)?.item.node.companionInterval);
    expect(intervals).toEqual([60, undefined, undefined]);
  });

  test("a resolver of somebody's plugin that fails is the failure of its type, behind which the others were read", async () => {
    const failed = new GraphQLError('no service', [{ message: 'no service', path: ['list', 'nodes', 0] }]);
    fails = ({ types }) => (types.includes('TOOL') ? failed : undefined);
    await expect(read(['film', 'tool'].flatMap((type, i) => wanted(type, 100 * i + 100, 2)))).rejects.toBe(
      failed,
    );
    expect([...kept.keys()]).toEqual([100, 101]);
  });

  test('a CMS that is gone is not asked type by type', async () => {
    fails = () => cmsFailure('http://cms.example.com/graphql', 'refused');
    await expect(read([...wanted('film', 100, 2), ...wanted('book', 200, 2)])).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });
});
