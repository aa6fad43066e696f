import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, createSite, edit as editIn, json, read, scratch, secretsOf, snapshot } from './cli';

let site: string;
const write = (file: string, text: string) => writeFileSync(path.join(site, file), text);
const edit = (file: string, from: string | RegExp, to: string) => editIn(site, file, from, to);
const regenerate = (...args: string[]) => cli(['regenerate-config', ...args], { cwd: site });
const check = async () => (await regenerate('--check')).code;
const states = async () => {
  const { files } = JSON.parse((await regenerate('--check', '--json')).stdout) as {
    files: { path: string; state: string }[];
  };
  return Object.fromEntries(files.map(({ path: file, state }) => [file, state]));
};

beforeEach(async () => {
  site = await createSite(scratch(), ['--custom', 'books=isr:60']);
});

describe('regenerate-config', () => {
  it('changes nothing right after create, and nothing the second time', async () => {
    const before = snapshot(site);
    expect(await check()).toBe(0);
    expect((await regenerate()).code).toBe(0);
    expect(snapshot(site)).toEqual(before);
    expect((await regenerate('--homepage', 'isr:120', '--site-url', 'https://example.com')).code).toBe(0);
    const after = snapshot(site);
    expect(after).not.toEqual(before);
    expect(await check()).toBe(0);
    expect((await regenerate()).stdout).toContain('up to date');
    expect(snapshot(site)).toEqual(after);
  });

  it('follows what the owner wrote into site.config.json, and keeps how it is written', async () => {
    edit('site.config.json', '"url": "http://localhost:3000"', '"url": "https://example.com"');
    edit(
      'site.config.json',
      '"graphqlUrl": "http://127.0.0.1:8787/graphql"',
      '"graphqlUrl": "https://cms.example.com/graphql"',
    );
    const written = read(site, 'site.config.json').replace('{\n', '{\n\n');
    write('site.config.json', written);
    const secrets = secretsOf(site);
    expect(await check()).toBe(4);
    expect((await regenerate()).code).toBe(0);
    expect(read(site, 'site.config.json')).toBe(written);
    expect(read(site, '.env.local')).toContain('NEXT_PUBLIC_CMS_API_URL=https://cms.example.com/graphql\n');
    expect(read(site, '.env.local')).toContain('NEXT_PUBLIC_SITE_URL=https://example.com\n');
    expect(read(site, '.env.example')).toContain('NEXT_PUBLIC_SITE_URL=https://example.com\n');
    expect(json(site, 'wordpress/companion-settings.json').serviceUrl).toBe('https://example.com');
    expect(json<string[]>(site, 'image-hosts.json')[0]).toBe('cms.example.com');
    expect(secretsOf(site)).toEqual(secrets);
    expect(await check()).toBe(0);
  });

  it('keeps keys, comments, order and mode of .env.local, and secrets out of everything', async () => {
    edit('.env.local', /^/, '# mine\nMY_KEY="a b" # why\n');
    edit('.env.local', '# EMAIL_FROM_ADDRESS=', 'EMAIL_FROM_ADDRESS=me@example.com');
    const { revalidation, preview } = secretsOf(site);
    const result = await regenerate('--site-url', 'https://example.com', '--hosting-analytics=vitals');
    expect(result.code).toBe(0);
    const env = read(site, '.env.local');
    expect(env.startsWith('# mine\nMY_KEY="a b" # why\n')).toBe(true);
    expect(env).toContain('EMAIL_FROM_ADDRESS=me@example.com');
    expect(env).toContain('\nNEXT_PUBLIC_HOSTING_ANALYTICS_ID=vitals\n');
    expect(secretsOf(site)).toEqual({ revalidation, preview });
    expect(statSync(path.join(site, '.env.local')).mode & 0o777).toBe(0o600);
    expect(result.all).not.toContain(revalidation);
    const holding = Object.entries(snapshot(site)).filter(
      ([, text]) => text.includes(revalidation) || text.includes(preview),
    );
    expect(holding.map(([file]) => file).sort()).toEqual(['.env.local', 'wordpress/companion-settings.json']);
    expect(await check()).toBe(0);
  });

  it('brings the settings of the plugin in step with .env.local, and keeps what only they know', async () => {
    const changed = 'another-secret-of-the-owner';
    edit('.env.local', /^REVALIDATION_SECRET=.*$/m, `REVALIDATION_SECRET=${changed}`);
    edit('wordpress/companion-settings.json', '"previewMode": "signed"', '"previewMode": "plain"');
    expect(await check()).toBe(4);
    const { code, all } = await regenerate();
    expect([code, all.includes(changed)]).toEqual([0, false]);
    expect(json(site, 'wordpress/companion-settings.json')).toMatchObject({
      revalidationSecret: changed,
      previewMode: 'plain',
    });
    expect(statSync(path.join(site, 'wordpress/companion-settings.json')).mode & 0o777).toBe(0o600);
    expect(await check()).toBe(0);
  });

  it('hands the former secrets on while they are set', async () => {
    edit('.env.local', '# PREVIEW_SECRET_PREVIOUS=', 'PREVIEW_SECRET_PREVIOUS=the-former-secret-1');
    expect((await regenerate()).code).toBe(0);
    const former = () => json(site, 'wordpress/companion-settings.json').previewSecretPrevious;
    expect(former()).toBe('the-former-secret-1');
    edit('.env.local', 'PREVIEW_SECRET_PREVIOUS=the-former-secret-1\n', '');
    expect((await regenerate()).code).toBe(0);
    expect(former()).toBeUndefined();
    expect(await check()).toBe(0);
  });

  it('touches nothing and ends with 5 when a text changed on both sides in the same place', async () => {
    edit('wordpress/README.md', '- Site: `http://localhost:3000`', '- Site: ours');
    const before = snapshot(site);
    const result = await regenerate('--site-url', 'https://example.com', '--posts', 'ssr');
    expect(result.code).toBe(5);
    // A dry run ends as the real one.
    expect((await regenerate('--site-url', 'https://example.com', '--dry-run')).code).toBe(5);
    expect(result.stderr).toContain('wordpress/README.md');
    expect(result.stderr).toContain('-- Site: ours');
    expect(result.stderr).toContain('+- Site: `https://example.com`');
    expect(snapshot(site)).toEqual(before);
    const look = await regenerate('--site-url', 'https://example.com', '--check');
    expect(look.code).toBe(4);
    expect(snapshot(site)).toEqual(before);
  });

  it('merges a text that changed in different places', async () => {
    edit('wordpress/README.md', /$/, '\nAsk Ann for the login.\n');
    expect(await check()).toBe(0);
    expect((await regenerate('--site-url', 'https://example.com')).code).toBe(0);
    expect(read(site, 'wordpress/README.md')).toContain('- Site: `https://example.com`');
    expect(read(site, 'wordpress/README.md')).toContain('Ask Ann for the login.');
  });

  it('ends with 5 when a key changed on both sides', async () => {
    edit(
      '.env.local',
      'NEXT_PUBLIC_SITE_URL=http://localhost:3000',
      'NEXT_PUBLIC_SITE_URL=http://localhost:4000',
    );
    expect(await check()).toBe(0);
    const before = snapshot(site);
    const result = await regenerate('--site-url', 'https://example.com');
    expect(result.code).toBe(5);
    expect(result.stderr).toContain('NEXT_PUBLIC_SITE_URL: changed by you and by create-headless-site');
    expect(snapshot(site)).toEqual(before);
  });

  it('keeps hosts that the owner added', async () => {
    write(
      'image-hosts.json',
      JSON.stringify([...json<string[]>(site, 'image-hosts.json'), 'cdn.example.com']),
    );
    expect((await regenerate('--cms-url', 'https://cms.example.com/graphql', '--skip-probe')).code).toBe(0);
    const hosts = json<string[]>(site, 'image-hosts.json');
    expect(hosts).toContain('cdn.example.com');
    expect(hosts).toContain('cms.example.com');
    expect(hosts).not.toContain('127.0.0.1');
  });

  it('leaves deleted files deleted, and says so', async () => {
    rmSync(path.join(site, 'wordpress/README.md'));
    expect((await states())['wordpress/README.md']).toBe('missing');
    expect(await check()).toBe(0);
    expect((await regenerate('--site-url', 'https://example.com')).stdout).toContain(
      'wordpress/README.md: deleted by you',
    );
    expect(existsSync(path.join(site, 'wordpress/README.md'))).toBe(false);
  });

  it('works on a fresh clone, without the files that hold secrets', async () => {
    for (const file of [
      '.env.local',
      'wordpress/companion-settings.json',
      '.headless-site/base.local.json',
    ]) {
      rmSync(path.join(site, file));
    }
    expect(await check()).toBe(0);
    expect((await regenerate('--posts', 'ssr')).code).toBe(0);
    expect(existsSync(path.join(site, '.env.local'))).toBe(false);
    expect(json(site, 'site.config.json')).toMatchObject({ rendering: { posts: { strategy: 'ssr' } } });
  });

  it('adds routes of new custom types, removes unedited ones of former ones, keeps edited ones', async () => {
    expect((await regenerate('--custom', 'events=ssr')).code).toBe(0);
    expect(read(site, 'app/events/[[...path]]/page.ts')).toContain(
      "contentTypeRoute('events', ContentRoute)",
    );
    edit('app/books/[[...path]]/page.ts', /$/, '// mine\n');
    const answers = json<{ rendering: { custom?: object } }>(site, 'site.config.json');
    delete answers.rendering.custom;
    write('site.config.json', JSON.stringify(answers));
    const { code, stdout } = await regenerate();
    expect(code).toBe(0);
    expect(stdout).toContain('app/books/[[...path]]/page.ts: yours, kept');
    expect(existsSync(path.join(site, 'app/events'))).toBe(false);
    expect(read(site, 'app/books/[[...path]]/page.ts')).toContain('// mine');
    expect(await check()).toBe(0);
  });

  it('never lets line ends count, and keeps the ones that are there', async () => {
    for (const file of [
      'wordpress/README.md',
      '.env.local',
      '.env.example',
      'site.config.json',
      '.headless-site/base.json',
    ]) {
      write(file, read(site, file).replaceAll('\n', '\r\n'));
    }
    expect(await check()).toBe(0);
    expect((await regenerate('--site-url', 'https://example.com')).code).toBe(0);
    expect(read(site, 'wordpress/README.md')).toMatch(/- Site: `https:\/\/example\.com`\r\n/);
    expect(read(site, 'wordpress/README.md')).not.toMatch(/[^\r]\n/);
    expect(await check()).toBe(0);
  });

  it('--check and --dry-run write nothing', async () => {
    const before = snapshot(site);
    const dry = await regenerate('--homepage', 'ssr', '--dry-run');
    expect([dry.code, dry.stdout.includes('would change')]).toEqual([0, true]);
    const json = await regenerate('--homepage', 'ssr', '--check', '--json');
    expect(json.code).toBe(4);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, exitCode: 4, upToDate: false });
    expect(JSON.parse(json.stdout).files).toContainEqual({ path: 'site.config.json', state: 'outdated' });
    expect(snapshot(site)).toEqual(before);
  });
});

