import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, createSite, json, read, scratch, secretsOf, snapshot } from './cli';
import { inProcess } from './in-process';
import { managedCopy } from './managed-copy';

const SETTINGS = 'wordpress/companion-settings.json';
const base64Secret = /^[A-Za-z0-9+/]{43}=$/;

let site: string;
const regenerate = (flags: Record<string, unknown> = {}) => inProcess('regenerate-config', site, flags);
const edit = (file: string, from: string | RegExp, to: string) => {
  const text = read(site, file);
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} has no ${from}`);
  writeFileSync(path.join(site, file), edited);
};
/** Values of `.env.local` by name, as a line says them. */
const environment = () =>
  Object.fromEntries(
    [...read(site, '.env.local').matchAll(/^(?:export )?(\w+)=(.*?)\r?$/gm)].map((match) => [
      match[1],
      match[2],
    ]),
  );
/** The four secrets of the plugin's settings, by the names of the environment. */
const settings = () => {
  const { revalidationSecret, previewSecret, revalidationSecretPrevious, previewSecretPrevious } = json(
    site,
    SETTINGS,
  );
  return {
    REVALIDATION_SECRET: revalidationSecret,
    PREVIEW_SECRET: previewSecret,
    REVALIDATION_SECRET_PREVIOUS: revalidationSecretPrevious,
    PREVIEW_SECRET_PREVIOUS: previewSecretPrevious,
  };
};
const modeOf = (file: string) => statSync(path.join(site, file)).mode & 0o777;

beforeEach(async () => {
  site = managedCopy(await createSite(scratch()), scratch());
});

describe('--rotate-secrets', () => {
  it('makes a new pair and keeps the former one beside it, the same on both sides', async () => {
    const { revalidation, preview } = secretsOf(site);
    const { code, all } = await regenerate({ rotateSecrets: true });
    expect(code).toBe(0);
    const now = environment();
    expect(now).toMatchObject({
      REVALIDATION_SECRET_PREVIOUS: revalidation,
      PREVIEW_SECRET_PREVIOUS: preview,
    });
    expect(now.REVALIDATION_SECRET).toMatch(base64Secret);
    expect(now.PREVIEW_SECRET).toMatch(base64Secret);
    const four = Object.values(settings()) as string[];
    expect(new Set(four).size).toBe(4);
    expect(now).toMatchObject(settings());
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(read('companion-plugin', 'settings.schema.json')),
    );
    expect(validate(json(site, SETTINGS)), JSON.stringify(validate.errors)).toBe(true);
    for (const secret of four) expect(all).not.toContain(secret);
    const holding = Object.entries(snapshot(site)).filter(([, text]) =>
      four.some((secret) => text.includes(secret)),
    );
    expect(holding.map(([file]) => file).sort()).toEqual(['.env.local', SETTINGS]);
    for (const file of ['.env.local', SETTINGS]) expect([file, modeOf(file)]).toEqual([file, 0o600]);
    expect(existsSync(path.join(site, '.headless-site/backup'))).toBe(false);
    // Nobody edited them but this program.
    expect((await regenerate()).stdout).not.toContain('yours, kept');
  });

  it('says what is to be done where, in the order in which neither side shuts the other out', async () => {
    const { stdout } = await cli(['regenerate-config', '--rotate-secrets', '--json'], { cwd: site });
    const next = JSON.parse(stdout).next as string[];
    const order = ['deploy', 'import wordpress/companion-settings.json', '--finish-rotation'];
    expect(next.map((step, index) => step.includes(order[index] ?? '?'))).toEqual([true, true, true]);
  });

  it('keeps what the owner wrote around them, and touches nothing that is committed', async () => {
    edit('.env.local', /^/, '# mine\nexport MY_KEY="a b"\n');
    edit('.env.local', 'REVALIDATION_SECRET=', 'export REVALIDATION_SECRET=');
    edit(SETTINGS, '"previewMode": "signed"', '"previewMode": "plain"');
    const before = snapshot(site);
    expect((await regenerate({ rotateSecrets: true })).code).toBe(0);
    const after = snapshot(site);
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(changed.sort()).toEqual(['.env.local', SETTINGS]);
    expect(read(site, '.env.local').startsWith('# mine\nexport MY_KEY="a b"\n')).toBe(true);
    expect(read(site, '.env.local')).toMatch(/^export REVALIDATION_SECRET=/m);
    expect(json(site, SETTINGS).previewMode).toBe('plain');
    expect(environment()).toMatchObject(settings());
    expect((await regenerate({ check: true })).code).toBe(0);
    expect((await regenerate()).stdout).toContain('up to date');
    expect(snapshot(site)).toEqual(after);
  });

  it('is refused while another one is not finished, and for one secret too', async () => {
    await regenerate({ rotateSecrets: true });
    const before = snapshot(site);
    const { code, stderr } = await regenerate({ rotateSecrets: true });
    expect([code, stderr.includes('is not finished'), stderr.includes('--finish-rotation')]).toEqual([
      2,
      true,
      true,
    ]);
    expect(snapshot(site)).toEqual(before);
    edit('.env.local', /^REVALIDATION_SECRET_PREVIOUS=.*\n/m, '');
    expect((await regenerate({ rotateSecrets: true })).code).toBe(2);
  });

  it('goes together with other answers, and with a conflict touches nothing', async () => {
    const former = secretsOf(site);
    edit('.env.local', /^NEXT_PUBLIC_SITE_URL=.*$/m, 'NEXT_PUBLIC_SITE_URL=http://localhost:4000');
    const before = snapshot(site);
    const flags = { rotateSecrets: true, siteUrl: 'https://example.com' };
    expect((await regenerate(flags)).code).toBe(5);
    expect(snapshot(site)).toEqual(before);
    expect((await regenerate({ ...flags, ours: true })).code).toBe(0);
    expect(environment()).toMatchObject({
      NEXT_PUBLIC_SITE_URL: 'http://localhost:4000',
      PREVIEW_SECRET_PREVIOUS: former.preview,
    });
    expect(json(site, SETTINGS).serviceUrl).toBe('https://example.com');
  });

  it('writes the settings again that were deleted: nothing else can hand the plugin its secrets', async () => {
    rmSync(path.join(site, SETTINGS));
    expect((await regenerate({ rotateSecrets: true })).code).toBe(0);
    expect(environment()).toMatchObject(settings());
    expect(modeOf(SETTINGS)).toBe(0o600);
    rmSync(path.join(site, SETTINGS));
    expect((await regenerate()).code).toBe(0);
    expect(existsSync(path.join(site, SETTINGS))).toBe(false);
    expect((await regenerate({ finishRotation: true })).code).toBe(0);
    expect(settings().PREVIEW_SECRET_PREVIOUS).toBeUndefined();
  });

  it('needs the secrets of the site on this machine', async () => {
    rmSync(path.join(site, '.env.local'));
    const before = snapshot(site);
    for (const flag of ['rotateSecrets', 'finishRotation']) {
      const { code, stderr } = await regenerate({ [flag]: true });
      expect([code, stderr.includes('Copy .env.local')]).toEqual([2, true]);
    }
    expect(snapshot(site)).toEqual(before);
  });

  it('keeps CRLF', async () => {
    for (const file of ['.env.local', SETTINGS]) {
      writeFileSync(path.join(site, file), read(site, file).replaceAll('\n', '\r\n'));
    }
    const { revalidation } = secretsOf(site);
    expect((await regenerate({ rotateSecrets: true })).code).toBe(0);
    expect(environment()).toMatchObject({ ...settings(), REVALIDATION_SECRET_PREVIOUS: revalidation.trim() });
    for (const file of ['.env.local', SETTINGS]) expect(read(site, file)).not.toMatch(/[^\r]\n/);
  });
});

describe('--finish-rotation', () => {
  it('takes the former secrets away on both sides and leaves the rest as it was', async () => {
    edit('.env.local', /$/, 'MY_KEY=1\n');
    await regenerate({ rotateSecrets: true });
    const during = environment();
    const rotating = read(site, '.env.local');
    const { code, stdout } = await regenerate({ finishRotation: true });
    expect([code, stdout.includes('import wordpress/companion-settings.json')]).toEqual([0, true]);
    const { REVALIDATION_SECRET_PREVIOUS: one, PREVIEW_SECRET_PREVIOUS: two, ...rest } = during;
    expect(environment()).toEqual(rest);
    expect(settings()).toEqual({
      REVALIDATION_SECRET: rest.REVALIDATION_SECRET,
      PREVIEW_SECRET: rest.PREVIEW_SECRET,
      REVALIDATION_SECRET_PREVIOUS: undefined,
      PREVIEW_SECRET_PREVIOUS: undefined,
    });
    expect(read(site, '.env.local').split('\n')).toHaveLength(rotating.split('\n').length);
    for (const former of [one, two]) expect(Object.values(snapshot(site)).join()).not.toContain(former);
    expect((await regenerate({ rotateSecrets: true })).code).toBe(0);
  });

  it('without a rotation says so and ends with 0', async () => {
    const before = snapshot(site);
    const { code, stdout } = await regenerate({ finishRotation: true });
    expect([code, stdout.includes('nothing to finish')]).toEqual([0, true]);
    expect(snapshot(site)).toEqual(before);
  });
});

it('while secrets are rotated, another clone is up to date', async () => {
  const clone = scratch();
  await regenerate({ rotateSecrets: true, posts: 'ssr' });
  managedCopy(site, clone);
  for (const file of ['.env.local', SETTINGS, '.headless-site/base.local.json'])
    rmSync(path.join(clone, file));
  expect((await inProcess('regenerate-config', clone, { check: true })).code).toBe(0);
});
