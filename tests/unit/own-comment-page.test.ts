import { expect, test } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

Object.assign(process.env, siteEnvironment);
const { withOwnComment } = await import('@/runtime/visitors/comments/own-comment-page');

const comment = {
  ...{ id: 9, post: 5, author: 'Ada & Co', date: '2026-11-21 00:18:01' },
  html: '<ul><li dir="auto">One</li></ul>',
};
const model =
  '<li hidden="" data-own-comment="indent"><p><span data-name=""></span><span data-note="" hidden="">Waits</span></p><div data-text=""></div></li>';
const form = '<form id="comment-form" data-words="{&quot;heading&quot;:&quot;Q &amp;amp; A&quot;}"></form>';
const page = (list: string) =>
  `<h2 id="comments-title" class="x">None yet</h2><ol>${list}${model}</ol>${form}`;
const shown =
  '<p><span data-name="">Ada &amp; Co</span><span data-note="">Waits</span></p><div data-text=""><ul><li dir="auto">One</li></ul></div></li>';

test('a comment stands in the place of the model, and the heading no longer says that there is none', () => {
  const html = withOwnComment(page(''), { ...comment, parent: 0 }, true);
  expect(html).toContain(`<ol><li id="comment-9">${shown}</ol>`);
  expect(html).toContain('<h2 id="comments-title" class="x">Q &amp;amp; A</h2>');
});

test('a reply stands below its parent, in the list that is there or in a new one', () => {
  const first = '<li id="comment-1"><div><ul><li>x</li></ul></div><p>Reply</p></li>';
  const second = '<li id="comment-2"><div>y</div><ol class="indent"><li id="comment-3">z</li></ol></li>';
  const html = (parent: number) => withOwnComment(page(first + second), { ...comment, parent }, true);
  expect(html(1)).toContain(
    `<p>Reply</p><ol class="indent"><li id="comment-9">${shown}</ol></li><li id="comment-2">`,
  );
  expect(html(2)).toContain(`<li id="comment-3">z</li><li id="comment-9">${shown}</ol></li>${model}</ol>`);
  expect(html(3)).toContain(`z<ol class="indent"><li id="comment-9">${shown}</ol></li></ol></li>${model}`);
  // Its parent is gone.
  expect(html(4)).toContain(`${second}<li id="comment-9">${shown}</ol>`);
});

test('where the newest comment stands first, so does one’s own', () => {
  const newest = page('<li id="comment-1">x</li>').replace('<form', '<form data-newest-first="true"');
  const html = withOwnComment(newest, { ...comment, parent: 0 }, true);
  expect(html).toContain(`<ol><li id="comment-9">${shown}<li id="comment-1">x</li>${model}</ol>`);
  expect(withOwnComment(newest, { ...comment, parent: 1 }, true)).toContain('<ol><li id="comment-1">x<ol');
});

test('a page without a place, or of a theme without the word, stays as it is', () => {
  expect(withOwnComment('<ol></ol>', { ...comment, parent: 0 }, true)).toBe('<ol></ol>');
  const older = page('').replace(form, '');
  expect(withOwnComment(older, { ...comment, parent: 0 }, false)).toContain('>None yet</h2>');
});
