import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { misspelt } from '../../src/cli/misspelt';
import { hasColour } from '../../src/cli/output';
import { ensureBuilt } from '../support/built';
import { baseEnv, bin, cli, createSite, read, scratch, snapshot, start } from './cli';
import { serve, serveSecurely, working } from './fault-server';
import { Person, pty } from './person';

const quick = ['--sample', '--no-install', '--no-git'];

describe('flags behind npm', () => {
  it('`my-site -- --sample` is what it is for `npm create`', async () => {
    const cwd = scratch();
    const { code } = await cli(['my-site', '--', ...quick, '--dry-run'], { cwd });
    expect(code).toBe(0);
  });

  it('flags that npm has taken are named, and how to give them; its own are none of ours', async () => {
    const cwd = scratch();
    // `npm create headless-site my-site --sample --no-preview --cms-url=https://x --yes`, as npm 11 hands it on.
    const env = {
      npm_config_sample: 'true',
      npm_config_preview: '',
      npm_config_cms_url: 'https://cms.example.com',
      npm_config_yes: 'true',
      npm_config_git: '/usr/bin/git',
    };
    const taken = await cli(['my-site', '--yes', '--dry-run'], { cwd, env });
    expect([taken.code, taken.stdout]).toEqual([2, '']);
    expect(taken.stderr).toMatch(/npm kept .*: --cms-url <url>, --sample, --no-preview$/m);
    expect(taken.stderr).toContain('my-site -- --cms-url <url> --sample --no-preview');
    expect(
      (
        await cli(['my-site', ...quick, '--no-preview', '--dry-run'], {
          cwd,
          env: { npm_config_sample: 'true', npm_config_preview: '' },
        })
      ).code,
    ).toBe(0);
  });
});

describe('a link in the place of our own folder', () => {
  /** Somebody's files, where the journal would lie. */
  function victim(cwd: string): string {
    mkdirSync(path.join(cwd, 'victim/backup'), { recursive: true });
    writeFileSync(path.join(cwd, 'victim/backup/precious'), 'mine');
    return path.join(cwd, 'victim');
  }

  it.each([
    ['.headless-site', 'victim'],
    ['.headless-site/backup', 'victim/backup'],
  ])('%s: create refuses it with 3, and what it leads to stays', async (link, to) => {
    const cwd = scratch();
    victim(cwd);
    mkdirSync(path.dirname(path.join(cwd, 'site', link)), { recursive: true });
    symlinkSync(path.join(cwd, to), path.join(cwd, 'site', link));
    const { code, stderr } = await cli(['site', ...quick], { cwd });
    expect([link, code]).toEqual([link, link === '.headless-site' ? 3 : 2]);
    expect(stderr).toContain(link);
    expect(snapshot(path.join(cwd, 'victim'))).toEqual({ 'backup/precious': 'mine' });
  });

  it.each([
    ['.headless-site', 'victim'],
    ['.headless-site/backup', 'victim/backup'],
    ['.headless-site/regenerate.lock', 'victim/lock'],
  ])('%s: regenerate-config refuses it with 2, and what it leads to stays', async (link, to) => {
    const cwd = scratch();
    victim(cwd);
    const site = await createSite(cwd);
    rmSync(path.join(site, link), { recursive: true, force: true });
    symlinkSync(path.join(cwd, to), path.join(site, link));
    for (const args of [['--site-name', 'Other'], ['--check']]) {
      const { code, stderr } = await cli(['regenerate-config', ...args], { cwd: site });
      // Looking takes no lock.
      if (link.endsWith('lock') && args[0] === '--check') continue;
      expect([args, code]).toEqual([args, 2]);
      expect(stderr).toContain('is a link or lies behind one');
    }
    expect(snapshot(path.join(cwd, 'victim'))).toEqual({ 'backup/precious': 'mine' });
  });
});

