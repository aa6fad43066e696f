import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { waitsFor } from '../../src/runtime/visitors/same-page';

function ask(url: string, client: string, closed = false) {
  const response = Object.assign(new EventEmitter(), { closed });
  const clients = waitsFor(url, client, response as unknown as ServerResponse);
  return { clients, end: () => response.emit('close') };
}

test('a page is waited for by all clients whose answers are not over, however they spell its address', () => {
  const first = ask('/a-page/', 'a');
  const second = ask('/a%2Dpage?b', 'b');
  const again = ask('/a-page', 'b');
  ask('/another-page/', 'c');
  expect(first.clients()).toEqual(['a', 'b']);
  expect(second.clients()).toEqual(['a', 'b']);
  first.end();
  again.end();
  expect(first.clients()).toEqual(['b']);
  second.end();
  expect(ask('/a-page/', 'd').clients()).toEqual(['d']);
});

test('short links are pages of their own', () => {
  ask('/?p=42', 'a');
  expect(ask('/?p=43', 'b').clients()).toEqual(['b']);
  expect(ask('/?p=42', 'c').clients()).toEqual(['a', 'c']);
});

test('a client that has gone before is not counted', () => {
  ask('/gone/', 'a', true);
  expect(ask('/gone/', 'b').clients()).toEqual(['b']);
});
