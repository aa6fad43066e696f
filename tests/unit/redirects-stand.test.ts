import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { patience } from '../support/patience';
import { siteEnvironment } from '../support/site-environment';

Object.assign(process.env, siteEnvironment);

const hits: string[][] = [];
vi.mock('@/runtime/redirects/hits', () => ({ countHits: (ids: string[]) => hits.push(ids) }));
const kept = vi.fn<() => string | null | undefined>();
const keep = vi.fn();
vi.mock('@/runtime/wordpress/snapshot/redirect-file', () => ({
  keptRedirects: () => kept(),
  keepRedirects: (json: string | null) => keep(json),
}));
const ask = vi.fn<(known: string) => Promise<string | null>>();
vi.mock('@/runtime/wordpress/redirect-list', () => ({ askRedirects: (known: string) => ask(known) }));

const list = (digest: string, rules: object[]) =>
  JSON.stringify({
    digest,
    hosts: ['wp.example'],
    origin: 'https://wp.example',
    folder: '',
    rules: rules.map((rule, i) => ({ id: `redirection:${i}`, ...rule })),
  });
const rules = [
  { from: '/old', to: '/new' },
  { from: '/q?a=1', to: '/found', status: 302 },
  { from: '/gone', status: 410 },
  { from: '/shown-as', to: '/page', status: 200 },
  { from: '/lost', to: '/here', status: 307, missing: true },
  { from: '/page', to: '/here', missing: true },
  { from: '^/(api/preview|_next)/', kind: 'regex', to: '/never' },
  { from: '^/sitemap/', kind: 'regex', to: '/map' },
  { from: '^/(og|api)/', kind: 'regex', status: 410 },
];

describe('what stands before Next', () => {
  let server: Server;
  let url: string;
  const seen: string[] = [];
  /** Next's way to answer: headers first, then the body in parts. */
  const next: RequestListener = (request, response) => {
    seen.push(request.url ?? '');
    const isThere =
      request.url === '/page' || request.url === '/sitemap/1.xml' || request.url === '/api/mine';
    response.statusCode = isThere ? 200 : 404;
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('ETag', '"x"');
    response.write(isThere ? 'the ' : 'not ');
    response.end(isThere ? 'page' : 'found');
  };

  beforeAll(async () => {
    kept.mockReturnValue(list('one', rules));
    ask.mockResolvedValue('{"unchanged":true}');
    const { followRules } = await import('@/runtime/redirects/stand');
    followRules();
    server = createServer(next);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    seen.length = 0;
    hits.length = 0;
  });

  const get = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(url + path, { redirect: 'manual', ...options });
    return {
      status: response.status,
      to: response.headers.get('location'),
      text: await response.text(),
      headers: response.headers,
    };
  };

  test('redirects before any listener, whoever asks', async () => {
    expect(await get('/old')).toMatchObject({ status: 301, to: '/new', text: '' });
    expect(await get('/q?a=1')).toMatchObject({ status: 302, to: '/found' });
    expect(await get('/old', { method: 'HEAD' })).toMatchObject({ status: 301, to: '/new' });
    expect(await get('/old?_rsc=abc', { headers: { rsc: '1' } })).toMatchObject({ status: 301, to: '/new' });
    expect(seen).toEqual([]);
    expect(hits.flat()).toEqual(['redirection:0', 'redirection:1', 'redirection:0', 'redirection:0']);
  });

  test('leaves alone what is no question for a page, and what is the site’s own', async () => {
    await get('/old', { method: 'POST' });
    await get('/old', { headers: { cookie: '__prerender_bypass=x' } });
    await get('/api/preview/');
    await get('/_next/x');
    await get('/q?a=2');
    expect(seen).toEqual(['/old', '/old', '/api/preview/', '/_next/x', '/q?a=2']);
    expect(hits).toEqual([]);
  });

  test('in the site’s own folders a rule is about what does not stand there', async () => {
    expect(await get('/sitemap/')).toMatchObject({ status: 301, to: '/map', text: '' });
    expect(await get('/sitemap/1.xml')).toMatchObject({ status: 200, to: null });
    expect(await get('/api/old/')).toMatchObject({ status: 410, text: 'not found' });
    expect(await get('/api/mine')).toMatchObject({ status: 200 });
    expect(hits.flat()).toEqual(['redirection:7', 'redirection:8']);
  });

  test('an error shows the not-found page with its status, at an address that no content has', async () => {
    expect(await get('/gone')).toMatchObject({ status: 410, text: 'not found' });
    expect(seen[0]).toMatch(/^\/-{201,}\.$/);
  });

  test('another page is shown in the place of one', async () => {
    expect(await get('/shown-as')).toMatchObject({ status: 200, text: 'the page' });
  });

  test('where nothing lives the rule takes the place of the 404, and of nothing else', async () => {
    const lost = await get('/lost');
    expect(lost).toMatchObject({ status: 307, to: '/here', text: '' });
    expect(lost.headers.get('etag')).toBeNull();
    expect(await get('/page')).toMatchObject({ status: 200, text: 'the page' });
    expect(hits.flat()).toEqual(['redirection:4']);
  });

  test('one address spends one budget, before Next and where it is missing', async () => {
    const { Rules } = await import('@/runtime/redirects/rules');
    const find = vi.spyOn(Rules.prototype, 'find');
    const findMissing = vi.spyOn(Rules.prototype, 'findMissing');
    await get('/neither/');
    const [[, budget] = []] = find.mock.calls;
    expect(budget?.left).toBeLessThan(250_000);
    expect(findMissing.mock.calls[0]?.[1]).toBe(budget);
  });

  test('odd addresses reach the listener', async () => {
    const { answer } = await import('@/runtime/redirects/stand');
    for (const odd of ['*', 'http://x/', '', '/%', `/${'a'.repeat(9000)}`])
      expect(answer({ method: 'GET', url: odd, headers: {} } as IncomingMessage, {} as never), odd).toBe(
        false,
      );
  });
});

