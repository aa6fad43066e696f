import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RendersInFlight } from '../../src/runtime/server/cache/renders-in-flight.ts';

const key = (path: string) => `/route-cache/APP_PAGE/0123456789abcdef/$${path}`;
const always = () => true;

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test.for([
  ['/a-post/', '/a-post'],
  ['/a-post?from=elsewhere', '/a-post'],
  ['/', '/index'],
  ['/caf%C3%A9/', '/café'],
  ['/feed/', '/feed'],
  ['/category/news/feed/', '/feed/category/news'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/50%', '/50%'],
])('%s waits for the render of %s, and for no other', async ([url = '', path = '']) => {
  const inFlight = new RendersInFlight();
  inFlight.begin(key('/another'), 1, undefined);
  expect(inFlight.outdated(url, always)).toBeUndefined();
  inFlight.begin(key(path), 2, undefined);
  const waits = inFlight.outdated(url, always);
  const render = inFlight.take(key(path));
  // Its result is being stored.
  expect(inFlight.outdated(url, always)).toBeDefined();
  if (render) inFlight.end(render);
  await waits;
  expect(inFlight.outdated(url, always)).toBeUndefined();
});

test('who comes where nothing was dropped goes on', () => {
  const inFlight = new RendersInFlight();
  inFlight.begin(key('/a-post'), 5, ['post']);
  expect(inFlight.outdated('/a-post', ({ at, tags }) => at > 5 || !tags)).toBeUndefined();
});

test('nobody waits for a first render that has failed, and the next one is waited for again', async () => {
  const inFlight = new RendersInFlight();
  inFlight.begin(key('/a-post'), 5, undefined);
  const waits = inFlight.outdated('/a-post', always);
  inFlight.fail('/a-post/');
  await waits;
  expect(inFlight.outdated('/a-post', always)).toBeUndefined();
  inFlight.begin(key('/a-post'), 9, undefined);
  expect(inFlight.outdated('/a-post', always)).toBeDefined();
  // The oldest possible age counts: what is found to be too old is rendered again, what is found to be too young stays.
  expect(inFlight.take(key('/a-post'))?.at).toBe(5);
});

test('a render that takes longer than any is waited for no longer, and is not said to be over', async () => {
  const inFlight = new RendersInFlight();
  inFlight.begin(key('/a-post'), Date.now(), undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  let isOver: boolean | undefined;
  void inFlight.outdated('/a-post', always)?.then((said) => {
    isOver = said;
  });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(isOver).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([isOver, vi.getTimerCount()]).toEqual([false, 0]);
});

test('a visitor waits no longer than visitors do, and the render fails before', async () => {
  const inFlight = new RendersInFlight();
  const scope = { until: Number.POSITIVE_INFINITY, isBackground: true };
  const until = performance.now() + 10_000;
  inFlight.begin(key('/a-list'), Date.now(), ['posts'], scope);
  inFlight.join('/a-list', () => false, until);
  expect(scope.isBackground).toBe(true);
  inFlight.join('/a-list', always, until);
  expect(scope).toEqual({ until: until - 500, isBackground: false });
  let isOver: boolean | undefined;
  void inFlight.outdated('/a-list', always, until)?.then((said) => {
    isOver = said;
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(isOver).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect([isOver, vi.getTimerCount()]).toEqual([false, 0]);
});

test('a render is forgotten when it has taken longer than any, and when there are too many', async () => {
  const inFlight = new RendersInFlight();
  inFlight.begin(key('/a-post'), 0, undefined);
  vi.setSystemTime(0);
  vi.advanceTimersByTime(34_999);
  inFlight.begin(key('/a-post'), 34_999, undefined);
  vi.advanceTimersByTime(1);
  inFlight.begin(key('/a-post'), 40_000, undefined);
  expect(inFlight.take(key('/a-post'))?.at).toBe(40_000);
  for (let i = 0; i <= 5_000; i++) inFlight.begin(key(`/${i}`), i, undefined);
  expect([inFlight.outdated('/0', always), inFlight.take(key('/0'))]).toEqual([undefined, undefined]);
  expect(inFlight.outdated('/1', always)).toBeDefined();
});
