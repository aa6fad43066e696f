import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Message, say } from '../../src/runtime/base/say';
import { chunksOf } from '../../src/runtime/search/chunks';
import { type SearchDocument, typeLabel } from '../../src/runtime/search/documents';
import { createEngine } from '../../src/runtime/search/engine';
import { excerptOf } from '../../src/runtime/search/excerpt';
import {
  fromTitlesFile,
  MAX_ITEMS,
  type SearchItem,
  textsFile,
  titlesFile,
  toDocument,
  withTexts,
} from '../../src/runtime/search/files';
import { toSearchItem } from '../../src/runtime/search/item';
import { fold, readQuery, tokenize } from '../../src/runtime/search/text';
import type { Capabilities } from '../../src/runtime/wordpress/fields/capabilities';
import { getSearchItem, listTexts } from '../../src/runtime/wordpress/queries/search';
import { searchWords, wordsLanguage } from '../../templates/site/components/words';

const item = (id: number, title: string, rest: Partial<SearchItem> = {}): SearchItem => ({
  id,
  title,
  path: `/item-${id}/`,
  type: 'post',
  date: '2026-11-20',
  excerpt: '',
  terms: [],
  ...rest,
});
const document = (id: number, title: string, rest: Partial<SearchDocument> = {}): SearchDocument => ({
  ...toDocument(item(id, title)),
  ...rest,
});
/** The titles that an index of these documents finds, best first. */
const finder = async (...documents: SearchDocument[]) => {
  const engine = createEngine();
  await engine.sync(documents);
  return (query: string) => engine.search(query, 10).results.map(({ title }) => title);
};

describe('a query', () => {
  test.each([
    ['', ''],
    [undefined, ''],
    [null, ''],
    [['first', 'second'], 'first'],
    [[], ''],
    ['  oak \n\t chair  ', 'oak chair'],
    ['a\u0000b', 'a b'],
  ])('%j is read as %j', (value, query) => expect(readQuery(value)).toBe(query));
  test('is cut after a hundred characters, never within one', () => {
    expect(readQuery('x'.repeat(10_000))).toBe('x'.repeat(100));
    expect(readQuery('🪑'.repeat(101))).toBe('🪑'.repeat(100));
  });
});

describe('terms', () => {
  test.each([
    ['Über die Brücke', ['uber', 'die', 'brucke']],
    ['Straße, Ørsted & Łódź', ['strasse', 'orsted', 'lodz']],
    ['Oil, soap or wax?', ['oil', 'soap', 'or', 'wax']],
    ['C++ and C#', ['c++', 'and', 'c#']],
    ['ＡＢＣ ﾃｽﾄ', ['abc', 'テス', 'スト', 'ト']],
    ['鉋を研ぐ朝: sharpening', ['鉋を', 'を研', '研ぐ', 'ぐ朝', '朝', 'sharpening']],
    ['がか', ['がか', 'か']],
    ['한국어 검색', ['한국어', '검색']],
    ['हिन्दी', ['हिन्दी']],
    ['iPhone用ケース', ['用ケ', 'ケー', 'ース', 'ス', 'iphone']],
    ['🪑 <script>alert(1)</script>', ['🪑', 'script', 'alert', '1', 'script']],
    ['%', []],
  ])('of %j', (text, terms) => expect(tokenize(text)).toEqual(terms));
  test('fold keeps what other scripts need', () => expect(fold('Ｐが')).toBe('pが'));
  test.each([
    [
      'German',
      'Straßenübergang über Köln',
      ['strassenubergang', 'Straßenübergang', 'UEBER', 'koeln', 'koln'],
    ],
    ['Turkish', 'İstanbul ve ISPARTA, ılık', ['istanbul', 'İSTANBUL', 'ısparta', 'isparta', 'ILIK', 'ilik']],
    ['Danish', 'Rødgrød på Åsen', ['roedgroed', 'rodgrod', 'paa', 'aasen', 'asen']],
    ['Greek', 'Ο λόγος της ημέρας', ['λογος', 'ΛΌΓΟΣ', 'λογοσ', 'ημερας']],
    ['Arabic', 'الكِتَاب الأوّل في المدرسـة', ['الكتاب', 'الاول', 'الأول', 'المدرسه', 'المدرسة']],
    ['Persian', 'کتاب‌های ایرانی', ['كتاب', 'کتاب', 'ايراني', 'ایرانی']],
    ['Hebrew', 'שָׁלוֹם עולם', ['שלום', 'שָׁלוֹם']],
    ['Russian', 'Ёлка и йод', ['елка', 'ёлка', 'йод', 'ЙОД']],
  ])('%s is found as its readers type it', async (_language, title, queries) => {
    const engine = createEngine();
    await engine.sync([{ id: 1, title, path: '/', type: 'post', date: '', excerpt: '', terms: '' }]);
    for (const query of queries) expect(engine.search(query, 1).total, query).toBe(1);
  });
});

