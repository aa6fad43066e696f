import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  formatDate,
  formatNumber,
  GraphQLError,
  generatePageMetadata,
  generateSrcSet,
  getImageSizes,
  getOptimizedImageUrl,
  getReadingTime,
  handleApiError,
  safeUrl,
  stripHtml,
  truncate,
  validateContact,
  WordPressError,
} from '../../src/runtime/public';
import { specTest } from './spec';

const section = 'Library functions';

describe('images', () => {
  specTest(section, 'getImageSizes(width)', () => {
    expect(getImageSizes(1001)).toEqual({ sm: 501, md: 751, lg: 1001, xl: 1502 });
  });
  specTest(section, 'generateSrcSet(baseUrl, sizes[])', () => {
    expect(generateSrcSet('https://img.example/a.jpg', [320, 640])).toBe(
      'https://img.example/a.jpg?w=320 320w, https://img.example/a.jpg?w=640 640w',
    );
    expect(generateSrcSet('https://img.example/a.jpg', [])).toBe('');
  });
  specTest(section, 'getOptimizedImageUrl(url, width, quality=85)', () => {
    expect(getOptimizedImageUrl('https://img.example/a.jpg', 800)).toBe(
      'https://img.example/a.jpg?w=800&q=85&fm=webp',
    );
    expect(getOptimizedImageUrl('https://img.example/a.jpg', 800, 60)).toBe(
      'https://img.example/a.jpg?w=800&q=60&fm=webp',
    );
  });
  specTest('Limits', 'image quality default', () => {
    expect(getOptimizedImageUrl('a.jpg', 1)).toContain('q=85');
  });
});

describe('metadata', () => {
  specTest(section, 'generatePageMetadata(page)', () => {
    expect(generatePageMetadata({ title: 'T', excerpt: 'E' })).toEqual({
      title: 'T',
      description: 'E',
      openGraph: { title: 'T', description: 'E', images: [] },
      twitter: { card: 'summary_large_image', title: 'T', description: 'E' },
    });
    expect(generatePageMetadata({ title: 'T' }).description).toBeUndefined();
    expect(generatePageMetadata({ title: 'T', excerpt: '' }).description).toBe('');
    const seo = { title: 'ST', metaDesc: 'SD', opengraphImage: { sourceUrl: 'https://img.example/og.png' } };
    expect(generatePageMetadata({ title: 'T', excerpt: 'E', seo })).toEqual({
      title: 'ST',
      description: 'SD',
      openGraph: {
        title: 'ST',
        description: 'SD',
        images: [{ url: 'https://img.example/og.png', width: 1200, height: 630 }],
      },
      twitter: { card: 'summary_large_image', title: 'ST', description: 'SD' },
    });
  });
  specTest('Limits', 'open-graph image size', () => {
    const seo = { opengraphImage: { sourceUrl: 'x' } };
    expect(generatePageMetadata({ title: 'T', seo }).openGraph.images).toEqual([
      { url: 'x', width: 1200, height: 630 },
    ]);
  });
  test('an excerpt that is HTML becomes a description without tags', () => {
    expect(generatePageMetadata({ title: 'T', excerpt: '<p>One <b>two</b></p>\n' }).description).toBe(
      'One two',
    );
  });
});

describe('text', () => {
  specTest(section, 'formatDate(date)', () => {
    expect(formatDate('2026-11-20T23:30:00')).toBe('November 20, 2026');
    expect(formatDate('2026-01-05')).toBe('January 5, 2026');
    expect(formatDate('2026-11-21 00:18:01')).toBe('November 21, 2026');
    expect(formatDate('')).toBe('');
    expect(formatDate('2026-02-31')).toBe('');
    expect(formatDate('2024-02-29')).toBe('February 29, 2024');
  });
  test('formatNumber writes as the language does, with all decimals, and years as they are', () => {
    expect(formatNumber(12500)).toBe('12,500');
    expect(formatNumber(12500.25, 'de-DE')).toBe('12.500,25');
    expect(formatNumber(2026, 'de-DE')).toBe('2026');
    expect(formatNumber(0.123456)).toBe('0.123456');
  });
  test('formatDate says the same day in every time zone', () => {
    const file = fileURLToPath(new URL('../../src/runtime/content/format.ts', import.meta.url));
    const code = `import(${JSON.stringify(file)}).then((m) => console.log(m.formatDate('2026-11-20T23:30:00')))`;
    for (const TZ of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'UTC']) {
      const out = execFileSync(process.execPath, ['--import', 'tsx', '-e', code], {
        env: { ...process.env, TZ },
      });
      expect(`${TZ}: ${out.toString().trim()}`).toBe(`${TZ}: November 20, 2026`);
    }
  });
  specTest(section, 'stripHtml(html)', () => {
    expect(stripHtml('<p>Hello <b>World</b></p>')).toBe('Hello World');
    expect(stripHtml('a<!-- <b> --><br/>b')).toBe('ab');
    expect(stripHtml('5 < 6 & <i title="a>b">7</i> > 2')).toBe('5 < 6 & 7 > 2');
    expect(stripHtml('')).toBe('');
  });
  test('stripHtml takes hostile input in one pass', () => {
    const hostile = '<a"'.repeat(400_000);
    expect(stripHtml(hostile)).toBe(hostile);
  });
  specTest(section, 'truncate(text, length)', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef');
    expect(truncate('abcdefg', 6)).toBe('abcdef...');
    expect(truncate('🚀🚀🚀', 2)).toBe('🚀🚀...');
    expect(truncate('', 0)).toBe('');
  });
  specTest(section, 'getReadingTime(content)', () => {
    expect(getReadingTime('word '.repeat(200))).toBe(1);
    expect(getReadingTime('word '.repeat(201))).toBe(2);
    expect(getReadingTime('<p>one</p><p>two</p>')).toBe(1);
    expect(getReadingTime('')).toBe(0);
  });
  specTest('Limits', 'reading speed', () => {
    expect([getReadingTime('word '.repeat(400)), getReadingTime('word '.repeat(401))]).toEqual([2, 3]);
  });
  test('a link never runs code', () => {
    const hostile = [
      'javascript:alert(1)',
      ' java\tscript:x',
      'JaVaScRiPt:x',
      '\u0001javascript:x',
      'data:text/html,x',
      'vbscript:x',
      '',
    ];
    for (const url of hostile) expect(safeUrl(url)).toBeUndefined();
    const good = [
      'https://a.example/?x=a:b',
      '/about',
      '#top',
      'mailto:a@b.example',
      'tel:+49',
      '?q=1',
      'a/b:c',
    ];
    for (const url of good) expect(safeUrl(url)).toBe(url);
  });
});

