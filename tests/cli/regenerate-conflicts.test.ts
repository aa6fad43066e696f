import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, createSite, edit as editIn, json, read, scratch, snapshot } from './cli';
import { inProcess } from './in-process';
import { managedCopy } from './managed-copy';

const README = 'wordpress/README.md';
const url = { siteUrl: 'https://example.com' };

let site: string;
const write = (file: string, text: string) => writeFileSync(path.join(site, file), text);
const edit = (file: string, from: string | RegExp, to: string) => editIn(site, file, from, to);
const regenerate = (flags: Record<string, unknown> = {}) => inProcess('regenerate-config', site, flags);
/** The owner's line and the answers meet in the text; a line elsewhere in it is the owner's alone. */
const meetInText = () => {
  edit(README, '- Site: `http://localhost:3000`', '- Site: ours');
  edit(README, /$/, '\nAsk Ann for the login.\n');
};
const meetInEnv = () =>
  edit('.env.local', /^NEXT_PUBLIC_SITE_URL=.*$/m, 'NEXT_PUBLIC_SITE_URL=http://localhost:4000');

beforeEach(async () => {
  site = managedCopy(await createSite(scratch(), ['--custom', 'books=isr:60']), scratch());
});

describe('a conflict', () => {
  it('names the three ways out', async () => {
    meetInText();
    const { code, stderr } = await regenerate(url);
    expect(code).toBe(5);
    for (const flag of ['--ours', '--theirs', '--merge']) expect(stderr).toContain(flag);
  });

  it('is none where the owner made the same change already', async () => {
    edit(README, '- Site: `http://localhost:3000`', '- Site: `https://example.com`');
    edit(README, /$/, '\nAsk Ann for the login.\n');
    expect((await regenerate(url)).code).toBe(0);
    expect(read(site, README)).toContain('- Site: `https://example.com`\n');
    expect(read(site, README)).toContain('Ask Ann for the login.');
  });

  it('--ours keeps these places and brings in everything else; then it is settled', async () => {
    meetInText();
    meetInEnv();
    expect((await regenerate({ ...url, ours: true })).code).toBe(0);
    expect(read(site, README)).toContain('- Site: ours\n');
    expect(read(site, README)).toContain('Ask Ann for the login.');
    expect(read(site, '.env.local')).toContain('NEXT_PUBLIC_SITE_URL=http://localhost:4000\n');
    expect(read(site, '.env.example')).toContain('NEXT_PUBLIC_SITE_URL=https://example.com\n');
    const after = snapshot(site);
    expect((await regenerate()).stdout).toContain('up to date');
    expect((await regenerate({ check: true })).code).toBe(0);
    expect(snapshot(site)).toEqual(after);
  });

  it('--theirs takes what is new in these places only', async () => {
    meetInText();
    meetInEnv();
    edit('.env.local', /^/, '# mine\nMY_KEY=1\n');
    expect((await regenerate({ ...url, theirs: true })).code).toBe(0);
    expect(read(site, README)).toContain('- Site: `https://example.com`\n');
    expect(read(site, README)).not.toContain('- Site: ours');
    expect(read(site, README)).toContain('Ask Ann for the login.');
    expect(read(site, '.env.local')).toContain('# mine\nMY_KEY=1\n');
    expect(read(site, '.env.local')).toContain('NEXT_PUBLIC_SITE_URL=https://example.com\n');
    expect((await regenerate({ check: true })).code).toBe(0);
  });

  it('is solved where the owner wrote the file that a new type needs', async () => {
    const route = 'app/films/[[...path]]/page.ts';
    const other = managedCopy(site, scratch());
    await inProcess('regenerate-config', other, { custom: ['films=ssr'] });
    const generated = read(other, route);
    mkdirSync(path.dirname(path.join(site, route)), { recursive: true });
    write(route, `// mine\n${generated}`);
    const before = snapshot(site);
    expect((await regenerate({ custom: ['films=ssr'] })).code).toBe(5);
    expect(snapshot(site)).toEqual(before);
    expect((await regenerate({ custom: ['films=ssr'], theirs: true })).code).toBe(0);
    expect(read(site, route)).toBe(generated);
  });
});

