import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { version } from '../../package.json';
import { checkClocks, checksOfSite } from '../../src/doctor/checks-site';
import type { SiteFacts } from '../../src/doctor/site';
import { askSite, openPreview } from '../../src/doctor/site';
import type { WordPressFacts } from '../../src/doctor/wordpress';
import type { SiteOnDisk } from '../../src/site/site-on-disk';
import { openJournal } from '../../src/write/journal';
import { cli, createSite, edit, json, read, scratch, secretsOf } from './cli';
import { type FakeSite, startFakeSite } from './fake-site';
import { type FakeWordPress, invalidCode, invalidSettings, startFakeWordPress } from './fake-wordpress';
import { serve } from './fault-server';
import { CTRL_C, Person, pty } from './person';

interface Finding {
  id: string;
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  text: string;
  fix?: string;
}

const ids = [
  ...[
    'node',
    'environment',
    'analytics',
    'drift',
    'versions',
    'cms',
    'companion',
    'permalinks',
    'menus',
    'types',
    'templates',
    'reserved',
  ],
  ...[
    'image-hosts',
    'secrets',
    'address',
    'webhook-out',
    'deliveries',
    'search-engines',
    'not-shown',
    'contact',
    'site',
    'webhook-in',
    'preview',
    'clocks',
  ],
];
const administrator = { WORDPRESS_USER: 'admin', WORDPRESS_APPLICATION_PASSWORD: 'abcd efgh' };

interface Pair {
  folder: string;
  site: FakeSite;
  wordpress: FakeWordPress;
}

/** A site in a folder, one that runs, and its WordPress; all is well with them. */
async function pair(...flags: string[]): Promise<Pair> {
  const [site, wordpress] = [await startFakeSite(), await startFakeWordPress()];
  const all = ['--cms-url', wordpress.url, '--site-url', site.url, ...flags];
  const folder = await createSite(scratch(), all);
  site.secrets = Object.values(secretsOf(folder));
  if (wordpress.doctor) wordpress.doctor.settings.serviceUrl = site.url;
  return { folder, site, wordpress };
}

async function doctor(cwd: string, flags: readonly string[] = [], env = {}) {
  const { code, stdout, stderr, all } = await cli(['doctor', '--json', ...flags], { cwd, env });
  const { checks = [], error } = JSON.parse(stdout) as { checks?: Finding[]; error?: { message: string } };
  return {
    code,
    checks,
    error,
    stderr,
    all,
    of: (id: string) => checks.find((finding) => finding.id === id),
  };
}

/** Runs the commands of this program that stand at the end of a fix, word by word. */
async function follow(cwd: string, fix = ''): Promise<void> {
  const [commands] = /npx create-headless-site .*$/.exec(fix) ?? [];
  expect(commands, `no command in: ${fix}`).toBeDefined();
  for (const command of (commands ?? '').split(' && ')) {
    const { code, all } = await cli(command.split(' ').slice(2), { cwd, env: administrator });
    expect([command, code], all).toEqual([command, 0]);
  }
}

const states = (checks: readonly Finding[], ...states: string[]) =>
  checks.filter(({ state }) => states.includes(state)).map(({ id, text }) => [id, text]);

it('all is well, with a line for each check', async () => {
  const { folder, wordpress } = await pair();
  const { code, checks } = await doctor(folder);
  expect([states(checks, 'fault', 'warning', 'skipped'), code]).toEqual([[], 0]);
  expect(checks.map(({ id }) => id)).toEqual(ids);
  // Plain permalinks: the REST interface is at another place.
  wordpress.rest = '/?rest_route=/';
  expect((await doctor(folder)).of('secrets')?.state).toBe('ok');
});

it('a site with the sample CMS has the same lines', async () => {
  const site = await startFakeSite();
  const folder = await createSite(scratch(), ['--sample', '--site-url', site.url]);
  site.secrets = Object.values(secretsOf(folder));
  const { code, checks } = await doctor(folder);
  expect(checks.map(({ id }) => id)).toEqual(ids);
  expect([states(checks, 'fault', 'warning'), code]).toEqual([[], 0]);
});

