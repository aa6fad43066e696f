import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { patience } from '../../support/patience';
import { cacheFolder, makeOnce } from './cache';
import { debianVersion, unpackDebian } from './debian';
import { startGuarded } from './guard';
import { phpOnPath } from './sources';

const packages = ['mariadb-server-core', 'mariadb-client-core', 'libaio1', 'liburing2'];
const binaries = () => path.join(cacheFolder(), 'mariadb');

/** @returns why MariaDB cannot be had, with the way to get it; null when it can */
export function whyNoMariadb(): string | null {
  if (!phpOnPath().extensions.includes('mysqli')) return 'php lacks mysqli (Debian: apt install php-mysql)';
  if (existsSync(binaries()) || packages.every(debianVersion)) return null;
  return 'MariaDB comes out of packages of Debian 12, which apt does not know here (or apt-get update is due)';
}

/**
 * Starts a MariaDB of its own, with the settings that it comes with, on a socket and on no port.
 * @returns `constants` for wp-config.php: an empty database `wordpress`
 * @throws when it cannot be had or does not start
 */
export async function startMariadb() {
  const reason = whyNoMariadb();
  if (reason) throw new Error(reason);
  await makeOnce(binaries(), (folder) => unpackDebian(packages, path.join(folder, 'root')));
  const root = path.join(binaries(), 'root');
  const lib = path.join(root, 'usr/lib');
  const libraries = readdirSync(lib).filter((name) => name.endsWith('-linux-gnu'));
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: libraries.map((name) => path.join(lib, name)).join(':'),
  };
  // A short path: that of a socket has at most 107 characters.
  const folder = mkdtempSync(path.join(tmpdir(), 'mariadb-'));
  const data = path.join(folder, 'data');
  const socket = path.join(folder, 'socket');
  const output = path.join(folder, 'log');
  mkdirSync(data);
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', `--basedir=${root}/usr`, `--datadir=${data}`, ...user];
  const install = path.join(root, 'usr/bin/mariadb-install-db');
  await execa(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], { env });
  const server = [path.join(root, 'usr/sbin/mariadbd'), ...common, `--socket=${socket}`, '--skip-networking'];
  const { stop } = startGuarded(server, { folder, output, signal: 'TERM', env });
  for (let attempt = 0; !existsSync(socket); attempt++) {
    if (attempt * 50 > patience) {
      const log = readFileSync(output, 'utf8');
      await stop();
      throw new Error(`mariadbd did not start:\n${log}`);
    }
    await sleep(50);
  }
  await execa('php', [
    '-r',
    '(new mysqli(null, "root", "", "", 0, $argv[1]))->query("CREATE DATABASE wordpress CHARACTER SET utf8mb4");',
    socket,
  ]);
  return {
    constants: {
      DB_HOST: `localhost:${socket}`,
      DB_NAME: 'wordpress',
      DB_USER: 'root',
      DB_PASSWORD: '',
    },
    stop,
  };
}
