import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RequestScope, runInScope } from '../../src/runtime/base/request-scope';
import { WordPressError } from '../../src/runtime/wordpress/model/errors';
import { siteEnvironment } from '../support/site-environment';

Object.assign(process.env, siteEnvironment);
// The CMS names nothing else.
vi.mock('../../src/runtime/wordpress/index/content-index', () => ({
  readContentIndex: async () => [{ databaseId: 7, path: '/listed/' }],
}));
vi.mock('../../src/runtime/wordpress/index/site-types', () => ({ readTypes: async () => ({ custom: [] }) }));
vi.mock('../../src/runtime/wordpress/index/terms', () => ({
  readTerms: async () => [],
  readAuthors: async () => [],
}));
const { inTurnOf, unasked } = await import('../../src/runtime/wordpress/unknown-paths');
const { availability } = await import('../../src/runtime/wordpress/client/availability');

const gone = new WordPressError('Nothing answers', 502);
const key = Symbol.for('headless-site.cache');
beforeEach(() => {
  // Nothing is known of any address.
  Object.assign(globalThis, { [key]: { changedSince: () => false } });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, key);
});

test('an address that one client has no turn for is asked for where another one waits for the same page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const clients = ['flood-of-pages'];
  const scope = { until: Number.POSITIVE_INFINITY, isBackground: false, client: 'flood-of-pages' };
  const asking = (path: string): RequestScope => ({
    ...scope,
    waiting: () => (path === '/shared' ? clients : []),
  });
  const ask = async (mayAsk: () => Promise<boolean>) => ((await mayAsk()) ? { found: true } : unasked);
  for (let i = 0; i < 3; i++) {
    await runInScope(asking(`/own-${i}`), () => inTurnOf(`/own-${i}`, ask));
    await vi.advanceTimersByTimeAsync(200);
  }
  const shared = asking('/shared');
  const found = runInScope(shared, () => inTurnOf('/shared', ask));
  const alone = asking('/alone');
  const notFound = runInScope(alone, () => inTurnOf('/alone', ask)).catch(() => {});
  clients.push('visitor-of-a-page');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await found).toEqual({ found: true });
  expect(shared.isUnasked).toBeUndefined();
  await notFound;
  // Nobody who comes from now on is given that page.
  expect(alone.isUnasked).toBe(true);
});

test('an answer that is refreshed after it was handed out takes no turn from anybody', async () => {
  let mayAskLater = async () => true;
  await inTurnOf('/stored', async (mayAsk) => {
    mayAskLater = mayAsk;
    return { from: 'the cache' };
  });
  expect(await mayAskLater()).toBe(false);
  let mayAsk: boolean | undefined;
  await inTurnOf('/other', async (may) => {
    mayAsk = await may();
    return {};
  });
  expect(mayAsk).toBe(true);
});

test('an address that the index names is asked for, also where Next answers once within a render', async () => {
  const asClient = <T>(work: () => T) =>
    runInScope({ until: Number.POSITIVE_INFINITY, isBackground: false, client: 'one' }, work);
  let end = () => {};
  const lasting = new Promise<void>((resolve) => {
    end = resolve;
  });
  const other = asClient(() =>
    inTurnOf('/takes-the-turn', async (mayAsk) => {
      await mayAsk();
      await lasting;
      return {};
    }),
  );
  let renewed: Promise<object> | undefined;
  const found = await asClient(() =>
    inTurnOf('/listed', (mayAsk) => {
      renewed ??= mayAsk().then((may) => (may ? { found: true } : unasked));
      return renewed;
    }),
  );
  end();
  await other;
  expect(found).toEqual({ found: true });
});

test('where WordPress is away nobody waits for a turn to hear it', async () => {
  const ask = async (mayAsk: () => Promise<boolean>) => ({ mayAsk: await mayAsk() });
  const asked = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        let may: boolean | undefined;
        // The turn of an answer that does not come never ends.
        const never = inTurnOf(`/made-up-${i}`, async (mayAsk) => {
          may = await mayAsk();
          return new Promise<object>(() => {});
        });
        await Promise.race([never, new Promise((resolve) => setImmediate(resolve))]);
        return may;
      }),
    );
  expect((await asked(3)).filter(Boolean).length).toBeLessThan(3);
  availability.watch(async () => gone);
  await availability.during(Promise.resolve({ error: gone }));
  expect(await asked(20)).toEqual(new Array(20).fill(true));
  availability.heard();
  expect(await inTurnOf('/again', ask)).toEqual({ mayAsk: false });
});

test('an address whose turn does not come because the CMS hangs is no 404', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const asClient = <T>(client: string, work: () => T) =>
    runInScope({ until: Number.POSITIVE_INFINITY, isBackground: false, client }, work);
  const ask = async (mayAsk: () => Promise<boolean>) =>
    (await mayAsk()) ? new Promise<object>(() => {}) : unasked;
  // One turn of the test before hangs too. Its time is by the real clock, which the fake one is behind.
  await vi.advanceTimersByTimeAsync(1_000_000);
  void asClient('a', () => inTurnOf('/hangs', ask));
  await vi.advanceTimersByTimeAsync(10);
  const third = asClient('c', () => inTurnOf('/hangs-too', ask)).catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await third).toBeInstanceOf(WordPressError);
  expect(availability.isAway).toBe(true);
  vi.useRealTimers();
});