it('a sample CMS that is not installed beside the other packages is a fault', async () => {
  const folder = await createSite(scratch(), ['--sample']);
  const installed = path.join(folder, 'node_modules/headless-site');
  mkdirSync(installed, { recursive: true });
  writeFileSync(path.join(installed, 'package.json'), JSON.stringify({ version }));
  const cms = (await doctor(folder, ['--url', 'http://127.0.0.1:1'])).of('cms');
  expect([cms?.state, cms?.fix]).toEqual(['fault', expect.stringMatching(/^npm install\..*--cms-url/)]);
});

describe('the contact form', () => {
  const found = async (folder: string, env = {}) => {
    const finding = (await doctor(folder, [], env)).of('contact');
    return [finding?.state, `${finding?.text} ${finding?.fix ?? ''}`];
  };
  const letter = (folder: string) => {
    const waiting = path.join(folder, '.contact-outbox/waiting');
    mkdirSync(waiting, { recursive: true });
    writeFileSync(path.join(waiting, '0'.repeat(32)), '{}');
  };

  it('by WordPress: whether it takes messages, and can mail them', async () => {
    const { folder, wordpress } = await pair();
    expect(json<{ features: object }>(folder, 'site.config.json').features).toMatchObject({
      contact: 'wordpress',
    });
    expect(await found(folder)).toEqual([
      'ok',
      expect.stringContaining('WordPress keeps and mails its messages.'),
    ]);
    if (wordpress.doctor) wordpress.doctor.contact = { waiting: 1, sent: 5, failed: 2 };
    expect(await found(folder)).toEqual([
      'warning',
      expect.stringMatching(/could not send: 3\..*Headless Site > Messages/),
    ]);
    delete wordpress.doctor?.contact;
    expect(await found(folder)).toEqual([
      'fault',
      expect.stringMatching(/too old to take messages\..*companion\.zip/),
    ]);
    wordpress.doctor = undefined;
    letter(folder);
    expect(await found(folder)).toEqual(['fault', expect.stringMatching(/refuses its messages\..* 1 here/)]);
  });

  it('by SMTP or Resend: whether the environment has what it needs; no value is shown', async () => {
    const { folder } = await pair('--contact', 'smtp');
    expect(await found(folder)).toEqual([
      'fault',
      expect.stringMatching(/not shown in production: SMTP_URL is not set\..*\.env\.local/),
    ]);
    const env = { SMTP_URL: 'smtps://me:s3cr3t-word@mail.example', EMAIL_FROM_ADDRESS: 'a@example.com' };
    expect(await found(folder, env)).toEqual(['ok', expect.stringContaining('Messages are sent by SMTP.')]);
    expect(await found(folder, { ...env, SMTP_URL: 'mail.example s3cr3t-word' })).toEqual([
      'fault',
      expect.stringMatching(/^(?!.*s3cr3t).*SMTP_URL does not begin with smtp:/),
    ]);
    letter(folder);
    expect(await found(folder, env)).toEqual([
      'warning',
      expect.stringContaining('wait in .contact-outbox: 1.'),
    ]);
  });

  it('where nobody was asked, what is missing is said and is no fault; and none is none', async () => {
    const folder = await createSite(scratch(), ['--sample']);
    expect(await found(folder)).toEqual([
      'skipped',
      expect.stringContaining('EMAIL_PROVIDER_API_KEY is not set'),
    ]);
    const without = await createSite(scratch(), ['--sample', '--contact', 'none']);
    expect(await found(without)).toEqual(['ok', expect.stringContaining('The site has none.')]);
    const sample = await createSite(scratch(), ['--sample', '--contact', 'wordpress']);
    expect(await found(sample)).toEqual([
      'fault',
      expect.stringMatching(/the sample CMS takes no messages\..*--cms-url/),
    ]);
  });
});

