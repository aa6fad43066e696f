import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Pagination } from '../../templates/site/components/posts/Pagination';

test.each([
  [1, ['Page 1 of 3', 'Older posts']],
  [2, ['Newer posts', 'Page 2 of 3', 'Older posts']],
  [3, ['Newer posts', 'Page 3 of 3']],
])('page %i of three says so, and leads to the pages beside it', (page, shown) => {
  const pagination = { page, pages: 3, pathOf: (number: number) => `/page/${number}/` };
  const html = renderToStaticMarkup(Pagination({ pagination }));
  expect(html.replace(/<ul>.*<\/ul>/s, '').match(/(?<=>)[^<]+/g)).toEqual(shown);
});
