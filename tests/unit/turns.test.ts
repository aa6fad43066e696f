import { expect, test } from 'vitest';
import { inTurn } from '../../src/runtime/cms/turns';

test('two requests at once, first come first served, and a failure gives its place on', async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const task = (i: number) => async () => {
    order.push(i);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
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
