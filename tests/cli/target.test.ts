import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nameProblem, suggestName } from '../../src/write/target';
import { cli, read, scratch, snapshot, start } from './cli';

const quick = ['--sample', '--no-install', '--no-git'];

describe('the directory', () => {
  it('is refused with 3 when it is in use, naming the files', async () => {
    const cwd = scratch();
    mkdirSync(path.join(cwd, 'site'));
    writeFileSync(path.join(cwd, 'site/index.html'), 'mine');
    writeFileSync(path.join(cwd, 'site/README.md'), 'mine');
    const before = snapshot(cwd);
    const { code, stderr } = await cli(['site', ...quick], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('index.html');
    expect(stderr).not.toContain('README.md');
    expect(snapshot(cwd)).toEqual(before);
  });

  it('may hold the beginnings of a repository, which are kept', async () => {
    const cwd = path.join(scratch(), 'mine');
    mkdirSync(path.join(cwd, '.github'), { recursive: true });
    execFileSync('git', ['init', '-q'], { cwd });
    for (const file of ['.gitignore', 'README.md', 'LICENSE', '.github/x.yml'])
      writeFileSync(path.join(cwd, file), 'mine');
    const { code, stdout } = await cli(['.', ...quick], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Kept your README.md; ours was not written.');
    for (const file of ['.gitignore', 'README.md', 'LICENSE', '.github/x.yml'])
      expect(read(cwd, file)).toBe('mine');
    expect(JSON.parse(read(cwd, 'package.json')).name).toBe('mine');
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is refused with 3 when a file or a dangling link is in the way', async () => {
    const cwd = scratch();
    writeFileSync(path.join(cwd, 'file'), 'mine');
    symlinkSync('nowhere', path.join(cwd, 'link'));
    for (const directory of ['file', 'file/site', 'link']) {
      expect([directory, (await cli([directory, ...quick], { cwd })).code]).toEqual([directory, 3]);
    }
    expect(readFileSync(path.join(cwd, 'file'), 'utf8')).toBe('mine');
  });

  it('is made with its parents', async () => {
    const cwd = scratch();
    expect((await cli(['a/b/site', ...quick], { cwd })).code).toBe(0);
    expect(readdirSync(path.join(cwd, 'a/b'))).toEqual(['site']);
  });

  it.each([
    ['My Site', 'my-site'],
    ['Café', 'cafe'],
    ['_x', 'x'],
    ['http', 'http-site'],
    ['日本', 'my-site'],
  ])('%j is no name for a package; %j is', (name, suggestion) => {
    expect(nameProblem(name)).toBeDefined();
    expect(suggestName(name)).toBe(suggestion);
    expect(nameProblem(suggestion)).toBeUndefined();
  });
});

describe('rollback', () => {
  const mounted = tryMount();

  it.skipIf(!mounted)('leaves nothing on a full disk (needs root and tmpfs)', async () => {
    const cwd = scratch();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', cwd]);
    onTestFinished(() => void execFileSync('umount', [cwd]));
    const fresh = await cli(['deep/site', ...quick], { cwd });
    expect(fresh.code).toBe(1);
    expect(fresh.stderr).toContain('No space is left on the device.');
    expect(readdirSync(cwd)).toEqual([]);

    mkdirSync(path.join(cwd, 'there'));
    writeFileSync(path.join(cwd, 'there/LICENSE'), 'mine');
    const existing = await cli(['there', ...quick], { cwd });
    expect(existing.code).toBe(1);
    expect(snapshot(cwd)).toEqual({ 'there/LICENSE': 'mine' });
    expect(readdirSync(path.join(cwd, 'there'))).toEqual(['LICENSE']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s while the CMS is asked ends with %i and leaves nothing', async (signal, code) => {
    const { createServer } = await import('node:http');
    const cwd = scratch();
    const server = createServer(() => child.kill(signal));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as { port: number };
    const flags = ['--cms-url', `http://127.0.0.1:${port}`, '--no-install', '--json'];
    const child = start(['site', ...flags], { cwd });
    let stdout = '';
    child.stdout?.on('data', (data) => {
      stdout += data;
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(code);
    expect(readdirSync(cwd)).toEqual([]);
    // One JSON object, whatever happens.
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, exitCode: code, error: { kind: 'cancelled' } });
  });
});

function tryMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
