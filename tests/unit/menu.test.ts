import { describe, expect, test } from 'vitest';
import { toMenu } from '../../src/runtime/wordpress/model/to-view';

/** An entry as WPGraphQL gives it: without query and fragment in `path`, which is the address itself where the host is another one. */
function entry(url: string, home = 'http://cms.example.com') {
  const isHere = URL.canParse(url) && new URL(url).host === new URL(home).host;
  const path = isHere ? /^[a-z]+:\/\/[^/?#]+(\/[^?#]*)?/.exec(url)?.[1] : url;
  return {
    ...{ id: url, parentId: null, order: 1, label: 'Entry', target: null, cssClasses: [] },
    url,
    path: path ?? null,
  };
}
const menuOf = (url: string, home?: string, cmsOrigin = 'http://cms.example.com') =>
  toMenu([entry(url, home)], cmsOrigin, () => ({})).map(({ href, external }) => [href, external]);

describe('an entry of a menu leads where a link in content does', () => {
  test.each([
    ['http://cms.example.com/about/', '/about/'],
    ['http://cms.example.com', '/'],
    ['http://cms.example.com/#about', '/#about'],
    ['http://cms.example.com#about', '/#about'],
    ['http://cms.example.com/patterns/#x', '/patterns/#x'],
    ['http://cms.example.com/?s=salt', '/?s=salt'],
    ['https://cms.example.com/category/boats/?orderby=title#list', '/category/boats/?orderby=title#list'],
    ['/about/?a=1#b', '/about/?a=1#b'],
    ['#top', '#top'],
    ['sms:+351912345678', 'sms:+351912345678'],
    ['webcal://cms.example.com/cal.ics', 'webcal://cms.example.com/cal.ics'],
    ['javascript:alert(1)', '#'],
    ['data:text/html,x', '#'],
  ])('%s', (url, href) => {
    expect(menuOf(url)).toEqual([[href, false]]);
  });

  test.each([
    'http://cms.example.com/wp-content/uploads/2026/03/prices.pdf',
    'http://cms.example.com/wp-login.php?redirect_to=x',
    'http://cms.example.com/feed/',
    'http://cms.example.com/?feed=rss2',
    'https://elsewhere.example/x?y#z',
    // No item of this site, whatever it looks like.
    'https://forum.example.com/viewtopic.php?f=2&p=123',
    'https://shop.example.com/?page_id=7',
  ])('%s stays', (url) => {
    expect(menuOf(url)).toEqual([[url, true]]);
  });

  test.each([
    'http://cms.example.com/?p=12',
    'http://cms.example.com/?post_type=project&p=12',
    '/?page_id=7',
  ])('%s of an item that is not public: no entry', (url) => {
    expect(menuOf(url)).toEqual([]);
  });

  test('another port of the host of the CMS is another place, where the CMS has pages', () => {
    const urls = ['http://cms.example.com/about/', 'https://cms.example.com:8443/panel/'];
    const items = urls.map((url) => ({ ...entry(url), path: new URL(url).pathname }));
    const hrefs = toMenu(items, 'http://cms.example.com', () => ({})).map(({ href }) => href);
    expect(hrefs).toEqual(['/about/', 'https://cms.example.com:8443/panel/']);
  });

  test('pages of a WordPress whose own address is not that of its GraphQL', () => {
    const home = 'https://www.example.com';
    expect(menuOf('https://www.example.com/about/?a=1#b', home)).toEqual([['/about/?a=1#b', false]]);
    expect(menuOf('https://elsewhere.example/about/', home)).toEqual([
      ['https://elsewhere.example/about/', true],
    ]);
  });

  test('a WordPress in a folder', () => {
    const folder = 'https://example.com/wp';
    expect(menuOf('https://example.com/wp/about/', folder, folder)).toEqual([['/about/', false]]);
    expect(menuOf('https://example.com/wpx/', folder, folder)).toEqual([['https://example.com/wpx/', true]]);
  });
});
