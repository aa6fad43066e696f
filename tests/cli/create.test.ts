import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../src/runtime/config';
import { cli, createSite, json, read, scratch, secretsOf, snapshot } from './cli';

const base64Secret = /^[A-Za-z0-9+/]{43}=$/;
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('create: what it writes', () => {
  it('writes the site, the sample CMS and everything that follows from the answers', async () => {
    const site = await createSite(scratch());
    for (const file of ['next.config.ts', 'site.config.ts']) {
      expect(existsSync(path.join(site, file)), file).toBe(true);
    }
    const { name, dependencies, devDependencies } = json<Record<string, Record<string, string>>>(
      site,
      'package.json',
    );
    expect(name).toBe('site');
    for (const archive of [dependencies?.['headless-site'], devDependencies?.['headless-site-sample-cms']])
      expect(existsSync(path.join(site, archive?.replace('file:', '') ?? '')), archive).toBe(true);
    // The order is npm's: the next `npm install` of a package changes one line.
    for (const names of [dependencies, devDependencies].map((packages) => Object.keys(packages ?? {})))
      expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(json(site, 'site.config.json')).toMatchObject({
      wordpress: { graphqlUrl: 'http://127.0.0.1:8787/graphql' },
      rendering: {
        posts: { strategy: 'isr', revalidate: false, generateStaticParams: true },
        pages: { strategy: 'isr', revalidate: false, generateStaticParams: true },
        archives: { strategy: 'isr', revalidate: 300 },
        homepage: { strategy: 'isr', revalidate: 60, generateStaticParams: false },
      },
      site: { url: 'http://localhost:3000' },
    });
    expect(json(site, 'image-hosts.json')).toEqual([
      '127.0.0.1',
      'secure.gravatar.com',
      '0.gravatar.com',
      '1.gravatar.com',
      '2.gravatar.com',
    ]);
    expect(Object.keys(snapshot(site)).filter((file) => /(^|\/)(node_modules|\.next)\//.test(file))).toEqual(
      [],
    );
  });

  it('writes answers that the site accepts and that fit their JSON schema', async () => {
    const site = await createSite(scratch(), ['--custom', 'books=isr:60']);
    const { $schema, ...answers } = json<{ $schema: string; wordpress: object }>(site, 'site.config.json');
    const { revalidation, preview } = secretsOf(site);
    const wordpress = { ...answers.wordpress, revalidateSecret: revalidation, previewSecret: preview };
    expect(validateConfig({ ...answers, wordpress }).errors).toBeUndefined();

    const schema = json(site, path.join(path.dirname('site.config.json'), $schema));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate({ $schema, ...answers }), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ $schema, ...answers, wordpress })).toBe(false);
    expect(validate({ $schema, ...answers, rendering: { posts: { strategy: 'never' } } })).toBe(false);
  });

  it('passes its own lint, the routes of custom types included', async () => {
    const site = await createSite(scratch(), ['--custom', 'books=isr:60']);
    const biome = path.resolve('node_modules/@biomejs/biome/bin/biome');
    const lint = spawnSync(process.execPath, [biome, 'check', '.'], { cwd: site, encoding: 'utf8' });
    expect(lint.status, lint.stdout + lint.stderr).toBe(0);
    expect(lint.stdout + lint.stderr).toMatch(/Checked \d{2,} files/);
  });

  it('brings the companion plugin along, the very archive that was packed', async () => {
    const site = await createSite(scratch());
    const archive = readFileSync(path.join(site, 'wordpress/companion.zip'));
    expect(archive.subarray(0, 2).toString()).toBe('PK');
    expect(archive.equals(readFileSync('dist/companion.zip'))).toBe(true);
    expect(readFileSync(path.join(site, 'wordpress/README.md'), 'utf8')).toContain(
      'upload and activate `companion.zip`',
    );
  });

  it('writes matching secrets, and plugin settings that fit the schema of the plugin', async () => {
    const site = await createSite(scratch());
    const { revalidation, preview } = secretsOf(site);
    expect(revalidation).toMatch(base64Secret);
    expect(preview).toMatch(base64Secret);
    expect(preview).not.toBe(revalidation);
    const settings = json(site, 'wordpress/companion-settings.json');
    expect(settings).toEqual({
      version: 1,
      serviceUrl: 'http://localhost:3000',
      revalidationSecret: revalidation,
      previewSecret: preview,
      webhooksEnabled: true,
      previewEnabled: true,
      previewMode: 'signed',
    });
    const schema = json(path.resolve('templates/plugin-settings'), 'schema.json');
    expect(new Ajv2020({ validateFormats: false }).compile(schema)(settings)).toBe(true);
    expect(mode(path.join(site, '.env.local'))).toBe('600');
    expect(mode(path.join(site, 'wordpress/companion-settings.json'))).toBe('600');
    expect(mode(path.join(site, 'package.json'))).toBe('644');
    expect(mode(site)).toBe('755');
  });

  it('keeps secrets out of output, manifest, base copies and every committed file', async () => {
    const cwd = scratch();
    const REVALIDATION_SECRET = 'a-secret-of-the-environment-1';
    const PREVIEW_SECRET = 'it\'s $HOME "y" \\n #2 = x';
    const env = { REVALIDATION_SECRET, PREVIEW_SECRET };
    const result = await cli(['site', '--yes', '--no-install', '--no-git', '--json'], { cwd, env });
    expect(result.code).toBe(0);
    expect(result.all).not.toContain(REVALIDATION_SECRET);
    const files = snapshot(path.join(cwd, 'site'));
    const holding = Object.keys(files).filter((file) => files[file]?.includes(REVALIDATION_SECRET));
    expect(holding.sort()).toEqual(['.env.local', 'wordpress/companion-settings.json']);
    expect(json(path.join(cwd, 'site'), 'wordpress/companion-settings.json').previewSecret).toBe(
      PREVIEW_SECRET,
    );
    // Next reads back exactly what was given, whatever characters it has.
    const load = `const { loadEnvConfig } = require('@next/env');
      console.log(loadEnvConfig(process.argv[1], true, { info() {}, error() {} }).combinedEnv.PREVIEW_SECRET)`;
    const seen = execFileSync(process.execPath, ['-e', load, path.join(cwd, 'site')], {
      encoding: 'utf8',
      env: { NODE_ENV: 'development' },
    });
    expect(seen).toBe(`${PREVIEW_SECRET}\n`);
  });

  it('makes one route per custom type and refuses names that cannot be one', async () => {
    const site = await createSite(scratch(), ['--custom', 'books=isr:60', '--custom', 'case-studies=ssr']);
    expect(read(site, 'app/books/[[...path]]/page.ts')).toContain("contentTypeRoute('books', ContentRoute)");
    expect(existsSync(path.join(site, 'app/case-studies/[[...path]]/page.ts'))).toBe(true);
    for (const type of ['api', 'blog', 'posts', 'Books', '9lives', '../up']) {
      const cwd = scratch();
      const { code, stderr } = await cli(['x', '--sample', '--no-install', '--custom', `${type}=isr`], {
        cwd,
      });
      expect([type, code]).toEqual([type, 2]);
      expect(stderr).toContain(`rendering.custom.${type}`);
      expect(readdirSync(cwd)).toEqual([]);
    }
  });

  it('commits, with the secrets ignored', async () => {
    const cwd = scratch();
    writeFileSync(path.join(cwd, '.gitconfig'), '[user]\nname = Test\nemail = test@example.com\n');
    const result = await cli(['site', '--sample', '--no-install'], { cwd, env: { HOME: cwd } });
    expect(result.code).toBe(0);
    const tracked = execFileSync('git', ['ls-files'], { cwd: path.join(cwd, 'site'), encoding: 'utf8' });
    expect(result.stdout).toContain('Made the first commit');
    expect(tracked).toContain('.headless-site/manifest.json');
    expect(tracked).toContain('.env.example');
    expect(tracked).not.toMatch(/\.env\.local|companion-settings\.json/);
  });

  it('commits nothing while the .gitignore that is there lets secrets through', async () => {
    const cwd = scratch();
    writeFileSync(path.join(cwd, '.gitconfig'), '[user]\nname = Test\nemail = test@example.com\n');
    mkdirSync(path.join(cwd, 'site'));
    writeFileSync(path.join(cwd, 'site/.gitignore'), 'node_modules\n');
    const result = await cli(['site', '--sample', '--no-install'], { cwd, env: { HOME: cwd } });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('Your .gitignore does not cover .env.local:');
    expect(execFileSync('git', ['ls-files'], { cwd: path.join(cwd, 'site'), encoding: 'utf8' })).toBe('');
  });

  it('starts no repository inside another one, and none is a failure without an identity', async () => {
    const cwd = scratch();
    const nobody = { HOME: cwd, GIT_AUTHOR_NAME: '', GIT_COMMITTER_NAME: '' };
    // With a .gitignore of one's own, so that this does not depend on the template's.
    mkdirSync(path.join(cwd, 'alone'));
    writeFileSync(path.join(cwd, 'alone/.gitignore'), '.env.local\n');
    const alone = await cli(['alone', '--sample', '--no-install'], { cwd, env: nobody });
    expect(alone.code).toBe(0);
    expect(alone.stdout).toContain('nothing was committed');
    execFileSync('git', ['init', '-q'], { cwd });
    const inside = await cli(['inside', '--sample', '--no-install'], { cwd, env: nobody });
    expect(inside.code).toBe(0);
    expect(inside.stdout).toContain('Inside a Git repository already');
    expect(existsSync(path.join(cwd, 'inside/.git'))).toBe(false);
  });

  it('keeps the site and ends with 1 when the packages cannot be installed', async () => {
    const cwd = scratch();
    const tools = path.join(cwd, 'tools');
    mkdirSync(tools);
    writeFileSync(path.join(tools, 'npm'), '#!/bin/sh\necho "npm error no network" >&2\nexit 7\n');
    chmodSync(path.join(tools, 'npm'), 0o755);
    const env = { PATH: `${tools}:${process.env.PATH}` };
    const result = await cli(['site', '--sample', '--no-git', '--json'], { cwd, env });
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: false, exitCode: 1, error: { kind: 'install' } });
    expect(result.stderr).toContain('npm error no network');
    expect(result.stderr).toContain('npm install');
    expect(existsSync(path.join(cwd, 'site/package.json'))).toBe(true);
  });

  it('works in paths with spaces, quotes and letters of the world', async () => {
    const cwd = path.join(scratch(), `it's a "näme" & 日本`);
    mkdirSync(cwd);
    const site = await createSite(cwd);
    expect(json(site, 'package.json').name).toBe('site');
    expect((await cli(['regenerate-config', '--check'], { cwd: site })).code).toBe(0);
  });
});

