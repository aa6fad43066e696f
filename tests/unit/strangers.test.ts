import { afterEach, beforeEach, expect, test } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

Object.assign(process.env, siteEnvironment);
const { inTurnOf } = await import('../../src/runtime/cms/strangers');

const key = Symbol.for('headless-site.cache');
beforeEach(() => {
  // Nothing is known of any address.
  Object.assign(globalThis, { [key]: { changedSince: () => false } });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, key);
});

test('an answer that is refreshed after it was handed out takes no turn from anybody', async () => {
  let mayAskLater = () => true;
  await inTurnOf('/stored', async (mayAsk) => {
    mayAskLater = mayAsk;
    return { from: 'the cache' };
  });
  expect(mayAskLater()).toBe(false);
  let mayAsk: boolean | undefined;
  await inTurnOf('/other', async (may) => {
    mayAsk = may();
    return {};
  });
  expect(mayAsk).toBe(true);
});
