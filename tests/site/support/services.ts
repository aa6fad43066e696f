import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port';
import { patience } from '../../support/patience';
import { debianPrograms } from '../../wordpress/server/debian';
import { whyNot } from '../../wordpress/server/download';
import { type Guarded, startGuarded } from '../../wordpress/server/guard';

export const services = debianPrograms('Redis and nginx', 'redis-nginx', [
  'nginx',
  'redis-tools',
  'redis-server',
  'libatomic1',
  'libjemalloc2',
  'liblua5.1-0',
  'liblzf1',
  'lua-bitop',
  'lua-cjson',
]);
const shipped = fileURLToPath(new URL('../../../templates/site/deploy/nginx.conf', import.meta.url));

/** @returns why Redis and nginx cannot be had; null when they can */
export const whyNoServices = () => whyNot(services);

async function unpacked() {
  await services.fetch();
  return { root: services.root, env: { ...process.env, LD_LIBRARY_PATH: services.libraries() } };
}

/** A Redis that can be stopped and started again at the same address, empty or with what it had. */
export async function startRedis() {
  const { root, env } = await unpacked();
  const port = await freePort();
  let server: Guarded | undefined;
  const redis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      if (server) return;
      const folder = mkdtempSync(path.join(tmpdir(), 'redis-'));
      const options = `--bind 127.0.0.1 --port ${port} --save --appendonly no --dir ${folder}`.split(' ');
      options.splice(options.indexOf('--save') + 1, 0, '');
      const command = [path.join(root, 'usr/bin/redis-server'), ...options];
      server = startGuarded(command, { folder, output: path.join(folder, 'log'), signal: 'TERM', env });
      await untilOpen(port, path.join(folder, 'log'));
    },
    /** Stops it. Its data is gone: nothing was written to disk. */
    async stop() {
      await server?.stop();
      server = undefined;
    },
  };
  await redis.start();
  return redis;
}

/**
 * nginx as the site ships it, but for the ports and the places of its files.
 * @param ports of the two instances on 127.0.0.1
 * @param change of its configuration
 */
export async function startNginx(ports: readonly [number, number], change = (text: string) => text) {
  const { root, env } = await unpacked();
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  for (const cache of ['static', 'pages']) mkdirSync(path.join(folder, cache));
  const changes: [string, string][] = [
    ['site-1:3000', `127.0.0.1:${ports[0]}`],
    ['site-2:3000', `127.0.0.1:${ports[1]}`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/var/cache/nginx/static', path.join(folder, 'static')],
    ['/var/cache/nginx/pages', path.join(folder, 'pages')],
    [
      'http {',
      `pid ${folder}/pid;\nhttp {\n  client_body_temp_path ${folder}/body;\n  proxy_temp_path ${folder}/proxy;`,
    ],
  ];
  let text = `daemon off;\nuser root;\n${change(readFileSync(shipped, 'utf8'))}`;
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf no longer says "${from}"`);
    text = text.replaceAll(from, to);
  }
  for (const name of ['fastcgi', 'uwsgi', 'scgi'])
    text = text.replace('http {', `http {\n  ${name}_temp_path ${folder}/${name};`);
  const file = path.join(folder, 'nginx.conf');
  const log = path.join(folder, 'log');
  writeFileSync(file, text);
  const server = startGuarded([path.join(root, 'usr/sbin/nginx'), '-c', file, '-e', log], {
    folder,
    output: log,
    signal: 'TERM',
    env,
  });
  await untilOpen(port, log);
  return { url: `http://127.0.0.1:${port}`, stop: () => server.stop() };
}

async function untilOpen(port: number, log: string): Promise<void> {
  for (let i = 0; i * 50 < patience; i++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('close', () => resolve(false));
      setTimeout(() => socket.destroy(), 500);
    });
    if (open) return;
    await sleep(50);
  }
  throw new Error(`nothing listens on port ${port}:\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
}
