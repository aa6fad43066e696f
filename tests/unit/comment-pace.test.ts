import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ReportedChange } from '../../src/runtime/revalidate/body';
import { CommentPace } from '../../src/runtime/revalidate/comment-pace';

const comment = (path: string): ReportedChange => ({ path, event: 'update', hasComments: true });
const paths = (changes: readonly ReportedChange[]) => changes.map(({ path }) => path);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** @param answers of one refresh after another: whether it counts; true once there are no more */
function start(answers: boolean[] = []) {
  const refreshed: [at: number, paths: readonly string[]][] = [];
  const began = performance.now();
  const pace = new CommentPace(async (paths) => {
    refreshed.push([Math.round(performance.now() - began), paths]);
    return answers.shift() ?? true;
  });
  return { pace, refreshed };
}

test('comments of a post count once in five seconds, the first at once and the last within these', async () => {
  const { pace, refreshed } = start();
  expect(paths(pace.take([comment('/a')]))).toEqual(['/a']);
  for (let i = 0; i < 120; i++) {
    await vi.advanceTimersByTimeAsync(100);
    expect(pace.take([comment('/a')])).toEqual([]);
    expect(pace.isHolding).toBe(true);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refreshed).toEqual([
    [5_000, ['/a']],
    [10_000, ['/a']],
    [15_000, ['/a']],
  ]);
  expect(pace.isHolding).toBe(false);
  expect(paths(pace.take([comment('/a')]))).toEqual(['/a']);
});

test('comments of other posts, edits, and what comes with something hidden, wait for nothing', async () => {
  const { pace, refreshed } = start();
  pace.take([comment('/a')]);
  const edit: ReportedChange = { path: '/a', event: 'update' };
  expect(paths(pace.take([edit, comment('/a'), comment('/b')]))).toEqual(['/a', '/b']);
  const gone: ReportedChange = { path: '/c', event: 'delete' };
  expect(paths(pace.take([comment('/b'), gone]))).toEqual(['/b', '/c']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(refreshed).toEqual([[5_000, ['/a']]]);
});

test('a refresh that other instances were not told of is repeated', async () => {
  const { pace, refreshed } = start([false]);
  pace.take([comment('/a')]);
  pace.take([comment('/a')]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(pace.isHolding).toBe(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(refreshed.map(([at]) => at)).toEqual([5_000, 10_000]);
  expect(pace.isHolding).toBe(false);
});
