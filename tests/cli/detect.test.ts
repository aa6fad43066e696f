import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { detectCms } from '../../src/cms/detect/detect';
import { cli, createSite, json, type Result, read, scratch } from './cli';
import { type FakeCms, startFakeCms } from './fake-cms';
import { serve } from './fault-server';

const quick = ['--no-install', '--no-git'];

interface Answers {
  site: { name?: string; description?: string };
  rendering: { custom?: Record<string, object> };
  features: { seo: { provider: string } };
}

/** Creates a site in front of a made-up CMS. */
async function create(cms: FakeCms, args: readonly string[] = ['--yes'], env = {}) {
  const { url, asked } = await startFakeCms(cms);
  const cwd = scratch();
  const result = await cli(['site', '--cms-url', url, ...quick, ...args], { cwd, env });
  const site = path.join(cwd, 'site');
  return {
    url,
    asked,
    cwd,
    site,
    result,
    answers: () => json(site, 'site.config.json') as unknown as Answers,
  };
}

const detectedIn = ({ stdout }: Result) => JSON.parse(stdout).detected;

describe('what the CMS has', () => {
  it('becomes the answers of a run that asks nothing, and is shown', async () => {
    const lacks = ['Cannot query field "canonicalUrl" on type "PostTypeSEO".'];
    const { result, answers, site } = await create({ lacks, data: { version } });
    expect([result.code, result.stderr]).toEqual([0, '']);
    // The site's details in WordPress are shown as WordPress has them at that time, so they are no answers.
    expect(answers().site).toEqual({ url: 'http://localhost:3000' });
    expect(answers().rendering.custom).toEqual({ book: { strategy: 'isr', generateStaticParams: true } });
    expect(answers().features.seo).toEqual({ provider: 'seo_plugin_a' });
    expect(existsSync(path.join(site, 'app/book/[[...path]]/page.ts'))).toBe(true);
    expect(json<string[]>(site, 'image-hosts.json').slice(0, 2)).toEqual(['127.0.0.1', 'cdn.example.com']);
    for (const text of [
      'Ann & Co',
      'pt_PT',
      'UTC+2',
      '/%postname%/',
      'Books (book)',
      'Yoast SEO',
      'cdn.ex',
    ]) {
      expect(result.stdout).toContain(text);
    }
    // Before anything is written.
    expect(result.stdout.indexOf('Ann & Co')).toBeLessThan(result.stdout.indexOf('Wrote '));
    expect(result.stdout).not.toMatch(/^!.*(menu|companion|Permalinks)/im);
  });

  it('stays: regenerate-config finds nothing to do, and the hosts of pictures are kept', async () => {
    const { site } = await create({});
    expect((await cli(['regenerate-config', '--check'], { cwd: site })).code).toBe(0);
    expect((await cli(['regenerate-config', '--site-name', 'Other'], { cwd: site })).code).toBe(0);
    expect(json<string[]>(site, 'image-hosts.json')).toContain('cdn.example.com');
  });

  it('can be given again: the answers of the manifest are a --config, and its hosts go before those found', async () => {
    const first = await create({});
    const { answers } = json<{ answers: { $schema?: string } }>(first.site, '.headless-site/manifest.json');
    const file = path.join(scratch(), 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    const again = await cli(['again', '--config', file, '--skip-probe', ...quick], { cwd: first.cwd });
    expect([again.code, again.stderr]).toEqual([0, '']);
    const hosts = read(first.site, 'image-hosts.json');
    expect(read(path.join(first.cwd, 'again'), 'image-hosts.json')).toBe(hosts);
    writeFileSync(file, '{"cli": {"imageHosts": ["my.example.com"]}}');
    const { site } = await create({}, ['--config', file]);
    expect(json<string[]>(site, 'image-hosts.json').slice(0, 2)).toEqual(['127.0.0.1', 'my.example.com']);
  });

  it('goes behind flags, the environment and a file', async () => {
    const flags = ['--site-name', 'Mine', '--seo', 'none', '--custom', 'film=ssr', '--yes'];
    const { answers } = await create({ lacks: [] }, flags);
    expect(answers().site).toEqual({ url: 'http://localhost:3000', name: 'Mine' });
    expect(answers().features.seo).toEqual({ provider: 'none' });
    expect(Object.keys(answers().rendering.custom ?? {})).toEqual(['film']);

    const file = path.join(scratch(), 'answers.json');
    writeFileSync(file, '{"site": {"name": "Of the file"}}');
    const filed = await create({ lacks: [] }, ['--config', file]);
    expect(filed.answers().site.name).toBe('Of the file');
    // A file answers everything: what it leaves out is the schema's default, whatever the CMS says.
    expect(filed.answers().site.description).toBeUndefined();
    expect(filed.answers().features.seo).toEqual({ provider: 'auto' });
    expect(filed.answers().rendering.custom).toBeUndefined();
  });

  it('--custom none wants none of its types', async () => {
    const { result, answers, site } = await create({}, ['--custom', 'none', '--yes']);
    expect([result.code, answers().rendering.custom]).toEqual([0, undefined]);
    expect(existsSync(path.join(site, 'app/book'))).toBe(false);
    const other = await create({});
    expect(existsSync(path.join(other.site, 'app/book'))).toBe(true);
    const none = ['regenerate-config', '--custom', 'none'];
    expect((await cli(none, { cwd: other.site })).code).toBe(0);
    expect(other.answers().rendering.custom).toBeUndefined();
    expect(existsSync(path.join(other.site, 'app/book'))).toBe(false);
    const both = await cli(['x', '--sample', '--custom', 'none', '--custom', 'a=ssr'], { cwd: scratch() });
    expect([both.code, both.stderr.includes('must be <type>=<strategy>')]).toEqual([2, true]);
  });

  it('says of a type that the CMS lacks that the site will not build', async () => {
    const said = /no content type "boks" in GraphQL \(it has: ([\w, ]+)\): the site does not build/;
    const { result, site } = await create({}, ['--custom', 'boks=isr']);
    expect([result.code, said.exec(result.all)?.[1]]).toEqual([0, 'book, hidden']);
    const sample = await cli(['x', '--sample', '--yes', '--custom', 'boks=isr', '--no-install'], {
      cwd: scratch(),
    });
    expect([sample.code, said.exec(sample.all)?.[1]]).toEqual([0, 'project']);
    const right = await cli(['x', '--sample', '--yes', '--custom', 'project=isr', '--no-install'], {
      cwd: scratch(),
    });
    expect([right.code, right.all.includes('no content type')]).toEqual([0, false]);
    const next = await startFakeCms({ data: {} });
    const moved = await cli(['regenerate-config', '--cms-url', next.url], { cwd: site });
    expect([moved.code, said.test(moved.all)]).toEqual([0, true]);
  });

  it('is in the result of --json, of a dry run as well, and null where nobody was asked', async () => {
    const { result } = await create({}, ['--dry-run', '--json']);
    expect(detectedIn(result)).toEqual({
      title: 'Ann & Co',
      description: 'Wood & glass',
      language: 'pt_PT',
      timezone: 'UTC+2',
      seo: 'none',
      companion: { installed: false, version: null },
      types: [{ name: 'book', label: 'Books', archive: '/book/', example: '/book/one/' }],
      typeNames: ['book', 'hidden'],
      taxonomies: ['category', 'post_tag', 'genre'],
      hidden: null,
      menus: { PRIMARY: 'filled', FOOTER: 'filled' },
      permalinks: '/%postname%/',
      imageHosts: ['cdn.example.com'],
      contentHosts: [],
      forms: [],
      reserved: [],
      advice: [
        expect.objectContaining({ problem: expect.stringContaining('companion plugin is not active') }),
      ],
    });
    expect(result.stderr).toContain('Ann & Co');
    const { result: written } = await create({}, ['--json']);
    expect(detectedIn(written)).toEqual(detectedIn(result));
    const { result: skipped, asked } = await create({}, ['--json', '--skip-probe']);
    expect([detectedIn(skipped), asked]).toEqual([null, []]);
    const sample = await cli(['site', '--sample', '--json', ...quick], { cwd: scratch() });
    expect(detectedIn(sample)).toBeNull();
  });

  it('is spelt out in the equivalent command, so that it is the same without asking', async () => {
    for (const more of [[], ['--custom', 'none']]) {
      const { result, site } = await create({}, ['--json', ...more]);
      const { equivalent } = JSON.parse(result.stdout);
      const { execFileSync } = await import('node:child_process');
      const words = execFileSync('sh', ['-c', `printf '%s\\0' ${equivalent}`], { encoding: 'utf8' })
        .split('\0')
        .slice(2, -1);
      const cwd = scratch();
      expect((await cli([...words, '--skip-probe'], { cwd })).code).toBe(0);
      expect(read(path.join(cwd, 'site'), 'site.config.json')).toBe(read(site, 'site.config.json'));
    }
  });

  it('takes four requests, all with the credentials, which are never shown', async () => {
    const { asked, result, site } = await create({}, ['--yes'], { CMS_AUTHORIZATION: 'Basic s3cr3t-value' });
    expect(asked.map(({ authorization }) => authorization)).toEqual(Array(4).fill('Basic s3cr3t-value'));
    expect(result.all).not.toContain('s3cr3t');
    expect(readFileSync(path.join(site, '.headless-site/manifest.json'), 'utf8')).not.toContain('s3cr3t');
  });
});

describe('what is not as it should be', () => {
  it('is said with its fix', async () => {
    const post = { slug: 'x', databaseId: 1, date: null, author: null, categories: { nodes: [] } };
    const lacks = ['Value "FOOTER" does not exist in "MenuLocationEnum" enum.'];
    const data = {
      version: '0.0.9',
      posts: { nodes: [{ ...post, uri: '/?p=1' }] },
      primary: { nodes: [] },
      api: { __typename: 'Page' },
      types: { nodes: [{ name: 'search', label: 'Searches', uri: '/search/' }] },
    };
    const { result, answers } = await create({ lacks, data });
    expect(result.code).toBe(0);
    for (const line of [
      '! Permalinks are "Plain", so posts and pages have no addresses of their own. Choose "Post name"',
      `! The companion plugin is version 0.0.9, this program brings ${version}. Upload wordpress/companion.zip`,
      '! The menu location PRIMARY is empty. Put a menu there',
      '! The theme has no menu location FOOTER. The companion plugin adds it',
      '! The CMS has a page at /api, which is an address of the site',
      '! The content type Searches gets no route of its own: its name "search" is a route of the site itself.',
    ]) {
      expect(result.stdout).toContain(line);
    }
    expect(answers().rendering.custom).toBeUndefined();
  });

  it('the companion plugin has the version of this program', () => {
    const main = new URL('../../companion-plugin/headless-site-companion.php', import.meta.url);
    expect(/^ \* Version: +(\S+)$/m.exec(readFileSync(main, 'utf8'))?.[1]).toBe(version);
  });
});

describe('what cannot be found out', () => {
  const unknown = ['Title', 'Content types', 'Menus', 'SEO plugin', 'Companion', 'Image hosts'];

  it.each([
    ['an error without an answer', { lacks: ['Internal server error'], refuses: () => [{ message: 'No.' }] }],
    ['nonsense', { lacks: [''], data: { settings: 1, types: [], posts: 'x', media: { nodes: null } } }],
    ['an overloaded CMS', { status: 503, lacks: ['Slow down.'], refuses: () => [] }],
  ])('%s is said, and does not stop anything', async (what, cms) => {
    const { result, answers } = await create(cms);
    expect(result.code).toBe(0);
    const row = /Not found out +(.*)/.exec(result.stdout)?.[1] ?? '';
    const named = what === 'nonsense' ? unknown.filter((name) => name !== 'Menus') : unknown;
    for (const name of named) expect(row).toContain(name);
    expect(answers().site.name).toBeUndefined();
    expect(answers().features.seo).toEqual({ provider: 'auto' });
  });

  it('one field that the schema lacks costs one more request, and nothing else', async () => {
    const refuses = (document: string) => {
      const line = document.split('\n').findIndex((text) => text.includes('hasPassword')) + 1;
      return line > 0
        ? [{ message: 'Field "hasPassword" is not defined.', locations: [{ line }] }]
        : undefined;
    };
    const { result, asked } = await create({ refuses }, ['--json']);
    expect(detectedIn(result)).toMatchObject({ permalinks: null, title: 'Ann & Co', seo: 'none' });
    expect(asked).toHaveLength(5);
    expect(asked.filter(({ query }) => query.includes('generalSettings'))).toHaveLength(2);
  });

  it('a resolver that fails makes its own field unknown, and no page there', async () => {
    const data = { settings: null, api: null };
    const errors = [
      { message: 'Internal server error', path: ['settings'] },
      { message: 'Internal server error', path: ['types', 'nodes', 2, 'contentNodes'] },
    ];
    const { result } = await create({ data, errors }, ['--json']);
    expect(detectedIn(result)).toMatchObject({ title: null, types: [{ name: 'book' }], reserved: [] });
  });
});

it('a CMS that answers no more is not waited for', async () => {
  const url = await serve(() => {});
  const { title, companion } = await detectCms(`${url}/graphql`, { timeoutMs: 100 });
  expect([title, companion]).toEqual([null, null]);
});

describe('a CMS that means harm', () => {
  it('cannot write commands to the terminal, hosts into headers or files elsewhere', async () => {
    const command = '\u001b]0;x\u0007\u001b[2J';
    const data = {
      settings: { title: `A${command}\n\nB\u202e`, description: `${'x'.repeat(1e6)}`, language: command },
      types: {
        nodes: [
          { name: '../../x', label: 'Out', uri: '/x/' },
          { name: 'book', label: `L${command}`, uri: '/book/' },
          { name: 'film', label: 'Films', uri: `/film/${command}` },
          { name: 'Event', label: 'Events', uri: '/event/' },
        ],
      },
      media: {
        nodes: [
          'https://a;script-src.example/x',
          'javascript:alert(1)',
          'https://*/x',
          'https://ok.example/x',
        ]
          .map((sourceUrl) => ({ sourceUrl }))
          .concat(Array.from({ length: 99 }, (_, i) => ({ sourceUrl: `https://h${i}.example/x` }))),
      },
      version: `9${command}`,
    };
    const { result, site, answers } = await create({ lacks: [], data });
    expect(result.code).toBe(0);
    expect(result.all).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(answers().site).toEqual({ url: 'http://localhost:3000' });
    expect(Object.keys(answers().rendering.custom ?? {})).toEqual(['book']);
    const hosts = json<string[]>(site, 'image-hosts.json');
    expect(hosts).toContain('ok.example');
    expect(hosts.filter((host) => !/^[a-z0-9.-]+$/.test(host))).toEqual([]);
    expect(hosts.length).toBeLessThan(30);
    expect(result.stdout).toContain('its name "Event" must start with a letter');
  });
});

describe('hosts of pictures in content', () => {
  const html = '<img src="https://pictures.example/a.jpg" srcset="https://cdn.example.com/b.jpg 2x">';
  const hostsOf = (site: string) => json<string[]>(site, 'image-hosts.json');

  it('are shown, taken with the recommended answers, and kept by regenerate-config', async () => {
    const { result, site } = await create({ html });
    expect(result.stdout).toMatch(/Linked pictures +pictures\.example, cdn\.example\.com/);
    expect(hostsOf(site).slice(0, 3)).toEqual(['127.0.0.1', 'cdn.example.com', 'pictures.example']);
    expect((await cli(['regenerate-config', '--site-name', 'Other'], { cwd: site })).code).toBe(0);
    expect(hostsOf(site)).toContain('pictures.example');
  });

  it('are given by a flag instead, also none and with another CMS; the equivalent command says so', async () => {
    const flags = ['--image-hosts', 'My.example.com, https://other.example/', '--yes', '--json'];
    const mine = await create({ html }, flags);
    expect(hostsOf(mine.site).slice(1, 3)).toEqual(['my.example.com', 'other.example']);
    expect(hostsOf(mine.site)).not.toContain('pictures.example');
    expect(JSON.parse(mine.result.stdout).equivalent).toContain('--image-hosts my.example.com,other.example');
    const none = await create({ html }, ['--image-hosts', '', '--yes', '--json']);
    expect(hostsOf(none.site).filter((host) => !host.endsWith('gravatar.com'))).toEqual(['127.0.0.1']);
    expect(JSON.parse(none.result.stdout).equivalent).toContain("--image-hosts ''");
    const { url } = await startFakeCms({ html });
    const moved = await cli(['regenerate-config', '--cms-url', url, '--image-hosts', 'new.example'], {
      cwd: mine.site,
    });
    expect([moved.code, hostsOf(mine.site)[1]]).toEqual([0, 'new.example']);
    expect(moved.stdout).toContain('No longer answered: cli.imageHosts: my.example.com, other.example');
  });

  it('with a port or plain http are named whole, and shown', async () => {
    const html = '<img src="https://pictures.example:8443/a.jpg"><img src="http://nas.example/b.jpg">';
    const { site } = await create({ html });
    expect(hostsOf(site)).toEqual(
      expect.arrayContaining(['https://pictures.example:8443', 'http://nas.example']),
    );
    const host = async () => {
      const { stdout } = await cli(['doctor', '--json'], { cwd: site });
      const { checks } = JSON.parse(stdout) as { checks: { id: string; state: string; text: string }[] };
      return checks.find(({ id }) => id === 'image-hosts');
    };
    expect(await host()).toMatchObject({ state: 'ok' });
    const file = path.join(site, 'image-hosts.json');
    writeFileSync(file, read(site, 'image-hosts.json').replace(':8443', ''));
    expect(JSON.stringify(await host())).toContain('https://pictures.example:8443');
  });

  it.each(['https://cdn.example.com/a', '*.example.com', 'a b;c', 'https:'])(
    '%s is refused',
    async (hosts) => {
      const { code, stderr } = await cli(['site', '--sample', '--image-hosts', hosts, ...quick], {
        cwd: scratch(),
      });
      expect([code, stderr]).toEqual([2, expect.stringContaining('--image-hosts')]);
      expect(stderr).toContain('must be names of hosts');
    },
  );

  it('are not known where the texts cannot be read, and the former ones stay then', async () => {
    const { result, site } = await create({ html: null }, ['--json']);
    expect(detectedIn(result)).toMatchObject({ contentHosts: null, imageHosts: ['cdn.example.com'] });
    const silent = await startFakeCms({ data: { media: null }, html: null });
    expect((await cli(['regenerate-config', '--cms-url', silent.url], { cwd: site })).code).toBe(0);
    expect(hostsOf(site)).toContain('cdn.example.com');
  });
});

describe('regenerate-config with another CMS', () => {
  it('shows what it has, and puts its hosts of pictures in the place of the former ones', async () => {
    const cwd = scratch();
    const former = await startFakeCms();
    const site = await createSite(cwd, ['--cms-url', former.url]);
    writeFileSync(
      path.join(site, 'image-hosts.json'),
      read(site, 'image-hosts.json').replace(/\]\s*$/, ', "mine.example.com"]\n'),
    );
    const media = { nodes: [{ sourceUrl: 'https://images.example.org/a.jpg' }] };
    const next = await startFakeCms({ data: { media } });
    const { code, stdout } = await cli(['regenerate-config', '--cms-url', next.url], { cwd: site });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Found in the CMS')]);
    const hosts = json<string[]>(site, 'image-hosts.json');
    expect(hosts).toEqual(expect.arrayContaining(['images.example.org', 'mine.example.com']));
    expect(hosts).not.toContain('cdn.example.com');
    // Every removed host is reported.
    expect(stdout).toContain('No longer answered: cli.imageHosts: cdn.example.com');
    // Also where the next one has none.
    const bare = await startFakeCms({ data: { media: { nodes: [] } } });
    expect((await cli(['regenerate-config', '--cms-url', bare.url], { cwd: site })).code).toBe(0);
    expect(json<string[]>(site, 'image-hosts.json')).not.toContain('images.example.org');
    expect(json<string[]>(site, 'image-hosts.json')).toContain('mine.example.com');
    expect((await cli(['regenerate-config', '--check'], { cwd: site })).code).toBe(0);
  });
});
