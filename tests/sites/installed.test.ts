import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import { checkSite } from '../demo/check.mjs';
import { startMailDouble } from '../site/support/mail-double.mjs';
import { secrets, serveSite } from '../site/support/site-server';
import { ensureBuilt } from '../support/built';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Sites of other tests lie in this repository and find its packages, also those that no site has.
test('a site elsewhere, with what npm installs for it alone: it builds, and what the demo checks holds', async () => {
  ensureBuilt();
  const folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
  const mail = await startMailDouble();
  try {
    const dir = path.join(folder, 'site');
    await execa(
      process.execPath,
      ['bin/create-headless-site.js', dir, '--sample', '--yes', '--no-git', '--package-manager', 'npm'],
      // The packages were downloaded when those of this repository were.
      { cwd: root, input: '', env: { npm_config_prefer_offline: 'true' } },
    );
    const site = await serveSite(dir, mail.env);
    const said = vi.spyOn(console, 'log').mockImplementation(() => {});
    const holds = await checkSite(site.url, secrets, async () => mail.mails).finally(() => site.stop());
    const lines = said.mock.calls.flat().map(String);
    said.mockRestore();
    expect(lines.filter((line) => line.startsWith('not ok'))).toEqual([]);
    expect([holds, lines.filter((line) => line.startsWith('ok')).length]).toEqual([true, 12]);
  } finally {
    mail.close();
    rmSync(folder, { recursive: true });
  }
});
