import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { builds } from './builds';
import { cacheFolder, makeOnce } from './cache';
import { debianWordpress } from './debian';
import { layOut } from './installation';
import { phpFolder, runPhp, seedFolder } from './php';
import { versionIn, wordpressFolder, wpgraphql, wpgraphqlFolder } from './sources';
import type { Content, Version } from './types';

const day = 86_400_000;

/**
 * Database and uploads of an installed and filled WordPress. Each version is installed once; the other contents are put into
 * copies of that. Made once (about 10 s) and kept in the cache folder, under a
 * name that changes with the seed and with the versions.
 * @returns the folder with `database` and `uploads`, which must not be changed
 */
export async function template(version: Version, content: Content): Promise<string> {
  await fetchSources(version);
  const core = wordpressFolder(version);
  const kind = `${versionIn(core)}-${content}-`;
  const key = hashOf([core, wpgraphqlFolder, versionIn(wpgraphqlFolder)], [phpFolder, seedFolder]);
  const folder = path.join(cacheFolder(), 'templates', kind + key);
  await makeOnce(folder, (empty) => fill(empty, version, content));
  utimesSync(folder, new Date(), new Date());
  forget(path.dirname(folder), kind, kind + key);
  return folder;
}

/** Fetches what every installation links to, unless it is in the cache. */
export async function fetchSources(version: Version): Promise<void> {
  await wpgraphql.fetch();
  await builds.fetch();
  if (version === '6.1') await debianWordpress.fetch();
}

/** Installs WordPress and puts content into it, which start.php then makes that of one instance. */
export async function install(folder: string, content: Content): Promise<void> {
  await seed(folder, 'install.php');
  if (content === 'nasty') await addContent(folder);
}

const addContent = (folder: string) => seed(folder, 'nasty.php');

/** The address is replaced in every copy; see wordpress/start.php. */
function seed(folder: string, file: string): Promise<string> {
  return runPhp({ folder, url: 'http://wordpress.invalid' }, path.join(seedFolder, file));
}

async function fill(folder: string, version: Version, content: Content): Promise<void> {
  const installation = path.join(folder, 'installation');
  if (content === 'empty') {
    layOut(installation, version);
    await install(installation, content);
  } else {
    layOut(installation, version, await template(version, 'empty'));
    await addContent(installation);
  }
  for (const part of ['database', 'uploads'])
    renameSync(path.join(installation, 'wp-content', part), path.join(folder, part));
  rmSync(installation, { recursive: true });
}

/** @returns 12 hexadecimal digits that change with the words and with the content of the folders */
function hashOf(words: string[], folders: string[]): string {
  const hash = createHash('sha256').update(words.join('\n'));
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const file = path.join(folder, entry);
      if (statSync(file).isFile()) hash.update(`\n${entry}\n`).update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** Deletes templates of the same kind that nobody has used for a day: each change of the seed leaves one behind. */
function forget(templates: string, kind: string, kept: string): void {
  for (const name of readdirSync(templates)) {
    const folder = path.join(templates, name);
    if (!name.startsWith(kind) || name === kept) continue;
    if (existsSync(folder) && Date.now() - statSync(folder).mtimeMs > day)
      rmSync(folder, { recursive: true, force: true });
  }
}
