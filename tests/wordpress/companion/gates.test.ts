import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checks, checksFolder, pluginFolder, readJunit, whyNoChecks } from '../../companion/checks';

const reason = whyNoChecks();
if (!reason) await checks.fetch();

/** @returns what a PHP program of tests/companion answered */
function php(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('php', args, { cwd: checksFolder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

// One run for all tests of PHPUnit, before they are named here: each counts as one.
const unit = reason ? { output: '', status: 0, tests: [] } : runPhpunit();
function runPhpunit() {
  const folder = mkdtempSync(path.join(tmpdir(), 'companion-phpunit-'));
  const log = path.join(folder, 'junit.xml');
  const ran = php('vendor/bin/phpunit', '--log-junit', log);
  const tests = existsSync(log) ? readJunit(readFileSync(log, 'utf8')) : [];
  rmSync(folder, { recursive: true });
  return { ...ran, tests };
}

describe.skipIf(reason)(`the companion plugin passes${reason ? ` (${reason})` : ''}`, () => {
  const gates: Record<string, string[]> = {
    'parallel-lint: every file parses': ['vendor/bin/parallel-lint', '--no-colors', pluginFolder],
    'nothing newer than PHP 7.4 that PHPStan lets pass': ['newer-than-74.php', pluginFolder],
    'PHP_CodeSniffer: the WordPress standard, escaping, nonces, prepared SQL': [
      'vendor/bin/phpcs',
      '--no-colors',
    ],
    'PHPStan: level 8, as PHP 7.4': [
      'vendor/bin/phpstan',
      ...['analyse', '--no-progress', '--no-ansi', '--error-format=raw', '--memory-limit=2G'],
    ],
  };
  for (const [name, args] of Object.entries(gates))
    it(name, () => {
      const { status, output } = php(...args);
      expect(status, output).toBe(0);
    });

  describe('PHPUnit', () => {
    for (const { name, fault, skipped } of unit.tests)
      it.skipIf(skipped)(name, () => {
        expect(fault).toBeNull();
      });
    it('has tests, ends, and complains about nothing beside them', () => {
      const named = unit.tests.some(({ fault }) => fault);
      expect([unit.tests.length > 0, named || unit.status === 0], unit.output).toEqual([true, true]);
    });
  });
});
