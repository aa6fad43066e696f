import { expect, test, vi } from 'vitest';
import { clientOf, networksOf } from '../../src/runtime/visitors/address';
import { RateLimit } from '../../src/runtime/visitors/rate-limit';

const ofContact = () => new RateLimit({ each: 5, all: 60 });

test('case 40: five messages in ten minutes, then the time until the first is forgotten', () => {
  const limit = ofContact();
  const at = (second: number) => limit.take('192.0.2.1', 1000 + second);
  expect([at(0), at(1), at(2), at(3), at(4)]).toEqual([0, 0, 0, 0, 0]);
  expect(at(10)).toBe(590);
  expect(limit.take('192.0.2.2', 1010)).toBe(0);
  expect(at(599)).toBe(1);
  expect(at(601)).toBe(0);
});

test('case 40: everybody together sends sixty, whatever they call themselves', () => {
  const limit = ofContact();
  const at = 10_000;
  const waits = Array.from({ length: 70 }, (_, i) => limit.take(`198.51.100.${i}`, at));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
  expect(waits.at(-1)).toBe(600);
  expect(limit.take('198.51.100.99', at + 601)).toBe(0);
});

test('without a limit for all, many clients close nothing to another, and each is held to its own', () => {
  const limit = new RateLimit({ each: 2 });
  for (let i = 0; i < 12_000; i++)
    expect(limit.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, 1000)).toBe(0);
  const own = [1, 2, 3].map(() => limit.take('192.0.2.1', 1001));
  expect(own).toEqual([0, 0, 600]);
  limit.takeBack('192.0.2.1');
  expect(limit.take('192.0.2.1', 1001)).toBe(0);
  expect(limit.take('192.0.2.1', 1001)).toBe(600);
});

test('one purpose takes nothing from another', () => {
  const [first, second] = [ofContact(), ofContact()];
  for (let i = 0; i < 6; i++) first.take('192.0.2.1', 1000);
  expect(first.take('192.0.2.1', 1000)).toBe(600);
  expect(second.take('192.0.2.1', 1000)).toBe(0);
});

test('a clock that is put right meanwhile makes nobody wait longer', () => {
  const limit = ofContact();
  const at = Date.now();
  vi.useFakeTimers({ now: at + 600_000 });
  try {
    for (let i = 0; i < 5; i++) limit.take('192.0.2.1');
    for (let i = 0; i < 20; i++) limit.giveBack(`198.51.100.${i}`);
    vi.setSystemTime(at);
    expect(limit.take('192.0.2.1')).toBe(600);
    vi.advanceTimersByTime(10_001);
    expect(limit.mayTry('203.0.113.1')).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('what fails for many is asked about once in ten seconds, and closes nothing else', () => {
  const limit = ofContact();
  let asked = 0;
  for (let at = 1000; at < 1600; at++) {
    const client = `192.0.2.${asked}`;
    if (!limit.mayTry(client, 'broken', at)) continue;
    limit.giveBack(client, 'broken', at);
    asked += 1;
  }
  expect(asked).toBe(20 + 58);
  expect(limit.mayTry('203.0.113.1', 'other', 1600)).toBe(true);
  // All of them fail: the other side is down, whatever somebody asks about.
  for (let i = 0; i < 40; i++) limit.giveBack(`198.51.100.${i}`, `form ${i}`, 1600);
  expect(limit.mayTry('203.0.113.1', 'another', 1601)).toBe(false);
  expect(limit.mayTry('203.0.113.1', 'another', 1610)).toBe(true);
});

test('an outage is over when something arrives, and one client that goes on failing does not prolong it', () => {
  const limit = ofContact();
  for (let i = 0; i < 20; i++) limit.giveBack(`198.51.100.${i}`, 'form', 1000);
  // The other side works again; one client makes it fail whenever it may ask.
  let failures = 0;
  for (let at = 1010; at < 1100; at += 10) {
    if (!limit.mayTry('203.0.113.1', 'form', at)) continue;
    limit.giveBack('203.0.113.1', 'form', at);
    failures += 1;
  }
  expect(failures).toBe(5);
  expect(limit.mayTry('203.0.113.2', 'form', 1100)).toBe(true);
  limit.arrived('form', 1100);
  for (const client of ['203.0.113.1', '203.0.113.3']) expect(limit.mayTry(client, 'form', 1101)).toBe(true);
});

test('one client closes nothing, however often and about however many things it fails', () => {
  const limit = ofContact();
  let sent = 0;
  for (let i = 0; i < 1_000; i++) {
    // Another address of the same /48 each time.
    const client = `2001:db8:1:${i.toString(16)}::1`;
    if (limit.take(client, 1000) > 0) continue;
    sent++;
    limit.giveBack(client, `form ${i % 5}`, 1000);
    expect(limit.mayTry('192.0.2.1', 'form 1', 1000)).toBe(true);
  }
  // Five are given back, then its failures count as what it sends.
  expect(sent).toBe(5 + 4 * 5);
  expect(limit.take('192.0.2.1', 1000)).toBe(0);
});

test('a /64 of IPv6 counts as one client, and a /48 as four', () => {
  const limit = ofContact();
  const sent = (address: (i: number) => string) =>
    Array.from({ length: 30 }, (_, i) => limit.take(address(i), 1000)).filter((wait) => wait === 0).length;
  expect(sent((i) => `2001:db8:1:1::${i}`)).toBe(5);
  expect(sent((i) => `2001:db8:1:${i + 2}::1`)).toBe(15);
  expect(sent((i) => `2001:db8:2:1::${i}`)).toBe(5);
  expect(networksOf('2001:db8::1')).toEqual(['2001:db8:0:0::/64', '2001:db8:0::/48']);
});

test.for([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1:1234', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['300.1.1.1', 'unknown'],
  ['_hidden', 'unknown'],
  ['', 'unknown'],
])('the address of a client: %s', ([entry = '', address]) => {
  expect(clientOf(new Headers({ 'x-forwarded-for': `10.0.0.1, ${entry}` }))).toBe(address);
});

test('case 40: the nearest proxy says who is asking, not the client', () => {
  const headers = new Headers({ 'x-forwarded-for': 'forged, 198.51.100.7' });
  expect(clientOf(headers)).toBe('198.51.100.7');
  expect(clientOf(new Headers())).toBe('unknown');
});
