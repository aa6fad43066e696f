import { beforeAll, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

let hosts: typeof import('../../templates/site/lib/images/hosts');
beforeAll(async () => {
  Object.assign(process.env, {
    ...siteEnvironment,
    NEXT_PUBLIC_CMS_API_URL: 'https://cms.example.com/graphql',
  });
  hosts = await import('../../templates/site/lib/images/hosts');
});

test('exact hosts are optimised, SVG and everything else is not', () => {
  const urls = [
    'cms.example.com/a.jpg',
    'secure.gravatar.com/a',
    'cms.example.com/a.svg',
    'x.cms.example.com/a.jpg',
  ];
  expect(urls.map((url) => hosts.isOptimizable(`https://${url}`))).toEqual([true, true, false, false]);
});

test('a host whose pictures the policy stops is named in the log, once, with the cure', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  hosts.nameUnknownHosts(
    '<img src="https://cms.example.com/a.jpg" alt="" /><img class="b" src="https://pictures.example/a.jpg" alt="" />' +
      '<video src="https://films.example/a.mp4" controls></video><iframe src="https://player.vimeo.com/video/1"></iframe>',
  );
  hosts.isOptimizable('https://pictures.example/b.jpg');
  const said = warn.mock.calls.map(([text]) => String(text));
  warn.mockRestore();
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(/pictures\.example are not shown: add it to image-hosts\.json/);
  expect(said[1]).toContain('films.example');
});
