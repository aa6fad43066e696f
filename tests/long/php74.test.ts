import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checksFolder, pluginFolder, readJunit, whyNoChecks } from '../companion/checks';
import { configure } from '../wordpress/companion/site';
import { startWordPress, whyNoWordPress } from '../wordpress/server';
import { cacheFolder, makeOnce } from '../wordpress/server/cache';
import { phpSettings } from '../wordpress/server/php';

const root = fileURLToPath(new URL('../..', import.meta.url));
const version = '3.1.56';
const packages = path.join(cacheFolder(), `php74-${version}`);

/** 90 MB: PHP 7.4 alone. The package wants all the others too, 380 MB more, which an empty package stands for. */
async function install(folder: string): Promise<void> {
  const others = ['5-2', '8-0', '8-1', '8-2', '8-3', '8-4', '8-5'].map((name) => `@php-wasm/node-${name}`);
  const wanted = {
    private: true,
    dependencies: { '@php-wasm/node': version, '@php-wasm/universal': version },
    overrides: Object.fromEntries(others.map((name) => [name, 'file:./empty'])),
  };
  mkdirSync(path.join(folder, 'empty'));
  writeFileSync(path.join(folder, 'empty/package.json'), '{"name":"empty","version":"1.0.0"}');
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(wanted));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await execa('npm', ['install', ...flags], { cwd: folder });
}

/** Runs PHP 7.4 with the named folders in sight. */
async function php(folders: string[], args: string[], env: Record<string, string> = {}) {
  const runner = path.join(checksFolder, 'php74.mjs');
  const command = [runner, packages, folders.join(','), ...args];
  const answer = await execa('node', command, { all: true, reject: false, timeout: 300_000, env });
  return { status: answer.exitCode, output: answer.all, stdout: answer.stdout, stderr: answer.stderr };
}

/** The oldest PHP that the plugin promises, and no other tests run on it. */
describe('the companion plugin on a real PHP 7.4', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'companion-php74-'));
  beforeAll(() => makeOnce(packages, install));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('every file compiles', async () => {
    const { status, output } = await php([root], [path.join(checksFolder, 'compile.php'), pluginFolder]);
    expect(output).toContain('PHP 7.4.');
    expect(status, output).toBe(0);
  });

  test('what 7.4 does not know is refused, file by file', async () => {
    writeFileSync(path.join(folder, 'new.php'), '<?php $a?->b();');
    writeFileSync(path.join(folder, 'old.php'), '<?php $a->b();');
    const { status, output } = await php([root, folder], [path.join(checksFolder, 'compile.php'), folder]);
    expect([status, output]).toEqual([1, expect.stringContaining('2 files, 1 faults')]);
  });

  const reason = whyNoChecks();
  test.skipIf(reason)(`PHPUnit passes${reason ? ` (${reason})` : ''}`, async () => {
    const log = path.join(folder, 'junit.xml');
    const phpunit = [path.join(checksFolder, 'vendor/bin/phpunit'), '-c', checksFolder];
    const { status, output } = await php([root, folder], [...phpunit, '--columns=80', '--log-junit', log]);
    const tests = existsSync(log) ? readJunit(readFileSync(log, 'utf8')) : [];
    expect(tests.length, output).toBeGreaterThan(0);
    expect(status, output).toBe(0);
  });

  const noWordPress = whyNoWordPress();
  test.skipIf(noWordPress)(`a WordPress takes a tour${noWordPress ? ` (${noWordPress})` : ''}`, async () => {
    const wordpress = await startWordPress({ content: 'empty', companion: true });
    try {
      await wordpress.php(configure('http://127.0.0.1:9'));
      const instance = await wordpress.php<string>("echo json_encode( rtrim( ABSPATH, '/' ) );");
      const settings = phpSettings().filter((setting) => !setting.startsWith('opcache.'));
      const { stdout, stderr } = await php(
        [instance, root, cacheFolder()],
        [...settings, path.join(checksFolder, 'tour.php')],
        { WP_TEST_INSTANCE: instance, WP_TEST_URL: wordpress.url },
      );
      expect(stderr).toBe('');
      const seen = JSON.parse(stdout);
      expect(seen).toMatchObject({ php: expect.stringMatching(/^7\.4\./), left: [] });
      const files = readdirSync(`${pluginFolder}/src`, { recursive: true, encoding: 'utf8' });
      // All but bootstrap.php, which has functions only.
      expect(seen.classes).toBe(files.filter((name) => name.endsWith('.php')).length - 1);
      expect(seen.graphql).toBeGreaterThan(300);
      expect(Object.entries(seen.rest).filter(([, status]) => status !== 200)).toEqual([]);
      const pages = Object.values<number>(seen.pages);
      expect([pages.length, Math.min(...pages) > 500], stdout).toEqual([3, true]);
      expect(seen.outbox.join()).toContain('"/*"');
    } finally {
      await wordpress.stop();
    }
  });
});
