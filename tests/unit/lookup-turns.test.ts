import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LookupTurns } from '../../src/runtime/cms/lookup-turns';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes turns and notes who got one when; each ends at once. */
function takers(turns: LookupTurns) {
  const began = performance.now();
  const got: [client: string, ms: number | null][] = [];
  const take = async (client: string) => {
    const release = await turns.take(client);
    got.push([client, release ? performance.now() - began : null]);
    release?.();
  };
  return { got, take };
}

test('two lookups a second, and none for whom they do not come in time', async () => {
  const turns = new LookupTurns();
  const { got, take } = takers(turns);
  const all = Array.from({ length: 6 }, () => take('a'));
  await vi.advanceTimersByTimeAsync(3_000);
  await Promise.all(all);
  expect(got).toEqual([
    ['a', 0],
    ['a', 0],
    ['a', 1_000],
    ['a', 1_000],
    ['a', null],
    ['a', null],
  ]);
});

test('a client that asks for many addresses leaves the next turn to another one', async () => {
  const turns = new LookupTurns();
  const { got, take } = takers(turns);
  const all: Promise<void>[] = [];
  for (let ms = 0; ms < 10_000; ms += 50) {
    all.push(take('flood'));
    if (ms % 2_000 === 500) all.push(take('visitor'));
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all(all);
  const ofVisitor = got.filter(([client]) => client === 'visitor');
  expect(ofVisitor.length).toBe(5);
  expect(ofVisitor.filter(([, ms]) => ms === null)).toEqual([]);
});

test('one at a time: the next turn begins when the lookup in flight ends', async () => {
  const turns = new LookupTurns();
  const release = turns.takeNow('a');
  expect(release).not.toBeNull();
  expect(turns.takeNow('b')).toBeNull();
  const { got, take } = takers(turns);
  const next = take('b');
  await vi.advanceTimersByTimeAsync(400);
  expect(got).toEqual([]);
  release?.();
  await next;
  expect(got).toEqual([['b', 400]]);
});

test('nobody takes a turn at once while somebody waits for one', async () => {
  const turns = new LookupTurns();
  turns.takeNow('a')?.();
  turns.takeNow('a')?.();
  const { got, take } = takers(turns);
  const waiting = take('b');
  await vi.advanceTimersByTimeAsync(999);
  expect(turns.takeNow('c')).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(got).toEqual([['b', 1_000]]);
});
