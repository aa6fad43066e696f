import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { siteEnvironment } from '../support/site-environment';

Object.assign(process.env, siteEnvironment);
const { countHits } = await import('@/runtime/redirects/hits');

const sent: { url: string; hits: unknown; headers: Record<string, string>; digest: string }[] = [];
let fails = false;
let status = 200;
beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  vi.stubGlobal(
    'fetch',
    async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      if (fails) throw new Error('away');
      const digest = createHash('sha256').update(body).digest('hex');
      sent.push({ url, hits: JSON.parse(body).hits, headers, digest });
      return new Response('{}', { status });
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('hits go out together, once a minute at most, with a signature and nothing of visitors', async () => {
  countHits(['redirection:1', 'redirection:2']);
  countHits(['redirection:1']);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toMatchObject([{ hits: { 'redirection:1': 2, 'redirection:2': 1 } }]);
  expect(sent[0]?.url).toBe('http://127.0.0.1:1/?rest_route=/companion/v1/redirects/hits');
  expect(sent[0]?.headers['X-Companion-Visitor']).toMatch(/^\d+\.[0-9a-f]{32}\.[\w-]+\.[\w-]{43}$/);
  const [, , visitor = ''] = sent[0]?.headers['X-Companion-Visitor']?.split('.') ?? [];
  expect(JSON.parse(Buffer.from(visitor, 'base64url').toString())).toEqual({
    ...{ ip: '', agent: '', page: '/' },
    body: sent[0]?.digest,
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent.length).toBe(1);
});

test('what WordPress does not hear waits for it, also where nobody follows a rule meanwhile', async () => {
  fails = true;
  countHits(['redirection:1']);
  await vi.advanceTimersByTimeAsync(120_000);
  fails = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toMatchObject([{ hits: { 'redirection:1': 1 } }]);
  countHits(['redirection:2']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toMatchObject([{}, { hits: { 'redirection:2': 1 } }]);
});

test('what WordPress refuses is not sent again', async () => {
  status = 401;
  countHits(['redirection:1']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent.length).toBe(1);
});