describe('the versions', () => {
  const manifest = '.headless-site/manifest.json';
  const ofVersion = (folder: string, cliVersion: string) => {
    const text = JSON.stringify({ ...json(folder, manifest), cliVersion });
    writeFileSync(path.join(folder, manifest), text);
  };

  it('of a site that was not upgraded, and of one that was not deployed', async () => {
    const { folder, site } = await pair();
    site.runtime = version;
    expect((await doctor(folder)).of('versions')?.text).toContain(`site ${version}, plugin`);
    site.runtime = '0.0.9';
    const behind = (await doctor(folder)).of('versions');
    expect([behind?.state, behind?.text]).toEqual(['warning', expect.stringContaining('the runtime 0.0.9')]);
    ofVersion(folder, '0.0.9');
    const older = (await doctor(folder)).of('versions');
    expect([older?.state, older?.fix]).toEqual(['warning', expect.stringContaining('upgrade --dry-run')]);
    site.runtime = '9.9.9 <b>';
    expect((await doctor(folder)).all).not.toContain('9.9.9');
  });

  it('of a runtime that was not installed again', async () => {
    const { folder } = await pair();
    const installed = path.join(folder, 'node_modules/headless-site');
    mkdirSync(installed, { recursive: true });
    writeFileSync(path.join(installed, 'package.json'), '{"version":"0.0.8"}');
    const { code, of } = await doctor(folder);
    expect([code, of('versions')?.text, of('versions')?.fix]).toEqual([
      1,
      `The installed runtime is 0.0.8; the site is ${version}.`,
      expect.stringContaining('npm install'),
    ]);
  });
});

it('pages with content that is not shown are named with the reason; a plugin that does not say it is no fault', async () => {
  const { folder, wordpress } = await pair();
  const on = (path: string, ...has: { kind: string; plugin: string | null; reason: string | null }[]) => ({
    ...{ id: 1, title: 'T', path, has },
  });
  if (wordpress.doctor)
    wordpress.doctor.notShown = [
      on('/a/', { kind: 'form', plugin: 'WPForms', reason: 'plugin' }),
      on(
        '/b/',
        { kind: 'form', plugin: 'Contact Form 7', reason: 'captcha' },
        { kind: 'frame', plugin: null, reason: null },
      ),
      on('/c/', { kind: 'cut', plugin: null, reason: null }),
    ];
  const { code, of } = await doctor(folder);
  expect([code, of('not-shown')?.state, of('not-shown')?.text]).toEqual([
    0,
    'warning',
    'A notice stands in its place: /a/ (form of WPForms), /b/ (form of Contact Form 7: has a captcha, frame), /c/ (some of a very long text).',
  ]);
  // The plugin names the latest twenty.
  const [page] = wordpress.doctor?.notShown ?? [];
  if (wordpress.doctor && page) wordpress.doctor.notShown = Array(20).fill(page);
  expect((await doctor(folder)).of('not-shown')?.text).toMatch(/ and others\.$/);
  if (wordpress.doctor) delete wordpress.doctor.notShown;
  expect((await doctor(folder)).of('not-shown')?.state).toBe('skipped');
});

it('permalinks that end otherwise than when the site was built are a fault', async () => {
  const { folder, site, wordpress } = await pair();
  const found = async (slash?: string) => {
    site.slash = slash;
    return (await doctor(folder)).of('permalinks');
  };
  const text = (await found())?.text ?? '';
  expect([text.startsWith('/'), wordpress.url.startsWith('http')]).toEqual([true, true]);
  const [same, other] = text.endsWith('/') ? ['yes', 'no'] : ['no', 'yes'];
  expect((await found(same))?.state).toBe('ok');
  expect(await found(other)).toMatchObject({
    state: 'fault',
    fix: 'Build the site again, and start or deploy it.',
  });
});

it('a WordPress that discourages search engines is named, until the site is closed, too', async () => {
  const { folder, wordpress } = await pair();
  if (wordpress.doctor) wordpress.doctor.discouraged = true;
  const found = (await doctor(folder)).of('search-engines');
  expect([found?.state, found?.fix]).toEqual(['warning', expect.stringContaining('SITE_NOINDEX=true')]);
  expect((await doctor(folder, [], { SITE_NOINDEX: 'true' })).of('search-engines')?.state).toBe('ok');
  const config = path.join(folder, 'site.config.json');
  const answers = json<{ site: object }>(folder, 'site.config.json');
  writeFileSync(config, JSON.stringify({ ...answers, site: { ...answers.site, noindex: true } }));
  expect((await cli(['regenerate-config', '--site-name', 'Other'], { cwd: folder })).code).toBe(0);
  expect(json<{ site: object }>(folder, 'site.config.json').site).toMatchObject({
    noindex: true,
    name: 'Other',
  });
  expect((await doctor(folder)).of('search-engines')?.state).toBe('ok');
});

