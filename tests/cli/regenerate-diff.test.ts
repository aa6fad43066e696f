import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/changes/diff';
import { cli, createSite, json, read, scratch, secretsOf, snapshot } from './cli';
import { inProcess } from './in-process';
import { managedCopy } from './managed-copy';

const SECRET_FILES = ['.env.local', 'wordpress/companion-settings.json'];

let site: string;
const regenerate = (flags: Record<string, unknown> = {}) => inProcess('regenerate-config', site, flags);
const append = (file: string, text: string) => writeFileSync(path.join(site, file), read(site, file) + text);

interface Look {
  files: { path: string; state: string; diff?: string }[];
}

beforeEach(async () => {
  site = managedCopy(await createSite(scratch(), ['--custom', 'books=isr:60']), scratch());
});

describe('--dry-run', () => {
  it('shows what would change in each file, and --json carries it', async () => {
    const flags = ['--site-url', 'https://example.com', '--custom', 'films=ssr'];
    const { code, stdout } = await cli(['regenerate-config', '--dry-run', ...flags], { cwd: site });
    expect(code).toBe(0);
    expect(stdout).toContain('--- a/wordpress/README.md\n+++ b/wordpress/README.md\n@@ ');
    expect(stdout).toContain('-- Site: `http://localhost:3000`\n+- Site: `https://example.com`\n');
    expect(stdout).toContain('--- /dev/null\n+++ b/app/films/[[...path]]/page.ts\n@@ -0,0 +1,');
    // Base copies and the manifest keep book of it and would say everything twice.
    expect(stdout).not.toContain('b/.headless-site/');
    const asJson = await cli(['regenerate-config', '--dry-run', '--json', ...flags], { cwd: site });
    const { files } = JSON.parse(asJson.stdout) as Look;
    expect(files.find((file) => file.path === '.env.example')?.diff).toContain(
      '+NEXT_PUBLIC_SITE_URL=https://example.com',
    );
    expect(files.find((file) => file.path === 'image-hosts.json')?.diff).toBeUndefined();
  });

  it('what it shows is what happens: Git applies it', async () => {
    append('.env.example', 'MINE=1');
    append('wordpress/README.md', '\nMine, at the end.');
    const answers = json<{ rendering: { custom?: object } }>(site, 'site.config.json');
    delete answers.rendering.custom;
    writeFileSync(path.join(site, 'site.config.json'), JSON.stringify(answers, null, '\t'));
    const flags = {
      siteUrl: 'https://example.com',
      custom: ['films=ssr'],
      cmsUrl: 'https://a.example/graphql',
    };
    const look = await regenerate({ ...flags, dryRun: true, json: true });
    const { files } = JSON.parse(look.stdout) as Look;
    const shown = files.filter((file) => file.diff !== undefined && !SECRET_FILES.includes(file.path));
    expect(shown.length).toBeGreaterThan(5);
    const patched = scratch();
    cpSync(site, patched, { recursive: true });
    const patch = path.join(scratch(), 'patch');
    writeFileSync(patch, shown.map(({ diff }) => `${diff}\n`).join(''));
    execFileSync('git', ['apply', patch], { cwd: patched, stdio: 'pipe' });
    expect((await regenerate({ ...flags, skipProbe: true })).code).toBe(0);
    const [made, applied] = [snapshot(site), snapshot(patched)];
    // Git takes no diff of an archive.
    const texts = shown.filter(({ path: file }) => !file.endsWith('.tgz'));
    for (const { path: file } of texts) expect([file, applied[file]]).toEqual([file, made[file]]);
  });

  it('shows nothing where nothing would change', async () => {
    const { stdout } = await regenerate({ dryRun: true });
    expect(stdout).not.toContain('@@');
    expect(stdout).toContain('up to date');
  });
});

