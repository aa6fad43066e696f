import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { cacheFolder } from './cache';
import { type Download, download, fetchWith } from './download';

/** The link targets of Debian's package `wordpress` lie in the others. */
const packages = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'libjs-cropper',
  'libjs-underscore',
  'php-getid3',
];

/** Folder of WordPress 6.1, there or not. No number follows the dash: it is not a candidate for `newest`. */
export const debianFolder = path.join(cacheFolder(), 'wordpress-debian');

const versions = new Map<string, string | null>();

/** @returns the version of a package that apt-get would fetch; null where it knows none */
function debianVersion(name: string): string | null {
  if (!versions.has(name)) {
    const { stdout } = spawnSync('apt-cache', ['show', '--no-all-versions', name], { encoding: 'utf8' });
    versions.set(name, /^Version: (.*)$/m.exec(stdout ?? '')?.[1] ?? null);
  }
  return versions.get(name) ?? null;
}

/**
 * WordPress 6.1, 11 MB. It is the oldest one to be had and, other than the builds of npm, it has the scripts of the admin and
 * of the block editor.
 */
export const debianWordpress = download(
  debianFolder,
  {
    title: 'WordPress 6.1',
    lacking() {
      const version = debianVersion('wordpress');
      if (version?.startsWith('6.1.')) return null;
      return `WordPress 6.1 is a package of Debian 12, here is ${version ?? 'none (or apt-get update is due)'}`;
    },
  },
  async (folder) => {
    const root = path.join(folder, 'root');
    await unpackDebian(packages, root);
    const core = path.join(root, 'usr/share/wordpress');
    // A link into /etc, which nobody has made.
    rmSync(path.join(core, '.htaccess'));
    for (const entry of readdirSync(core))
      cpSync(path.join(core, entry), path.join(folder, entry), { recursive: true, dereference: true });
    rmSync(root, { recursive: true });
  },
);

/** Programs out of Debian's packages. */
export interface Programs extends Download {
  /** Where they lie as below `/`. */
  root: string;
  /** @returns the folders of their libraries, for LD_LIBRARY_PATH */
  libraries(): string;
}

/** @param name of their folder in the cache folder */
export function debianPrograms(title: string, name: string, names: string[]): Programs {
  const folder = path.join(cacheFolder(), name);
  const root = path.join(folder, 'root');
  const lacking = () =>
    names.every(debianVersion)
      ? null
      : `${title}: Debian's packages have it, which apt does not know here (or apt-get update is due)`;
  return {
    ...download(folder, { title, lacking }, (empty) => unpackDebian(names, path.join(empty, 'root'))),
    root,
    libraries() {
      const lib = path.join(root, 'usr/lib');
      const found = readdirSync(lib).filter((entry) => entry.endsWith('-linux-gnu'));
      return found.map((entry) => path.join(lib, entry)).join(':');
    },
  };
}

/**
 * Unpacks packages of Debian into a folder, as they would lie below `/`. Nothing is installed or started, and nobody has to
 * be root.
 */
async function unpackDebian(names: string[], root: string): Promise<void> {
  const files = `${root}.packages`;
  mkdirSync(files);
  // For root, apt would fetch as a user that may not write here.
  await fetchWith('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', 'download', ...names], { cwd: files });
  for (const name of readdirSync(files)) await execa('dpkg-deb', ['-x', path.join(files, name), root]);
  rmSync(files, { recursive: true });
}
