import fs, { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { LineFile } from '../../src/runtime/base/line-file';

const head = '["test",1]';
const place = () => path.join(mkdtempSync(path.join(tmpdir(), 'lines-')), 'lines.jsonl');
const open = (file: string) => LineFile.open(file, (first) => first === head);

afterEach(() => vi.restoreAllMocks());

test('values by key, the last one of a key, by whoever opens it later', () => {
  const file = place();
  const written = LineFile.create(file, head);
  written.set('a', { text: 'Grüße\n"quoted"\u2028' });
  written.set('b', 1);
  written.set('b', [2]);
  expect([written.get('a'), written.get('b'), written.get('c')]).toEqual([
    { text: 'Grüße\n"quoted"\u2028' },
    [2],
    undefined,
  ]);
  const read = open(file);
  expect([read?.get('a'), read?.get('b'), read?.has('c')]).toEqual([
    { text: 'Grüße\n"quoted"\u2028' },
    [2],
    false,
  ]);
});

test('values of several MB, whose bytes lie across all chunks of the reader', () => {
  const file = place();
  const written = LineFile.create(file, head);
  const values = Array.from({ length: 40 }, (_, i) => 'ü'.repeat(i * 40_000 + (i % 7)));
  for (const [i, value] of values.entries()) written.set(`key-${i}`, value);
  const read = open(file);
  expect(values.every((value, i) => read?.get(`key-${i}`) === value)).toBe(true);
});

test('a line that was cut off is not there, those before it are', () => {
  const file = place();
  const written = LineFile.create(file, head);
  written.set('whole', 1);
  written.set('cut', 'x'.repeat(100));
  writeFileSync(file, readFileSync(file).subarray(0, -20));
  const read = open(file);
  expect([read?.get('whole'), read?.has('cut')]).toEqual([1, false]);
});

test('a file of another form, an empty one and none are none', () => {
  const file = place();
  expect(open(file)).toBeNull();
  writeFileSync(file, '');
  expect(open(file)).toBeNull();
  LineFile.create(file, '["test",0]').set('a', 1);
  expect(open(file)).toBeNull();
});

test('a disk that takes a part of a line and then nothing says so, and what was written before is there', () => {
  const file = place();
  const written = LineFile.create(file, head);
  written.set('a', 1);
  const write = fs.writeSync;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  vi.spyOn(fs, 'writeSync').mockImplementationOnce(((fd: number, bytes: Buffer, from: number) =>
    write(fd, bytes, from, 5, fs.fstatSync(fd).size)) as never);
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw full;
  });
  expect(() => written.set('b', 2)).toThrow(full);
  expect([written.get('a'), written.has('b')]).toEqual([1, false]);
  vi.restoreAllMocks();
  expect([open(file)?.get('a'), open(file)?.has('b')]).toEqual([1, false]);
  // There is room again: the next line begins where the half one did.
  written.set('b', 2);
  expect(open(file)?.get('b')).toBe(2);
  appendFileSync(file, '["half"');
  expect(open(file)?.get('b')).toBe(2);
});

test('a line is taken over as it is', () => {
  const from = LineFile.create(place(), head);
  from.set('a', { b: 'ü' });
  const file = place();
  const to = LineFile.create(file, head);
  to.copy('a', from);
  to.copy('nothing', from);
  expect([open(file)?.get('a'), open(file)?.has('nothing')]).toEqual([{ b: 'ü' }, false]);
});
