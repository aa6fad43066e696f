import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../support/built';

/** `npm start` on a machine of any size, with a Next that says what heap it was given. */
const place = mkdtempSync(path.join(os.tmpdir(), 'chs-heap-'));
const program = path.resolve(import.meta.dirname, '../../src/runtime/dist/bin/headless-site.js');
const GIB = 1024 ** 3;
/** Above any machine: what Node answers for a container without a limit. */
const NO_LIMIT = 2 ** 64;

beforeAll(() => {
  ensureBuilt();
  const files = {
    'package.json': '{}',
    'site.config.json': '{}',
    'node_modules/next/package.json': '{}',
    'node_modules/next/dist/bin/next': `
      const { heap_size_limit } = require('node:v8').getHeapStatistics();
      console.log(JSON.stringify({ arguments: process.argv.slice(2), mib: Math.round(heap_size_limit / 2 ** 20) }));`,
    'node_modules/@next/env/package.json': '{"main":"index.js"}',
    'node_modules/@next/env/index.js': 'exports.loadEnvConfig = () => {};',
    'machine.cjs': `
      const [memory, container] = JSON.parse(process.env.MACHINE);
      require('node:os').totalmem = () => memory;
      process.constrainedMemory = () => container;`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), text);
  }
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** MiB of heap that Next gets. V8 adds some for young objects. */
async function heap(machine: number, container: number, options = '', command = 'start') {
  const { stdout } = await execa(process.execPath, [program, command, '-p', '3000'], {
    cwd: place,
    env: {
      MACHINE: JSON.stringify([machine, container]),
      NODE_OPTIONS: `--require ./machine.cjs ${options}`,
    },
  });
  const said = JSON.parse(stdout);
  expect(said.arguments).toEqual([command, '-p', '3000']);
  return said.mib as number;
}
const about = (mib: number) => ({ least: mib, most: mib * 1.3 });

test.each<[string, number, number, number]>([
  ['a container of half a gigabyte on a large machine', 64 * GIB, GIB / 2, 189],
  ['a container of a gigabyte', 64 * GIB, GIB, 378],
  ['a small machine', 2 * GIB, NO_LIMIT, 757],
  ['a small machine whose limit nobody knows', 2 * GIB, 0, 757],
  ['a container that may have more than the machine has', GIB, 4 * GIB, 378],
  ['a large machine', 64 * GIB, NO_LIMIT, 4096],
])('%s', async (_, machine, container, expected) => {
  const { least, most } = about(expected);
  const mib = await heap(machine, container);
  expect(mib).toBeGreaterThanOrEqual(least);
  expect(mib).toBeLessThanOrEqual(most);
});

test('new objects get less of a small machine', async () => {
  const [small, large] = [await heap(64 * GIB, GIB / 2), await heap(64 * GIB, NO_LIMIT)];
  expect(small - 189).toBeLessThan(large - 4096);
});

test('an owner who chose a heap keeps it, however it is written', async () => {
  for (const option of ['--max-old-space-size=700', '--max_old_space_size=700'])
    expect(Math.abs((await heap(GIB, GIB, option)) - 700)).toBeLessThan(100);
});

test('a build and development are left to Next', async () => {
  const own = 'Math.round(v8.getHeapStatistics().heap_size_limit / 2 ** 20)';
  const { stdout } = await execa(process.execPath, ['-p', own], { env: { NODE_OPTIONS: '' } });
  expect(await heap(GIB, GIB / 2, '', 'dev')).toBe(Number(stdout));
});