it('templates that nothing is shown by are named, with the right name', async () => {
  const { folder } = await pair();
  for (const name of ['single-books', 'single-book', 'taxonomy-genres', 'FilmCard'])
    writeFileSync(path.join(folder, `components/templates/${name}.tsx`), '');
  const { code, of } = await doctor(folder);
  expect([code, of('templates')]).toEqual([
    0,
    {
      id: 'templates',
      title: 'Templates',
      state: 'warning',
      text: 'components/templates/single-book.tsx shows nothing: it has no default export. components/templates/single-books.tsx shows nothing: WordPress shows no type "books". components/templates/taxonomy-genres.tsx shows nothing: WordPress shows no taxonomy "genres".',
      fix: 'Write "export default" before the component of single-book.tsx; call it single-book.tsx; call it taxonomy-genre.tsx.',
    },
  ]);
});

describe('the address of the site', () => {
  it('is changed in the answers before connect sends it, where --url says another one', async () => {
    const { folder, site, wordpress } = await pair();
    const other = await startFakeSite(...site.secrets);
    const url = ['--url', other.url];
    if (wordpress.doctor) wordpress.doctor.settings.serviceUrl = 'https://old.example.com';
    const sick = await doctor(folder, url);
    expect(sick.of('address')).toMatchObject({ state: 'fault', text: expect.stringContaining(site.url) });
    await follow(folder, sick.of('address')?.fix);
    const well = await doctor(folder, url);
    expect([well.of('address')?.text, states(well.checks, 'fault', 'warning')]).toEqual([other.url, []]);
  });

  it('may be a second one, which WordPress need not have', async () => {
    const { folder, site } = await pair();
    const other = await startFakeSite(...site.secrets);
    const { code, of } = await doctor(folder, ['--url', other.url]);
    expect([code, of('address')]).toEqual([0, expect.objectContaining({ state: 'warning' })]);
    await follow(folder, of('address')?.fix);
    expect((await doctor(folder, ['--url', other.url])).of('address')?.state).toBe('ok');
  });

  it('is only sent again where the answers have it', async () => {
    const { folder, wordpress } = await pair();
    if (wordpress.doctor) wordpress.doctor.settings.serviceUrl = 'https://old.example.com';
    const { fix } = (await doctor(folder)).of('address') ?? {};
    expect(fix).toBe('Send it the right one: npx create-headless-site connect');
    await follow(folder, fix);
    expect((await doctor(folder)).of('address')?.state).toBe('ok');
  });

  it('comes from the environment of the site where the answers have none', async () => {
    const { folder, site } = await pair();
    edit(folder, 'site.config.json', /\s*"url": ".*",?/, '');
    expect(json<{ site: object }>(folder, 'site.config.json').site).not.toHaveProperty('url');
    const { of } = await doctor(folder);
    expect([of('site'), of('address')?.state]).toEqual([
      expect.objectContaining({ state: 'ok', text: `It answers at ${site.url}` }),
      'ok',
    ]);
    expect(of('environment')).toMatchObject({ state: 'warning', text: expect.stringContaining('nothing') });
    await follow(folder, of('environment')?.fix);
    expect(states((await doctor(folder)).checks, 'fault', 'warning')).toEqual([]);
  });

  it('is skipped where nothing says it, and an address that is none is blamed on who says it', async () => {
    const { folder } = await pair();
    expect((await doctor(folder, ['--url', 'ftp://x'])).error?.message).toMatch(/^--url must be/);
    edit(folder, 'site.config.json', /\s*"url": ".*",?/, '');
    edit(folder, '.env.local', /^NEXT_PUBLIC_SITE_URL=.*$/m, 'NEXT_PUBLIC_SITE_URL=ftp://x');
    expect((await doctor(folder)).error?.message).toMatch(/^NEXT_PUBLIC_SITE_URL must be/);
    edit(folder, '.env.local', /^NEXT_PUBLIC_SITE_URL=.*\n/m, '');
    const { checks, of } = await doctor(folder);
    for (const id of ['site', 'webhook-in', 'preview', 'address'])
      expect(of(id)).toMatchObject({ state: 'skipped', text: expect.stringContaining('--url') });
    expect([of('environment')?.state, checks.length]).toEqual(['fault', ids.length]);
  });
});

