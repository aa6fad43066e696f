import { beforeAll, expect, test, vi } from 'vitest';
import { isPictureHost, otherHost } from '../../src/cms/url';
import { imageOrigins } from '../../src/runtime/content/images/origins';
import { siteEnvironment } from '../support/site-environment';

let hosts: typeof import('../../src/runtime/content/images/hosts');
beforeAll(async () => {
  Object.assign(process.env, {
    ...siteEnvironment,
    NEXT_PUBLIC_CMS_API_URL: 'https://cms.example.com/graphql',
  });
  hosts = await import('../../src/runtime/content/images/hosts');
});

test('exact origins are optimised, SVG and everything else is not', () => {
  const urls = [
    'https://cms.example.com/files/a.jpg',
    'https://secure.gravatar.com/a',
    'https://cms.example.com/files/a.svg',
    'https://x.cms.example.com/files/a.jpg',
    'https://cms.example.com:8443/files/a.jpg',
    'https://user@cms.example.com/files/a.jpg',
    'ftp://cms.example.com/files/a.jpg',
  ];
  expect(urls.filter((url) => hosts.optimizable(url) !== null)).toEqual(urls.slice(0, 2));
});

/** Forms that editors, importers and plugins give to the address of one picture. */
test.each([
  ['https://cms.example.com/files/a.jpg#top', '/files/a.jpg'],
  ['HTTPS://CMS.example.com/files/b/../a.jpg', '/files/a.jpg'],
  ['http://cms.example.com/files/a.jpg', '/files/a.jpg'],
  ['https://cms.example.com:443/files/a.jpg', '/files/a.jpg'],
  ['https://cms.example.com/files/caf%c3%a9 1@2x,b.jpg', '/files/caf%C3%A9%201%402x%2Cb.jpg'],
  ['https://cms.example.com/files/café.jpg', '/files/caf%C3%A9.jpg'],
  ['https://cms.example.com/files/%61.jpg', '/files/a.jpg'],
  ['https://cms.example.com/files/日本.jpg', '/files/%E6%97%A5%E6%9C%AC.jpg'],
  ["https://cms.example.com/files/it's_(1)!~*.jpg", "/files/it's_(1)!~*.jpg"],
  ['https://cms.example.com/files/a%25b.jpg', '/files/a%25b.jpg'],
])('%s is asked for in one way', (url, path) => {
  expect(hosts.optimizable(url)).toBe(`https://cms.example.com${path}`);
});

test.each([
  '/files/a.jpg?v=2',
  '/files//a.jpg',
  '/files/a%2Fb.jpg',
  '/files/a%5Cb.jpg',
  '/files/a%00.jpg',
  '/files/%ff.jpg',
  '/files/',
])('%s is shown as it is, because the optimiser would refuse it', (path) =>
  expect(hosts.optimizable(`https://cms.example.com${path}`)).toBeNull(),
);

test.each([
  '/wp-content/uploads/2026/11/oak.jpg',
  '/wp-content/uploads/sites/3/2026/11/oak.jpg',
  '/blog/wp-content/uploads/oak.jpg',
  '/app/uploads/oak.jpg',
  '/files/2011/05/oak.jpg',
  '/second-site/files/2011/05/oak.jpg',
  '/uploads/uploads/files/oak.jpg',
])('an upload of WordPress is optimised: %s', (path) => {
  expect(hosts.optimizable(`https://cms.example.com${path}`)).toBe(`https://cms.example.com${path}`);
});

test.each([
  '/slow-page',
  '/slow-page/',
  '/graphql',
  '/wp-json/wp/v2/posts',
  '/wp-content/plugins/shop/export.php',
  '/wp-content/themes/oak/oak.jpg',
  '/wp-cron.php/wp-content/uploads/oak.jpg',
  '/index.php/uploads/oak.jpg',
  '/my-uploads/oak.jpg',
  '/uploads.php/oak.jpg',
  '/uploads',
])('no other address of WordPress is: %s', (path) => {
  expect(hosts.optimizable(`https://cms.example.com${path}`)).toBeNull();
});

test('origins: the CMS with its port, a host with https, and what is listed with its protocol', () => {
  const origins = (graphqlUrl: string, domain: string, ...listed: string[]) =>
    imageOrigins({ graphqlUrl, domain }, listed);
  expect(origins('http://127.0.0.1:8787/graphql', '127.0.0.1', '127.0.0.1', 'a.example')).toEqual([
    'http://127.0.0.1:8787',
    'https://a.example',
  ]);
  expect(origins('https://cms.example.com/graphql', 'media.example.com', 'http://nas.local:8080')).toEqual([
    'https://cms.example.com',
    'https://media.example.com',
    'http://nas.local:8080',
  ]);
  // WordPress in the next container, pictures on its public address; or all of it in the house.
  expect(origins('http://wordpress/graphql', 'media.example.com')).toEqual([
    'http://wordpress',
    'https://media.example.com',
    'http://media.example.com',
  ]);
  const none = ['*', '*.example.com', 'https:', "x; script-src 'none'", 'a b', 'a/b', 'user@a.example', ''];
  expect(origins('http://[::1]:8080/graphql', '[::1]', ...none)).toEqual(['http://[::1]:8080']);
});

test('a host whose pictures the policy stops is named in the log, once, with the fix', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  hosts.nameUnknownHosts(
    '<img src="https://cms.example.com/a.jpg" alt="" /><img class="b" src="https://pictures.example/a.jpg" alt="" />' +
      '<video src="https://films.example/a.mp4" controls></video><iframe src="https://player.vimeo.com/video/1"></iframe>',
  );
  hosts.optimizable('https://pictures.example/b.jpg');
  const said = warn.mock.calls.map(([text]) => String(text));
  warn.mockRestore();
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(/pictures\.example are not shown: add it to image-hosts\.json/);
  expect(said[1]).toContain('films.example');
});

test.each([
  ['https://cdn.example.com/a.jpg', 'cdn.example.com'],
  ['https://cdn.example.com:8443/a.jpg', 'https://cdn.example.com:8443'],
  ['http://cdn.example.com:8080/a.jpg', 'http://cdn.example.com:8080'],
  ['http://cdn.example.com/a.jpg', 'http://cdn.example.com'],
  ['https://cms.example.com:9000/a.jpg', 'https://cms.example.com:9000'],
  ['https://cms.example.com/a.jpg', undefined],
  // A WordPress that does not know that it is behind TLS.
  ['http://cms.example.com/a.jpg', undefined],
  ['http://cms.example.com:8080/a.jpg', 'http://cms.example.com:8080'],
  ['data:image/png;base64,AA', undefined],
])('what image-hosts.json has to say for %s is what the site then takes: %s', (address, entry) => {
  const wordpress = { graphqlUrl: 'https://cms.example.com/graphql', domain: 'cms.example.com' };
  expect(otherHost(address, wordpress.graphqlUrl)).toBe(entry);
  if (entry === undefined) return;
  expect(isPictureHost(entry)).toBe(true);
  expect(imageOrigins(wordpress, ['cms.example.com'])).not.toContain(new URL(address).origin);
  expect(imageOrigins(wordpress, ['cms.example.com', entry])).toContain(new URL(address).origin);
});
