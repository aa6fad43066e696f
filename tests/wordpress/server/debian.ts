import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { cacheFolder, makeOnce } from './cache';

/** What Debian's package `wordpress` links to lies in the others. */
const packages = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'libjs-cropper',
  'libjs-underscore',
  'php-getid3',
];

/** @returns the folder of WordPress 6.1, there or not. No number follows the dash: it is not a candidate for `newest`. */
export const debianWordpress = () => path.join(cacheFolder(), 'wordpress-debian');

const versions = new Map<string, string | null>();

/** @returns the version of a package that apt-get would fetch; null where it knows none */
export function debianVersion(name: string): string | null {
  if (!versions.has(name)) {
    const { stdout } = spawnSync('apt-cache', ['show', '--no-all-versions', name], { encoding: 'utf8' });
    versions.set(name, /^Version: (.*)$/m.exec(stdout ?? '')?.[1] ?? null);
  }
  return versions.get(name) ?? null;
}

/** @returns why WordPress 6.1 cannot be had, with the way to get it; null when it can */
export function whyNoDebianWordpress(): string | null {
  if (existsSync(debianWordpress())) return null;
  const version = debianVersion('wordpress');
  if (version?.startsWith('6.1.')) return null;
  return `WordPress 6.1 is a package of Debian 12, here is ${version ?? 'none (or apt-get update is due)'}`;
}

/**
 * Fetches WordPress 6.1 out of Debian's packages, unless it is in the cache: 11 MB. It is the oldest one to be had and, other
 * than the builds of npm, it has the scripts of the admin and of the block editor.
 * @throws when apt-get fails
 */
export async function fetchDebianWordpress(): Promise<void> {
  await makeOnce(debianWordpress(), async (folder) => {
    const root = path.join(folder, 'root');
    await unpackDebian(packages, root);
    const core = path.join(root, 'usr/share/wordpress');
    // A link into /etc, which nobody has made.
    rmSync(path.join(core, '.htaccess'));
    for (const entry of readdirSync(core))
      cpSync(path.join(core, entry), path.join(folder, entry), { recursive: true, dereference: true });
    rmSync(root, { recursive: true });
  });
}

/**
 * Unpacks packages of Debian into a folder, as they would lie below `/`. Nothing is installed or started, and nobody has to
 * be root.
 * @throws when apt-get fails
 */
export async function unpackDebian(names: string[], root: string): Promise<void> {
  const files = `${root}.packages`;
  mkdirSync(files);
  // For root, apt would fetch as a user that may not write here.
  await execa('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', 'download', ...names], { cwd: files });
  for (const name of readdirSync(files)) await execa('dpkg-deb', ['-x', path.join(files, name), root]);
  rmSync(files, { recursive: true });
}
