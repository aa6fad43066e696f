import { describe, expect, it } from 'vitest';
import { editJson } from '../../src/changes/edit-json';

const list = (...items: string[]) => items;

describe('editJson leaves everything as it is written but what changes', () => {
  it.each([
    ['the last of a list on one line', '["a","b"]', list('a'), '["a"]'],
    ['the first of a list on one line', '["a", "b", "c"]', list('b', 'c'), '["b", "c"]'],
    ['one in the middle', '[ "a" , "b" , "c" ]', list('a', 'c'), '[ "a" , "c" ]'],
    ['the only one', '["a"]', [], '[]'],
    ['one of a list over several lines', '[\n\t"a",\n\n\t"b"\n]\n', list('b'), '[\n\t"b"\n]\n'],
    ['one that comes, on one line', '["a","b"]', list('c', 'a', 'b'), '["c","a","b"]'],
    [
      'one that comes, over several lines',
      '[\n\t"a",\n\n\t"b"\n]\n',
      list('a', 'b', 'c'),
      '[\n\t"a",\n\n\t"b",\n\t"c"\n]\n',
    ],
    ['a list in another order', '["a","b"]', list('b', 'a'), '["b","a"]'],
    ['a value', '{"b" : 1,\n\n"a":{ "c": [ ] }}', { b: 2, a: { c: [] } }, '{"b" : 2,\n\n"a":{ "c": [ ] }}'],
    [
      'a key that comes',
      '{\n    "b": 1\n}\n',
      { b: 1, a: { c: 1 } },
      '{\n    "b": 1,\n    "a": {\n        "c": 1\n    }\n}\n',
    ],
    ['a key that goes', '{\n\t"b": 1,\n\t"a": 2\n}\n', { b: 1 }, '{\n\t"b": 1\n}\n'],
    ['a key that stands twice', '{"a":1,"a":2}', { a: 3 }, '{\n  "a": 3\n}\n'],
  ])('%s', (_, text, value, expected) => {
    expect(editJson(text, value)).toBe(expected);
  });
});