it('regenerate-config says of a file what it says of every place without a site', async () => {
  const cwd = scratch();
  writeFileSync(path.join(cwd, 'file'), '');
  const { code, stderr } = await cli(['regenerate-config', 'file'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no .headless-site/manifest.json in')]);
});

describe('files of a run that was killed', () => {
  it('are git-ignored where they hold secrets, and the example is not', async () => {
    const site = await createSite(scratch());
    const git = (...args: string[]) =>
      spawnSync('git', args, { cwd: site, env: baseEnv() as NodeJS.ProcessEnv, encoding: 'utf8' }).stdout;
    git('init', '-q');
    const left = ['.env.local.9702.tmp', 'wordpress/companion-settings.json.9817.tmp'];
    const files = [...left, '.env.local', 'wordpress/companion-settings.json', '.env.example'];
    expect(
      git('check-ignore', ...files)
        .trim()
        .split('\n')
        .sort(),
    ).toEqual(files.slice(0, 4).sort());
    // The folder's own file holds where the repository brings another .gitignore.
    rmSync(path.join(site, '.gitignore'));
    expect(git('check-ignore', ...left)).toBe(`${left[1]}\n`);
  });

  it('what create itself writes is understood as covering the secrets', async () => {
    expect((await cli(['site', ...quick], { cwd: scratch() })).all).not.toContain('does not cover');
  });
});

describe('--config', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while standard input is read ends with %i', async (signal, code) => {
    const child = start(['site', '--config', '-'], { cwd: scratch(), stdin: { open: true } });
    const ended = new Promise((resolve) => child.on('close', resolve));
    // A signal before it reads would end it another way; no pipe holds as much as this until it does.
    await new Promise((resolve) => child.stdin?.write(' '.repeat(4_000_000), resolve));
    child.kill(signal);
    expect(await ended).toBe(code);
  });

  it('reads a pipe in which nothing is yet', async () => {
    const cwd = scratch();
    const child = start(['site', '--config', '-', '--dry-run'], { cwd, stdin: { open: true } });
    setTimeout(() => child.stdin?.end('{"wordpress":{"graphqlUrl":"http://127.0.0.1:8787/graphql"}}'), 500);
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  });

  it('may begin with a byte order mark', async () => {
    const cwd = scratch();
    writeFileSync(
      path.join(cwd, 'a.json'),
      '\uFEFF{"wordpress":{"graphqlUrl":"http://127.0.0.1:8787/graphql"}}',
    );
    expect((await cli(['site', '--config', 'a.json', '--dry-run'], { cwd })).code).toBe(0);
  });

  it.each(['ftp://example.com', 'https://user:pa55word@example.com', ''])(
    'with the address %j ends with 2, names file and key, and shows no password',
    async (graphqlUrl) => {
      const cwd = scratch();
      writeFileSync(path.join(cwd, 'answers.json'), JSON.stringify({ wordpress: { graphqlUrl } }));
      for (const more of [[], ['--skip-probe']]) {
        const result = await cli(['site', '--config', 'answers.json', ...more], { cwd });
        expect(result.code).toBe(2);
        expect(result.stderr).toMatch(
          /answers\.json cannot be used\.\n {2}wordpress\.graphqlUrl: must be an /,
        );
        expect(result.all).not.toContain('pa55word');
      }
      // A flag over it answers instead.
      const over = await cli(['site', '--config', 'answers.json', '--sample', '--dry-run'], { cwd });
      expect(over.code).toBe(0);
    },
  );

  it('that is a directory is said to be one', async () => {
    const { code, stderr } = await cli(['site', '--config', '.'], { cwd: scratch() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--config: .: it is a directory.')]);
  });
});

describe('the command line', () => {
  it.each([
    [['--dry-run', 'connect'], 'connect does not know --dry-run'],
    [['--config', '/nonexistent', 'regenerate-config'], 'regenerate-config does not know --config'],
    [['--posts', 'ssr', 'doctor'], 'doctor does not know --posts'],
    [['--no-git', '--no-install', 'doctor'], 'doctor does not know --no-install, --no-git'],
  ])('%j: a flag that has no effect there is refused with 2', async (args, message) => {
    const { code, stderr } = await cli(args, { cwd: scratch() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${message}\n`)]);
  });

  it('a flag before the command counts where the command has it', async () => {
    const site = await createSite(scratch());
    const { code, stdout } = await cli(['--json', '--posts', 'ssr', 'regenerate-config', '--check'], {
      cwd: site,
    });
    expect([code, JSON.parse(stdout).upToDate]).toEqual([4, false]);
  });

  it.each([[quick], [['doctor']], [['regenerate-config']], [['connect']], [['add', 'template', 'single']]])(
    'an empty directory, as of a variable that is not set, is refused with 2: %j',
    async (args) => {
      const cwd = scratch();
      const { code, stderr } = await cli(args === quick ? ['', ...args] : [...args, ''], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining('must not be empty')]);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  it.each([
    ['docter', 'doctor'],
    ['conect', 'connect'],
    ['Doctor', 'doctor'],
    ['Add', 'add'],
    ['regenerate', 'regenerate-config'],
    ['regen', 'regenerate-config'],
    ['regen-config', 'regenerate-config'],
    ['regenerate-conifg', 'regenerate-config'],
    ['regency-hotel', undefined],
    ['regenerative-farm', undefined],
    ['docs', undefined],
    ['contact', undefined],
    ['editor', undefined],
    ['my-site', undefined],
    ['./docter', undefined],
  ])('%s means %s', (word, command) => {
    expect(misspelt(word)).toBe(command);
  });

  it('a misspelt command makes no site', async () => {
    const cwd = scratch();
    const { code, stderr } = await cli(['docter', ...quick], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean doctor?\n')]);
    expect(stderr).toContain('npx create-headless-site ./docter');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.skipIf(!pty)('a directory at the prompt may begin with ~/ (needs @lydell/node-pty)', async () => {
    const [cwd, home] = [scratch(), scratch()];
    const person = new Person(cwd, [...quick, '--site-name', 'Shop'], { HOME: home });
    await person.answers('Where should the site go?', '~/foo\r');
    await person.answers('Public address', '\r');
    await person.answers('recommended', '\r');
    expect(await person.code).toBe(0);
    expect([readdirSync(cwd), existsSync(path.join(home, 'foo/package.json'))]).toEqual([[], true]);
  });
});

describe('colours', () => {
  const terminal = { isTTY: true };
  it.each([
    [{}, terminal, true],
    [{}, {}, false],
    [{ NO_COLOR: '1' }, terminal, false],
    [{ TERM: 'dumb' }, terminal, false],
    [{ FORCE_COLOR: '1' }, {}, true],
    [{ FORCE_COLOR: '0' }, terminal, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, {}, false],
  ])('with %j on %j: %s', (env, stream, expected) => {
    expect(hasColour(stream, env as NodeJS.ProcessEnv)).toBe(expected);
  });

  it.skipIf(!pty).each([
    ['bad --posts no', 'error: '],
    ['site --sample --no-install --no-git --yes --json', 'Wrote'],
  ])('%s at a terminal writes none into a file (needs @lydell/node-pty)', async (args, text) => {
    const cwd = scratch();
    const command = `${process.execPath} ${bin} ${args} 2>err.log`;
    const person = new Person(cwd, ['-c', command], {}, 200, '/bin/sh');
    await person.code;
    const log = read(cwd, 'err.log');
    expect(log).toContain(text);
    expect(log).not.toContain('\u001b[');
  });
});

describe('what a message says', () => {
  it('a failed install can be gone on with in a path with blanks', async () => {
    const cwd = path.join(scratch(), `a b & c'd`);
    mkdirSync(cwd);
    const { code, stderr } = await cli(['site', '--sample', '--no-git'], { cwd, env: { PATH: cwd } });
    expect(code).toBe(1);
    const enter = /Continue with: (cd .*) && npm install/.exec(stderr)?.[1] ?? 'false';
    const at = execFileSync('sh', ['-c', `${enter} && pwd`], { encoding: 'utf8' });
    expect(at.trim()).toBe(path.join(cwd, 'site'));
  });

  it.each(['.env.local', 'image-hosts.json'])('%s being a directory is named', async (file) => {
    const site = await createSite(scratch());
    rmSync(path.join(site, file));
    mkdirSync(path.join(site, file));
    const { code, stderr } = await cli(['regenerate-config'], { cwd: site });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(`^error: ${file} is a directory, not a file\\.\n.+`),
    ]);
  });

  it('a working directory that is gone is said to be', () => {
    ensureBuilt();
    const cwd = scratch();
    const script = `mkdir x && cd x && rmdir ../x && exec "$0" "$1" site --sample`;
    const args = ['-c', script, process.execPath, bin];
    const { status, stderr } = spawnSync('sh', args, {
      cwd,
      env: baseEnv() as NodeJS.ProcessEnv,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('error: The directory that this runs in is gone.\n'),
    ]);
  });

  it('where nothing listens, the likelier address is named', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { stderr } = await cli(['site', '--cms-url', `localhost:${port}`, ...quick.slice(1)], {
      cwd: scratch(),
    });
    expect(stderr).toContain(`Nothing answers at http://localhost:${port}/graphql`);
  });

  it('one that something answers at says more', async () => {
    const { url } = await serveSecurely((request, response) => {
      // The server speaks TLS alone.
      if (!('encrypted' in request.socket)) return request.socket.destroy();
      return working(request, response);
    });
    const { stderr } = await cli(['site', '--cms-url', url.slice(8), ...quick.slice(1)], { cwd: scratch() });
    expect(stderr).toContain(`The certificate of the CMS is not accepted: ${url}/graphql`);
  });

  it('a CMS_AUTHORIZATION that no header may hold is refused before anything is asked, and not shown', async () => {
    const cwd = scratch();
    let asked = 0;
    const url = await serve((request, response) => {
      asked++;
      working(request, response);
    });
    const env = { CMS_AUTHORIZATION: 'Basic s3cr3t\nvalue' };
    const result = await cli(['site', '--cms-url', url, ...quick.slice(1)], { cwd, env });
    expect([result.code, asked]).toEqual([2, 0]);
    expect(result.stderr).toContain('CMS_AUTHORIZATION cannot be sent');
    expect(result.all).not.toContain('s3cr3t');
    expect((await cli(['site', ...quick, '--dry-run'], { cwd, env })).code).toBe(0);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'output that cannot be written is a sentence and 1 (needs /dev/full)',
    () => {
      ensureBuilt();
      const cwd = scratch();
      const args = ['-c', '"$@" >/dev/full', 'sh', process.execPath, bin, 'site', ...quick];
      const { status, stderr } = spawnSync('sh', args, {
        cwd,
        env: baseEnv() as NodeJS.ProcessEnv,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([
        1,
        'error: The output cannot be written. No space is left on the device.\n',
      ]);
      expect(existsSync(path.join(cwd, 'site/package.json'))).toBe(true);
    },
  );
});

describe('what lies above the site', () => {
  const withGit = ['--sample', '--no-install'];
  /** Runs create with an identity, so that it is Git or we who decide. */
  async function create(cwd: string, args: readonly string[], env = {}) {
    const home = scratch();
    writeFileSync(path.join(home, '.gitconfig'), '[user]\nname = Test\nemail = test@example.com\n');
    return cli(args, { cwd, env: { HOME: home, ...env } });
  }

  it.each([
    ['a directory', (file: string) => mkdirSync(file)],
    [
      'not to be read',
      (file: string) => {
        writeFileSync(file, '{}');
        chmodSync(file, 0);
      },
    ],
  ])('a package.json that is %s hinders nothing', async (_, make) => {
    const cwd = scratch();
    make(path.join(cwd, 'package.json'));
    const { code, stdout } = await create(cwd, ['site', ...withGit]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Made the first commit')]);
  });

  it('a .gitignore of the owner that is a directory hinders nothing', async () => {
    const cwd = scratch();
    mkdirSync(path.join(cwd, 'site/.gitignore'), { recursive: true });
    const { code, stdout } = await cli(['site', ...quick], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('does not cover .env.local')]);
  });

  it.each([
    ['pnpm-workspace.yaml', 'packages: ["*"]\n'],
    ['package.json', '{"workspaces": ["*"]}'],
  ])('a workspace (%s) gets no repository inside', async (file, text) => {
    const cwd = scratch();
    writeFileSync(path.join(cwd, file), text);
    const { code, stdout } = await create(cwd, ['deep/site', ...withGit]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Inside a workspace: no repository was started.'),
    ]);
    expect(existsSync(path.join(cwd, 'deep/site/.git'))).toBe(false);
  });

  it('a repository that Git does not open gets none inside', async () => {
    const cwd = scratch();
    writeFileSync(path.join(cwd, '.git'), 'gitdir: /nowhere\n');
    const { code, stdout } = await create(cwd, ['site', ...withGit]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/Inside a Git repository that Git does not open.*\/nowhere/),
    ]);
    expect(existsSync(path.join(cwd, 'site/.git'))).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)("another user's repository gets none inside (needs root)", async () => {
    const cwd = scratch();
    execFileSync('git', ['init', '-q'], { cwd });
    execFileSync('chown', ['-R', '65534', cwd]);
    const { code, stdout } = await create(cwd, ['site', ...withGit]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('dubious ownership')]);
    expect(existsSync(path.join(cwd, 'site/.git'))).toBe(false);
  });

  it("a Git hook's variables do not lead into its repository", async () => {
    const [cwd, other] = [scratch(), scratch()];
    execFileSync('git', ['init', '-q'], { cwd: other });
    const before = snapshot(other);
    const GIT_DIR = path.join(other, '.git');
    const env = {
      GIT_DIR,
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: path.join(GIT_DIR, 'index'),
      GIT_PREFIX: 'x/',
    };
    const { stdout } = await create(cwd, ['site', ...withGit], env);
    expect(stdout).toContain('Made the first commit');
    expect(existsSync(path.join(cwd, 'site/.git'))).toBe(true);
    expect(snapshot(other)).toEqual(before);
  });
});

