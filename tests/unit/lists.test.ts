import { describe, expect, it } from 'vitest';
import { prepareHtml } from '../../src/runtime/content/html';

const cmsOrigin = 'https://cms.example.com';
const shown = (html: string) => prepareHtml(html, { cmsOrigin, uri: '/a/' });
const href = (url: string) => /href="([^"]*)"/.exec(shown(`<a href="${url}">a</a>`).html)?.[1];

describe('lists that WordPress renders', () => {
  it('ways to other pages stay a landmark with its name, and say which page is shown', () => {
    const nav =
      '<nav class="wp-block-query-pagination" aria-label="Pagination"><span aria-current="page" class="page-numbers current">1</span></nav>';
    expect(shown(nav).html).toBe(nav);
  });

  it.each([
    [
      'weeks, which have no archive here',
      '/?m=2026&#038;w=12',
      `${cmsOrigin}/?m=2026&amp;w=12&amp;on-wordpress=1`,
    ],
    ['a month with a week in its name', '/?monthly=2&#038;w=12', '/?monthly=2&amp;w=12'],
    [
      'what only WordPress has of a loop',
      '/loop/?query-3-page=9&#038;on-wordpress=1',
      `${cmsOrigin}/loop/?query-3-page=9&amp;on-wordpress=1`,
    ],
    ['the form for a reply', '/post/?replytocom=7#respond', '/post/#respond'],
  ])('a link to %s', (_, url, expected) => {
    expect(href(cmsOrigin + url)).toBe(expected);
  });

  it('comments leave their ids to the site’s own list, and headings keep theirs', () => {
    const { html } = shown(
      '<h2 id="comments" class="wp-block-comments-title">Two</h2><ol><li id="comment-2" class="comment even depth-1">a</li></ol><h2 id="comment-7">Here</h2><p id="comments">b</p>',
    );
    expect(html).toBe(
      '<h2 class="wp-block-comments-title">Two</h2><ol><li class="comment even depth-1">a</li></ol><h2 id="comment-7">Here</h2><p id="comments">b</p>',
    );
  });

  it('titles of other pages are no parts of this one', () => {
    const { headings, html } = shown(
      '<h2>Here</h2><ul><li><h2 class="wp-block-post-title"><a href="/there/">There</a></h2></li></ul>',
    );
    expect(headings.map(({ text }) => text)).toEqual(['Here']);
    expect(html).toContain('<h2 class="wp-block-post-title">');
  });

  it.each([
    ['"→"', '"→"'],
    ['"a\\"', undefined],
    ['"a" url(//x)', undefined],
    ['"12345678901"', undefined],
    ['url(//x)', undefined],
  ])('the separator of breadcrumbs %s', (written, expected) => {
    const { html } = shown(`<nav style='--separator: ${written};'>a</nav>`);
    expect(html).toBe(
      expected ? `<nav style="--separator:${expected.replaceAll('"', '&quot;')}">a</nav>` : '<nav>a</nav>',
    );
  });
});
