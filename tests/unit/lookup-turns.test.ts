import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LookupTurns } from '../../src/runtime/wordpress/lookup-turns';

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
    const release = await turns.take(() => [client]);
    got.push([client, release ? performance.now() - began : null]);
    release?.();
  };
  return { got, take };
}

test('three lookups in three seconds for one client, and none for whom they do not come in time', async () => {
  const turns = new LookupTurns();
  const { got, take } = takers(turns);
  const all = Array.from({ length: 6 }, () => take('a'));
  await vi.advanceTimersByTimeAsync(3_000);
  await Promise.all(all);
  expect(got).toEqual([...Array(3).fill(['a', 0]), ...Array(3).fill(['a', null])]);
  const next = take('a');
  await vi.advanceTimersByTimeAsync(0);
  await next;
  expect(got.at(-1)).toEqual(['a', 3_000]);
});

test('six lookups a second for all clients', async () => {
  const turns = new LookupTurns();
  const { got, take } = takers(turns);
  const all = Array.from({ length: 8 }, (_, i) => take(`client ${i}`));
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all(all);
  expect(got.map(([, ms]) => ms)).toEqual([...Array(6).fill(0), 1_000, 1_000]);
});

test('a client that asks for many addresses makes no other one wait', async () => {
  const turns = new LookupTurns();
  const { got, take } = takers(turns);
  const all: Promise<void>[] = [];
  for (let ms = 0; ms < 10_000; ms += 50) {
    all.push(take('flood'));
    if (ms % 3_000 === 500) for (let i = 0; i < 3; i++) all.push(take('visitor'));
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all(all);
  const ofVisitor = got.filter(([client]) => client === 'visitor');
  expect(ofVisitor).toEqual([500, 3_500, 6_500, 9_500].flatMap((ms) => Array(3).fill(['visitor', ms])));
});

test('one at a time for one client, and two for all', async () => {
  const turns = new LookupTurns();
  const release = turns.takeNow(['a']);
  expect(release).not.toBeNull();
  expect(turns.takeNow(['a'])).toBeNull();
  expect(turns.takeNow(['b'])).not.toBeNull();
  expect(turns.takeNow(['c'])).toBeNull();
  const { got, take } = takers(turns);
  const next = take('c');
  await vi.advanceTimersByTimeAsync(400);
  expect(got).toEqual([]);
  release?.();
  await next;
  expect(got).toEqual([['c', 400]]);
});

test('the client whose latest turn is the longest ago goes first', async () => {
  const turns = new LookupTurns();
  const releases = ['a', 'b', 'c', 'd'].map((client) => {
    const release = turns.takeNow([client]);
    if (client < 'c') release?.();
    return release;
  });
  const { got, take } = takers(turns);
  const all = ['d', 'b', 'a', 'e'].map((client) => take(client));
  await vi.advanceTimersByTimeAsync(1_000);
  releases[2]?.();
  await vi.advanceTimersByTimeAsync(100);
  releases[3]?.();
  await Promise.all(all);
  expect(got.map(([client]) => client)).toEqual(['e', 'a', 'b', 'd']);
});

test('a lookup that several clients wait for needs a turn of one of them, also where that one came last', async () => {
  const turns = new LookupTurns();
  for (let i = 0; i < 3; i++) turns.takeNow(['flood'])?.();
  const clients = ['flood'];
  let got: boolean | undefined;
  const lookup = turns
    .take(() => clients)
    .then((release) => {
      got = release !== null;
      release?.();
    });
  await vi.advanceTimersByTimeAsync(1_499);
  expect(got).toBeUndefined();
  clients.push('visitor');
  await vi.advanceTimersByTimeAsync(1);
  await lookup;
  expect(got).toBe(true);
  // It was the visitor's, who has two more.
  const left = Array.from({ length: 3 }, () => {
    const release = turns.takeNow(['visitor']);
    release?.();
    return release !== null;
  });
  expect(left).toEqual([true, true, false]);
});

test('it is stuck where all turns have lasted longer than anybody waits', async () => {
  const turns = new LookupTurns();
  const end = turns.takeNow(['a']);
  await vi.advanceTimersByTimeAsync(1_000);
  turns.takeNow(['b']);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(turns.isStuck).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns.isStuck).toBe(true);
  end?.();
  expect(turns.isStuck).toBe(false);
});
