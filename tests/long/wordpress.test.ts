import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { buildAndServe } from '../site/serve';
import { startWordPress, whyNoWordPress } from '../wordpress/server';
import { type Running, recommended, testAddresses } from '../wordpress/site/addresses';

const root = fileURLToPath(new URL('../..', import.meta.url));
const versions = ['6.5', 'newest'] as const;

/** The packed tarball, the address of a WordPress, nothing else touched. */
describe.each(versions)('npx <tarball> my-site --cms-url <a real WordPress, %s>', (version) => {
  const reason = whyNoWordPress(version);
  describe.skipIf(reason)(reason ?? 'every address', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'create-headless-site-'));
    let running: Running | undefined;
    beforeAll(async () => {
      const cms = await startWordPress({ version });
      const inventory = await cms.inventory();
      const { stdout } = await execa('npm', ['pack', '--silent', '--pack-destination', folder], {
        cwd: root,
      });
      const name = stdout.trim().split('\n').at(-1) ?? '';
      const env = { HOME: path.join(folder, 'home'), CI: '', NODE_ENV: undefined, VITEST: undefined };
      const args = ['--yes', `./${name}`, 'my-site', '--yes', '--cms-url', cms.url];
      const made = await execa('npx', args, { cwd: folder, env, stdin: 'ignore' });
      expect(made.exitCode).toBe(0);
      await cms.clearLog();
      running = { cms, inventory, site: await buildAndServe(path.join(folder, 'my-site'), cms.graphqlUrl) };
    });
    afterAll(async () => {
      await running?.site.stop();
      await running?.cms.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    testAddresses(() => running as Running, recommended);
  });
});