describe('--merge', () => {
  const marked = [
    '<<<<<<< yours',
    '- Site: ours',
    '||||||| base',
    '- Site: `http://localhost:3000`',
    '=======',
    '- Site: `https://example.com`',
    '>>>>>>> new',
    '',
  ].join('\n');

  it('writes standard markers, does everything else and ends with 5, naming the file', async () => {
    meetInText();
    const { code, stderr, stdout } = await regenerate({ ...url, merge: true, json: true });
    expect(code).toBe(5);
    expect(stderr).toContain('These files have conflict markers');
    expect(stderr).toContain(`  ${README}\n`);
    expect(read(site, README)).toContain(`\n${marked}`);
    expect(read(site, README)).toContain('Ask Ann for the login.');
    expect(json<{ site: object }>(site, 'site.config.json').site).toMatchObject({
      url: 'https://example.com',
    });
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ ok: false, exitCode: 5, error: { kind: 'merge', details: [README] } });
    expect(result.changed).toContain(README);
  });

  it('in a file with CRLF the markers have CRLF too', async () => {
    meetInText();
    write(README, read(site, README).replaceAll('\n', '\r\n'));
    expect((await regenerate({ ...url, merge: true })).code).toBe(5);
    expect(read(site, README)).toContain(marked.replaceAll('\n', '\r\n'));
    expect(read(site, README)).not.toMatch(/[^\r]\n/);
  });

  it('what is left of them is noticed by the next run and by --check, until they are gone', async () => {
    meetInText();
    await regenerate({ ...url, merge: true });
    const before = snapshot(site);
    for (const flags of [{}, { ours: true }, { theirs: true }, { merge: true }, { posts: 'ssr' }]) {
      const { code, stderr } = await regenerate(flags);
      const line = read(site, README).split('\n').indexOf('<<<<<<< yours') + 1;
      expect([code, stderr.includes(`${README}:${line}`), stderr.includes('delete the lines')]).toEqual([
        5,
        true,
        true,
      ]);
    }
    const check = await regenerate({ check: true, json: true });
    expect([check.code, check.stderr.includes('conflict markers are left')]).toEqual([4, true]);
    expect(check.stderr).toContain('delete the lines');
    expect(JSON.parse(check.stdout).files).toContainEqual({ path: README, state: 'conflict' });
    expect(snapshot(site)).toEqual(before);
    edit(README, marked, '- Site: solved\n');
    expect((await regenerate({ check: true })).code).toBe(0);
    expect((await regenerate()).stdout).toContain('up to date');
    expect(read(site, README)).toContain('- Site: solved\n');
  });

  it('refuses env files, in which markers would break the site, and touches nothing', async () => {
    meetInText();
    meetInEnv();
    const before = snapshot(site);
    const { code, stderr } = await regenerate({ ...url, merge: true });
    expect(code).toBe(5);
    for (const word of [
      'NEXT_PUBLIC_SITE_URL: changed by you',
      '--ours',
      '--theirs',
      'markers would break',
    ]) {
      expect(stderr).toContain(word);
    }
    expect(snapshot(site)).toEqual(before);
  });

  it('a dry run of it ends alike and writes nothing', async () => {
    meetInText();
    const before = snapshot(site);
    const { code, stdout } = await regenerate({ ...url, merge: true, dryRun: true });
    expect([code, stdout.includes('+<<<<<<< yours')]).toEqual([5, true]);
    expect(snapshot(site)).toEqual(before);
  });
});

describe('JSON that is broken', () => {
  const SETTINGS = 'wordpress/companion-settings.json';
  it.each(['image-hosts.json', SETTINGS])('%s is a conflict, and only --theirs settles it', async (file) => {
    write(file, `${read(site, file)},`);
    const before = snapshot(site);
    const change = {
      cmsUrl: 'https://cms.example.com/graphql',
      siteUrl: 'https://example.com',
      skipProbe: true,
    };
    for (const flags of [{}, { ours: true }, { merge: true }]) {
      const { code, stderr } = await regenerate({ ...change, ...flags });
      expect([code, stderr.includes('not valid JSON')]).toEqual([5, true]);
    }
    expect(snapshot(site)).toEqual(before);
    expect((await regenerate({ ...change, theirs: true })).code).toBe(0);
    expect(() => json(site, file)).not.toThrow();
  });

  it('with the markers of a Git merge in site.config.json says so', async () => {
    const text = read(site, 'site.config.json');
    const line = '  "wordpress": {\n';
    edit('site.config.json', line, `<<<<<<< HEAD\n${line}=======\n${line}>>>>>>> theirs\n`);
    const { code, stderr } = await regenerate();
    expect([code, stderr.includes('Conflict markers are left in site.config.json, line 3.')]).toEqual([
      5,
      true,
    ]);
    write('site.config.json', text);
    expect((await regenerate()).code).toBe(0);
  });
});

describe('a file that is not encoded as UTF-8', () => {
  const latin = Buffer.from('# Zugänge\n', 'latin1');

  it('is never read and written: it is a conflict where it would change, and kept where not', async () => {
    writeFileSync(path.join(site, README), latin);
    expect((await regenerate({ posts: 'ssr' })).code).toBe(0);
    const before = snapshot(site);
    for (const flags of [{}, { merge: true }]) {
      const { code, stderr } = await regenerate({ ...url, ...flags });
      expect([code, stderr.includes(`${README} is not encoded as UTF-8`)]).toEqual([5, true]);
    }
    expect(snapshot(site)).toEqual(before);
    expect((await regenerate({ ...url, ours: true })).code).toBe(0);
    expect(readFileSync(path.join(site, README)).equals(latin)).toBe(true);
  });

  it('.env.local is kept whatever is said', async () => {
    writeFileSync(
      path.join(site, '.env.local'),
      Buffer.concat([latin, Buffer.from(read(site, '.env.local'))]),
    );
    const before = snapshot(site);
    for (const flags of [{ ...url, theirs: true }, { rotateSecrets: true }]) {
      expect((await regenerate(flags)).code).toBe(5);
      expect(snapshot(site)).toEqual(before);
    }
  });
});

describe('flags that exclude each other end with 2', () => {
  it.each([
    ['--ours', '--theirs'],
    ['--merge', '--ours'],
    ['--merge', '--theirs'],
    ['--check', '--dry-run'],
    ['--rotate-secrets', '--finish-rotation'],
    ['--rotate-secrets', '--check'],
  ])('%s %s', async (one, two) => {
    const before = snapshot(site);
    const { code, stderr } = await cli(['regenerate-config', one, two], { cwd: site });
    expect([code, stderr.includes('exclude each other')]).toEqual([2, true]);
    expect(stderr).toContain(one);
    expect(stderr).toContain(two);
    expect(snapshot(site)).toEqual(before);
  });
});
