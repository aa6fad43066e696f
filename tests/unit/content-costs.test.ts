import { describe, expect, it } from 'vitest';
import { cleanBlocks } from '../../src/runtime/content/blocks/clean';
import { getReadingTime } from '../../src/runtime/content/format';
import { plainText, prepareHtml, wholeText } from '../../src/runtime/content/html';
import { BUDGETS, newSpending } from '../../src/runtime/content/html/budgets';
import { highlight } from '../../src/runtime/content/html/highlight';
import { toSeoData } from '../../src/runtime/content/seo-from-cms';
import { transformPage } from '../../src/runtime/content/transform';
import { excerptOf } from '../../src/runtime/search/excerpt';
import { toSearchItem } from '../../src/runtime/search/item';
import { absoluteHtml } from '../../src/runtime/seo/absolute-html';
import { rss } from '../../src/runtime/seo/feed';
import { graphOf, serializeJsonLd } from '../../src/runtime/seo/json-ld';
import { describe as describeHtml, excerptText } from '../../src/runtime/seo/text';
import { contactTexts, directContacts } from '../../src/runtime/visitors/contact/page-texts';
import { toPost } from '../../src/runtime/wordpress/model/to-view';
import type { CmsContent } from '../../src/runtime/wordpress/model/types';

const cmsOrigin = 'https://cms.example.com';
const url = 'https://www.example.com/a/';
const site = { url: 'https://www.example.com', name: 'N', description: '', language: 'en', hasSearch: false };

/** All that is made of a text, as content, title and excerpt at once. */
function everything(text: string): void {
  const post = { databaseId: 1, contentTypeName: 'post', title: text, excerpt: text, content: text };
  const view = toPost(post as unknown as CmsContent);
  const section = {
    __typename: 'Page_Flexiblecontent_FlexibleContent_ContentSection',
    heading: text,
    content: text,
  };
  transformPage({ title: text, content: text, flexibleContent: [section] });
  cleanBlocks([section]);
  toSeoData({ title: text, metaDesc: text, openGraph: { title: text } });
  getReadingTime(view.content);
  const title = wholeText(view.title);
  const description = excerptText(view.excerpt) || describeHtml(view.content);
  serializeJsonLd(graphOf(site, { kind: 'article', url, title, description, trail: [{ name: title, url }] }));
  const html = absoluteHtml(prepareHtml(view.content, { cmsOrigin }).html, url);
  prepareHtml(text, { cmsOrigin, from: 'visitor' });
  const moment = '2026-11-22T10:00:00Z';
  const item = {
    url,
    title,
    publishedAt: moment,
    modifiedAt: moment,
    author: '',
    categories: [title],
    excerpt: description,
    html,
  };
  rss({ title, description, url, feedUrl: url, language: 'en' }, [item]);
  const found = {
    id: 1,
    type: 'post',
    path: '/a/',
    title: text,
    date: '',
    hasPassword: false,
    terms: [text],
  };
  toSearchItem({ ...found, excerpt: excerptOf({ excerpt: '', content: text }) });
}

/** Microseconds of processor time, of this process alone: other work on the machine does not count. */
function cost(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Enough microseconds to be measured. */
const MEASURABLE = 4_000;

/**
 * How many times as much an input costs that is eight times as long: 8 where the cost is linear, 64 where it is quadratic.
 * The least of what was measured, because compiling and the collection of garbage only add to it.
 */
function growth(work: (text: string) => void, make: (length: number) => string, length: number): number {
  const [small, large] = [make(length), make(8 * length)];
  let runs = 1;
  const least = (text: string) => {
    const times = () => {
      for (let i = 0; i < runs; i++) work(text);
    };
    return Math.min(cost(times), cost(times));
  };
  while (least(small) < MEASURABLE) runs *= 2;
  const measure = () => least(large) / Math.max(least(small), MEASURABLE / 2);
  const first = measure();
  return first < LINEAR ? first : Math.min(first, measure(), measure());
}

/** Between 8 and 64, further from 8: the collection of garbage may double a figure, nothing makes it four times as large. */
const LINEAR = 30;

const repeated = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length));
const numbered = (part: (i: number) => string) => (length: number) => {
  let text = '';
  for (let i = 0; text.length < length; i++) text += part(i);
  return text;
};

describe('highlighting is linear', () => {
  it.each([
    '"\\',
    '"\\"',
    " '\\",
    '`\\',
    '/*',
    '/*/',
    '<!--',
    '<!-',
    '"a',
    "'",
    '`',
    '1_a',
    '1._',
    '#',
    ' #fff',
    '//',
    'a:',
    '\n"\\',
  ])('%j', (part) => {
    expect(growth(highlight, repeated(part), 2_000)).toBeLessThan(LINEAR);
  });
});

