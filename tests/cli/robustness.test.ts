import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { questions } from '../../src/answers/questions';
import { ensureBuilt } from '../support/built';
import { variations } from '../support/variations';
import { baseEnv, bin, cli, createSite, json, read, scratch, secretsOf, snapshot, start } from './cli';
import { CTRL_C, DOWN, ENTER, Person, pty } from './person';

const preload = path.resolve(import.meta.dirname, 'kill-at.cjs');
const quick = ['--sample', '--no-install', '--no-git'];
const at = (step: number, how: string) => ({
  NODE_OPTIONS: `--require ${preload}`,
  KILL_AT: String(step),
  KILL_WITH: how,
});

/** A directory that may become a site, with a text of its owner; or none yet. */
function place(exists: boolean): string {
  const cwd = scratch();
  if (exists) {
    mkdirSync(path.join(cwd, 'site'));
    writeFileSync(path.join(cwd, 'site/README.md'), 'mine');
  }
  return cwd;
}

describe.each([
  ['a new directory', false],
  ['a directory that exists', true],
] as const)('in the middle of writing %s', (_, exists) => {
  // Folders, files, and what comes after the half of them: all four with LONG=1.
  const steps = variations(2, [2, 30, 1, 5]);

  it.each(steps)('at step %i: Ctrl-C ends with 130 and leaves what was there', async (step) => {
    const cwd = place(exists);
    const before = snapshot(cwd);
    const { code, stderr } = await cli(['site', ...quick], { cwd, env: at(step, 'SIGINT') });
    expect([code, stderr]).toEqual([130, '\nStopped. Nothing was written.\n']);
    expect(snapshot(cwd)).toEqual(before);
    expect(readdirSync(cwd)).toEqual(exists ? ['site'] : []);
  });

  it.each(steps)('at step %i: a full disk ends with 1 and leaves what was there', async (step) => {
    const cwd = place(exists);
    const before = snapshot(cwd);
    const { code, stderr } = await cli(['site', ...quick], { cwd, env: at(step, 'error') });
    expect([code, stderr]).toEqual([1, 'error: No space is left on the device.\n']);
    expect(snapshot(cwd)).toEqual(before);
    expect(readdirSync(cwd)).toEqual(exists ? ['site'] : []);
  });

  it.each(steps)('at step %i: kill -9 is nothing that the next run trips over', async (step) => {
    const cwd = place(exists);
    expect((await cli(['site', ...quick], { cwd, env: at(step, 'SIGKILL') })).code).toBeNull();
    expect(existsSync(path.join(cwd, 'site/site.config.json'))).toBe(false);
    expect((await cli(['site', ...quick], { cwd })).code).toBe(0);
    // The leftovers beside it had secrets in them.
    expect(readdirSync(cwd)).toEqual(['site']);
    expect((await cli(['regenerate-config', '--check'], { cwd: path.join(cwd, 'site') })).code).toBe(0);
  });

  it('kill -9 also where the directory was never typed', async () => {
    const cwd = place(exists);
    if (exists) renameSync(path.join(cwd, 'site'), path.join(cwd, 'my-site'));
    expect((await cli([...quick, '--yes'], { cwd, env: at(30, 'SIGKILL') })).code).toBeNull();
    expect((await cli([...quick, '--yes'], { cwd })).code).toBe(0);
    expect(readdirSync(cwd)).toEqual(['my-site']);
  });

  it.skipIf(!existsSync('/proc/self/status')).each(steps)(
    'at step %i: a second run at the same time; one site comes of it (needs /proc)',
    async (step) => {
      const cwd = place(exists);
      const first = start(['site', ...quick], { cwd, env: at(step, 'SIGSTOP') });
      let stderr = '';
      first.stderr?.on('data', (data) => {
        stderr += data;
      });
      const ended = new Promise((resolve) => first.on('close', resolve));
      while (!/^State:\s+T/m.test(readFileSync(`/proc/${first.pid}/status`, 'utf8'))) await sleep(10);
      const second = await cli(['site', ...quick], { cwd });
      const site = path.join(cwd, 'site');
      const made = second.code === 0 ? snapshot(site) : undefined;
      first.kill('SIGCONT');
      expect([await ended, second.code].sort()).toEqual([0, 3]);
      expect(stderr + second.stderr).toContain('Choose another directory');
      if (made) expect(snapshot(site)).toEqual(made);
      expect(readdirSync(cwd)).toEqual(['site']);
      expect(json(site, 'wordpress/companion-settings.json').previewSecret).toBe(secretsOf(site).preview);
    },
  );
});

