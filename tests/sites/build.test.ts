import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { Person, pty } from '../cli/person';
import { createSite } from '../site/create';
import { programOf, type SampleCms } from '../site/support/site-server';

/** What Next says when the compiler is done. */
const COMPILED = 'Compiled successfully';

/** The last line of a chunk, which has its name. */
const MAP = /\/\/# sourceMappingURL=.*\s*$/;

/** There Next builds in a process of its own, and asks whether to upgrade. */
test.skipIf(!pty)('npm run build in a terminal reads the CMS once, and nobody is asked', async () => {
  const dir = await createSite('build-in-a-terminal');
  const person = new Person(dir, [programOf(dir), 'build'], { CI: 'false' }, 120, process.execPath);
  expect(await person.code).toBe(0);
  expect(person.screen).toMatch(/Content snapshot: \d+ posts/);
  expect(person.screen).toMatch(/\n\d requests to the CMS in all/);
});

/** The CMS is slow, the compiler too: a build waits for the slower one, not for both. */
describe('npm run build while the CMS is being read', () => {
  let dir: string;
  let cms: SampleCms;
  let gate: Server | undefined;
  beforeAll(async () => {
    dir = await createSite('build');
    cms = await startSampleCms({ port: 0, previewSecret: 'test-preview-secret-0123456789' });
  });
  afterAll(() => cms?.close());
  afterEach(() => gate?.close());

  /**
   * A build whose snapshot is answered only when Next has compiled.
   * @param late answers each request of it then
   */
  async function buildWith(
    late: (incoming: IncomingMessage, response: ServerResponse, body: Buffer) => void,
  ) {
    let open = () => {};
    const compiled = new Promise<void>((resolve) => {
      open = resolve;
    });
    gate = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      if (!body.includes('query Snapshot')) return passOn(incoming, response, body);
      await compiled;
      late(incoming, response, body);
    });
    await new Promise<void>((resolve) => gate?.listen(0, '127.0.0.1', resolve));
    const { port } = gate.address() as AddressInfo;
    rmSync(path.join(dir, '.next'), { recursive: true, force: true });
    const build = execa(process.execPath, [programOf(dir), 'build'], {
      cwd: dir,
      env: { NODE_ENV: undefined, NEXT_PUBLIC_CMS_API_URL: `http://127.0.0.1:${port}/graphql` },
      reject: false,
      all: true,
      stdin: 'ignore',
    });
    build.all.on('data', (text: Buffer) => text.includes(COMPILED) && open());
    const { exitCode, all } = await build;
    return { exitCode, lines: all.split('\n').map((line) => line.trim()) };
  }
  function passOn({ method, headers, url = '/' }: IncomingMessage, response: ServerResponse, body: Buffer) {
    const asked = request(new URL(url, cms.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.end(body);
  }
  const indexOf = (lines: string[], words: string) => lines.findIndex((line) => line.includes(words));

  test('compiles meanwhile, and renders no page before all is read', async () => {
    const { exitCode, lines } = await buildWith(passOn);
    expect(exitCode).toBe(0);
    const order = [COMPILED, 'Content snapshot: ', 'Collecting page data', 'Generating static pages'].map(
      (words) => indexOf(lines, words),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
  });
  test('what routes have in common is in that build once', () => {
    const chunks = path.join(dir, '.next/server/chunks');
    const files = readdirSync(chunks).filter((name) => name.endsWith('.js'));
    const texts = files.map((name) => readFileSync(path.join(chunks, name), 'utf8').replace(MAP, ''));
    const size = (all: Iterable<string>) => [...all].join('').length;
    // That is `routes/in-order.ts`, without which over a quarter of it is copies. A few small chunks still are.
    expect(1 - size(new Set(texts)) / size(texts)).toBeLessThan(0.2);
  });
  test('a CMS that fails then ends it with its one line, and no page is there', async () => {
    const { exitCode, lines } = await buildWith((_, response) => response.writeHead(403).end('<p>Forbidden'));
    expect(exitCode).toBe(1);
    expect(lines.join('\n')).toContain('Requests are forbidden (403) at http://127.0.0.1');
    expect(indexOf(lines, 'Generating static pages')).toBe(-1);
    const made = readdirSync(path.join(dir, '.next/server'), { recursive: true, encoding: 'utf8' });
    expect(made.filter((name) => name.endsWith('.html'))).toEqual([]);
  });
});