describe('regenerate-config refuses', () => {
  it.each([
    ['a key that does not exist', '"posts"', '"post"', 'did you mean `posts`?'],
    ['a value of the wrong kind', '"strategy": "isr"', '"strategy": 5', 'must be one of static, isr, ssr'],
    ['text that is no JSON', '{', '', 'not a JSON object'],
    [
      'a secret',
      '"graphqlUrl"',
      '"revalidateSecret": "s3cr3t-value-of-mine", "graphqlUrl"',
      'REVALIDATION_SECRET',
    ],
  ])('%s in site.config.json with 2', async (_, from, to, expected) => {
    edit('site.config.json', from, to);
    const before = snapshot(site);
    const { code, stderr, all } = await regenerate();
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    expect(all).not.toContain('s3cr3t-value-of-mine');
    expect(snapshot(site)).toEqual(before);
  });

  it('a directory that is no site, with the fix', async () => {
    const { code, stderr } = await cli(['regenerate-config'], { cwd: scratch() });
    expect(code).toBe(2);
    expect(stderr).toContain('.headless-site/manifest.json');
    expect(stderr).toContain('restore the file from Git');
  });

  it.each(['../outside/page.ts', '/etc/passwd', 'app/../../x', 'a\\..\\b'])(
    'the path %s in the manifest',
    async (file) => {
      edit(
        '.headless-site/manifest.json',
        '"site.config.json": {',
        `${JSON.stringify(file)}: {"sha256": "", "mode": "0644", "owner": "managed"}, "site.config.json": {`,
      );
      const { code, stderr } = await regenerate();
      expect([code, stderr.includes('is refused')]).toEqual([2, true]);
    },
  );

  it('a managed file behind a link', async () => {
    const outside = scratch();
    mkdirSync(path.join(outside, 'w'));
    rmSync(path.join(site, 'wordpress'), { recursive: true });
    symlinkSync(path.join(outside, 'w'), path.join(site, 'wordpress'));
    expect((await regenerate('--posts', 'ssr')).code).toBe(2);
    expect(snapshot(outside)).toEqual({});
  });

  it('a second run at the same time, but not the lock of one that is gone', async () => {
    const lock = path.join(site, '.headless-site/regenerate.lock');
    writeFileSync(lock, String(process.pid));
    const { code, stderr } = await regenerate('--posts', 'ssr');
    expect([code, stderr.includes('Another run')]).toEqual([1, true]);
    writeFileSync(lock, '999999999');
    expect((await regenerate('--posts', 'ssr')).code).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });
});