describe('the list', () => {
  beforeEach(() => {
    delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for('headless-site.redirects')];
    ask.mockReset();
    keep.mockReset();
  });
  afterEach(() => vi.useRealTimers());

  const state = () => import('@/runtime/redirects/state');

  test('is asked for once at a start, and not where the build has found no plugin with rules', async () => {
    const { openRules, rulesNow } = await state();
    kept.mockReturnValue(null);
    openRules();
    rulesNow();
    expect(ask).not.toHaveBeenCalled();
  });

  test('is asked for at a start where a plugin came, and the process before ended too early', async () => {
    const { openRules, rulesNow } = await state();
    const cache = Symbol.for('headless-site.cache');
    // Told an hour ago.
    const changedSince = (_: string[], at: number) => at <= Date.now() - 3_600_000;
    Object.assign(globalThis, { [cache]: { changedSince } });
    try {
      kept.mockReturnValue(null);
      ask.mockResolvedValue(null);
      openRules();
      rulesNow();
      await vi.waitFor(() => expect(keep).toHaveBeenCalledWith(null), { timeout: patience });
      rulesNow();
      expect(ask).toHaveBeenCalledTimes(1);
    } finally {
      Reflect.deleteProperty(globalThis, cache);
    }
  });

  test('that is kept counts while WordPress is away, and a new one is kept', async () => {
    const { openRules, refreshRules, rulesNow } = await state();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    kept.mockReturnValue(list('one', rules));
    ask.mockRejectedValueOnce(new Error('away'));
    openRules();
    await refreshRules();
    expect(rulesNow().size).toBe(rules.length);
    ask.mockResolvedValue(list('two', rules.slice(0, 1)));
    await refreshRules();
    expect(ask).toHaveBeenLastCalledWith('one');
    expect(rulesNow().size).toBe(1);
    expect(keep).toHaveBeenCalledWith(list('two', rules.slice(0, 1)));
    ask.mockResolvedValue('{"unchanged":true}');
    await refreshRules();
    expect(rulesNow().size).toBe(1);
    // The last plugin is gone.
    ask.mockResolvedValue(null);
    await refreshRules();
    expect(rulesNow().size).toBe(0);
    expect(keep).toHaveBeenLastCalledWith(null);
  });

  test('is asked for again after ten seconds, also where the clock was set back meanwhile', async () => {
    const { openRules, refreshRules, rulesNow } = await state();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    kept.mockReturnValue(list('one', rules));
    ask.mockRejectedValue(new Error('away'));
    vi.useFakeTimers();
    openRules();
    await refreshRules();
    vi.setSystemTime(Date.now() - 600_000);
    ask.mockClear();
    rulesNow();
    expect(ask).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_001);
    rulesNow();
    await vi.waitFor(() => expect(ask).toHaveBeenCalled(), { timeout: patience });
  });

  test('that WordPress refuses leaves the rules as they are, and says why', async () => {
    const { openRules, refreshRules, rulesNow } = await state();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    kept.mockReturnValue(list('one', rules));
    ask.mockResolvedValue('{"refused":true}');
    openRules();
    await refreshRules();
    expect(rulesNow().size).toBe(rules.length);
    expect(warn.mock.calls.flat().join()).toContain('does not know this site’s secret');
    expect(keep).not.toHaveBeenCalled();
  });

  test('remembers addresses without a rule until it changes, and not without end', async () => {
    const { isWithoutRule, openRules, refreshRules } = await state();
    kept.mockReturnValue(list('one', rules));
    ask.mockResolvedValue('{"unchanged":true}');
    openRules();
    await refreshRules();
    expect(isWithoutRule('/page')).toBe(false);
    isWithoutRule('/page', true);
    expect(isWithoutRule('/page')).toBe(true);
    isWithoutRule(`/${'x'.repeat(400)}`, true);
    expect(isWithoutRule(`/${'x'.repeat(400)}`)).toBe(false);
    ask.mockResolvedValue(list('two', rules));
    await refreshRules();
    expect(isWithoutRule('/page')).toBe(false);
  });
});
