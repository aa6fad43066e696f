import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { wordpressBuilds } from './builds';
import { phpFolder } from './php';
import { wordpressFolder, wpgraphqlFolder } from './sources';
import type { Version } from './types';

/**
 * Lays out a WordPress in an empty folder: links to the shared, unchanged parts, and a database and uploads of its own.
 * @param template folder whose `database` and `uploads` are copied; without it both start empty
 */
export function layOut(folder: string, version: Version, template?: string): void {
  const core = wordpressFolder(version);
  const content = path.join(folder, 'wp-content');
  const plugins = path.join(content, 'plugins');
  mkdirSync(plugins, { recursive: true });
  for (const entry of readdirSync(core)) {
    if (entry !== 'wp-content' && entry !== 'wp-config.php')
      symlinkSync(path.join(core, entry), path.join(folder, entry));
  }
  symlinkSync(path.join(phpFolder, 'wp-config.php'), path.join(folder, 'wp-config.php'));
  symlinkSync(path.join(core, 'wp-content/themes'), path.join(content, 'themes'));

  const sqlite = path.join(wordpressBuilds(), 'sqlite-database-integration');
  symlinkSync(sqlite, path.join(plugins, 'sqlite-database-integration'));
  // A copy: it looks for the plugin beside itself.
  cpSync(path.join(sqlite, 'db.copy'), path.join(content, 'db.php'));
  symlinkSync(wpgraphqlFolder() ?? '', path.join(plugins, 'wp-graphql'));

  for (const part of ['database', 'uploads']) {
    const from = template && path.join(template, part);
    if (from && existsSync(from)) cpSync(from, path.join(content, part), { recursive: true });
    else mkdirSync(path.join(content, part));
  }
}
