import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm run demo -- --check: everything a new user does, from the CLI to a site that answers', async () => {
  const { stdout, stderr, exitCode } = await execa('npm', ['run', 'demo', '--silent', '--', '--check'], {
    cwd: root,
    reject: false,
    stdin: 'ignore',
    // Vitest's own mode would reach the build.
    env: { NODE_ENV: undefined, VITEST: undefined },
  });
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout.match(/^not ok .*/gm) ?? []).toEqual([]);
  expect(stdout.match(/^ok {6}.*/gm)?.length).toBe(12);
});