describe.skipIf(!pty)('Ctrl-C at each prompt (needs @lydell/node-pty)', () => {
  const answers: Record<string, string[]> = {
    'wordpress.graphqlUrl': ['--sample'],
    'site.url': ['--site-url', 'localhost:3000'],
    'site.name': ['--site-name', 'Shop'],
    'site.description': ['--site-description', 'Wood'],
    'rendering.posts': ['--posts', 'isr'],
    'rendering.pages': ['--pages', 'isr'],
    'rendering.archives': ['--archives', 'isr'],
    'rendering.homepage': ['--homepage', 'isr'],
    'rendering.custom': ['--custom', 'books=isr'],
    'features.search': ['--search', 'hosted_index'],
    'features.search.hosted.appId': ['--search-app-id', 'a'],
    'features.search.hosted.apiKey': ['--search-api-key', 'b'],
    'features.search.hosted.indexName': ['--search-index', 'c'],
    'features.seo.provider': ['--seo', 'auto'],
    'features.contact': ['--contact', 'none'],
    'features.comments': ['--comments'],
    'cli.imageHosts': ['--image-hosts', 'cdn.example.com'],
    'features.preview': ['--preview'],
    'features.analytics.hosting': ['--hosting-analytics=d'],
    'features.analytics.web_analytics': ['--web-analytics', 'G-ONE1'],
    'features.analytics.error_tracking': ['--error-tracking', 'https://e@example.com/1'],
    'cli.packageManager': ['--package-manager', 'npm'],
    'cli.install': ['--no-install'],
    'cli.git': ['--no-git'],
  };
  const asked = questions.filter(({ kind, key }) => kind !== 'shortcut' && key !== 'wordpress.graphqlUrl');

  it.each(variations(6, asked).map(({ key, prompt, basic }) => ({ key, prompt, basic })))(
    '$key ends with 130 and leaves nothing',
    async ({ key, prompt, basic }) => {
      const cwd = scratch();
      expect(Object.keys(answers)).toEqual(expect.arrayContaining(asked.map((question) => question.key)));
      // Details of the hosted search answer which search it is.
      const others = Object.entries(answers).filter(([other]) => !other.startsWith(key));
      // The sample CMS has no pictures elsewhere.
      const cms = key === 'cli.imageHosts' ? ['--cms-url', 'https://example.com', '--skip-probe'] : [];
      const flags = others.filter(([other]) => cms.length === 0 || other !== 'wordpress.graphqlUrl');
      const person = new Person(cwd, ['site', ...cms, ...flags.flatMap(([, words]) => words)]);
      if (!basic) await person.answers('Take the recommended answers', `${DOWN}${ENTER}`);
      await person.answers(prompt, CTRL_C);
      expect(await person.code).toBe(130);
      expect(person.screen).toContain('Nothing was written.');
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  it('what to take ends with 130 too', async () => {
    const person = new Person(scratch(), [
      'site',
      '--sample',
      '--site-url',
      'a.example',
      '--site-name',
      'Shop',
    ]);
    await person.answers('Take the recommended answers', CTRL_C);
    expect([await person.code, readdirSync(person.cwd)]).toEqual([130, []]);
  });
});

describe.skipIf(!pty)('a terminal of 40 columns, without colours (needs @lydell/node-pty)', () => {
  it('shows every word of a question, and a command that can be copied', async () => {
    const person = new Person(
      scratch(),
      ['shop', '--sample', '--no-install', '--no-git'],
      { NO_COLOR: '1' },
      40,
    );
    await person.answers('Public address', ENTER);
    await person.answers('Site name', ENTER);
    await person.answers('recommended', ENTER);
    expect(await person.code).toBe(0);
    const words = person.screen.replace(/[\s│◆◇]+/g, ' ');
    expect(words).toContain('Public address of the new site (keep it while you develop)');
    expect(words).toContain('Take the recommended answers for everything else?');
    expect(person.screen).toContain('npx create-headless-site shop --sample --no-install --no-git --yes');
    expect(person.colours).toEqual([]);
  });

  it('has colours without NO_COLOR', async () => {
    const person = new Person(scratch(), ['shop', ...quick, '--site-name', 'Shop']);
    await person.answers('Public address', CTRL_C);
    expect(await person.code).toBe(130);
    expect(person.colours).not.toEqual([]);
  });
});

describe('without permission', () => {
  // Root may write anywhere, by two capabilities. Another user could not read a checkout in somebody's own folder.
  const asOwner = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
  const isRoot = process.getuid?.() === 0;
  const run = (args: readonly string[], cwd: string) => {
    ensureBuilt();
    const [program = '', ...rest] = [...(isRoot ? asOwner : []), process.execPath, ...args];
    return spawnSync(program, rest, { cwd, env: baseEnv() as NodeJS.ProcessEnv, encoding: 'utf8' });
  };
  const canRun = run(['-e', `fs.accessSync(${JSON.stringify(bin)})`], '/').status === 0;

  it.skipIf(!canRun).each([
    ['the parent', '.', 0o555, false],
    ['the directory', 'site', 0o555, true],
    ['to look into the directory', 'site', 0o333, true],
  ] as const)('for %s it ends with 1 (needs setpriv where root)', (_, folder, mode, exists) => {
    const cwd = place(exists);
    chmodSync(cwd, 0o755);
    const before = snapshot(cwd);
    chmodSync(path.join(cwd, folder), mode);
    const { status, stderr } = run([bin, 'site', ...quick], cwd);
    chmodSync(path.join(cwd, folder), 0o755);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^error: Permission denied\. \(.+\)\n$/)]);
    expect(snapshot(cwd)).toEqual(before);
    expect(readdirSync(cwd)).toEqual(exists ? ['site'] : []);
  });
});