describe('the engine', () => {
  test('wants every word, in any order', async () => {
    const find = await finder(document(1, 'A chair of oak'), document(2, 'A chair of ash'));
    expect(find('oak chair')).toEqual(['A chair of oak']);
    expect(find('oak ash')).toEqual([]);
  });
  test('a title weighs more than an excerpt, a term less than a title', async () => {
    const find = await finder(
      document(1, 'Something else', { excerpt: 'All about dovetails' }),
      document(2, 'Dovetails by eye'),
      document(3, 'Another thing', { terms: 'Dovetails' }),
    );
    expect(find('dovetails')).toEqual(['Dovetails by eye', 'Another thing', 'Something else']);
  });
  test('the beginning of a word finds it from three letters on', async () => {
    const find = await finder(document(1, 'Sharpening a plane'));
    expect(find('sha')).toEqual(['Sharpening a plane']);
    expect(find('sh')).toEqual([]);
  });
  test('a typing error is forgiven only when nothing was found', async () => {
    const find = await finder(document(1, 'Sharpening a plane'), document(2, 'Sharpenung on the coast'));
    expect(find('sharpaning')).toEqual(expect.arrayContaining(['Sharpening a plane']));
    expect(find('sharpening')).toEqual(['Sharpening a plane']);
  });
  test('accents do not matter, on either side', async () => {
    const find = await finder(document(1, 'Über Brücken'), document(2, 'Cafe'));
    expect(find('uber brucken')).toEqual(['Über Brücken']);
    expect(find('café')).toEqual(['Cafe']);
  });
  test.each(['鉋', '研ぐ', '朝', '研ぐ朝', 'sharpening 鉋'])('%s finds the Japanese title', async (query) => {
    const find = await finder(document(1, '鉋を研ぐ朝: sharpening'), document(2, '家具を作る'));
    expect(find(query)).toEqual(['鉋を研ぐ朝: sharpening']);
  });
  test('equally good: the newer one first', async () => {
    const find = await finder(document(1, 'Oak one'), document(3, 'Oak two'), document(2, 'Oak six'));
    expect(find('oak')).toEqual(['Oak two', 'Oak six', 'Oak one']);
  });
  test.each(['', '%', '<', '"', '\\', 'constructor', '__proto__', 'x'.repeat(100)])(
    '%j finds nothing and breaks nothing',
    async (query) => expect((await finder(document(1, 'Oak')))(query)).toEqual([]),
  );
  test('follows changes: new, changed and gone', async () => {
    const engine = createEngine();
    await engine.sync([document(1, 'Oak'), document(2, 'Ash')]);
    await engine.sync([document(1, 'Elm'), document(3, 'Oak')]);
    const ids = (query: string) => engine.search(query, 9).results.map(({ path }) => path);
    expect([ids('oak'), ids('ash'), ids('elm')]).toEqual([['/item-3/'], [], ['/item-1/']]);
  });
  test('says how many it found beyond the limit', async () => {
    const engine = createEngine();
    await engine.sync(Array.from({ length: 30 }, (_, i) => document(i, 'Oak')));
    const { results, total } = engine.search('oak', 8);
    expect([results.length, total]).toEqual([8, 30]);
  });
});

describe('the files of the dialog', () => {
  const items = [
    item(1, 'Oak', { excerpt: 'A tree', terms: ['Wood', 'Trees'] }),
    item(2, 'About', { type: 'page', date: '' }),
    item(3, 'Ash', { terms: ['Trees'] }),
  ];
  test('titles and texts together are the documents', () => {
    const titles = fromTitlesFile(JSON.parse(JSON.stringify(titlesFile(items))));
    expect(titles?.map(({ excerpt, terms }) => excerpt + terms)).toEqual(['', '', '']);
    const whole = withTexts(titles ?? [], JSON.parse(JSON.stringify(textsFile(items))));
    expect(whole).toEqual(items.map(toDocument));
  });
  test('texts of another age change nothing they do not know', () => {
    const titles = fromTitlesFile(titlesFile([...items, item(4, 'New')])) ?? [];
    expect(withTexts(titles, textsFile(items)).map(({ title }) => title)).toEqual([
      'Oak',
      'About',
      'Ash',
      'New',
    ]);
  });
  test('above the limit the server is asked', () => {
    const many = Array.from({ length: MAX_ITEMS + 1 }, (_, i) => item(i, `Title ${i}`));
    expect([titlesFile(many), textsFile(many)]).toEqual([{ askServer: true }, { askServer: true }]);
    expect(fromTitlesFile(titlesFile(many))).toBeNull();
    expect(fromTitlesFile(titlesFile(many.slice(1)))).toHaveLength(MAX_ITEMS);
  });
  test('the first file of the largest site stays below 150 KB compressed', () => {
    // Titles of six random words compress worse than any language does.
    const word = (n: number) => ((n * 2654435761) % 2 ** 32).toString(36).slice(0, 6);
    const title = (i: number) => Array.from({ length: 6 }, (_, j) => word(i * 6 + j + 1)).join(' ');
    const many = Array.from({ length: MAX_ITEMS }, (_, i) =>
      item(i, title(i), { path: `/${title(i).replaceAll(' ', '-')}/` }),
    );
    expect(gzipSync(JSON.stringify(titlesFile(many))).length).toBeLessThan(150_000);
  });
});