describe('.env.local', () => {
  it.each([
    ['NEXT_PUBLIC_SITE_URL', 'http://localhost:4000'],
    ['NEXT_PUBLIC_CMS_API_URL', undefined],
  ])('%s wins over the answers, and is not what was looked at', async (name, other) => {
    const { folder } = await pair();
    const value = other ?? `${(await startFakeWordPress()).url}/graphql`;
    const before = read(folder, '.env.local');
    const [line = ''] = new RegExp(`^${name}=.*$`, 'm').exec(before) ?? [];
    edit(folder, '.env.local', line, `${name}=${value}`);
    const { of } = await doctor(folder);
    expect(of('environment')).toMatchObject({ state: 'warning', text: expect.stringContaining(value) });
    // Both halves of the fix, one after the other.
    expect(of('environment')?.fix).toContain(`Write ${line} into .env.local`);
    await follow(folder, of('environment')?.fix);
    expect((await doctor(folder)).of('environment')?.state).toBe('ok');
    expect(read(folder, '.env.local')).toContain(value);
    edit(folder, '.env.local', `${name}=${value}`, line);
    expect((await doctor(folder)).of('environment')?.state).toBe('warning');
  });

  it('a run that was interrupted in the middle of its changes', async () => {
    const { folder } = await pair();
    openJournal(folder, [{ path: 'site.config.json', contents: '{}', mode: 0o644 }], false);
    const { code, of } = await doctor(folder);
    expect(code).toBe(1);
    expect(of('drift')).toMatchObject({ state: 'fault', text: expect.stringContaining('interrupted') });
    await follow(folder, of('drift')?.fix);
    expect((await doctor(folder)).of('drift')?.state).toBe('ok');
  });

  it('a secret that is too short is blamed on the file where it stands', async () => {
    const { folder, site } = await pair();
    const { preview } = secretsOf(folder);
    edit(folder, '.env.local', preview, 'short');
    const { code, checks, of, all } = await doctor(folder);
    expect([code, checks.length, of('drift')?.state]).toEqual([1, ids.length, 'ok']);
    const text = 'PREVIEW_SECRET in .env.local must be at least 16 characters long.';
    expect(of('environment')).toMatchObject({ state: 'fault', text });
    for (const command of ['regenerate-config --check', 'connect']) {
      const { code, stderr } = await cli(command.split(' '), { cwd: folder, env: administrator });
      expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
      expect(stderr).not.toContain('site.config.json');
    }
    edit(folder, '.env.local', 'PREVIEW_SECRET=short', 'PREVIEW_SECRET=another-secret-0123456789');
    site.secrets.push('another-secret-0123456789');
    await follow(folder, of('environment')?.fix);
    expect(states((await doctor(folder)).checks, 'fault', 'warning')).toEqual([]);
    expect(all).not.toContain('config.json. wordpress');
  });

  it('is not needed where the environment has the secrets, as in CI', async () => {
    const { folder } = await pair();
    const { revalidation, preview } = secretsOf(folder);
    rmSync(path.join(folder, '.env.local'));
    expect((await doctor(folder)).of('environment')?.state).toBe('fault');
    const env = { REVALIDATION_SECRET: revalidation, PREVIEW_SECRET: preview };
    const { code, checks, of, all } = await doctor(folder, [], env);
    expect([code, states(checks, 'fault', 'warning', 'skipped')]).toEqual([0, []]);
    expect(of('environment')?.text).toContain('in the environment');
    expect([all.includes(revalidation), all.includes(preview)]).toEqual([false, false]);
    const connected = await cli(['connect'], { cwd: folder, env: { ...env, ...administrator } });
    expect(connected.code, connected.all).toBe(0);
    const short = await doctor(folder, [], { ...env, PREVIEW_SECRET: 'short' });
    expect(short.of('environment')?.text).toContain('PREVIEW_SECRET in the environment must be');
  });

  it('one secret for both purposes, and a rotation that is not finished', async () => {
    const { folder, site } = await pair();
    const { revalidation, preview } = secretsOf(folder);
    edit(folder, '.env.local', preview, revalidation);
    const one = await doctor(folder);
    expect(one.of('environment')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('both purposes'),
    });
    await follow(folder, one.of('environment')?.fix);
    site.secrets.push(...Object.values(secretsOf(folder)));
    const open = await doctor(folder);
    expect(open.of('environment')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('A rotation of the secrets is in progress'),
    });
    await follow(folder, open.of('environment')?.fix);
    expect((await doctor(folder)).of('environment')?.state).toBe('ok');
  });
});

