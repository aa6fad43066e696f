import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { takeLock } from './lock.mjs';

/** Below what Linux and macOS give to sockets that ask for any port: a server may listen on its own minutes later. */
const FIRST = 20_000;
const COUNT = 12_000;

let next = Math.floor(Math.random() * COUNT);

/** @returns a TCP port of 127.0.0.1 that nobody listens on, and that no other test process is given while this one lives */
export async function freePort(): Promise<number> {
  const locks = path.join(os.tmpdir(), 'chs-ports');
  mkdirSync(locks, { recursive: true });
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + (next++ % COUNT);
    const lock = path.join(locks, String(port));
    // The second try is for a lock whose owner has died.
    if (!takeLock(lock) && !takeLock(lock)) continue;
    if (await isFree(port)) return port;
    rmSync(lock, { force: true });
  }
  throw new Error(`no port is free from ${FIRST} to ${FIRST + COUNT - 1}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
