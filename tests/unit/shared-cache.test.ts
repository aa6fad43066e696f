import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openShared, type SharedCache } from '../../src/runtime/server/cache/shared-cache';
import type { TagTimes } from '../../src/runtime/server/cache/tag-times';
import { startRedis, whyNoServices } from '../site/support/services';
import { patience } from '../support/patience';

const reason = whyNoServices();
const SAID = { 'path:/a': [1, 0] as [number, number] };
/** Milliseconds; longer than an instance counts after its last sign of life. */
const LONG = 30_000;

/** Between an instance and Redis. */
async function startNetwork(redisUrl: string) {
  const sockets = new Set<Socket>();
  const network = { isCut: false, isSilent: false };
  const server: Server = createServer((socket) => {
    if (network.isCut) return void socket.destroy();
    const redis = connect(Number(new URL(redisUrl).port), '127.0.0.1');
    for (const end of [socket, redis]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        sockets.delete(end);
        socket.destroy();
        redis.destroy();
      });
    }
    // A connection that is gone without a word stays open at the other end.
    socket.on('data', (bytes) => network.isSilent || redis.write(bytes));
    redis.on('data', (bytes) => network.isSilent || socket.write(bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut() {
      network.isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      network.isSilent = true;
    },
    heal() {
      Object.assign(network, { isCut: false, isSilent: false });
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.skipIf(reason)(`instances that share Redis${reason ? ` (${reason})` : ''}`, () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let network: Awaited<ReturnType<typeof startNetwork>>;
  let told: SharedCache;
  let other: SharedCache;
  const heard: object[] = [];

  /** Its knowledge of tags is not looked at here. */
  async function open(url: string, onSaid: (said: object) => void = () => {}): Promise<SharedCache> {
    vi.stubEnv('REDIS_URL', url);
    const times = {
      ahead: 0,
      all: () => ({}),
      learn: (said: object) => {
        if (Object.keys(said).length > 0) onSaid(said);
        return 0;
      },
    };
    const shared = openShared({ build: 'b', builtAt: Date.now(), times: times as unknown as TagTimes });
    await shared?.ready;
    return shared as SharedCache;
  }
  /** The other instance gave its last sign that long ago. */
  async function lastSign(agoMs: number): Promise<void> {
    const client = await createClient({ url: redis.url }).connect();
    const [key = ''] = await client.keys('site*:instances');
    await told.instances.leave();
    const [name = ''] = await client.zRange(key, 0, -1);
    await client.zAdd(key, { value: name, score: Date.now() - agoMs });
    client.destroy();
  }

  beforeAll(async () => {
    redis = await startRedis();
    network = await startNetwork(redis.url);
    other = await open(network.url, (said) => heard.push(said));
    told = await open(redis.url);
  });
  afterAll(async () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    for (const client of [told.client, told.listener, other.client, other.listener]) client.destroy();
    await redis.stop();
  });
  afterEach(async () => {
    network.heal();
    for (const { instances } of [told, other])
      await vi.waitFor(() => instances.giveSign(Date.now()), { timeout: patience });
    await expect.poll(() => other.listener.isReady).toBe(true);
  });

  test('what one is told the other knows', async () => {
    expect(await told.tell(SAID)).toBe(true);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
  });

  test('the other is cut off: not all know, until it gave no sign for longer than its lease', async () => {
    network.cut();
    await expect.poll(() => told.tell(SAID)).toBe(false);
    await lastSign(LONG);
    expect(await told.tell(SAID)).toBe(true);
  });

  test('the other hears nothing, though its connection is open and its last sign is new: not all know', async () => {
    network.silence();
    await lastSign(0);
    expect(await told.tell(SAID)).toBe(false);
  });

  test('an instance that is cut off for longer than its lease looks for itself', async () => {
    const looked = new Promise<void>((resolve) => {
      other.onAlone = resolve;
    });
    told.onAlone = () => expect.unreachable('it is in touch');
    network.cut();
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + LONG);
    await looked;
    later.mockRestore();
  });

  test('one whose clock was an hour ahead, and that is gone, is waited for by nobody', async () => {
    const client = await createClient({ url: redis.url }).connect();
    const [key = ''] = await client.keys('site*:instances');
    await client.zAdd(key, { value: 'gone', score: Date.now() + 3_600_000 });
    expect(await told.tell(SAID)).toBe(true);
    await told.instances.giveSign(Date.now());
    expect(await client.zScore(key, 'gone')).toBeNull();
    client.destroy();
  });

  test('one that is ended by a signal is waited for no longer', async () => {
    const file = fileURLToPath(new URL('../../src/runtime/server/cache/shared-cache.ts', import.meta.url));
    // Next's listener ends the process in the same turn where nobody is connected.
    const program = `process.on('SIGTERM', () => process.exit(143));
      const { openShared } = await import(${JSON.stringify(file)});
      const times = { ahead: 0, all: () => ({}), learn: () => 0 };
      await openShared({ build: 'b', builtAt: Date.now(), times }).ready;
      console.log('ready');`;
    const instance = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      env: { ...process.env, REDIS_URL: `${redis.url}/1` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(instance.stdout, 'data');
    const client = await createClient({ url: `${redis.url}/1` }).connect();
    const names = () => client.zRange('site/1:instances', 0, -1);
    expect(await names()).toHaveLength(1);
    instance.kill('SIGTERM');
    const [code] = await once(instance, 'exit');
    expect([code, await names()]).toEqual([143, []]);
    client.destroy();
  });
});
