import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm run demo -- --check: everything a new user does, from the CLI to a site that answers', async () => {
  const { stdout, exitCode } = await execa('npm', ['run', 'demo', '--silent', '--', '--check'], {
    cwd: root,
    reject: false,
    stdin: 'ignore',
    timeout: 280_000,
    env: { REVALIDATION_SECRET: undefined, PREVIEW_SECRET: undefined },
  });
  expect(stdout.match(/^not ok .*/gm) ?? []).toEqual([]);
  expect(stdout.match(/^ok {6}.*/gm)?.length).toBe(11);
  expect([exitCode, stdout.includes('Everything holds.')]).toEqual([0, true]);
}, 300_000);