describe('what WordPress says', () => {
  it('newer secrets there, and the former ones still accepted', async () => {
    const { folder, wordpress } = await pair();
    if (wordpress.doctor) wordpress.doctor.secrets = { revalidation: 'previous', preview: 'previous' };
    const { code, of } = await doctor(folder);
    expect([code, of('secrets')]).toEqual([
      0,
      expect.objectContaining({ state: 'warning', text: expect.stringContaining('newer secrets') }),
    ]);
  });

  it('a signature that is refused, and clocks that are too far apart to judge it', async () => {
    const { folder, wordpress } = await pair();
    wordpress.doctor = undefined;
    expect((await doctor(folder)).of('secrets')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('neither'),
    });
    wordpress.clockAhead = 400;
    const { of } = await doctor(folder);
    expect(of('secrets')).toMatchObject({ state: 'skipped', text: expect.stringContaining('clocks') });
    expect(of('clocks')?.state).toBe('fault');
  });

  it.each([
    ['--no-preview', undefined],
    ['the object form', '"preview": { "enabled": false }'],
  ])('previews there that the site has off (%s)', async (flag, form) => {
    const { folder, wordpress } = await pair(...(form ? [] : [flag]));
    if (form) {
      edit(folder, 'site.config.json', /"preview": true/, form);
      expect((await cli(['regenerate-config'], { cwd: folder })).code).toBe(0);
    }
    const { of } = await doctor(folder);
    expect(of('environment')?.text).toContain('previews are off');
    expect(of('preview')).toMatchObject({ state: 'warning', text: expect.stringContaining('previews off') });
    await follow(folder, of('preview')?.fix);
    expect(wordpress.doctor?.settings.previewEnabled).toBe(false);
    expect((await doctor(folder)).of('preview')?.state).toBe('skipped');
  });

  it('is shown without commands to the terminal', async () => {
    const { folder, wordpress } = await pair();
    const evil = 'x\u001b[2Jy\u0007\u202ez';
    const disconnected = { status: 'disconnected', problem: evil, message: evil, fix: evil };
    if (wordpress.doctor) {
      Object.assign(wordpress.doctor.connection, disconnected);
      wordpress.doctor.settings.serviceUrl = `https://${evil}`;
    }
    wordpress.locked = { [evil]: evil };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    const command = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\\u001b/;
    const runs = async () => [
      await cli(['doctor'], { cwd: folder }),
      await cli(['doctor', '--json'], { cwd: folder }),
      await cli(['connect'], { cwd: folder, env: administrator }),
      await cli(['connect', '--json'], { cwd: folder, env: administrator }),
    ];
    for (const { all } of await runs()) {
      expect(all).toContain('x[2Jyz');
      expect(all).not.toMatch(command);
    }
    const refusals: [string, object][] = [
      ['WordPress rejected these settings', { ...invalidSettings, message: evil, errors: { [evil]: evil } }],
      ['Run connect again with the new code', { ...invalidCode, message: evil }],
      ['WordPress did not store the settings', { code: 'other', message: evil }],
    ];
    for (const [says, body] of refusals) {
      wordpress.refuses = { status: 400, body };
      const { code, all } = await cli(['connect'], { cwd: folder, env: administrator });
      expect([code, all]).toEqual([6, expect.stringContaining('x[2Jyz')]);
      expect(all).toContain(says);
      expect(all).not.toMatch(command);
    }
  });
});

