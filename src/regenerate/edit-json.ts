import { isDeepStrictEqual } from 'node:util';
import { applyEdits, type JSONPath, modify } from 'jsonc-parser/lib/esm/main.js';
import { isTree } from '../answers/answers';
import { jsonText } from '../plan/json';
import { isPlainList } from './merge-json';

/**
 * Brings a new value into a JSON text and leaves everything else in it as it is written: indentation, blank lines,
 * the order of keys.
 * @param text valid JSON
 */
export function editJson(text: string, value: unknown): string {
  const before: unknown = JSON.parse(text);
  // Written as we write it, so that it stays so.
  if (text === jsonText(before)) return jsonText(value);
  const options = { formattingOptions: { ...indentationOf(text), eol: '\n' } };
  return changesTo(before, value, []).reduce(
    (at, change) => applyEdits(at, modify(at, change.path, change.value, { ...options, ...change.insert })),
    text,
  );
}

interface JsonChange {
  path: JSONPath;
  /** Undefined removes what is there. */
  value: unknown;
  insert?: { isArrayInsertion: boolean };
}

function changesTo(before: unknown, after: unknown, path: JSONPath): JsonChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isTree(before) && isTree(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changesTo(before[key], after[key], [...path, key]));
  }
  if (isPlainList(before) && isPlainList(after)) return listChanges(before, after, path);
  return [{ path, value: after }];
}

/** From behind, so that the places in front stay where they are. */
function listChanges(before: unknown[], after: unknown[], path: JSONPath): JsonChange[] {
  const kept = before.filter((item) => after.includes(item));
  const added = after.slice(kept.length);
  if (!isDeepStrictEqual(after, [...kept, ...added])) return [{ path, value: after }];
  const removed = before.flatMap((item, index) => (after.includes(item) ? [] : [index]));
  return [
    ...removed.toReversed().map((index) => ({ path: [...path, index], value: undefined })),
    ...added.map((value) => ({ path: [...path, -1], value, insert: { isArrayInsertion: true } })),
  ];
}

function indentationOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const first = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !first.startsWith('\t'), tabSize: first.length };
}
