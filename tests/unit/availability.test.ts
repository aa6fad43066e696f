import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Availability } from '../../src/runtime/wordpress/client/availability';
import { WordPressError } from '../../src/runtime/wordpress/model/errors';

const gone = new WordPressError('Nothing answers', 502);
const busy = new WordPressError('Too many requests', 503);
const failed = { error: gone };
const answered = {};

let availability: Availability;
let probes: number;
/** WordPress's answer to the next probes. */
let health: WordPressError | undefined | 'hangs';

beforeEach(() => {
  vi.useFakeTimers();
  probes = 0;
  health = undefined;
  availability = new Availability();
  availability.watch(() => {
    probes += 1;
    return health === 'hangs' ? new Promise(() => {}) : Promise.resolve(health);
  });
});
afterEach(() => vi.useRealTimers());

const during = (outcome: { error?: WordPressError }) => availability.during(Promise.resolve(outcome));
const state = () =>
  availability.assert().then(
    () => 'asked',
    (error) => error,
  );

test('a request that fails while WordPress answers a probe says nothing about others', async () => {
  await during(failed);
  expect([probes, await state()]).toEqual([1, 'asked']);
});

test('a WordPress that answers no probe either is away: requests fail at once, with one probe a second', async () => {
  health = gone;
  await during(failed);
  expect(await state()).toBe(gone);
  for (let i = 0; i < 50; i++) expect(await state()).toBe(gone);
  expect(probes).toBe(1);
  await vi.advanceTimersByTimeAsync(1_001);
  for (let i = 0; i < 50; i++) expect(await state()).toBe(gone);
  expect(probes).toBe(2);
});

test('whoever comes when it is back is asked for', async () => {
  health = gone;
  await during(failed);
  health = undefined;
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await state()).toBe('asked');
});

test('that WordPress is back is noticed without a visitor, and said once', async () => {
  const onBack = vi.fn();
  availability.onBack = onBack;
  health = gone;
  await during(failed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([onBack.mock.calls.length, availability.refuses]).toEqual([0, true]);
  // Twice as long between two probes each time, a minute at most.
  expect(probes).toBeLessThanOrEqual(7);
  health = undefined;
  await vi.advanceTimersByTimeAsync(60_001);
  expect([onBack.mock.calls.length, availability.refuses]).toEqual([1, false]);
  const asked = probes;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([onBack.mock.calls.length, probes]).toEqual([1, asked]);
});

test('an answer to a request that was in flight ends it as well', async () => {
  health = gone;
  await during(failed);
  await during(answered);
  expect([availability.refuses, await state()]).toEqual([false, 'asked']);
});

test('a webhook shows that it is there: whoever comes next is asked for', async () => {
  health = gone;
  await during(failed);
  availability.heard();
  expect([await state(), probes]).toEqual(['asked', 1]);
});

test('a probe that hung says nothing of a WordPress that was heard meanwhile', async () => {
  let fail = (_fault: WordPressError) => {};
  availability.watch(() => new Promise((resolve) => (fail = resolve)));
  availability.suspect();
  availability.heard();
  fail(gone);
  expect(await state()).toBe('asked');
});

test('a page whose request was refused is one of a WordPress that is away, also where it is back by now', async () => {
  health = gone;
  await during(failed);
  await state();
  availability.heard();
  expect(availability.isAway).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(availability.isAway).toBe(false);
});

test('a page that fails behind a request that failed is one of a WordPress that is away, whatever the probe says', async () => {
  await during(failed);
  expect([availability.isAway, availability.refuses]).toEqual([true, false]);
});

test('a request that takes long raises the question, and nobody waits for a probe that hangs', async () => {
  health = gone;
  void availability.during(new Promise<typeof answered>(() => {}));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(probes).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([probes, availability.isAway]).toEqual([1, true]);
  health = 'hangs';
  await vi.advanceTimersByTimeAsync(1_001);
  const visitor = state();
  await vi.advanceTimersByTimeAsync(250);
  expect(await visitor).toBe(gone);
});

test('a WordPress that wants to be asked later is away, and each request waits for that', async () => {
  health = busy;
  await during({ error: busy });
  expect([availability.isAway, await state()]).toEqual([true, 'asked']);
});

test('builds and tools, which do not watch, are never refused', async () => {
  availability = new Availability();
  await during(failed);
  expect([probes, await state()]).toEqual([0, 'asked']);
});

test('a page whose visitor gave up waiting was not answered either, for a moment', async () => {
  expect(availability.isAway).toBe(false);
  availability.missed();
  expect([availability.isAway, availability.refuses, await state()]).toEqual([true, false, 'asked']);
  await vi.advanceTimersByTimeAsync(5_001);
  expect(availability.isAway).toBe(false);
});