describe('all that is made of a post is linear', () => {
  it.each<[name: string, make: (length: number) => string]>([
    ['paragraphs', repeated('<p>Some words here.</p>')],
    ['empty headings', repeated('<h2></h2>')],
    ['equal headings', repeated('<h2>a</h2>')],
    ['headings of their own', numbered((i) => `<h3>a${i}</h3>`)],
    ['ids that headings would get', numbered((i) => `<p id="a-${i}">a</p><h2>a</h2>`)],
    ['open headings', repeated('<h2>')],
    ['headings in headings around a text', (n) => '<h2>'.repeat(110) + 'a '.repeat(n / 2)],
    ['open tags', repeated('<b>')],
    ['tags closed in the wrong order', (n) => '<b>'.repeat(n / 6) + '</i>'.repeat(n / 8)],
    ['tags that nobody knows', numbered((i) => `<x${i}>`)],
    ['open angle brackets', repeated('<')],
    ['open comments', repeated('<!--')],
    ['declarations', repeated('<![CDATA[')],
    ['attributes without an end', repeated('<a href="')],
    ['attributes', (n) => `<p ${numbered((i) => ` a${i}=b`)(n)}>x</p>`],
    ['class names', (n) => `<p class="${'a b '.repeat(n / 4)}">x</p>`],
    ['white space', (n) => `<p>${' '.repeat(n)}x</p>`],
    ['white space and lines', (n) => `<p>${' \n'.repeat(n / 2)}x</p>`],
    ['white space in attributes', (n) => `<a rel="${' '.repeat(n)}x" href="${' '.repeat(n)}/">x</a>`],
    ['ellipses', repeated(' […]')],
    ['entities', repeated('&amp')],
    ['almost entities', repeated('&notit')],
    ['comments in addresses', repeated(`<a href="${'<!--'.repeat(1000)}">`)],
    ['dots in addresses', repeated(`<a href="//cms.example.com/${'.aa'.repeat(1300)}!">x</a>`)],
    ['a srcset of commas', (n) => `<img srcset="a${','.repeat(n)}x">`],
    ['srcsets', repeated(`<img srcset="${'a, '.repeat(5000)}">`)],
    ['styles', (n) => `<p style="${'a:b;'.repeat(n / 4)}">x</p>`],
    ['digits in styles', repeated(`<p style="box-shadow:${'9'.repeat(480)};width:${'9'.repeat(480)}">`)],
    ['words in styles', repeated(`<p style="width:${'w'.repeat(490)};background:/${'w'.repeat(490)}">`)],
    ['addresses in styles', repeated(`<p style="background-image:url('${'w'.repeat(480)}">`)],
    ['scripts', repeated('<script type=   x></script>')],
    ['open scripts', repeated('<script></script ')],
    ['footnotes', repeated('<sup><a href="#')],
    ['footnotes in links', repeated('<a href="#"> <sup>')],
    ['forms', repeated('<form><input>')],
    ['text fields', repeated('<textarea>')],
    ['quotes and white space', repeated('</blockquote> ')],
    ['frames', repeated('<iframe src=//youtube.com/embed/aaaaaa></iframe>')],
    ['open frames', repeated('<iframe src=//a>')],
    ['formulas', repeated('<math><mi>a</mi></math>')],
    ['open formulas', repeated('<math><mrow>')],
    ['drawings', repeated('<svg><path d="M0 0"/></svg>')],
    ['open drawings', repeated('<svg><path/><b>')],
    ['values in drawings', repeated(`<svg><path d="${'url '.repeat(1000)}\\"></svg>`)],
    ['accordions', repeated('<div class="wp-block-accordion-item"><h3 class="wp-block-accordion-heading">')],
    ['items without a heading', repeated('<div class="wp-block-accordion-item"> ')],
    [
      'tabs',
      numbered(
        (i) => `<button role=tab aria-controls=t${i}>a</button><section class="wp-block-tab-panel" id=t${i}>`,
      ),
    ],
    ['lists of tabs', repeated('<div class="wp-block-tab-list"><a class="tab-name" href="#a">a</a>')],
    ['pictures that grow', repeated('<figure class="wp-lightbox-container"> <img src=/a.jpg>')],
    ['pictures in two colours', repeated('<p class="wp-duotone-grayscale"> <b> ')],
    ['classes of two colours', (n) => `<p class="${'wp-duotone-000000-ffffff- '.repeat(n / 26)}">x</p>`],
    ['tables', repeated('<table><tr><td>a</table>')],
    ['nested tables', repeated('<table><tr><td>')],
    ['listings', repeated('<pre><code>1 "a" /* `</code></pre>')],
    ['one listing', (n) => `<pre><code>${'/* " '.repeat(n / 5)}</code></pre>`],
    ['pictures of many hosts', numbered((i) => `<img src="https://a${i}.example.com/x.jpg">`)],
    ['empty boxes', repeated('<div data-a="1"></div>')],
    ['open boxes', repeated('<div data-a="1"> ')],
    ['names of a box', (n) => `<div ${'class=a '.repeat(n / 8)}></div>`],
    ['styles of a box', (n) => `<div class="a" ${'style="height: '.repeat(n / 15)}"></div>`],
    ['buttons', repeated('<button>a</button>')],
    ['open buttons', repeated('<button>')],
    ['fields in a form', (n) => `<form>${'<input> '.repeat(n / 8)}</form>`],
    ['ends of sections', repeated(']]>')],
    ['halves of characters', repeated('\ud83d')],
  ])('%s', (_, make) => {
    expect(growth(everything, make, 4_000)).toBeLessThan(LINEAR);
  });
});

