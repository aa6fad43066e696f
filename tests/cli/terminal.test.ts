import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version as packageVersion } from '../../package.json';
import { isInteractive } from '../../src/cli/interactive';
import { bin, cli, type Options, scratch, start } from './cli';
import { Person, pty } from './person';

/** Ways to run it where nothing can be asked, each with its exit code and all that was printed. */
const surroundings = {
  'standard input at its end': without({}),
  'an empty text on standard input': without({ stdin: '' }),
  'a pipe that never closes': without({ stdin: { open: true } }),
  'CI=1 and an open pipe': without({ env: { CI: '1' }, stdin: { open: true } }),
  'CI=true and an open pipe': without({ env: { CI: 'true' }, stdin: { open: true } }),
  'a terminal with CI=1': atTerminal({ CI: '1' }),
  'a terminal with CI=true': atTerminal({ CI: 'true' }),
  'a terminal, standard output piped': atTerminal({}, 'set -o pipefail; "$@" | cat'),
  'a terminal, standard input piped': atTerminal({}, '"$@" < <(sleep 60)'),
};
type Surroundings = (args: readonly string[], cwd: string) => Promise<{ code: number | null; text: string }>;

function without(options: Omit<Options, 'cwd'>): Surroundings {
  return async (args, cwd) => {
    const { code, all } = await cli(args, { cwd, ...options });
    return { code, text: all };
  };
}

function atTerminal(env: Record<string, string>, script = '"$@"'): Surroundings {
  return async (args, cwd) => {
    const shell = ['-c', script, 'bash', process.execPath, bin, ...args];
    const person = new Person(cwd, shell, env, 200, 'bash');
    return { code: await person.code, text: person.screen };
  };
}

