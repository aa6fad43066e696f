import { expect, test } from 'vitest';
import { Allowance, clientOf } from '../../src/runtime/visitors/allowance';

const ofContact = () => new Allowance({ each: 5, all: 60 });

test('case 40: five messages in ten minutes, then the time until the first is forgotten', () => {
  const allowance = ofContact();
  const at = (second: number) => allowance.take('192.0.2.1', 1000 + second);
  expect([at(0), at(1), at(2), at(3), at(4)]).toEqual([0, 0, 0, 0, 0]);
  expect(at(10)).toBe(590);
  expect(allowance.take('192.0.2.2', 1010)).toBe(0);
  expect(at(599)).toBe(1);
  expect(at(601)).toBe(0);
});

test('case 40: everybody together sends sixty, whatever they call themselves', () => {
  const allowance = ofContact();
  const at = 10_000;
  const waits = Array.from({ length: 70 }, (_, i) => allowance.take(`198.51.100.${i}`, at));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
  expect(waits.at(-1)).toBe(600);
  expect(allowance.take('198.51.100.99', at + 601)).toBe(0);
});

test('one purpose takes nothing from another', () => {
  const [first, second] = [ofContact(), ofContact()];
  for (let i = 0; i < 6; i++) first.take('192.0.2.1', 1000);
  expect(first.take('192.0.2.1', 1000)).toBe(600);
  expect(second.take('192.0.2.1', 1000)).toBe(0);
});

test('what always fails is asked about once in ten seconds, and closes nothing else', () => {
  const allowance = ofContact();
  let asked = 0;
  for (let at = 1000; at < 1600; at++) {
    if (!allowance.mayTry('broken', at)) continue;
    asked++;
    allowance.giveBack('192.0.2.1', 'broken', at);
  }
  expect(asked).toBe(20 + 58);
  expect(allowance.mayTry('other', 1600)).toBe(true);
  // All of them fail: the other side is down, whatever somebody asks about.
  for (let i = 0; i < 40; i++) allowance.giveBack('192.0.2.1', `form ${i}`, 1600);
  expect(allowance.mayTry('another', 1601)).toBe(false);
  expect(allowance.mayTry('another', 1610)).toBe(true);
});

test('case 40: the nearest proxy says who is asking, not the client', () => {
  const headers = new Headers({ 'x-forwarded-for': 'forged, 198.51.100.7' });
  expect(clientOf(headers)).toBe('198.51.100.7');
  expect(clientOf(new Headers())).toBe('unknown');
});