describe('secrets in a diff', () => {
  it('are hidden, the old ones, the new ones and those of the owner; the same one has the same number', async () => {
    const mine = [
      'sk_live_of_the_owner',
      'an-older-secret-in-a-comment',
      'Bearer cms-authorization',
      'user:pw@redis',
    ];
    // Beside lines that change, where a diff shows what is around.
    const around = (text: string, line: string) =>
      text.replace(/^(REVALIDATION|PREVIEW)_SECRET=.*$/gm, `$&\n${line}`);
    const lines = [
      `STRIPE_KEY=${mine[0]}\n# ${mine[1]}`,
      `CMS_AUTHORIZATION="${mine[2]}"\nREDIS_URL=redis://${mine[3]}`,
    ];
    writeFileSync(path.join(site, '.env.local'), lines.reduce(around, read(site, '.env.local')));
    const former = secretsOf(site);
    const settings = json(site, 'wordpress/companion-settings.json');
    writeFileSync(
      path.join(site, 'wordpress/companion-settings.json'),
      JSON.stringify({ ...settings, apiToken: 'token-of-the-owner' }),
    );
    append('wordpress/README.md', `\nThe secret is ${former.preview}\n`);
    const look = await regenerate({
      rotateSecrets: true,
      siteUrl: 'https://example.com',
      dryRun: true,
      json: true,
    });
    expect(look.code).toBe(0);
    for (const secret of [...mine, former.revalidation, former.preview, 'token-of-the-owner']) {
      expect(look.all).not.toContain(secret);
    }
    // Any other 32 bytes in base64 would be a new secret.
    expect(look.all).not.toMatch(/[\w+/]{43}=/);
    const { files } = JSON.parse(look.stdout) as Look;
    const [env = '', plugin = ''] = SECRET_FILES.map(
      (name) => files.find((file) => file.path === name)?.diff,
    );
    const number = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];
    const current = number(env, /^-REVALIDATION_SECRET=\(hidden (\d+)\)$/m);
    expect(current).toBeDefined();
    expect(number(env, /^\+REVALIDATION_SECRET_PREVIOUS=\(hidden (\d+)\)$/m)).toBe(current);
    expect(number(plugin, /^\+ {2}"revalidationSecretPrevious": "\(hidden (\d+)\)",?$/m)).toBe(current);
    const next = number(env, /^\+REVALIDATION_SECRET=\(hidden (\d+)\)$/m);
    expect(next).not.toBe(current);
    expect(number(plugin, /^\+ {2}"revalidationSecret": "\(hidden (\d+)\)",?$/m)).toBe(next);
    expect(env).toContain('+NEXT_PUBLIC_SITE_URL=https://example.com');
    // They were there to be seen.
    expect(env).toMatch(/^ STRIPE_KEY=\(hidden \d+\)$/m);
    expect(env).toMatch(/^ # \(hidden \d+\)$/m);
  });

  it('are hidden in values over several lines', async () => {
    const key = ['Zm9vYmFyYmF6', 'VGhlTGFzdExpbmU', 'QUJDREVGR0g'];
    const lines = `KEY="${key[0]}\n${key[1]}=\n${key[2]}==`;
    const text = read(site, '.env.local').replace(/^NEXT_PUBLIC_SITE_URL=.*$/m, `$&\n${lines}\n"`);
    writeFileSync(path.join(site, '.env.local'), text);
    const { stdout } = await regenerate({ siteUrl: 'https://example.com', dryRun: true });
    expect(stdout).toContain('KEY=(hidden');
    for (const part of key) expect(stdout).not.toContain(part);
  });

  it('are hidden in what is said of a conflict', async () => {
    const { preview } = secretsOf(site);
    const text = read(site, 'wordpress/README.md').replace(
      '- Site: `http://localhost:3000`',
      `- Secret: ${preview}`,
    );
    writeFileSync(path.join(site, 'wordpress/README.md'), text);
    const { code, all } = await regenerate({ siteUrl: 'https://example.com' });
    expect([code, all.includes(preview), all.includes('-- Secret: (hidden 1)')]).toEqual([5, false, true]);
    const look = await regenerate({ siteUrl: 'https://example.com', dryRun: true, json: true });
    expect([look.code, look.all.includes(preview)]).toEqual([5, false]);
    const { files } = JSON.parse(look.stdout) as Look;
    expect(files.find(({ path: file }) => file === '.env.example')?.diff).toContain('+NEXT_PUBLIC_SITE_URL');
  });

  it('are hidden where the settings of the plugin cannot be read', async () => {
    append('wordpress/companion-settings.json', ',');
    const { revalidation } = secretsOf(site);
    const { all } = await regenerate({ siteUrl: 'https://example.com', theirs: true, dryRun: true });
    expect(all).not.toContain(revalidation);
    expect(all).toContain('-(hidden ');
  });
});

describe('unifiedDiff', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`);

  it.each([
    ['a line in the middle', lines(20).join(''), lines(20).with(9, 'new\n').join('')],
    ['two places far apart', lines(40).join(''), lines(40).with(2, 'a\n').with(30, 'b\nc\n').join('')],
    ['two places near by', lines(20).join(''), lines(20).with(5, 'a\n').with(12, 'b\n').join('')],
    ['the first and the last line', lines(9).join(''), lines(9).with(0, '').with(8, 'z\n').join('')],
    ['a missing end of line that comes', 'a\nb', 'a\nb\n'],
    ['an end of line that goes', 'a\nb\n', 'a\nb'],
    ['CRLF', 'a\r\nb\r\n', 'a\r\nc\r\n'],
    ['everything', 'a\n', 'b\nc\n'],
    ['to nothing', 'a\nb\n', ''],
  ])('%s: Git makes the same of it', (_, before, after) => {
    const folder = scratch();
    writeFileSync(path.join(folder, 'file'), before);
    const diff = unifiedDiff('file', before, after);
    writeFileSync(path.join(folder, 'patch'), `${diff.join('\n')}\n`);
    execFileSync('git', ['apply', '--unidiff-zero', 'patch'], { cwd: folder, stdio: 'pipe' });
    expect(read(folder, 'file')).toBe(after);
    rmSync(path.join(folder, 'patch'));
  });

  it('of the same text is nothing', () => expect(unifiedDiff('file', 'a\n', 'a\n')).toEqual([]));
});