describe('contact', () => {
  const valid = { name: 'Ada', email: 'ada@example.com', message: 'Hello, how are you?' };
  const errorOf = (change: object) => {
    const result = validateContact({ ...valid, ...change });
    return result.success ? null : result.error;
  };
  specTest('Contact submission', 'name', () => {
    expect(errorOf({ name: 'A' })).toBe('Name must be at least 2 characters');
    expect(errorOf({ name: undefined })).toBe('Name must be at least 2 characters');
    expect(errorOf({ name: '   ' })).toBe('Name must be at least 2 characters');
    expect(errorOf({ name: 'Al' })).toBeNull();
  });
  specTest('Contact submission', 'email', () => {
    for (const email of [
      undefined,
      '',
      'a',
      'a@b',
      'a b@c.de',
      `${'a'.repeat(2000)}@b.de`,
      'a@b.de\r\nBcc: x@y.z',
    ]) {
      expect(errorOf({ email })).toBe('Invalid email address');
    }
  });
  specTest('Contact submission', 'message', () => {
    expect(errorOf({ message: '123456789' })).toBe('Message must be at least 10 characters');
    expect(errorOf({ message: undefined })).toBe('Message must be at least 10 characters');
    expect(errorOf({ message: '1234567890' })).toBeNull();
  });
  specTest('Contact submission', 'company', () => {
    expect(errorOf({})).toBeNull();
    expect(validateContact({ ...valid, company: 'ACME' })).toEqual({
      success: true,
      data: { ...valid, company: 'ACME' },
    });
  });
  specTest('Limits', 'contact name', () => {
    expect([errorOf({ name: 'ab' }), errorOf({ name: 'a' })]).toEqual([
      null,
      'Name must be at least 2 characters',
    ]);
  });
  specTest('Limits', 'contact message', () => {
    expect(errorOf({ message: 'x'.repeat(10) })).toBeNull();
    expect(errorOf({ message: 'x'.repeat(9) })).toBe('Message must be at least 10 characters');
  });
  test("the first failing field in the schema's order is the one that is told", () => {
    expect(validateContact({})).toEqual({
      success: false,
      error: 'Name must be at least 2 characters',
      field: 'name',
    });
    expect(validateContact({ name: 'Ada' })).toMatchObject({ error: 'Invalid email address' });
    for (const body of [null, [], 'x', 1]) expect(validateContact(body).success).toBe(false);
  });
});

describe('errors', () => {
  specTest('Errors', 'WordPressError (CMS error)', () => {
    expect(new WordPressError('m')).toMatchObject({ message: 'm', statusCode: 500, details: undefined });
    expect(new WordPressError('m', 404, { a: 1 })).toMatchObject({ statusCode: 404, details: { a: 1 } });
    expect(handleApiError(new WordPressError('m', 404, { a: 1 }))).toEqual({
      error: 'm',
      statusCode: 404,
      details: { a: 1 },
    });
    expect(handleApiError(new Error('x'))).toEqual({ error: 'x', statusCode: 500 });
    for (const thrown of ['x', null, undefined, 1, {}]) {
      expect(handleApiError(thrown)).toEqual({ error: 'An unknown error occurred', statusCode: 500 });
    }
  });
  specTest('Errors', 'GraphQLError', () => {
    const errors = [{ message: 'Cannot query field "seo" on type "Post".' }];
    expect(new GraphQLError('m', errors)).toMatchObject({ message: 'm', errors });
    expect(handleApiError(new GraphQLError('m', errors))).toEqual({ error: 'm', statusCode: 500 });
  });
});

describe('requirements', () => {
  specTest('Limits', 'runtime requirements', () => {
    const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    for (const file of ['package.json', 'templates/site/package.json']) {
      expect(JSON.parse(read(file)).engines.node).toBe('>=20.12');
    }
    expect(read('README.md')).toContain('WordPress 6.0 or newer, PHP 7.4 or newer');
  });
});
