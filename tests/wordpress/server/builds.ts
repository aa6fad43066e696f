import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './cache';
import { download, fetchWith } from './download';
import { unzip } from './unzip';

/** The newest that npm has; its WordPress is 6.5.5, with PHP complete and the editor's scripts left out. */
const source = '@wp-playground/wordpress-builds@0.9.19';

/** With `wordpress` and `sqlite-database-integration`, there or not. */
export const buildsFolder = path.join(cacheFolder(), 'wordpress-builds-0.9.19-immediate');

/** 158 MB, of which 23 MB are kept: too much for a dependency of every install. */
export const builds = download(
  buildsFolder,
  { title: 'WordPress 6.5 with its SQLite integration', lacking: () => null },
  async (folder) => {
    const npm = path.join(folder, 'npm');
    mkdirSync(npm);
    const flags = [
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    await fetchWith('npm', ['install', '--prefix', npm, ...flags, source]);
    const archives = path.join(npm, 'node_modules/@wp-playground/wordpress-builds/src');
    unzip(path.join(archives, 'wordpress/wp-6.5.zip'), path.join(folder, 'wordpress'));
    unzip(
      path.join(archives, 'sqlite-database-integration/sqlite-database-integration.zip'),
      path.join(folder, 'sqlite-database-integration'),
      'sqlite-database-integration-main/',
    );
    waitForLocks(
      path.join(folder, 'sqlite-database-integration/wp-includes/sqlite/class-wp-sqlite-translator.php'),
    );
    // The archive has these of its own: a configuration, and a database that is installed already.
    rmSync(path.join(folder, 'wordpress/wp-config.php'), { force: true });
    rmSync(path.join(folder, 'wordpress/wp-content/database'), { recursive: true, force: true });
    rmSync(npm, { recursive: true });
  },
);

/**
 * SQLite refuses at once to make a reading transaction a writing one where another process writes, and this version of the
 * integration begins all of them as reading ones: one of a hundred writes failed, as MySQL's never do.
 */
function waitForLocks(translator: string): void {
  const code = readFileSync(translator, 'utf8');
  const waiting = code.replace(
    "execute_sqlite_query( 'BEGIN' )",
    "execute_sqlite_query( 'BEGIN IMMEDIATE' )",
  );
  if (waiting === code) throw new Error(`${translator} begins its transactions in another way now`);
  writeFileSync(translator, waiting);
}
