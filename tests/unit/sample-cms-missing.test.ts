import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SAMPLE_CMS_URL } from '../../src/runtime/base/sample-cms-url';
import { provideSampleCms } from '../../src/runtime/bin/sample-cms';

let site = '';
beforeEach(() => {
  site = mkdtempSync(path.join(os.tmpdir(), 'chs-no-sample-'));
  writeFileSync(path.join(site, 'site.config.json'), `{"wordpress":{"graphqlUrl":"${SAMPLE_CMS_URL}"}}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(site, { recursive: true });
});

test.each(['dev', 'build', 'start'])(
  '%s says that the sample CMS is not installed, and what to do',
  async (command) => {
    vi.stubEnv('NEXT_PUBLIC_CMS_API_URL', SAMPLE_CMS_URL);
    const started = provideSampleCms(site, command);
    await expect(started).rejects.toThrow(/headless-site-sample-cms is not installed\.\nFix: npm install/);
    await expect(started).rejects.toThrow('regenerate-config --cms-url');
  },
);

test('a deployment that reads another CMS does not ask for it', async () => {
  vi.stubEnv('NEXT_PUBLIC_CMS_API_URL', 'https://cms.example.com/graphql');
  expect(await provideSampleCms(site, 'build')).toBeNull();
});
