import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { isBuiltBefore } from '../../src/runtime/build/build-speed';

vi.mock('node:fs', () => ({ existsSync: vi.fn() }));

test('a first build writes no cache for the next one, though its folder is there when Next asks again', () => {
  vi.mocked(existsSync).mockReturnValueOnce(false).mockReturnValue(true);
  expect([isBuiltBefore(), isBuiltBefore()]).toEqual([false, false]);
});