describe('budgets', () => {
  const spent = (html: string) => {
    const spending = newSpending();
    return { ...prepareHtml(html, { cmsOrigin, spending }), over: [...spending.over] };
  };
  const markup = '<h2 id="a">A</h2><p>Words <b>and</b> more.</p><pre tabindex="0"><code>a b</code></pre>';

  it('a large page is within all of them', () => {
    // A handbook of 100,000 words, with 300 headings and as many listings.
    const chapter = `<h2>Chapter</h2>${'<p>Some ten words make up a sentence of this handbook.</p>'.repeat(33)}<pre><code>const a = 1;\n</code></pre>`;
    const { over, headings, html } = spent(chapter.repeat(300));
    expect([over, headings.length]).toEqual([[], 300]);
    expect(html.match(/class="code-word"/g)).toHaveLength(300);
  });

  it('headings beyond it stay headings', () => {
    const { html, headings, over } = spent('<h2>a</h2>'.repeat(BUDGETS.headings + 5));
    expect([headings.length, over]).toEqual([BUDGETS.headings, ['headings']]);
    expect(html.endsWith('</h2><h2>a</h2>')).toBe(true);
    expect(html.match(/<h2/g)).toHaveLength(BUDGETS.headings + 5);
  });

  it('a heading of any length, and headings in headings, name themselves briefly', () => {
    const { headings, html } = spent('<h2>'.repeat(100) + 'word '.repeat(20_000));
    expect(Math.max(...headings.map(({ text, id }) => text.length + id.length))).toBeLessThan(500);
    expect(html).toContain('word '.repeat(20_000).trim());
  });

  it('code beyond it is plain', () => {
    const listing = `<pre><code>${'1 '.repeat(5_000)}</code></pre>`;
    const { html, over } = spent(listing.repeat(51));
    expect(over).toEqual(['code']);
    expect(html.length).toBeLessThan(BUDGETS.code + 51 * 10_100);
    expect(html).toMatch(/<code><span class="code-number">1<.*<code>1 1 /);
    expect(html.replace(/<[^>]*>/g, '')).toBe('1 '.repeat(51 * 5_000));
  });

  it('HTML beyond it is its text, a line a paragraph, and says so', () => {
    const { html, over, headings } = spent(markup.repeat(BUDGETS.html / markup.length + 1));
    expect([over, headings]).toEqual([['html'], []]);
    expect(html).toMatch(/class="not-shown"[^>]*>This is shown as plain text/);
    expect(html).toContain('<p class="text-only">A\n\nWords and more.\n\na b\n\nA\n\n');
  });

  it('HTML that the sanitiser makes larger than it is no exception, and no script runs in what is left', () => {
    const frame = '<iframe src=//youtube.com/embed/aaaaaa></iframe><script>alert(1)</script>&lt;b&gt; ';
    const { html, over } = spent(frame.repeat(10_000));
    expect(over).toEqual(['html']);
    expect(html.length).toBeLessThan(BUDGETS.html);
    expect(html.slice(html.indexOf('text-only'))).toMatch(/^text-only">&lt;b&gt; &lt;b&gt;/);
    expect(html).not.toMatch(/<script|alert/);
  });

  it('the pieces of a page have one budget', () => {
    const spending = newSpending();
    const piece = '<p>words</p>'.repeat(BUDGETS.html / 24);
    const plain = [1, 2, 3].map(() => prepareHtml(piece, { cmsOrigin, spending }).html.includes('text-only'));
    expect(plain).toEqual([false, false, true]);
  });

  it('a title is cut beside its heading, where a character ends', () => {
    const title = `${'a'.repeat(BUDGETS.title - 1)}🎈 and more`;
    expect(plainText(title)).toBe(`${'a'.repeat(BUDGETS.title - 1)}…`);
    expect(wholeText(title)).toBe(title);
    expect(toSeoData({ title, canonical: url, openGraph: {} })?.title).toHaveLength(BUDGETS.title);
  });
});

describe('all that the contact page takes out of its text is linear', () => {
  const everythingOfContact = (text: string) => {
    contactTexts(text);
    directContacts(text, []);
  };
  it.each([
    '<a ',
    '<a href="',
    "<a href='mailto:",
    'contact-thanks',
    '<contact-thanks',
    ' class="contact-thanks',
    '<div class="contact-thanks">',
    '<div class="contact-thanks"></div>',
    '<div class="contact-thanks"><div',
  ])('%j', (part) => {
    expect(growth(everythingOfContact, repeated(part), 4_000)).toBeLessThan(LINEAR);
  });
});
