import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Letter } from '../../src/runtime/visitors/contact/deliver/letter';
import {
  isOutboxEmpty,
  keepLetter,
  takeLetter,
  waitingLetters,
} from '../../src/runtime/visitors/contact/outbox';

/** Messages that wait on the disk. */
const home = process.cwd();
beforeEach(() => process.chdir(mkdtempSync(path.join(tmpdir(), 'outbox-'))));
afterAll(() => process.chdir(home));

const folder = '.contact-outbox/waiting';
const letter = (number: number): Letter => ({
  id: number.toString(16).padStart(32, '0'),
  at: '2026-01-31T20:00:00.000Z',
  visitor: { ip: '192.0.2.1', agent: 'test', page: '/contact' },
  submission: { name: 'Ada', email: 'ada@example.com', message: `Hello, number ${number}` },
  fields: [],
});
const idOf = (number: number) => letter(number).id;
const age = (name: string, seconds: number) => {
  const then = Date.now() / 1000 - seconds;
  utimesSync(path.join(folder, name), then, then);
};

test('a message is there for the next process, for its owner alone, and goes when it was delivered', async () => {
  await keepLetter(letter(1));
  expect(await waitingLetters()).toEqual([idOf(1)]);
  const taken = await takeLetter(idOf(1));
  expect(taken?.letter).toEqual(letter(1));
  await taken?.remove();
  expect([await waitingLetters(), await isOutboxEmpty()]).toEqual([[], true]);
});

test('two processes that look at the same time: one of them has it', async () => {
  await keepLetter(letter(1));
  const both = await Promise.all([takeLetter(idOf(1)), takeLetter(idOf(1)), takeLetter(idOf(1))]);
  expect(both.filter(Boolean)).toHaveLength(1);
  // Nor does anybody else see it meanwhile, but knows that it is not done.
  expect([await waitingLetters(), await isOutboxEmpty()]).toEqual([[], false]);
  await both.find(Boolean)?.putBack();
  expect(await waitingLetters()).toEqual([idOf(1)]);
});

test('a process that died with one gives it back after ten minutes', async () => {
  await keepLetter(letter(1));
  await takeLetter(idOf(1));
  age(`${idOf(1)}.taken`, 500);
  expect(await waitingLetters()).toEqual([]);
  age(`${idOf(1)}.taken`, 700);
  expect(await waitingLetters()).toEqual([idOf(1)]);
  expect((await takeLetter(idOf(1)))?.letter).toEqual(letter(1));
});

test('one that a kill cut off while it was written was never accepted, and goes', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${idOf(1)}.new`), '{"id":"');
  expect(await waitingLetters()).toEqual([]);
  age(`${idOf(1)}.new`, 700);
  expect([await waitingLetters(), await isOutboxEmpty()]).toEqual([[], true]);
});

test('the one that was tried longest ago is the next', async () => {
  for (const number of [1, 2, 3]) await keepLetter(letter(number));
  age(idOf(1), 10);
  age(idOf(2), 30);
  age(idOf(3), 20);
  expect(await waitingLetters()).toEqual([idOf(2), idOf(3), idOf(1)]);
  await (await takeLetter(idOf(2)))?.putBack();
  expect(await waitingLetters()).toEqual([idOf(3), idOf(1), idOf(2)]);
});

test('one that was refused stays for its owner, and so does a file that nobody can read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await keepLetter(letter(1));
  const place = (await (await takeLetter(idOf(1)))?.refuse()) ?? '';
  expect(JSON.parse(readFileSync(place, 'utf8'))).toEqual(letter(1));
  writeFileSync(path.join(folder, idOf(2)), 'not JSON');
  expect(await takeLetter(idOf(2))).toBeNull();
  expect([await isOutboxEmpty(), readdirSync('.contact-outbox/refused')]).toEqual([true, [idOf(1), idOf(2)]]);
  vi.restoreAllMocks();
});

test('what is no message is left alone', async () => {
  mkdirSync(path.join(folder, 'lost+found'), { recursive: true });
  writeFileSync(path.join(folder, '.gitkeep'), '');
  writeFileSync(path.join(folder, '..secret'), '');
  expect(await waitingLetters()).toEqual([]);
  expect(existsSync(path.join(folder, '.gitkeep'))).toBe(true);
});

test('a thousand wait at most; and a folder that cannot be made is an error', async () => {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < 1000; i++) writeFileSync(path.join(folder, i.toString(16).padStart(32, '0')), '{}');
  await expect(keepLetter(letter(5000))).rejects.toThrow('1000 messages wait in .contact-outbox/waiting');
  process.chdir(mkdtempSync(path.join(tmpdir(), 'outbox-')));
  writeFileSync('.contact-outbox', 'a file in its place');
  await expect(keepLetter(letter(1))).rejects.toThrow(/ENOTDIR|EEXIST/);
});