describe('connect', () => {
  it('says before it changes anything what it changes, and afterwards what visitors of WordPress still meet', async () => {
    const { folder, wordpress } = await pair();
    const run = async () => (await cli(['connect'], { cwd: folder, env: administrator })).all;
    const said = await run();
    expect(said).toContain('no redirect, no noindex, the same sitemap');
    expect(said.indexOf('What connecting changes in WordPress:')).toBeLessThan(
      said.indexOf('has the address'),
    );
    expect(said).not.toContain('switched on there');
    Object.assign(wordpress.doctor?.settings ?? {}, { redirectFrontEnd: true, noindexFrontEnd: true });
    expect(await run()).toMatch(/sends its visitors to the site(.|\n)*out of search engines/);
    const json = await cli(['connect', '--json'], { cwd: folder, env: administrator });
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: true });
  });
});

describe('the secret', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const secrets = { revalidation: 'the-revalidation-secret', preview: 'the-preview-secret-1' };

  it('goes to a site of ours only', async () => {
    const heard: string[] = [];
    const { folder } = await pair();
    const other = await serve((request, response) => {
      request.on('data', (chunk) => heard.push(String(chunk)));
      request.on('end', () => response.writeHead(400, { 'webhook-supports': 'wildcard' }).end('{}'));
    });
    const { of } = await doctor(folder, ['--url', other]);
    expect([of('site')?.state, of('webhook-in')?.state]).toEqual(['fault', 'skipped']);
    expect(heard).toHaveLength(1);
    for (const secret of Object.values(secretsOf(folder))) expect(heard.join()).not.toContain(secret);
  });

  it.each([
    ['http://www.example.com', 'unsafe'],
    ['https://www.example.com', 400],
    ['http://localhost:3000', 400],
  ])('does not go through a net in the clear: %s', async (url, expected) => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      sent.push(body);
      const mine = body.includes(secrets.revalidation);
      return Response.json(
        { error: mine ? '' : 'Invalid revalidation secret' },
        { status: mine ? 400 : 401 },
      );
    });
    const facts = await askSite(url, secrets);
    expect([facts.isOurs, facts.revalidate]).toEqual([true, expected]);
    expect(sent.some((body) => body.includes(secrets.revalidation))).toBe(expected === 400);
  });
});

describe('a site behind a password', () => {
  const authorization = `Basic ${Buffer.from('demo:sesame').toString('base64')}`;
  const env = { SITE_AUTHORIZATION: authorization };
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is a fault that names the variable, and all is well with it', async () => {
    const { folder, site } = await pair();
    site.guard = { paths: /./, authorization };
    const closed = await doctor(folder, [], { SITE_AUTHORIZATION: 'Basic d3Jvbmc6b25l' });
    expect(closed.of('site')).toMatchObject({
      state: 'fault',
      fix: expect.stringMatching(/^Set SITE_AUTHORIZATION.*Headless Site > Settings\.$/),
    });
    expect(closed.of('preview')?.state).toBe('skipped');
    const { code, checks, all } = await doctor(folder, [], env);
    expect([states(checks, 'fault', 'warning', 'skipped'), code]).toEqual([[], 0]);
    for (const shown of [closed.all, all]) expect(shown).not.toMatch(/d3Jvbmc6b25l|ZGVtb/);
  });

  it('that lets WordPress through alone keeps doctor from a preview, which is no wrong secret', async () => {
    const { folder, site } = await pair();
    site.guard = { paths: /^\/(api\/preview|x)/, authorization };
    const { of } = await doctor(folder);
    expect([of('webhook-in')?.state, of('preview')]).toEqual([
      'ok',
      expect.objectContaining({ state: 'skipped', text: expect.stringContaining('SITE_AUTHORIZATION') }),
    ]);
  });

  it.each([
    ['http://staging.example.com', undefined],
    ['https://staging.example.com', authorization],
    ['http://localhost:3000', authorization],
  ])('gets it nowhere in the clear, and no other host does: %s', async (url, expected) => {
    const sent: [string, string | undefined][] = [];
    vi.stubGlobal('fetch', async (to: URL | string, { headers }: { headers: Record<string, string> }) => {
      sent.push([new URL(to).origin, headers.authorization]);
      return new Response(null, {
        status: 307,
        headers: { location: 'https://www.example.com/x', 'set-cookie': 'preview=1' },
      });
    });
    const secrets = { revalidation: 'the-revalidation-secret', preview: 'the-preview-secret-1' };
    await askSite(url, secrets, authorization);
    await openPreview(url, secrets, 1, authorization);
    expect(sent).toEqual([
      [url, expected],
      [url, expected],
      ['https://www.example.com', undefined],
    ]);
  });

  it('refuses a header that cannot be sent, and a password in the address', async () => {
    const { folder, site } = await pair();
    const bad = await doctor(folder, [], { SITE_AUTHORIZATION: 'Basic s3cr3t\nvalue' });
    const url = site.url.replace('//', '//demo:s3cr3t@');
    const inUrl = await doctor(folder, ['--url', url]);
    expect([bad.code, inUrl.code, site.heard]).toEqual([2, 2, []]);
    expect(bad.error?.message).toContain('SITE_AUTHORIZATION cannot be sent');
    expect(inUrl.error?.message).toContain('set SITE_AUTHORIZATION in the environment');
    expect(bad.all + inUrl.all).not.toContain('s3cr3t');
  });
});

