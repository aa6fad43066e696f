import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { cacheFolder } from './cache';

/** The part of the harness that is PHP. */
export const phpFolder = fileURLToPath(new URL('../wordpress', import.meta.url));
export const seedFolder = fileURLToPath(new URL('../seed', import.meta.url));

/** A WordPress that lies in a folder and answers at an address. */
export interface Installation {
  folder: string;
  url: string;
}

/** In it PHP repeats the path of each file, in a folder for each PHP. */
const compiled = () => path.join(cacheFolder(), 'opcache');

/** Deletes what PHP has compiled of folders that are gone, such as those of every WordPress that was stopped. */
export function forgetCompiled(): void {
  for (const php of foldersIn(compiled())) forgetIn(path.join(compiled(), php), path.parse(compiled()).root);
}

function forgetIn(kept: string, source: string): void {
  for (const name of foldersIn(kept)) {
    const [inside, from] = [path.join(kept, name), path.join(source, name)];
    if (existsSync(from)) forgetIn(inside, from);
    // Tests of another checkout may just be writing there.
    else rmSync(inside, { recursive: true, force: true, maxRetries: 3 });
  }
}

const foldersIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

/** Settings of every PHP process. Compiled files are kept in the cache folder: they halve the start of WordPress. */
export const phpSettings = (): string[] =>
  [
    `auto_prepend_file=${phpFolder}/prepend.php`,
    'memory_limit=512M',
    'display_errors=0',
    'log_errors=1',
    'opcache.enable_cli=1',
    `opcache.file_cache=${compiled()}`,
  ].flatMap((setting) => ['-d', setting]);

/** @returns the environment in which wp-config.php finds its installation */
export function phpEnvironment({ folder, url }: Installation): Record<string, string> {
  return { WP_TEST_INSTANCE: folder, WP_TEST_URL: url };
}

export interface PhpInput {
  /** Standard input of the file. */
  input?: string;
  /** Variables beside those of the installation. */
  env?: Record<string, string>;
}

/**
 * Runs a PHP file inside an installation, in a process of its own.
 * @returns what it printed
 * @throws with what PHP has logged, when it ends with an error
 */
export async function runPhp(
  installation: Installation,
  file: string,
  { input = '', env = {} }: PhpInput = {},
): Promise<string> {
  // A process for one script needs no shared memory, which would take a third of its time.
  const alone = ['-d', 'opcache.file_cache_only=1'];
  const { stdout, stderr, failed } = await execa('php', [...phpSettings(), ...alone, file], {
    input,
    env: { ...phpEnvironment(installation), ...env },
    reject: false,
    stripFinalNewline: false,
  });
  if (failed) throw phpFailure(file, stderr, stdout);
  return stdout;
}

/** @returns the error of a file that has not ended with status 0 */
export const phpFailure = (file: string, stderr: string, stdout: string) =>
  new Error(`${path.basename(file)} failed: ${(stderr || stdout).trimEnd()}`);
