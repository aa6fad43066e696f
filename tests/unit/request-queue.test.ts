import { EventEmitter, once } from 'node:events';
import http, { type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { queueRequests } from '../../src/runtime/visitors/queue-requests';
import { RequestQueue } from '../../src/runtime/visitors/request-queue';

type Kind = Parameters<RequestQueue['enter']>[2]['kind'];

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/**
 * The client is what X-Forwarded-For says, and the kind of a request what its path begins with: `images-1`; otherwise it is a page.
 * @param render renders at one go; otherwise the server works on each request until it is told to end
 */
async function serve(render?: () => void) {
  const queue = new RequestQueue();
  const order: string[] = [];
  const work = new Map<string, { response: ServerResponse; end: () => void; answer: () => void }>();
  server = http.createServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const begin = () =>
      new Promise<void>((resolve) => {
        order.push(name);
        render?.();
        const end = () => {
          response.end(name);
          resolve();
        };
        work.set(name, { response, end, answer });
        if (render) end();
      });
    const client = request.headers['x-forwarded-for'] as string | undefined;
    const kind = (/^(images|files|posts)-/.exec(name)?.[1] ?? 'pages') as Kind;
    queue.enter(client, response, { kind, work: begin, isAnswered });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (name: string, client?: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/${name}`, {
      headers: client ? { 'x-forwarded-for': client } : {},
      ...(signal ? { signal } : {}),
    }).then(({ status }) => status);
  const have = (names: string[]) => expect.poll(() => [...order].sort()).toEqual([...names].sort());
  return { queue, order, work, ask, have };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);

test('six requests of a client at once; another client goes past those that wait', async () => {
  const { queue, work, ask, have } = await serve();
  const flood = numbered('flood', 20).map((name) => ask(name, '198.51.100.1'));
  // Asked of both at once: while some have yet to arrive, one count alone may match early.
  await expect.poll(() => [work.size, queue.waiting]).toEqual([6, 14]);
  const visitor = ask('page', '203.0.113.1');
  await expect.poll(() => work.has('page')).toBe(true);
  work.get('page')?.end();
  expect(await visitor).toBe(200);
  for (let ended = 0; ended < 20; ) {
    for (const [name, { end }] of work) {
      if (!name.startsWith('flood')) continue;
      end();
      work.delete(name);
      ended += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
  await have([...numbered('flood', 20), 'page']);
});

test('images of a client are encoded on half of the cores', async () => {
  const atOnce = Math.ceil(availableParallelism() / 2);
  const { queue, work, ask } = await serve();
  const images = numbered('images-', atOnce + 3).map((name) => ask(name, '198.51.100.1'));
  await expect.poll(() => [work.size, queue.waiting]).toEqual([atOnce, 3]);
  for (let ended = 0; ended < images.length; ended++) {
    await expect.poll(() => work.size).toBeGreaterThan(0);
    const [[name, { end }] = ['', { end: () => {} }]] = work;
    work.delete(name);
    end();
  }
  expect(await Promise.all(images)).toEqual(Array(images.length).fill(200));
});

test('pictures that wait keep no page of their client waiting', () => {
  const queue = new RequestQueue();
  const begun: Kind[] = [];
  const enter = (kind: Kind) =>
    queue.enter('198.51.100.1', new EventEmitter() as ServerResponse, {
      kind,
      work: () => {
        begun.push(kind);
        return new Promise(() => {});
      },
      isAnswered: new Promise(() => {}),
    });
  for (let i = 0; i < availableParallelism() + 1; i++) enter('images');
  expect(queue.waiting).toBeGreaterThan(0);
  enter('pages');
  expect(begun.at(-1)).toBe('pages');
});

test('pages that are rendered at one go: others go in between', async () => {
  const { queue, order, ask } = await serve(() => {
    for (const end = performance.now() + 30; performance.now() < end; );
  });
  const flood = numbered('flood', 20).map((name) => ask(name, '198.51.100.1'));
  const visitor = ask('page', '203.0.113.1');
  expect(await visitor).toBe(200);
  expect(order.indexOf('page')).toBeLessThan(10);
  await Promise.all(flood);
  await expect.poll(() => queue.waiting).toBe(0);
});

test.each<[string, Kind[], share?: number]>([
  ['pages', ['pages']],
  ['several kinds together', ['pages', 'images', 'files']],
  ['pages of a name that stands for four clients', ['pages'], 4],
])('%s that cost next to nothing take a third of the time, and not a timer each', async (_, kinds, share) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const queue = new RequestQueue(share);
  const COST_MS = 1;
  const began: number[] = [];
  const work = async () => {
    began.push(performance.now());
    vi.advanceTimersByTime(COST_MS);
  };
  const start = performance.now();
  for (let i = 0; i < 48; i++)
    queue.enter('198.51.100.1', new EventEmitter() as ServerResponse, {
      kind: kinds[i % kinds.length] ?? 'pages',
      work,
      isAnswered: new Promise(() => {}),
    });
  await vi.advanceTimersByTimeAsync(0);
  expect(began.length).toBeLessThanOrEqual(2);
  await vi.advanceTimersByTimeAsync(400);
  vi.useRealTimers();
  expect(began.length).toBe(48);
  expect((began.at(-1) ?? 0) - start).toBeGreaterThan(130);
});

test('a client that reads none of its answers gets no more than a hundred', async () => {
  const queue = new RequestQueue();
  const responses = Array.from({ length: 121 }, () => new EventEmitter() as ServerResponse);
  let begun = 0;
  const work = async () => void begun++;
  // A stream holds nothing in memory.
  for (const [i, response] of responses.entries()) {
    Object.assign(response, { writableEnded: i > 0 });
    queue.enter('198.51.100.1', response, { work, isAnswered: Promise.resolve(), kind: 'files' });
  }
  await expect.poll(() => begun).toBe(101);
  expect(queue.waiting).toBe(20);
  for (const response of responses.slice(1, 6)) response.emit('close');
  await expect.poll(() => begun).toBe(106);
  // Those that wait first: they free no place.
  for (const response of responses.slice(6).reverse()) response.emit('close');
  await expect.poll(() => queue.waiting).toBe(0);
  expect(begun).toBe(106);
});

test.each<[string, Kind, number]>([
  ['pages begin one after the other', 'pages', 1],
  ['files, which render nothing, begin six at a time', 'files', 6],
])('%s', (_, kind, count) => {
  const queue = new RequestQueue();
  let begun = 0;
  const work = async () => {
    begun += 1;
    await new Promise(() => {});
  };
  for (let i = 0; i < 10; i++) {
    const response = new EventEmitter() as ServerResponse;
    queue.enter('198.51.100.1', response, { work, isAnswered: new Promise(() => {}), kind });
  }
  expect([begun, queue.waiting]).toEqual([count, 10 - count]);
});

test('a client that hangs up keeps its places until the work is over, and what waited is never begun', async () => {
  const { queue, order, work, ask } = await serve();
  const gone = new AbortController();
  const flood = numbered('gone', 10).map((name) =>
    ask(name, '198.51.100.1', gone.signal).catch(() => 'gone'),
  );
  await expect.poll(() => [work.size, queue.waiting]).toEqual([6, 4]);
  gone.abort();
  await Promise.all(flood);
  await expect.poll(() => queue.waiting).toBe(0);
  const next = ask('next', '198.51.100.1');
  await expect.poll(() => queue.waiting).toBe(1);
  work.get(order[0] ?? '')?.end();
  await expect.poll(() => work.has('next')).toBe(true);
  work.get('next')?.end();
  expect(await next).toBe(200);
  expect(order.length).toBe(7);
});

test('work without an end holds its place as long as its client is there, and for a minute at least', async () => {
  vi.useFakeTimers();
  try {
    const queue = new RequestQueue();
    const begun: ServerResponse[] = [];
    const enter = () => {
      const response = Object.assign(new EventEmitter(), { closed: false }) as ServerResponse;
      const work = async () => {
        begun.push(response);
        return new Promise<void>(() => {});
      };
      queue.enter('198.51.100.1', response, { work, isAnswered: new Promise(() => {}), kind: 'posts' });
    };
    for (let i = 0; i < 5; i++) enter();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(begun.length).toBe(3);
    // One has gone before its minute is over.
    Object.assign(begun[0] as ServerResponse, { closed: true }).emit('close');
    expect(begun.length).toBe(3);
    await vi.advanceTimersByTimeAsync(13_000);
    expect(begun.length).toBe(4);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([begun.length, queue.waiting]).toEqual([4, 1]);
    begun[1]?.emit('close');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(begun.length).toBe(5);
  } finally {
    vi.useRealTimers();
  }
});

test('a client that gives up by the hundred rests: what it gives up meanwhile is never begun', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new RequestQueue();
  const begun: string[] = [];
  const enter = (client: string) => {
    const response = new EventEmitter() as ServerResponse;
    const work = async () => void begun.push(client);
    queue.enter(client, response, { kind: 'pages', work, isAnswered: Promise.resolve() });
    return response;
  };
  const giveUp = async (count: number) => {
    for (let i = 0; i < count; i++) {
      enter('198.51.100.1').emit('close');
      await vi.advanceTimersByTimeAsync(1);
    }
  };
  await giveUp(100);
  expect(begun).toHaveLength(100);
  await giveUp(300);
  expect(begun.length).toBeLessThan(120);
  const waiting = enter('198.51.100.1');
  enter('203.0.113.1');
  expect(begun.at(-1)).toBe('203.0.113.1');
  await vi.advanceTimersByTimeAsync(200);
  expect(begun.at(-1)).toBe('198.51.100.1');
  waiting.emit('close');
});

test('an answer that is read slowly holds no place', async () => {
  const { queue, order, work, ask } = await serve();
  const slow = numbered('slow', 6).map((name) => ask(name, '198.51.100.1'));
  await expect.poll(() => order.length).toBe(6);
  const next = ask('next', '198.51.100.1');
  await expect.poll(() => queue.waiting).toBe(1);
  work.get('slow0')?.answer();
  await expect.poll(() => work.has('next')).toBe(true);
  for (const { end } of work.values()) end();
  await Promise.all([...slow, next]);
});

test('a client is refused some 250 times a second, however much it asks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new RequestQueue();
  let refused = 0;
  const ask = () => {
    const end = () => {
      refused += 1;
      response.emit('close');
    };
    const response = Object.assign(new EventEmitter(), { writeHead: () => ({ end }) });
    const work = () => new Promise<void>(() => {});
    queue.enter('198.51.100.1', response as unknown as ServerResponse, {
      ...{ kind: 'pages', work, isAnswered: new Promise<void>(() => {}) },
    });
  };
  for (let i = 0; i < 3_000; i++) ask();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(refused).toBeGreaterThan(500);
  expect(refused).toBeLessThan(1_500);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(refused + queue.waiting).toBeGreaterThan(2_980);
});

test('a client with 250 requests that wait is refused more, and nobody waits where clients cannot be told apart', async () => {
  const { queue, order, work, ask } = await serve();
  let refused = 0;
  const flood = numbered('flood', 300).map(async (name) => {
    const status = await ask(name, '198.51.100.1').catch(() => 0);
    if (status === 429) refused += 1;
  });
  // Six are worked on, and those that came before these six had begun found less room.
  await expect.poll(() => refused).toBeGreaterThanOrEqual(44);
  await expect.poll(() => queue.waiting + order.length + refused).toBe(300);
  expect(order.length).toBeLessThanOrEqual(6);
  const unknown = numbered('unknown', 10).map((name) => ask(name));
  await expect.poll(() => order.filter((name) => name.startsWith('unknown')).length).toBe(10);
  for (const [name, { end }] of work) if (name.startsWith('unknown')) end();
  await Promise.all(unknown);
  server?.closeAllConnections();
  await Promise.all(flood);
});

test.for([
  ['posts', 2_200],
  ['shareImages', 700],
] as const)('between two %s of a client others have more time than between two pages', async ([long, ms]) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const queue = new RequestQueue();
  const began: Partial<Record<Kind, number[]>> = { [long]: [], pages: [] };
  const enter = (kind: Kind) => {
    const response = new EventEmitter() as ServerResponse;
    queue.enter('198.51.100.1', response, {
      kind,
      work: async () => {
        began[kind]?.push(performance.now());
        vi.advanceTimersByTime(200);
        response.emit('close');
      },
      isAnswered: new Promise(() => {}),
    });
  };
  const start = performance.now();
  // One after the other, too: what is due is remembered although nothing waits.
  enter(long);
  await vi.advanceTimersByTimeAsync(60);
  enter(long);
  enter('pages');
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  expect((began[long]?.[1] ?? 0) - start).toBeGreaterThanOrEqual(ms);
  expect((began.pages?.[0] ?? 0) - start).toBeLessThan(400);
});

test.for([
  ['an address', 1, false],
  ['an address whose senders hang up', 1, true],
  ['a /48', 4, false],
  ['a /48 whose senders hang up', 4, true],
] as const)(
  'two seconds pass between two posts of %s, however quick they are',
  async ([, share, hangsUp]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const queue = new RequestQueue(share);
    const began: [client: string, kind: Kind, at: number][] = [];
    const start = performance.now();
    const enter = (client: string, kind: Kind) => {
      const response = new EventEmitter() as ServerResponse;
      const work = async () => {
        began.push([client, kind, Math.round(performance.now() - start)]);
        if (hangsUp) response.emit('close');
      };
      queue.enter(client, response, { kind, work, isAnswered: new Promise(() => {}) });
    };
    for (let i = 0; i < 20; i++) enter('flood', 'posts');
    enter('flood', 'pages');
    enter('visitor', 'posts');
    await vi.advanceTimersByTimeAsync(9_000);
    const of = (...which: string[]) =>
      began.flatMap(([client, kind, at]) => (client === which[0] && kind === which[1] ? [at] : []));
    const posts = of('flood', 'posts');
    const pauses = posts.slice(1).map((at, i) => at - (posts[i] ?? 0));
    expect(pauses).toHaveLength(4);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000);
    expect([...of('flood', 'pages'), ...of('visitor', 'posts')].every((at) => at < 10)).toBe(true);
  },
);

test.for([
  ['the places of four', 'files', 24],
  ['those of one for what keeps a worker of WordPress', 'posts', 3],
] as const)('a name that stands for four clients has %s', async ([, kind, places]) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = new RequestQueue(4);
  let begun = 0;
  for (let i = 0; i < 30; i++)
    queue.enter('2001:db8:0::/48', new EventEmitter() as ServerResponse, {
      kind,
      work: () => {
        begun += 1;
        return new Promise(() => {});
      },
      isAnswered: new Promise(() => {}),
    });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([begun, queue.waiting]).toEqual([places, 30 - places]);
});

test('posts that wait keep no webhook of their client waiting', async () => {
  queueRequests();
  const begun: string[] = [];
  server = http.createServer((request, response) => {
    begun.push(request.url ?? '');
    // Like Next, it resolves when its work is done.
    return new Promise<void>((resolve) => {
      response.once('close', resolve);
      if (request.url === '/api/revalidate') response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const post = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
  const forms = Array.from({ length: 4 }, () => post('/api/forms/a').catch(() => null));
  await expect.poll(() => begun.length).toBe(3);
  expect((await post('/api/revalidate')).status).toBe(200);
  expect(begun).toEqual(['/api/forms/a', '/api/forms/a', '/api/forms/a', '/api/revalidate']);
  server.closeAllConnections();
  await Promise.all(forms);
});

// Timers fire up to a millisecond early, so a post often looks at the clock at the very moment at which its client's rest ends.
test.each([1, 2, 3, 4])(
  'a post begins whose rest ends between two looks at the clock: look %i',
  async (looks) => {
    let now = 0;
    let step = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += step;
      return now;
    });
    try {
      const queue = new RequestQueue();
      const begun: number[] = [];
      const enter = (post: number) => {
        const work = async () => {
          begun.push(post);
          now += 1_000;
        };
        const response = new EventEmitter() as ServerResponse;
        queue.enter('198.51.100.1', response, { kind: 'posts', work, isAnswered: Promise.resolve() });
      };
      enter(1);
      await vi.advanceTimersByTimeAsync(0);
      // Two seconds after the end of the first one.
      now = 3_000 - looks * 0.01 - 0.005;
      step = 0.01;
      enter(2);
      step = 0;
      now += 1;
      await vi.advanceTimersByTimeAsync(3_000);
      expect(begun).toEqual([1, 2]);
    } finally {
      clock.mockRestore();
      vi.useRealTimers();
    }
  },
);