describe('what answers in place of the site', () => {
  const here = {
    secretsPlace: '.env.local',
    state: { answers: {} },
  } as SiteOnDisk;
  const facts: SiteFacts = {
    ...{ url: 'http://localhost:3000', problem: undefined, status: 200, isOurs: false, guard: null },
    ...{ movedTo: undefined, revalidate: null, runtime: null, slash: null, clockAhead: 0 },
  };
  const said = (more: Partial<SiteFacts>) =>
    checksOfSite(here, { ...facts, ...more }).map(({ text, fix }) => `${text} ${fix ?? ''}`)[0];

  it.each([
    [
      'a password in front of it',
      { 'www-authenticate': 'Basic realm="x"' },
      401,
      'no',
      /asks for a password.*Set SITE_AUTHORIZATION .*WordPress takes both under Headless Site > Settings/,
    ],
    [
      'the protection of deployments',
      {},
      401,
      '<!doctype html>',
      /asks for a password.*Let requests to \/api\/revalidate/,
    ],
    ['an API that is another one', {}, 401, '{"error":"no"}', /Something else answers.*--url/],
    [
      'a redirect',
      { location: 'https://www.example.com/x' },
      308,
      '',
      /sends requests on to https:\/\/www\.example\.com \(308\).*--url https:\/\/www\.example\.com$/,
    ],
    ['a site that fails', {}, 500, '', /fails \(500\).*log of the site/],
  ])('%s', async (_name, headers, status, body, says) => {
    const url = await serve((_request, response) => {
      response.writeHead(status, headers).end(body);
    });
    expect(said(await askSite(url, undefined))).toMatch(says);
  });

  it.each([
    ['refused', 'http://localhost:3000', /Start it: npm run dev/],
    ['timeout', 'http://localhost:3000', /answers none: look into its log/],
    ['timeout', 'https://www.example.com', /firewall/],
    ['tls', 'https://www.example.com', /certificate of the site/],
  ] as const)('nothing: %s at %s', (problem, url, says) => {
    expect(said({ problem, url, status: null })).toMatch(says);
  });
});

describe('clocks', () => {
  const at = (ahead: number) =>
    checkClocks({ clockAhead: -ahead } as WordPressFacts, { isOurs: true, clockAhead: 0 } as SiteFacts).state;
  it.each([
    [0, 'ok'],
    [30, 'ok'],
    [-31, 'warning'],
    [300, 'warning'],
    [-300, 'warning'],
    [301, 'fault'],
    [-3600, 'fault'],
  ])('a site that is %i seconds ahead: %s', (ahead, state) => {
    expect(at(ahead)).toBe(state);
  });
  it('of something else say nothing about the site', () => {
    const facts = [
      { clockAhead: 0 } as WordPressFacts,
      { isOurs: false, clockAhead: 99 } as SiteFacts,
    ] as const;
    expect(checkClocks(...facts).state).toBe('ok');
  });
});

it.skipIf(!pty)('at a terminal it is shown that something goes on, and Ctrl-C ends it', async () => {
  const folder = await createSite(scratch());
  const hanging = await serve(() => {});
  const person = new Person(folder, ['doctor', '--url', hanging]);
  await person.answers('Asking the site and its CMS', CTRL_C);
  expect(await person.code).toBe(130);
  expect(person.screen).toContain('Nothing was changed.');
});
