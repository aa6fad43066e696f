import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, createSite, edit, json, read, scratch, secretsOf, snapshot } from './cli';
import { startFakeCms } from './fake-cms';
import { serve } from './fault-server';
import { CTRL_C, DOWN, ENTER, Person, pty } from './person';

describe.skipIf(!pty)('at a terminal (needs @lydell/node-pty)', () => {
  it('asks, creates, and prints a command that does the same', async () => {
    const cwd = scratch();
    const person = new Person(cwd, ['--no-install', '--no-git']);
    await person.answers('Where should the site go?', `shop${ENTER}`);
    await person.answers('Where does the content come from?', ENTER);
    await person.answers('Public address of the new site', ENTER);
    await person.answers('Site name', `Ann's shop${ENTER}`);
    await person.answers('Take the recommended answers', `${DOWN}${ENTER}`);
    await person.answers('Description of the site', ENTER);
    await person.answers('How are posts rendered?', `${DOWN}${ENTER}`);
    await person.answers('Seconds', `45${ENTER}`);
    await person.answers('How are pages rendered?', ENTER);
    await person.answers('How are archives rendered?', ENTER);
    await person.answers('How is the homepage rendered?', ENTER);
    await person.answers('Custom content types', `books=isr:60${ENTER}`);
    await person.answers('Which search?', ENTER);
    await person.answers('Which SEO plugin', ENTER);
    await person.answers('messages of the contact form', ENTER);
    await person.answers('Preview of drafts?', ENTER);
    await person.answers('Comments below posts?', ENTER);
    await person.answers('Vercel Analytics id', ENTER);
    await person.answers('Google Analytics', `G-ONE1${ENTER}`);
    await person.answers('Sentry DSN', ENTER);
    await person.answers('Which package manager?', ENTER);
    await person.sees('The same without questions:');
    expect(await person.code).toBe(0);

    const site = path.join(cwd, 'shop');
    expect(json(site, 'site.config.json')).toMatchObject({
      site: { name: "Ann's shop" },
      rendering: { posts: { strategy: 'isr', revalidate: 45 }, custom: { books: { revalidate: 60 } } },
      features: { analytics: { hosting: false, web_analytics: 'G-ONE1' } },
    });
    expect(person.screen).toContain(
      "npx create-headless-site shop --sample --site-name 'Ann'\\''s shop' --posts isr:45 --custom books=isr:60 --web-analytics G-ONE1 --no-install --no-git --yes",
    );
    const { revalidation, preview } = secretsOf(site);
    expect(person.screen).not.toContain(revalidation);
    expect(person.screen).not.toContain(preview);
  });

  it('shows what the CMS has, fills it in, and takes no for an answer', async () => {
    const html = '<img src="https://linked.example/a.jpg">';
    const { url } = await startFakeCms({ data: { primary: { nodes: [] } }, html });
    const person = new Person(scratch(), ['shop', '--cms-url', url, '--no-install', '--no-git']);
    await person.sees('Found in the CMS');
    await person.sees('Ann & Co');
    await person.sees('Books (book)');
    await person.sees('The menu location PRIMARY is empty.');
    await person.answers('Public address', ENTER);
    await person.answers('Site name', ENTER);
    await person.answers('Take the recommended', `${DOWN}${ENTER}`);
    await person.answers('Description of the site', ENTER);
    for (const type of ['posts', 'pages', 'archives', 'homepage'])
      await person.answers(`${type} rendered`, ENTER);
    await person.sees('Custom content types');
    await person.answers('book=isr', `\u0015${ENTER}`);
    for (const prompt of ['Which search?', 'Which SEO', 'contact form']) await person.answers(prompt, ENTER);
    await person.sees('Other hosts whose pictures');
    await person.answers('cdn.example.com,linked.example', `\u0015${ENTER}`);
    for (const prompt of ['Preview', 'Comments', 'Vercel', 'Google', 'Sentry', 'manager'])
      await person.answers(prompt, ENTER);
    await person.sees('The same without questions:');
    expect(await person.code).toBe(0);
    const answers = json<{ site: object; rendering: object }>(
      path.join(person.cwd, 'shop'),
      'site.config.json',
    );
    expect(answers.site).toEqual({ url: 'http://localhost:3000' });
    expect(answers.rendering).not.toHaveProperty('custom');
    expect(person.screen).toContain('--custom none');
    expect(person.screen).not.toContain('--site-name');
    expect(person.screen).toContain("--image-hosts ''");
    expect(read(person.cwd, 'shop/image-hosts.json')).not.toMatch(/cdn\.example|linked\.example/);
  });

  it('asks only what the flags leave open', async () => {
    const cwd = scratch();
    const flags = ['site', '--sample', '--site-url', 'http://localhost:3000', '--no-install', '--no-git'];
    const person = new Person(cwd, flags);
    await person.answers('Site name', ENTER);
    await person.answers('Take the recommended answers', ENTER);
    await person.sees('Next:');
    expect(await person.code).toBe(0);
    expect(person.screen).not.toContain('Where should');
  });

  it('explains a name that npm refuses, and a CMS that does not answer, and asks again', async () => {
    const cwd = scratch();
    const person = new Person(cwd, ['--no-install', '--no-git']);
    await person.answers('Where should the site go?', `My Site${ENTER}`);
    await person.answers('Use for example: my-site', `\u0015shop${ENTER}`);
    await person.answers('Where does the content come from?', `${DOWN}${ENTER}`);
    await person.answers('Address of your WordPress', `http://127.0.0.1:1${ENTER}`);
    await person.answers('What now?', `${DOWN}${DOWN}${DOWN}${ENTER}`);
    await person.answers('Public address', ENTER);
    await person.answers('Site name', ENTER);
    await person.answers('Take the recommended', ENTER);
    expect(await person.code).toBe(0);
    expect(existsSync(path.join(cwd, 'shop/site.config.json'))).toBe(true);
  });

  const prompts = {
    'the first question': [],
    'a choice': ['x', '--site-url', 'localhost:3000'],
    'a text': ['x', '--sample'],
  };
  const shown = {
    'the first question': 'Where should',
    'a choice': 'Where does the content',
    'a text': 'Public address',
  };
  for (const [name, args] of Object.entries(prompts)) {
    it(`Ctrl-C at ${name} ends with 130 and leaves nothing`, async () => {
      const cwd = scratch();
      const person = new Person(cwd, args);
      await person.answers(shown[name as keyof typeof shown], CTRL_C);
      expect(await person.code).toBe(130);
      expect(person.screen).toContain('Nothing was written.');
      expect(readdirSync(cwd)).toEqual([]);
    });
  }

  it('Ctrl-C while the CMS is asked ends with 130 and leaves nothing', async () => {
    let asked = false;
    const url = await serve(() => {
      asked = true;
    });
    const cwd = scratch();
    const person = new Person(cwd, ['x', '--cms-url', url]);
    await expect.poll(() => asked).toBe(true);
    // Keys that are pressed meanwhile answer nothing.
    await person.answers('Asking the CMS', `${ENTER}x`);
    person.types(CTRL_C);
    expect(await person.code).toBe(130);
    expect(person.screen).toContain('Stopped. Nothing was written.');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('Ctrl-C while packages are installed ends with 130 and says what is there', async () => {
    const cwd = scratch();
    const npm = path.join(cwd, 'bin/npm');
    mkdirSync(path.dirname(npm));
    writeFileSync(npm, '#!/bin/sh\necho $$ > "$PID_FILE"\nexec sleep 60\n', { mode: 0o755 });
    const pidFile = path.join(cwd, 'pid');
    const env = { PATH: `${path.dirname(npm)}:${process.env.PATH}`, PID_FILE: pidFile };
    const args = ['site', '--sample', '--site-name', 'A', '--site-url', 'http://localhost:3000', '--no-git'];
    const person = new Person(cwd, args, env);
    await person.answers('Take the recommended', ENTER);
    await person.sees('Installing the packages');
    while (!existsSync(pidFile) || read(cwd, 'pid') === '') await new Promise((done) => setTimeout(done, 10));
    person.types(CTRL_C);
    expect(await person.code).toBe(130);
    expect(person.screen).toContain('Stopped. The site is written, but not everything after that was done.');
    expect(existsSync(path.join(cwd, 'site/package.json'))).toBe(true);
    // The installer ends with it; as a zombie it waits only for whoever inherited it.
    const state = () =>
      spawnSync('ps', ['-o', 'stat=', '-p', read(cwd, 'pid').trim()], { encoding: 'utf8' }).stdout;
    await expect.poll(state).toMatch(/^(Z\S*\s*)?$/);
  });

  it('Ctrl-D at a prompt ends with 130 and says so', async () => {
    const cwd = scratch();
    const person = new Person(cwd, ['x']);
    await person.answers('Where does the content', '\u0004');
    expect(await person.code).toBe(130);
    expect(person.screen).toContain('Cancelled. Nothing was written.');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('asks nothing with --yes or in CI', async () => {
    const yes = new Person(scratch(), ['--yes', '--no-install', '--no-git']);
    expect(await yes.code).toBe(0);
    const ci = new Person(scratch(), [], { CI: '1' });
    expect(await ci.code).toBe(2);
    expect(ci.screen).toContain('<directory>');
  });

  it('regenerate-config fills in the answers of today', async () => {
    const site = await createSite(scratch(), [
      '--homepage',
      'isr:45',
      '--custom',
      'books=ssr',
      '--web-analytics',
      'G-ONE1',
    ]);
    const before = snapshot(site);
    const same = new Person(site, ['regenerate-config']);
    await same.answers('Which answers?', ENTER);
    expect(await same.code).toBe(0);
    expect(snapshot(site)).toEqual(before);

    const person = new Person(site, ['regenerate-config']);
    await person.answers('Which answers?', `${DOWN}${ENTER}`);
    for (const prompt of ['Address of your WordPress', 'Public address', 'Site name', 'Description']) {
      await person.answers(prompt, ENTER);
    }
    await person.answers('posts rendered', ENTER);
    await person.answers('pages rendered', ENTER);
    await person.answers('archives rendered', ENTER);
    await person.answers('isr:45', ENTER);
    await person.answers('Custom content types', `\u0015${ENTER}`);
    for (const prompt of ['Which search?', 'Which SEO', 'contact form', 'Preview', 'Comments', 'Vercel'])
      await person.answers(prompt, ENTER);
    await person.answers('Google Analytics', `\u0015G-TWO2${ENTER}`);
    await person.answers('Sentry', ENTER);
    expect(await person.code).toBe(0);
    const answers = json<{ rendering: Record<string, unknown>; features: object }>(site, 'site.config.json');
    expect(answers.rendering.homepage).toMatchObject({ strategy: 'isr', revalidate: 45 });
    expect(answers.rendering.custom ?? {}).toEqual({});
    expect(answers.features).toMatchObject({ analytics: { web_analytics: 'G-TWO2' } });
    expect(existsSync(path.join(site, 'app/books'))).toBe(false);
    expect(read(site, '.env.local')).toBe(before['.env.local']);
    expect((await cli(['regenerate-config', '--check'], { cwd: site })).code).toBe(0);
  });

  it('regenerate-config: Enter on every question changes nothing, however the answers are written', async () => {
    const site = await createSite(scratch());
    const answers = json<{ site: object; features: object; rendering: { homepage: object } }>(
      site,
      'site.config.json',
    );
    Object.assign(answers.site, { description: '' });
    Object.assign(answers.features, { preview: { enabled: true } });
    Object.assign(answers.rendering.homepage, { revalidate: true });
    writeFileSync(path.join(site, 'site.config.json'), JSON.stringify(answers));
    expect((await cli(['regenerate-config'], { cwd: site })).code).toBe(0);
    const before = snapshot(site);
    const person = new Person(site, ['regenerate-config']);
    await person.answers('Which answers?', `${DOWN}${ENTER}`);
    for (const prompt of ['Address of your', 'Public address', 'Site name', 'Description', 'posts rendered'])
      await person.answers(prompt, ENTER);
    for (const prompt of [
      'pages rendered',
      'archives rendered',
      'homepage rendered',
      'Custom',
      'Which search?',
    ])
      await person.answers(prompt, ENTER);
    for (const prompt of ['Which SEO', 'contact form', 'Preview', 'Comments', 'Vercel', 'Google', 'Sentry'])
      await person.answers(prompt, ENTER);
    expect([await person.code, person.screen.slice(-300)]).toEqual([0, expect.anything()]);
    expect(snapshot(site)).toEqual(before);
  });

  it('regenerate-config does not undo what was saved while it asked', async () => {
    const site = await createSite(scratch(), ['--site-name', 'Shop']);
    const person = new Person(site, ['regenerate-config']);
    await person.sees('Which answers?');
    edit(site, 'site.config.json', /"name": ".*"/, '"name": "Saved meanwhile"');
    const before = snapshot(site);
    person.types(ENTER);
    expect(await person.code).toBe(1);
    expect(person.screen).toContain('site.config.json was changed while this ran. Nothing was written.');
    expect(snapshot(site)).toEqual(before);
  });

  it('regenerate-config asks nothing where secrets are rotated', async () => {
    const site = await createSite(scratch());
    const { revalidation } = secretsOf(site);
    const person = new Person(site, ['regenerate-config', '--rotate-secrets']);
    expect(await person.code).toBe(0);
    expect(person.screen).not.toContain('Which answers?');
    expect(person.screen).toContain('--finish-rotation');
    expect(read(site, '.env.local')).toContain(`\nREVALIDATION_SECRET_PREVIOUS=${revalidation}\n`);
  });

  it('regenerate-config asks what is wanted where an edit and an answer meet', async () => {
    const site = await createSite(scratch());
    const file = path.join(site, 'wordpress/README.md');
    writeFileSync(file, read(site, 'wordpress/README.md').replace(/^- Site: .*$/m, '- Site: ours'));
    const before = snapshot(site);
    const stopped = new Person(site, ['regenerate-config', '--site-url', 'https://example.com']);
    await stopped.answers('What now?', ENTER);
    expect(await stopped.code).toBe(5);
    expect(stopped.screen).toContain('-- Site: ours');
    expect(snapshot(site)).toEqual(before);
    const person = new Person(site, ['regenerate-config', '--site-url', 'https://example.com']);
    await person.answers('What now?', `${DOWN}${ENTER}`);
    expect(await person.code).toBe(0);
    expect(read(site, 'wordpress/README.md')).toContain('- Site: ours\n');
    expect(read(site, '.env.local')).toContain('https://example.com');
  });
});
