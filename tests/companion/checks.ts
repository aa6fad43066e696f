import { spawnSync } from 'node:child_process';
import { statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { composer, type Download, hasComposer, whyNot } from '../wordpress/server/download';

export const checksFolder = fileURLToPath(new URL('.', import.meta.url));
export const pluginFolder = fileURLToPath(new URL('../../companion-plugin', import.meta.url));

/** dom, xml, xmlwriter: PHPUnit and PHP_CodeSniffer (Debian: php-xml). */
const extensions = ['dom', 'mbstring', 'tokenizer', 'xml', 'xmlwriter'];

const modified = (file: string) => statSync(checksFolder + file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const installed = 'vendor/composer/installed.json';

/** The tools that check the plugin. They lie in this repository: each checkout has the versions that it asks for. */
export const checks: Download = {
  title: 'the checks of the plugin',
  isThere: () => modified(installed) >= modified('composer.json'),
  lacking: () =>
    hasComposer() ? null : 'its checks are not installed: composer install --working-dir=tests/companion',
  async fetch() {
    if (checks.isThere()) return;
    await composer('update', `--working-dir=${checksFolder}`);
    // Where a run was interrupted, Composer finds nothing to do and leaves the time as it was.
    const now = new Date();
    utimesSync(checksFolder + installed, now, now);
  },
};

/** @returns why the plugin cannot be checked here, with the way to change that; null when it can */
export function whyNoChecks(): string | null {
  const { status, stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' });
  if (status !== 0) return 'there is no php (Debian: apt install php-cli)';
  const missing = extensions.filter((name) => !stdout.toLowerCase().split('\n').includes(name));
  if (missing.length) return `php lacks ${missing.join(', ')} (Debian: apt install php-xml php-mbstring)`;
  return whyNot(checks);
}

/** One test of PHPUnit; `fault` is null where it passed. */
export interface PhpunitTest {
  name: string;
  fault: string | null;
  skipped: boolean;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const plain = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (all, number, name) =>
    number ? String.fromCodePoint(Number(number)) : (entities[name] ?? all),
  );

/** @param xml what PHPUnit writes with `--log-junit` */
export function readJunit(xml: string): PhpunitTest[] {
  const cases = /<testcase name="([^"]*)" class="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;
  return [...xml.matchAll(cases)].map(([, name = '', type = '', body = '']) => {
    const skipped = /<skipped\b/.test(body);
    const fault = plain(body.replace(/<[^>]*>/g, '')).trim() || body.trim();
    return { name: plain(`${type} ${name}`), fault: skipped ? null : fault || null, skipped };
  });
}