describe('create: --dry-run and --json', () => {
  it('--dry-run lists the plan and writes nothing', async () => {
    const cwd = scratch();
    writeFileSync(path.join(cwd, 'sentinel'), 'here');
    const args = ['site', '--sample', '--dry-run'];
    const human = await cli(args, { cwd });
    expect(human.code).toBe(0);
    expect(human.stdout).toMatch(/^0600\s+\d+\s+managed\s+\.env\.local$/m);
    expect(human.stdout).toMatch(/^0644\s+\d+\s+owner\s+next\.config\.ts$/m);
    const plan = JSON.parse((await cli([...args, '--json'], { cwd })).stdout);
    expect(plan).toMatchObject({ ok: true, dryRun: true, cms: { sample: true } });
    expect(plan.files.at(-1)).toMatchObject({ path: '.headless-site/manifest.json', owner: 'managed' });
    expect(snapshot(cwd)).toEqual({ sentinel: 'here' });
  });

  it('--json prints exactly one object, all words go to standard error', async () => {
    const cwd = scratch();
    const args = ['site', '--sample', '--no-install', '--no-git', '--json'];
    const done = await cli(args, { cwd });
    expect(JSON.parse(done.stdout)).toMatchObject({
      ok: true,
      directory: path.join(cwd, 'site'),
      cms: { url: 'http://127.0.0.1:8787/graphql', sample: true },
      packageManager: 'npm',
      installed: false,
      committed: false,
      next: ['cd site', 'npm install', 'npm run dev'],
      equivalent: 'npx create-headless-site site --sample --no-install --no-git --yes',
    });
    expect(done.stderr).toContain('Wrote');
    const again = await cli(args, { cwd });
    expect(again.code).toBe(3);
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: false, exitCode: 3, error: { kind: 'target' } });
    const usage = await cli(['--nonsense', '--json'], { cwd });
    expect(JSON.parse(usage.stdout)).toMatchObject({ ok: false, exitCode: 2 });
  });

  it('colours only where asked', async () => {
    const cwd = scratch();
    const args = ['x', '--posts', 'no', '--sample'];
    const sequence = '\u001b[';
    expect((await cli(args, { cwd })).all).not.toContain(sequence);
    expect((await cli(args, { cwd, env: { FORCE_COLOR: '1' } })).all).toContain(sequence);
    expect((await cli(args, { cwd, env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).all).not.toContain(sequence);
  });
});
