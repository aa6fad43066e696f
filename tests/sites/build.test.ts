import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { Person, pty } from '../cli/person';
import { createSite } from '../site/create';
import { programOf, type SampleCms } from '../site/support/site-server';

/** Next's message when the compiler is done. */
const COMPILED = 'Compiled successfully';

/** The last line of a chunk, which has its name. */
const MAP = /\/\/# sourceMappingURL=.*\s*$/;

/** A page that needs Next's scripts. */
const counted = {
  'components/Counter.tsx': `'use client';
  import { useState } from 'react';
  export function Counter() { const [n, set] = useState(0); return <button type="button" onClick={() => set(n + 1)}>{n}</button>; }`,
  'app/counted/page.tsx': `import { Counter } from '@/components/Counter';
  export const dynamic = 'force-static';
  export default function Page() { return <main><Counter /></main>; }`,
};

/** Writes down what Next has made, before `headless-site build` goes over it. */
const listing = `
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
process.on('exit', () => {
  if (existsSync('.next/server/app'))
    appendFileSync('made', readdirSync('.next/server/app', { recursive: true }).join('\\n') + '\\n');
});
`;

/** The CMS is slow, the compiler too: a build waits for the slower one, not for both. */
describe('npm run build while the CMS is being read', () => {
  let dir: string;
  let cms: SampleCms;
  let gate: Server | undefined;
  beforeAll(async () => {
    dir = await createSite('build');
    mkdirSync(path.join(dir, 'app/counted'));
    for (const [file, text] of Object.entries(counted)) writeFileSync(path.join(dir, file), text);
    appendFileSync(path.join(dir, 'next.config.ts'), listing);
    cms = await startSampleCms({ port: 0, previewSecret: 'test-preview-secret-0123456789' });
  });
  afterAll(() => cms?.close());
  afterEach(() => gate?.close());

  /**
   * A build whose snapshot is answered only when Next has compiled.
   * @param late answers each request of it then
   * @param isSeen it runs in a terminal, where Next builds in a process of its own and asks whether to upgrade
   */
  async function buildWith(
    late: (incoming: IncomingMessage, response: ServerResponse, body: Buffer) => void,
    isSeen = false,
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
      // The client waits half a minute and asks again.
      if (response.destroyed) return;
      late(incoming, response, body);
    });
    await new Promise<void>((resolve) => gate?.listen(0, '127.0.0.1', resolve));
    const { port } = gate.address() as AddressInfo;
    // A build after another one writes down what it compiles, which takes longer.
    rmSync(path.join(dir, '.next'), { recursive: true, force: true });
    const args = [programOf(dir), 'build'];
    const env = { NODE_ENV: undefined, NEXT_PUBLIC_CMS_API_URL: `http://127.0.0.1:${port}/graphql` };
    if (isSeen) {
      const person = new Person(dir, args, { CI: 'false', ...env }, 120, process.execPath);
      await Promise.race([person.sees(COMPILED), person.code]);
      open();
      return { exitCode: await person.code, lines: linesOf(person.screen) };
    }
    const options = { cwd: dir, env, reject: false, all: true, stdin: 'ignore' } as const;
    const build = execa(process.execPath, args, options);
    build.all.on('data', (text: Buffer) => text.includes(COMPILED) && open());
    const { exitCode, all } = await build;
    return { exitCode, lines: linesOf(all) };
  }
  function passOn({ method, headers, url = '/' }: IncomingMessage, response: ServerResponse, body: Buffer) {
    const asked = request(new URL(url, cms.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.end(body);
  }
  const linesOf = (printed: string) => printed.split('\n').map((line) => line.trim());
  const indexOf = (lines: string[], words: string) => lines.findIndex((line) => line.includes(words));

  let whole: string[];
  test('compiles meanwhile, and renders no page before all is read', async () => {
    const { exitCode, lines } = await buildWith(passOn, pty !== undefined);
    expect(exitCode).toBe(0);
    whole = lines;
    const order = [COMPILED, 'Content snapshot: ', 'Collecting page data', 'Generating static pages'].map(
      (words) => indexOf(lines, words),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
  });
  test.skipIf(!pty)('in a terminal it reads the CMS once, and nobody is asked', () => {
    expect(whole).toContainEqual(expect.stringMatching(/^Content snapshot: \d+ posts/));
    expect(whole).toContainEqual(expect.stringMatching(/^\d+ requests to the CMS in all/));
    const asked = cms.control
      .log()
      .requests.map(({ operation, variables }) => JSON.stringify([operation, variables]));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked).toEqual([...new Set(asked)]);
  });
  test('what routes have in common is in that build once', () => {
    const chunks = path.join(dir, '.next/server/chunks');
    const files = readdirSync(chunks).filter((name) => name.endsWith('.js'));
    const texts = files.map((name) => readFileSync(path.join(chunks, name), 'utf8').replace(MAP, ''));
    const size = (all: Iterable<string>) => [...all].join('').length;
    // That is `routes/in-order.ts`, without which over a quarter of it is copies. A few small chunks still are.
    expect(1 - size(new Set(texts)) / size(texts)).toBeLessThan(0.2);
  });
  test("what Next's links load ahead is made of pages that stay Next's alone", () => {
    const made = new Set(readFileSync(path.join(dir, 'made'), 'utf8').split('\n'));
    const pages = [...made]
      .filter((name) => name.endsWith('.html'))
      .map((name) => name.slice(0, -'.html'.length));
    expect(pages.filter((name) => made.has(`${name}.segments`))).toEqual(['counted']);
    expect(pages.length).toBeGreaterThan(41);
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
