import { expect, onTestFinished, test, vi } from 'vitest';
import { backgroundScope, type RequestScope, runInScope } from '../../src/runtime/base/request-scope';
import { inTurn } from '../../src/runtime/wordpress/client/turns';
import { patience } from '../support/patience';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const visitor = (client?: string): RequestScope => ({
  until: performance.now() + 60_000,
  isBackground: false,
  client,
});

/** Tasks that end when they are told to. */
function tasks() {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, scope?: RequestScope) => {
    const task = () =>
      inTurn(() => {
        order.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      });
    return scope ? runInScope(scope, task) : task();
  };
  const end = async (name: string) => {
    await pause(1);
    ends.get(name)?.();
    await pause(1);
  };
  return { order, begin, end };
}

test('two requests at once, in their order outside of requests, and a failure gives its place on', async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const task = (i: number) => async () => {
    order.push(i);
    running += 1;
    most = Math.max(most, running);
    await pause(5);
    running -= 1;
    if (i % 3 === 0) throw new Error(`${i} failed`);
    return i;
  };
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => inTurn(task(i))));
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 10 }, (_, i) => (i % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  // All places are free again.
  expect(await Promise.all([inTurn(async () => 'a'), inTurn(async () => 'b')])).toEqual(['a', 'b']);
});

test('visitors go before background work, the most urgent first', async () => {
  const { order, begin, end } = tasks();
  const [early, late] = [visitor(), visitor()];
  early.until -= 1;
  const all = [begin('a', visitor()), begin('b', visitor())];
  all.push(begin('behind 1', backgroundScope()), begin('behind 2', backgroundScope()));
  all.push(begin('late', late), begin('early', early));
  for (const name of ['a', 'b', 'early', 'late', 'behind 2', 'behind 1']) await end(name);
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'early', 'late', 'behind 2', 'behind 1']);
});

test('the newest visitor goes first while another one has waited six seconds', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const { order, begin, end } = tasks();
  const names = ['a', 'b', '1', '2', '3', '4'];
  const all = names.map((name) => {
    now += 1;
    return begin(name, visitor());
  });
  now += 6_000;
  await end('a');
  await end('b');
  expect(order).toEqual(['a', 'b', '4', '3']);
  now -= 3_000;
  for (const name of ['4', '3', '1', '2']) await end(name);
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', '4', '3', '1', '2']);
});

test('background work leaves a place free for visitors', async () => {
  const { order, begin, end } = tasks();
  const all = [begin('behind 1', backgroundScope()), begin('behind 2', backgroundScope())];
  await pause(1);
  expect(order).toEqual(['behind 1']);
  all.push(begin('visitor', visitor()));
  await pause(1);
  expect(order).toEqual(['behind 1', 'visitor']);
  for (const name of ['behind 1', 'behind 2', 'visitor']) await end(name);
  await Promise.all(all);
  expect(order).toEqual(['behind 1', 'visitor', 'behind 2']);
});

test('background work that a visitor joins takes a free place', async () => {
  const { order, begin, end } = tasks();
  const joined = backgroundScope();
  const all = [begin('behind', backgroundScope()), begin('joined', joined)];
  Object.assign(joined, visitor());
  await expect.poll(() => order).toEqual(['behind', 'joined']);
  for (const name of ['behind', 'joined']) await end(name);
  await Promise.all(all);
});

test('where both places are held, a client that has none gets a third', async () => {
  const { order, begin, end } = tasks();
  const all = ['a', 'b', 'c', 'd'].map((name) => begin(name, visitor('flood')));
  all.push(
    begin('third', visitor('visitor')),
    begin('waits', visitor('another')),
    begin('e', visitor('flood')),
  );
  await end('');
  expect(order).toEqual(['a', 'b', 'third']);
  for (const name of ['third', 'waits', 'a', 'c', 'd', 'b', 'e']) await end(name);
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'third', 'waits', 'c', 'd', 'e']);
});

test('and so it does where two clients hold them', async () => {
  const { order, begin, end } = tasks();
  const all = ['a', 'b', 'c', 'd'].map((name) => begin(name, visitor(name)));
  await end('');
  expect(order).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'd', 'b', 'c']) await end(name);
  await Promise.all(all);
});

test('a client that asks without end has one place, and soon two again', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const { order, begin, end } = tasks();
  const all = [begin('a', visitor('flood')), begin('b', visitor('flood'))];
  now += 3_000;
  for (const name of ['a', 'b']) await end(name);
  all.push(...['c', 'd', 'e'].map((name) => begin(name, visitor('flood'))));
  all.push(begin('other', visitor('visitor')), begin('behind', backgroundScope()));
  await end('other');
  expect(order).toEqual(['a', 'b', 'c', 'other', 'behind']);
  now += 1_001;
  await end('behind');
  expect(order.slice(5)).toEqual(['d']);
  for (const name of ['c', 'd', 'e']) await end(name);
  await Promise.all(all);
});

test('a place is held while PHP goes on with what was given up, and not for what never began', async () => {
  let now = Math.ceil(performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, scope: RequestScope) =>
    runInScope(scope, () =>
      inTurn(() => {
        order.push(name);
        return scope.until > now ? new Promise<void>((end) => ends.set(name, end)) : Promise.resolve();
      }),
    );
  const [gone, late] = [visitor('impatient'), visitor('impatient')];
  const all = [
    ask('a', gone),
    ask('b', visitor('impatient')),
    ask('c', visitor('impatient')),
    ask('late', late),
  ];
  await vi.advanceTimersByTimeAsync(0);
  now += 100;
  gone.until = late.until = now;
  ends.get('a')?.();
  await vi.advanceTimersByTimeAsync(99);
  expect(order).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1);
  // The newest first; it held nothing.
  expect(order).toEqual(['a', 'b', 'late', 'c']);
  for (const name of ['b', 'c']) ends.get(name)?.();
  await Promise.all(all);
});

test('a page that another client waits for, too, begins in that one’s name', async () => {
  const { order, begin, end } = tasks();
  const flood = visitor('a');
  const waiting: string[] = ['a'];
  const all = [begin('flood 1', flood), begin('flood 2', visitor('a'))];
  all.push(begin('joined', { ...visitor('a'), waiting: () => waiting }));
  for (let i = 3; i < 6; i++) all.push(begin(`flood ${i}`, visitor('a')));
  await pause(1);
  expect(order).toEqual(['flood 1', 'flood 2']);
  // Both places are taken by the other client, which asked for this page first.
  waiting.push('b');
  await vi.waitFor(() => expect(order).toEqual(['flood 1', 'flood 2', 'joined']), {
    timeout: patience,
  });
  for (const name of ['flood 1', 'flood 2', 'joined', 'flood 3', 'flood 4', 'flood 5']) await end(name);
  await Promise.all(all);
});
