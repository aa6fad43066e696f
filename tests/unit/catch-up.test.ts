import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

const cms = vi.hoisted(() => ({ word: undefined as string | undefined, isAway: false }));
const told = vi.hoisted(() => ({ stale: [] as string[][] }));
vi.mock('../../src/runtime/wordpress/client/ask', () => ({
  askCms: async () => {
    if (cms.isAway) throw new Error('away');
    return { companionChanged: cms.word ?? null };
  },
}));
vi.mock('../../src/runtime/wordpress/model/invalidate', () => ({
  invalidate: async (_expire: Set<string>, stale: Set<string>) => void told.stale.push([...stale]),
}));

let build: string;
let catchUp: typeof import('../../src/runtime/revalidate/catch-up').catchUp;
let noteWord: typeof import('../../src/runtime/revalidate/catch-up').noteWord;
const processState = Symbol.for('headless-site.catch-up');
const offered = Symbol.for('headless-site.cache');

beforeEach(async () => {
  Object.assign(process.env, siteEnvironment);
  build = mkdtempSync(path.join(os.tmpdir(), 'catch-up-'));
  mkdirSync(path.join(build, 'cache'));
  Object.assign(globalThis, { [offered]: { folder: path.join(build, 'cache') } });
  Object.assign(cms, { word: 'now', isAway: false });
  told.stale = [];
  await start();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, offered);
  rmSync(build, { recursive: true });
});

/** Simulates another process. */
async function start(): Promise<void> {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, processState);
  ({ catchUp, noteWord } = await import('../../src/runtime/revalidate/catch-up'));
}

const ofBuild = (word: string) => writeFileSync(path.join(build, 'changed'), word);
const ofCache = (word: string) => writeFileSync(path.join(build, 'cache/changed'), word);
const kept = () => readFileSync(path.join(build, 'cache/changed'), 'utf8');

test('a word that is not that of the build: all is rendered again, once', async () => {
  ofBuild('before');
  await catchUp();
  expect(told.stale).toHaveLength(1);
  expect(told.stale[0]).toEqual(expect.arrayContaining(['below:/', 'menus', 'settings']));
  expect(kept()).toBe('now');
  await start();
  await catchUp();
  expect(told.stale).toHaveLength(1);
});

test.each([
  ['the word of the build', () => ofBuild('now')],
  ['a build that knew none', () => {}],
  ['a companion that has none', () => Object.assign(cms, { word: undefined })],
])('%s: nothing', async (_, given) => {
  given();
  await catchUp();
  expect(told.stale).toEqual([]);
});

test('what a running server has heard counts until the next build', async () => {
  ofBuild('before');
  ofCache('now');
  utimesSync(path.join(build, 'changed'), 1, 1);
  await catchUp();
  expect(told.stale).toEqual([]);
  ofBuild('of a build with an older CMS');
  utimesSync(path.join(build, 'cache/changed'), 1, 1);
  await start();
  await catchUp();
  expect(told.stale).toHaveLength(1);
});

test('a word that comes with a change is noted, but not before the start has compared its own', async () => {
  ofBuild('before');
  await noteWord('now');
  await catchUp();
  expect(told.stale).toHaveLength(1);
  await noteWord('later');
  expect(kept()).toBe('later');
});

test('a CMS that does not answer is asked again', async () => {
  vi.useFakeTimers();
  ofBuild('before');
  cms.isAway = true;
  await catchUp();
  expect(told.stale).toEqual([]);
  cms.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(() => told.stale.length).toBe(1);
});