describe('chunks of ids', () => {
  const rows = (...ids: number[]) => ids.map((databaseId) => ({ databaseId }));
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const ids = (chunks: { databaseId: number }[][]) =>
    chunks.map((chunk) => chunk.map((row) => row.databaseId));
  test('hold every id once, at most so many, and none is empty', () => {
    const chunks = ids(chunksOf(rows(...range(1, 1000), 50_000, 7_000_000).reverse(), 100));
    expect(chunks.flat()).toEqual([...range(1, 1000), 50_000, 7_000_000]);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(100);
    expect(Math.min(...chunks.map((chunk) => chunk.length))).toBeGreaterThan(0);
  });
  test('of nothing are none', () => expect(chunksOf([], 100)).toEqual([]));
  test.each([
    ['one that goes', [...range(1, 300), ...range(301, 1000)]],
    ['a new one', range(1, 1001)],
    ['a new one beyond a power of two', [...range(1, 1000), 1024]],
  ])('%s changes one chunk, or cuts it in two', (_what, after) => {
    const before = new Set(ids(chunksOf(rows(...range(1, 1000)), 100)).map(String));
    const changed = ids(chunksOf(rows(...after), 100)).filter((chunk) => !before.has(String(chunk)));
    expect(changed.length).toBeLessThanOrEqual(2);
  });
});

describe('an item of the CMS', () => {
  const found = {
    id: 1,
    type: 'post',
    path: '/a/',
    title: 'A &amp; <em>B</em>',
    date: '2026-11-20T08:00:00',
  };
  const excerpt = excerptOf({ excerpt: '<p>Some words [&hellip;]</p>' });
  test('is plain text', () => {
    expect(toSearchItem({ ...found, hasPassword: false, excerpt, terms: ['R&amp;D'] })).toEqual(
      item(1, 'A & B', { path: '/a/', excerpt: 'Some words…', terms: ['R&D'] }),
    );
  });
  test('protected: the title only, whatever the CMS says', () => {
    const shown = toSearchItem({ ...found, hasPassword: true, excerpt, terms: ['Secret'] });
    expect([shown.title, shown.date, shown.excerpt, shown.terms]).toEqual(['A & B', '', '', []]);
  });
  test('a page has no date', () => {
    expect(toSearchItem({ ...found, type: 'page', hasPassword: false, excerpt, terms: [] }).date).toBe('');
  });
  test('excerpts end with a whole word, and where there are no spaces after 160 characters', () => {
    const words = excerptOf({ excerpt: `<p>${'word '.repeat(100)}</p>` });
    expect(words).toMatch(/word…$/);
    expect(words.length).toBeLessThanOrEqual(161);
    expect(excerptOf({ excerpt: '研'.repeat(300) })).toBe(`${'研'.repeat(160)}…`);
    expect(excerptOf({ excerpt: null, content: '<h2>Who</h2> <p>we are</p>' })).toBe('Who we are');
    expect(excerptOf({})).toBe('');
  });
});

test('labels', () => {
  expect([typeLabel('post'), typeLabel('case_study')]).toEqual(['Post', 'Case study']);
  const found = (count: number) => say(searchWords.found, { count, query: '$&' }, wordsLanguage);
  expect([1, 0, 1200].map(found)).toEqual([
    '1 result for “$&”',
    '0 results for “$&”',
    '1,200 results for “$&”',
  ]);
});

test('words of other languages: each has its own plural forms, and what is missing is said with the last one', () => {
  const french = { one: '{count} résultat', many: '{count} de résultats', other: '{count} résultats' };
  const said = (counts: number[], message: Message, language: string) =>
    counts.map((count) => say(message, { count }, language).replace(/\s/g, ' '));
  expect(said([0, 1, 2, 1_000_000], french, 'fr')).toEqual([
    '0 résultat',
    '1 résultat',
    '2 résultats',
    '1 000 000 de résultats',
  ]);
  const polish = {
    one: '{count} wynik',
    few: '{count} wyniki',
    many: '{count} wyników',
    other: '{count} wyniku',
  };
  expect(said([1, 3, 5], polish, 'pl')).toEqual(['1 wynik', '3 wyniki', '5 wyników']);
  expect(said([1, 3], { other: '{count} 件' }, 'ja')).toEqual(['1 件', '3 件']);
  expect(say('{query} {unknown} {constructor}', { query: '{count}' }, 'en')).toBe(
    '{count} {unknown} {constructor}',
  );
});

test('the operations of search are valid on a bare WPGraphQL', () => {
  const schema = buildSchema(readFileSync('tests/contract/wpgraphql-2.20.0.graphql', 'utf8'));
  for (const operation of [listTexts, getSearchItem]) {
    const document = parse(operation.document({} as Capabilities));
    expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
  }
});