describe.each(Object.entries(surroundings))('without a terminal: %s', (name, run) => {
  const missing = [
    '<directory>',
    '--cms-url',
    '--sample',
    '--search-app-id',
    '--search-api-key',
    '--search-index',
  ];
  const skipped = name.startsWith('a terminal') && !pty;

  it.skipIf(skipped)('lists everything that is missing and ends with 2', async () => {
    const cwd = scratch();
    const { code, text } = await run(['--search', 'hosted_index'], cwd);
    expect(code).toBe(2);
    for (const flag of missing) expect(text).toContain(flag);
    expect(text).toContain('npx create-headless-site my-site --cms-url https://example.com');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.skipIf(skipped)('goes on where nothing is missing', async () => {
    const cwd = scratch();
    expect((await run(['site', '--sample', '--no-install', '--no-git'], cwd)).code).toBe(0);
    expect(readdirSync(cwd)).toEqual(['site']);
  });
});

describe('without a terminal', () => {
  it('words about what is missing are on standard error only', async () => {
    const { stdout, stderr } = await cli([], { cwd: scratch() });
    expect([stdout, stderr.includes('<directory>')]).toEqual(['', true]);
  });

  it('--yes takes a directory of its own', async () => {
    const cwd = scratch();
    expect((await cli(['--yes', '--no-install', '--no-git'], { cwd })).code).toBe(0);
    expect(readdirSync(cwd)).toEqual(['my-site']);
  });
});

it('a reader that goes away early gets no stack, and the work is done', async () => {
  const cwd = scratch();
  const child = start(['site', '--sample', '--no-install', '--no-git'], { cwd });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  expect(stderr).toBe('');
  expect(readdirSync(cwd)).toEqual(['site']);
});

describe('a .gitignore of the owner that leaves the secrets open', () => {
  it.each([
    ['node_modules/\n', true],
    ['.env*\n', false],
  ])('%j is told: %s', async (text, told) => {
    const cwd = scratch();
    mkdirSync(path.join(cwd, 'site'));
    writeFileSync(path.join(cwd, 'site/.gitignore'), text);
    const { code, all } = await cli(['site', '--sample', '--no-install', '--no-git'], { cwd });
    expect(code).toBe(0);
    expect(all.includes('.env.local: add it before you commit')).toBe(told);
  });
});

describe('isInteractive', () => {
  const terminal = { stdin: true, stdout: true, env: {} };
  it.each([
    [terminal, false, true],
    [terminal, true, false],
    [{ ...terminal, stdin: false }, false, false],
    [{ ...terminal, stdout: false }, false, false],
    [{ ...terminal, env: { CI: '1' } }, false, false],
    [{ ...terminal, env: { CI: 'woodpecker' } }, false, false],
    [{ ...terminal, env: { CI: '' } }, false, true],
    [{ ...terminal, env: { CI: 'false' } }, false, true],
    [{ ...terminal, env: { CI: '0' } }, false, true],
  ])('%j, --yes %j: %j', (surroundings, yes, expected) => {
    expect(isInteractive(surroundings, yes)).toBe(expected);
  });
});

describe('usage', () => {
  it.each([
    [['x', '--yess'], '--yes'],
    [['x', '--cms-ulr', 'example.com'], '--cms-url'],
    [
      ['x', '--sample', '--posts', 'sometimes'],
      '--posts: "sometimes" must be static, isr, isr:<seconds>, isr:false or ssr',
    ],
    [['x', '--sample', '--homepage', 'isr:0'], 'for every request use ssr'],
    [
      ['x', '--sample', '--search', 'google'],
      '--search: "google" must be one of local_index, hosted_index, none',
    ],
    [['x', '--sample', '--seo', 'yoast'], 'auto, seo_plugin_a, seo_plugin_b, none'],
    [['x', '--sample', '--package-manager', 'pip'], 'npm, pnpm, yarn, bun'],
    [['x', '--sample', '--custom', 'books'], '<type>=<strategy>'],
    [['x', '--sample', '--site-url', 'ftp://example.com'], '--site-url'],
    [['x', '--sample', '--cms-url', 'example.com'], 'exclude each other'],
    [['My Site', '--sample'], 'Use for example: my-site'],
    [['fs', '--sample'], 'fs-site'],
    [['regenerate-confg', '--sample'], 'Did you mean regenerate-config?'],
    [['x', 'y', '--sample'], 'too many arguments'],
    [['x', '--config', 'nothing.json'], 'there is no such file'],
  ])('%j ends with 2 and says %j', async (args, expected) => {
    const cwd = scratch();
    const { code, stderr } = await cli(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('never repeats what may be a secret', async () => {
    const cwd = scratch();
    const flag = await cli(['x', '--revalidation-secret=s3cr3t-value', '--sample'], { cwd });
    expect([flag.code, flag.all.includes('s3cr3t-value')]).toEqual([2, false]);
    const url = await cli(['x', '--cms-url', 'https://user:s3cr3t-value@example.com'], { cwd });
    expect([url.code, url.all.includes('s3cr3t-value')]).toEqual([2, false]);
    expect(url.stderr).toContain('CMS_AUTHORIZATION');
    const short = await cli(['x', '--sample'], { cwd, env: { PREVIEW_SECRET: 's3cr3t-value' } });
    expect([short.code, short.all.includes('s3cr3t-value')]).toEqual([2, false]);
    expect(short.stderr).toContain('PREVIEW_SECRET: must be at least 16 characters');
  });

  it('--version and --help end with 0', async () => {
    const cwd = scratch();
    const version = await cli(['--version'], { cwd });
    expect([version.code, version.stdout]).toEqual([0, `${packageVersion}\n`]);
    const help = await cli(['--help'], { cwd });
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('Without a terminal');
    const regenerate = await cli(['regenerate-config', '--help'], { cwd });
    const flags = [
      'check',
      'dry-run',
      'merge',
      'ours',
      'theirs',
      'rotate-secrets',
      'finish-rotation',
      'json',
    ];
    for (const flag of flags) expect(regenerate.stdout).toContain(`  --${flag} `);
  });
});