describe('programs around it', () => {
  it('no Git is a note', async () => {
    const cwd = scratch();
    const { code, stdout } = await cli(['site', '--sample', '--no-install'], { cwd, env: { PATH: cwd } });
    expect(code).toBe(0);
    expect(stdout).toContain('! Git is not installed: no repository was started.\n');
    expect(existsSync(path.join(cwd, 'site/.git'))).toBe(false);
  });

  it('a package manager that is not there is named, and the site is kept', async () => {
    const cwd = scratch();
    const args = ['site', '--sample', '--no-git', '--package-manager', 'bun'];
    const { code, stderr } = await cli(args, { cwd, env: { PATH: cwd } });
    expect(code).toBe(1);
    expect(stderr).toContain('  bun is not installed\n');
    expect(existsSync(path.join(cwd, 'site/package.json'))).toBe(true);
  });

  it.each([
    { manager: 'npm', dev: 'npm run dev', again: 'npx create-headless-site', more: '' },
    { manager: 'pnpm', dev: 'pnpm dev', again: 'pnpm dlx create-headless-site', more: '' },
    // Yarn 1 has no dlx; started by npx the program has to be told.
    { manager: 'yarn', dev: 'yarn dev', again: 'npx create-headless-site', more: '--package-manager yarn ' },
    { manager: 'bun', dev: 'bun run dev', again: 'bunx create-headless-site', more: '' },
  ])('$manager that started it goes on, and is what every text names', async (row) => {
    const { manager, dev, again, more } = row;
    const cwd = scratch();
    const env = { npm_config_user_agent: `${manager}/10.0.0 node/v20.12.0 linux x64` };
    const { stdout } = await cli(['site', ...quick, '--json'], { cwd, env });
    expect(JSON.parse(stdout)).toMatchObject({
      packageManager: manager,
      next: ['cd site', `${manager} install`, dev],
      equivalent: `${again} site --sample ${more}--no-install --no-git --yes`,
    });
    const site = path.join(cwd, 'site');
    expect(read(site, 'README.md')).toContain(`    ${again} regenerate-config --check\n`);
    expect(read(site, 'AGENTS.md')).toContain(`\`${again} regenerate-config\``);
    expect(read(site, 'wordpress/README.md')).toContain(`\`${again} connect\``);
    expect((await cli(['other'], { cwd, env })).stderr).toContain(`For example: ${again} other`);
    const doctor = await cli(['doctor', '--url', 'http://127.0.0.1:1'], { cwd: site });
    expect(doctor.stdout).toContain(`Start it: ${dev}. Another`);
    expect((await cli(['regenerate-config', '--check'], { cwd: site })).code).toBe(0);
  });

  it.each([
    ['npm', undefined, undefined, undefined],
    [
      'pnpm',
      expect.stringContaining('allowBuilds:'),
      expect.stringContaining('\nignore-workspace-root-check=true\n'),
      undefined,
    ],
    ['yarn', undefined, undefined, expect.stringContaining('nodeLinker: node-modules\n')],
    ['bun', undefined, undefined, undefined],
  ])('%s gets the settings without which it fails', async (manager, pnpm, npmrc, yarn) => {
    const site = await createSite(scratch(), ['--package-manager', manager]);
    const text = (file: string) => (existsSync(path.join(site, file)) ? read(site, file) : undefined);
    expect([text('pnpm-workspace.yaml'), text('.npmrc'), text('.yarnrc.yml')]).toEqual([pnpm, npmrc, yarn]);
    const { devDependencies, resolutions } = json<Record<string, Record<string, string>>>(
      site,
      'package.json',
    );
    expect(resolutions?.vite).toBe(yarn && devDependencies?.vite);
  });

  it('the next commands work in a shell, whatever the path has in it', async () => {
    const cwd = scratch();
    const { code, stdout } = await cli([`it's "ü" & $HOME/site`, ...quick, '--json'], { cwd });
    expect(code).toBe(0);
    const [enter = ''] = JSON.parse(stdout).next as string[];
    const at = execFileSync('sh', ['-c', `${enter} && cat package.json`], { cwd, encoding: 'utf8' });
    expect(at).toBe(read(path.join(cwd, `it's "ü" & $HOME/site`), 'package.json'));
  });
});
