import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildsFolder } from './builds';
import { phpFolder } from './php';
import { pluginFolder, whyNoPlugin, wordpressFolder, wpgraphqlFolder } from './sources';
import type { Constants, Database, Version } from './types';

/** The companion plugin: of this repository, or in the folder that COMPANION_DIR names (a copy with a fault, a release). */
const companionFolder = () =>
  path.resolve(
    process.env.COMPANION_DIR || fileURLToPath(new URL('../../../companion-plugin', import.meta.url)),
  );

/** Puts the companion plugin into an installation, as a link: what was compiled of it serves all of them. */
export function addCompanion(folder: string): void {
  symlinkSync(companionFolder(), path.join(folder, 'wp-content/plugins/headless-site-companion'));
}

/**
 * Links another plugin into an installation.
 * @throws where it cannot be had, with the way to get it
 */
export function addPlugin(folder: string, name: string): void {
  const from = pluginFolder(name);
  if (!from) throw new Error(whyNoPlugin(name) ?? name);
  symlinkSync(from, path.join(folder, 'wp-content/plugins', name));
}

/** Writes the constants that wp-config.php of an installation defines before its own. */
export function writeConstants(folder: string, constants: Constants): void {
  // Renamed into its place: a request must not read half of it.
  const file = path.join(folder, '.constants.json');
  writeFileSync(`${file}.new`, JSON.stringify(constants));
  renameSync(`${file}.new`, file);
}

/**
 * Lays out a WordPress in an empty folder: links to the shared, unchanged parts, and a database and uploads of its own.
 * @param template folder whose `database` and `uploads` are copied; without it both start empty
 * @param database `mariadb`: without what makes WordPress use SQLite
 */
export function layOut(
  folder: string,
  version: Version,
  template?: string,
  database: Database = 'sqlite',
): void {
  const core = wordpressFolder(version);
  const content = path.join(folder, 'wp-content');
  const plugins = path.join(content, 'plugins');
  mkdirSync(plugins, { recursive: true });
  for (const entry of readdirSync(core)) {
    if (entry === 'wp-cron.php') copyCron(core, folder);
    else if (entry !== 'wp-content' && entry !== 'wp-config.php')
      symlinkSync(path.join(core, entry), path.join(folder, entry));
  }
  symlinkSync(path.join(phpFolder, 'wp-config.php'), path.join(folder, 'wp-config.php'));
  symlinkSync(path.join(core, 'wp-content/themes'), path.join(content, 'themes'));

  if (database === 'sqlite') {
    const sqlite = path.join(buildsFolder, 'sqlite-database-integration');
    symlinkSync(sqlite, path.join(plugins, 'sqlite-database-integration'));
    // A copy: it looks for the plugin beside itself.
    cpSync(path.join(sqlite, 'db.copy'), path.join(content, 'db.php'));
  }
  symlinkSync(wpgraphqlFolder, path.join(plugins, 'wp-graphql'));

  for (const part of ['database', 'uploads']) {
    const from = template && path.join(template, part);
    if (from && existsSync(from)) cpSync(from, path.join(content, part), { recursive: true });
    else mkdirSync(path.join(content, part));
  }
}

/** It loads WordPress only where ABSPATH is unknown, and here that is known before every file (wordpress/prepend.php). */
function copyCron(core: string, folder: string): void {
  const text = readFileSync(path.join(core, 'wp-cron.php'), 'utf8');
  const changed = text.replace("! defined( 'ABSPATH' )", 'true');
  if (changed === text) throw new Error('wp-cron.php is not as it was');
  writeFileSync(path.join(folder, 'wp-cron.php'), changed);
}