describe('what is easily lost', () => {
  it('the staging of a run that is alive stays, that of one that ended goes', async () => {
    const cwd = scratch();
    const [alive, dead] = [process.pid, 2 ** 22 + 1].map((pid) => `.site-${pid}-abcdefghijkl`) as [
      string,
      string,
    ];
    for (const name of [alive, dead]) mkdirSync(path.join(cwd, name, 'site'), { recursive: true });
    expect((await cli(['site', ...quick], { cwd })).code).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual([alive, 'site']);
    expect(dead).not.toBe(alive);
  });

  it('a .env.local that somebody opened up is closed when it is written again', async () => {
    const site = await createSite(scratch());
    chmodSync(path.join(site, '.env.local'), 0o644);
    const { code } = await cli(['regenerate-config', '--rotate-secrets'], { cwd: site });
    const stats = execFileSync('stat', ['-c', '%a', path.join(site, '.env.local')], { encoding: 'utf8' });
    expect([code, stats.trim()]).toEqual([0, '600']);
  });

  it('packages are installed for development, whatever the environment says', async () => {
    const cwd = scratch();
    const tools = path.join(cwd, 'tools');
    mkdirSync(tools);
    writeFileSync(path.join(tools, 'npm'), '#!/bin/sh\nprintf "%s" "$NODE_ENV" >seen\n');
    chmodSync(path.join(tools, 'npm'), 0o755);
    const env = { PATH: `${tools}:${process.env.PATH}`, NODE_ENV: 'production' };
    expect((await cli(['site', '--sample', '--no-git'], { cwd, env })).code).toBe(0);
    expect(read(path.join(cwd, 'site'), 'seen')).toBe('development');
  });
});
