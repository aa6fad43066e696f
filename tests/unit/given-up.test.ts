import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { limitConnections } from '../../src/runtime/visitors/connections';
import { GivenUp, givenUp } from '../../src/runtime/visitors/given-up';
import { queueRequests } from '../../src/runtime/visitors/queue-requests';
import { RequestQueue } from '../../src/runtime/visitors/request-queue';

/** The address at the other end of the next connections; undefined for this machine, as of a proxy. */
let peer: string | undefined;
const server = http.createServer(async (request, response) => {
  if (request.url === '/never') return;
  answered.push(request.url ?? '');
  let bytes = 0;
  for await (const piece of request) bytes += piece.length;
  response.end(String(bytes));
});
let answered: string[] = [];
let port: number;

beforeAll(async () => {
  channel('net.server.socket').subscribe((message) => {
    const { socket } = message as { socket: Socket };
    if (peer) Object.defineProperty(socket, 'remoteAddress', { value: peer });
  });
  limitConnections();
  queueRequests();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  peer = undefined;
  answered = [];
});

/** Sends a request, and hangs up where it is told to. */
async function ask(path: string, client: string, hangUpMs?: number): Promise<void> {
  const request = http.get({ port, path, agent: false, headers: { 'x-forwarded-for': client } });
  const isOver = new Promise<void>((resolve) => {
    request.once('close', resolve).on('error', () => {});
    request.once('response', (response) => response.resume());
  });
  if (hangUpMs !== undefined) setTimeout(() => request.destroy(), hangUpMs);
  await isOver;
}

/** @returns what to call, and a promise that resolves with the last of so many calls. `expect.poll` would advance the fake clock. */
function latch(calls: number): { count: () => void; all: Promise<void> } {
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  const count = () => {
    calls -= 1;
    if (calls === 0) open();
  };
  return { count, all };
}

const giveUp = (network: string) => {
  for (let i = 0; i < 101; i++) givenUp.note(network);
};

test('more than a hundred in a second are many, and in the second behind it', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const counted = new GivenUp();
  const note = (count: number) => Array.from({ length: count }, () => counted.note('a')).at(-1);
  vi.advanceTimersByTime(5_000);
  expect([note(100), counted.areMany('a')]).toEqual([false, false]);
  vi.advanceTimersByTime(1_001);
  expect([note(100), counted.areMany('a')]).toEqual([false, false]);
  expect([note(1), counted.areMany('a'), counted.areMany('b')]).toEqual([true, true, false]);
  vi.advanceTimersByTime(1_001);
  expect([counted.areMany('a'), note(1)]).toEqual([true, false]);
  vi.advanceTimersByTime(1_001);
  expect(counted.areMany('a')).toBe(false);
});

test('a /48 that gives up by the hundred fills no queue; who stays there is answered, and another network at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const enter = vi.spyOn(RequestQueue.prototype, 'enter');
  onTestFinished(() => enter.mockRestore());
  const begun = latch(51);
  const closed = latch(50);
  const count = (message: unknown) => {
    begun.count();
    (message as { response: http.ServerResponse }).response.once('close', () => closed.count());
  };
  channel('http.server.request.start').subscribe(count);
  onTestFinished(() => void channel('http.server.request.start').unsubscribe(count));
  giveUp('2001:db8:1::/48');
  const flood = Array.from({ length: 50 }, (_, i) => {
    const headers = { 'x-forwarded-for': `2001:db8:1:${i.toString(16)}::1` };
    return http.get({ port, path: '/gone', agent: false, headers }).on('error', () => {});
  });
  const patient = ask('/patient', '2001:db8:1:ff::1');
  await begun.all;
  for (const request of flood) request.destroy();
  await closed.all;
  await ask('/other', '2001:db8:2:1::1');
  expect(answered).toEqual(['/other']);
  await vi.advanceTimersByTimeAsync(200);
  await patient;
  expect(answered).toEqual(['/other', '/patient']);
  expect(new Set(enter.mock.calls.map(([name]) => name))).toEqual(
    new Set(['2001:db8:2:1::/64', '2001:db8:2::/48', '2001:db8:1:ff::/64', '2001:db8:1::/48']),
  );
  vi.advanceTimersByTime(2_001);
  expect(givenUp.areMany('2001:db8:1::/48')).toBe(false);
});

test('requests that narrow networks of a /48 give up count together', async () => {
  // All within one second, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const enter = vi.spyOn(RequestQueue.prototype, 'enter');
  onTestFinished(() => enter.mockRestore());
  const requests = Array.from({ length: 110 }, (_, i) => {
    const headers = { 'x-forwarded-for': `2001:db8:3:${i.toString(16)}::1` };
    return http.get({ port, path: '/never', agent: false, headers }).on('error', () => {});
  });
  const entered = () =>
    new Set(enter.mock.calls.map(([name]) => name).filter((name) => name?.endsWith('/64')));
  await expect.poll(() => entered().size).toBe(110);
  expect(givenUp.areMany('2001:db8:3::/48')).toBe(false);
  for (const request of requests) request.destroy();
  await expect.poll(() => givenUp.areMany('2001:db8:3::/48')).toBe(true);
});

test('without a proxy nothing is parsed of such a connection that ends at once', async () => {
  peer = '2001:db8:4:1::1';
  giveUp('2001:db8:4::/48');
  const announced: unknown[] = [];
  const note = (message: unknown) =>
    announced.push((message as { request: http.IncomingMessage }).request.url);
  channel('http.server.request.start').subscribe(note);
  onTestFinished(() => void channel('http.server.request.start').unsubscribe(note));
  await Promise.all(Array.from({ length: 20 }, () => ask('/gone', '192.0.2.1', 20)));
  const socket = net.connect(port, '127.0.0.1');
  const body = 'a'.repeat(300_000);
  socket.write(`POST /patient HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
  socket.write('GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let said = '';
  socket.on('data', (piece) => {
    said += piece;
  });
  await once(socket, 'close');
  expect(said).toMatch(/200 OK[\s\S]*300000[\s\S]*200 OK/);
  expect(announced).toEqual(['/patient', '/second']);
});
