import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { patience } from '../../support/patience';
import { debianPrograms } from './debian';
import { whyNot } from './download';
import { startGuarded } from './guard';
import { phpOnPath } from './sources';

export const mariadb = debianPrograms('MariaDB', 'mariadb', [
  'mariadb-server-core',
  'mariadb-client-core',
  'libaio1',
  'liburing2',
]);

/** @returns why MariaDB cannot be had, with the way to get it; null when it can */
export function whyNoMariadb(): string | null {
  if (!phpOnPath().extensions.includes('mysqli')) return 'php lacks mysqli (Debian: apt install php-mysql)';
  return whyNot(mariadb);
}

/**
 * Starts a MariaDB of its own, with the settings that it comes with, on a socket and on no port.
 * @returns `constants` for wp-config.php: an empty database `wordpress`
 * @throws when it cannot be had or does not start
 */
export async function startMariadb() {
  const reason = whyNoMariadb();
  if (reason) throw new Error(reason);
  await mariadb.fetch();
  const { root } = mariadb;
  const env = { ...process.env, LD_LIBRARY_PATH: mariadb.libraries() };
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
