/** Talking to Redis: the client, which only sites with several instances have, its clock, and waits that end. */
import { createRequire } from 'node:module';
import { withTimeout } from '../../base/timeout.ts';
import type { Redis, RedisClient } from './types.ts';

/** Milliseconds that a visitor waits for Redis at most. */
const WAIT_MS = 300;

/**
 * The client is a package of sites with several instances alone. Loaded here and not by an import: this file is part of every
 * site's cache handler.
 */
export function loadClient(): Redis {
  // Outside of `try`, Turbopack fails the build of each site without the package.
  try {
    return createRequire(import.meta.url)('@redis/client');
  } catch (cause) {
    throw new Error('@redis/client cannot be loaded', { cause });
  }
}

/**
 * Does something before the process ends by a signal. Next 16.4 ends it as soon as its server has closed, which is at once where nobody is
 * connected, and before anything is sent: its listeners are called afterwards.
 */
export function beforeEnd(work: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const listeners = process.listeners(signal);
    process.removeAllListeners(signal);
    process.once(signal, async () => {
      await work();
      for (const listener of listeners) listener(signal);
      if (listeners.length === 0 && process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/**
 * Entries are stamped by one clock, Redis's: those of the instances may differ by more than a page takes to be made.
 * @returns milliseconds
 */
export async function clockAhead(client: Pick<RedisClient, 'sendCommand'>): Promise<number> {
  const sent = Date.now();
  const [seconds, micros] = (await client.sendCommand(['TIME'])) as unknown as [string, string];
  const theirs = Number(seconds) * 1000 + Number(micros) / 1000;
  return Math.round(theirs - (sent + Date.now()) / 2);
}

/** @param otherwise when it fails, or takes longer than WAIT_MS */
export function limited<T, Otherwise>(
  promise: Promise<T>,
  otherwise: Otherwise,
  failed: (error: unknown) => void = () => {},
): Promise<T | Otherwise> {
  const timedOut = () => {
    throw new Error(`no answer within ${WAIT_MS} ms`);
  };
  return withTimeout(promise, WAIT_MS, timedOut).catch((error) => {
    failed(error);
    return otherwise;
  });
}
