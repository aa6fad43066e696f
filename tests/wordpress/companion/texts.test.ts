import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { phpOnPath } from '../server/sources';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const reason = phpOnPath().version ? null : 'there is no php';

describe('the texts of the companion plugin', () => {
  it.skipIf(reason)(`the template for translations is up to date${reason ? ` (${reason})` : ''}`, () => {
    const { status, stdout, stderr } = spawnSync('php', [`${root}tests/companion/make-pot.php`], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    const fix = 'php tests/companion/make-pot.php > companion-plugin/languages/headless-site-companion.pot';
    expect(read('companion-plugin/languages/headless-site-companion.pot') === stdout, fix).toBe(true);
    for (const text of [
      'Given up',
      'The site refuses the revalidation secret.',
      '%s change is back in the queue.',
    ])
      expect(stdout).toContain(`msgid "${text}`);
  });

  describe('the readme', () => {
    const readme = read('companion-plugin/readme.txt');
    it('names every constant, every hook for others, every command and every route', () => {
      const definition = read('companion-plugin/src/Settings/Definition.php');
      const constants = definition.match(/COMPANION_\w+/g) ?? [];
      expect(constants.length).toBeGreaterThan(10);
      const hooks = ['companion_revalidation_paths', 'companion_preview_token_expiry'];
      const commands = ['status', 'import-settings', 'deliver', 'replay'].map(
        (name) => `wp companion ${name}`,
      );
      const routes = ['companion/v1/dashboard/stats', 'connection/status', 'cache/stats'];
      for (const name of [...constants, ...hooks, ...commands, ...routes])
        expect(readme.includes(name), name).toBe(true);
    });
    it('says of every table, and of what is secret, where it is kept and what it opens', () => {
      const [, security = ''] = /(= What is kept where,[\s\S]*?)= How long does/.exec(readme) ?? [];
      const kept = [
        ...read('companion-plugin/src/Support/Schema.php').matchAll(/prefix \. '(companion_\w+)'/g),
        ...read('companion-plugin/src/Settings/Store.php').matchAll(/ (?:SECRETS_)?OPTION += '(\w+)'/g),
        ...read('companion-plugin/src/Pairing/PairingCode.php').matchAll(/ OPTION = '(\w+)'/g),
      ].map(([, name]) => name ?? '');
      expect(kept).toHaveLength(7);
      const leaked = [
        'The revalidation secret',
        'The preview secret',
        'A preview link',
        'A code for `connect`',
      ];
      const open = [...leaked, 'An application password'].filter((name) => !security.includes(`**${name}**`));
      expect([kept.filter((name) => !security.includes(`\`${name}\``)), open]).toEqual([[], []]);
    });
    it('says the same as the header of the plugin', () => {
      const header = read('companion-plugin/headless-site-companion.php');
      const field = (text: string, name: string) => new RegExp(`^[ *]*${name}: *(.+)$`, 'm').exec(text)?.[1];
      for (const name of ['Requires at least', 'Requires PHP', 'License', 'License URI'])
        expect([name, field(readme, name)]).toEqual([name, field(header, name)]);
      expect(readme.startsWith(`=== ${field(header, 'Plugin Name')} ===`)).toBe(true);
    });
    it('keeps the limits of the directory: five tags, a short description', () => {
      expect(/^Tags: (.+)$/m.exec(readme)?.[1]?.split(', ')).toHaveLength(5);
      const short = /^License URI:.*\n\n(.+)\n/m.exec(readme)?.[1] ?? '';
      expect([short.length > 20, short.length <= 150]).toEqual([true, true]);
    });
  });

  // The browser test of the same name sees it happen; this one stands where there is no browser.
  it('Limits: dashboard auto-refresh', () => {
    const script = read('companion-plugin/src/Admin/DashboardScript.php');
    expect(/const REFRESH_SECONDS = (\d+);/.exec(script)?.[1]).toBe('30');
    expect(script).toContain("'refreshSeconds' => self::REFRESH_SECONDS");
    expect(read('companion-plugin/assets/dashboard.js')).toContain('config.refreshSeconds * 2 ** failures');
  });
});
