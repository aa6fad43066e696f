import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import type { WordPress } from '../server';
import { cacheFolder } from '../server/cache';
import { composer, download, hasComposer, whyNot } from '../server/download';
import { phpEnvironment, phpSettings } from '../server/php';

/** The oldest WP-CLI that will do; a registry that has more gives its newest for PHP 7.4. */
const wanted = '^2.4';

/** WP-CLI with its packages, there or not. */
const folder = process.env.WP_CLI_DIR || path.join(cacheFolder(), 'wp-cli');
const boot = path.join(folder, 'vendor/wp-cli/wp-cli/php/boot-fs.php');

/** Out of Composer's registry: 2 MB. */
export const wpCli = download(
  folder,
  {
    title: 'WP-CLI',
    isThere: () => existsSync(boot),
    lacking: () =>
      !existsSync(folder) && hasComposer()
        ? null
        : `there is no WP-CLI: composer require --working-dir=${folder} wp-cli/wp-cli, or name its folder in WP_CLI_DIR`,
  },
  async (empty) => {
    // cURL is for its downloads, which nobody asks for here.
    const config = { lock: false, platform: { php: '7.4.33', 'ext-curl': '8.0' } };
    writeFileSync(
      path.join(empty, 'composer.json'),
      JSON.stringify({ require: { 'wp-cli/wp-cli': wanted }, config }),
    );
    await composer('install', `--working-dir=${empty}`);
  },
);

/** @returns why WP-CLI cannot be had here, with the way to get it; null when it can */
export const whyNoWpCli = () => whyNot(wpCli);

export interface CliResult {
  code: number;
  stdout: string;
  /** Without what PHP 8 says of WP-CLI's own code, and WP-CLI of the harness. */
  stderr: string;
}

/** Runs `wp …` on a WordPress of the harness, as its owner does in a shell. */
export async function wp(wordpress: WordPress, args: string[], input = ''): Promise<CliResult> {
  const abspath = await wordpress.php<string>('echo json_encode( ABSPATH );');
  const installation = { folder: abspath.replace(/\/$/, ''), url: wordpress.url };
  const { exitCode, stdout, stderr } = await execa(
    'php',
    [...phpSettings(), boot, '--allow-root', '--no-color', ...args],
    { input, cwd: installation.folder, env: phpEnvironment(installation), reject: false },
  );
  // It also dislikes that ABSPATH is known before wp-config.php, as it is everywhere in the harness.
  const own = (line: string) => !/^(PHP )?Deprecated: |^\t/.test(line) && line.trim() !== '';
  return { code: exitCode ?? -1, stdout, stderr: stderr.split('\n').filter(own).join('\n') };
}
