import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { builds, buildsFolder } from './builds';
import { cacheFolder } from './cache';
import { debianFolder, debianWordpress } from './debian';
import { composer, download, hasComposer, whyNot } from './download';
import type { Version } from './types';

/** mbstring: WPGraphQL; gd: the seed's pictures; pdo_sqlite: the database. Found by leaving out one after the other. */
const needed = ['gd', 'mbstring', 'pdo_sqlite', 'sqlite3'];

interface Php {
  version: string;
  extensions: string[];
  reason: string | null;
}

let php: Php | undefined;

/** @returns version and extensions of the PHP that is found on the PATH, or why it does not serve */
export function phpOnPath(): Php {
  if (php) return php;
  const ask = 'echo json_encode([PHP_VERSION, array_map("strtolower", get_loaded_extensions())]);';
  const { stdout, status } = spawnSync('php', ['-r', ask], { encoding: 'utf8' });
  if (status !== 0)
    php = { version: '', extensions: [], reason: 'there is no php (Debian: apt install php-cli)' };
  else {
    const [version, extensions] = JSON.parse(stdout) as [string, string[]];
    const missing = needed.filter((name) => !extensions.includes(name));
    php = {
      version,
      extensions,
      reason: missing.length
        ? `php lacks ${missing.join(', ')} (Debian: apt install php-sqlite3 php-gd php-mbstring)`
        : null,
    };
  }
  return php;
}

/** WPGraphQL with its Composer packages, there or not. */
export const wpgraphqlFolder = path.resolve(
  process.env.WPGRAPHQL_DIR || path.join(cacheFolder(), 'wp-graphql'),
);
export const wpgraphql = download(
  wpgraphqlFolder,
  {
    title: 'WPGraphQL',
    isThere: () =>
      ['wp-graphql.php', 'vendor/autoload.php'].every((file) => existsSync(path.join(wpgraphqlFolder, file))),
    lacking: () =>
      !process.env.WPGRAPHQL_DIR && !existsSync(wpgraphqlFolder) && hasComposer()
        ? null
        : `there is no WPGraphQL: composer create-project wp-graphql/wp-graphql ${cacheFolder()}/wp-graphql, or name its folder in WPGRAPHQL_DIR`,
  },
  (empty) => composer('create-project', '--no-dev', 'wp-graphql/wp-graphql', empty),
);

/** Plugins whose source lacks packages of Composer's that they cannot run without. */
const withPackages = ['seo-by-rank-math', 'wp-graphql-rank-math', 'wp-graphql-content-blocks'];

/** @returns the folder of another plugin: `plugins/<name>` in the cache folder, or below PLUGINS_DIR; null where none can run */
export function pluginFolder(name: string): string | null {
  const folder = path.join(process.env.PLUGINS_DIR || path.join(cacheFolder(), 'plugins'), name);
  const isWhole = existsSync(path.join(folder, 'vendor/autoload.php')) || !withPackages.includes(name);
  return isWhole && hasMainFile(folder) ? path.resolve(folder) : null;
}

/** WordPress knows a plugin by a header in a PHP file of its folder. */
function hasMainFile(folder: string): boolean {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.php')) : [];
  return files.some((file) => readFileSync(path.join(folder, file), 'utf8').includes('Plugin Name:'));
}

/**
 * @param names folders of plugins, such as `contact-form-7`
 * @returns why one of them cannot be had here, with the way to get it; null when all can
 */
export function whyNoPlugin(...names: string[]): string | null {
  const missing = names.find((name) => !pluginFolder(name));
  return missing
    ? `there is no plugin ${missing} that can run: put its folder, with the packages of its composer.json, into ${cacheFolder()}/plugins, or name the folder above it in PLUGINS_DIR`
    : null;
}

/** @returns the folder with the newest WordPress at hand; null where there is none */
export function newestFolder(): string | null {
  const cache = cacheFolder();
  const folders = existsSync(cache)
    ? readdirSync(cache).filter((name) => /^wordpress-\d+\.[\d.]+$/.test(name))
    : [];
  folders.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const newest = folders.at(-1);
  const folder = process.env.WORDPRESS_DIR || (newest && path.join(cache, newest));
  return folder && existsSync(path.join(folder, 'wp-includes/version.php')) ? path.resolve(folder) : null;
}

/** @returns the folder with WordPress in this version, which must be there already */
export function wordpressFolder(version: Version): string {
  if (version === '6.1') return debianFolder;
  const folder = version === '6.5' ? path.join(buildsFolder, 'wordpress') : newestFolder();
  if (!folder) throw new Error(whyNoWordPress(version) ?? 'no WordPress');
  return folder;
}

/** @returns `6.5.5`, from WordPress's own file, or `2.20.0` from the plugin's header */
export function versionIn(folder: string): string {
  const core = path.join(folder, 'wp-includes/version.php');
  const plugin = path.join(folder, 'wp-graphql.php');
  const [file, pattern] = existsSync(core)
    ? [core, /\$wp_version\s*=\s*'([^']+)'/]
    : [plugin, /^[\s*]*Version:\s*(\S+)/m];
  return pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unknown';
}

/**
 * @param version as for startWordPress
 * @returns why a real WordPress cannot be had here, with the way to get it; null when it can
 */
export function whyNoWordPress(version: Version = '6.5'): string | null {
  if (process.platform === 'win32') return 'the harness needs a POSIX shell';
  const reason = phpOnPath().reason ?? whyNot(wpgraphql) ?? whyNot(builds);
  if (reason) return reason;
  if (version === '6.1') return whyNot(debianWordpress);
  if (version === 'newest' && !newestFolder())
    return `there is no newest WordPress: unpack one into ${cacheFolder()}/wordpress-<version>, or name its folder in WORDPRESS_DIR`;
  return null;
}
