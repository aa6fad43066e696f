import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  type EditResult,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser/lib/esm/main.js';
import { isTree } from '../answers/answers';
import { jsonText, parseJson } from '../plan/json';
import { isPlainList } from './merge-json';

/**
 * Brings a new value into a JSON text and leaves everything else in it as it is written: indentation, blank lines,
 * the order of keys.
 * @param text valid JSON
 */
export function editJson(text: string, value: unknown): string {
  const before: unknown = parseJson(text);
  // Written as we write it, so that it stays so.
  if (text === jsonText(before)) return jsonText(value);
  const edited = changesTo(before, value, []).reduce(
    (at, change) => applyEdits(at, modifiedBy(at, change)),
    text,
  );
  // A key that stands twice, which JSON allows: what is meant counts more than how it is written.
  return isDeepStrictEqual(parseJson(edited), value) ? edited : jsonText(value);
}

/** What comes into an object or a list that ends on a line of its own is indented; any other stays on its line. */
function modifiedBy(text: string, { path, value, insert }: JsonChange): EditResult {
  const root = parseTree(text);
  const parent = root && findNodeAtLocation(root, path.slice(0, -1));
  if (parent?.type === 'array' && value === undefined)
    return withoutItem(parent.children ?? [], Number(path.at(-1)));
  const around = parent ? text.slice(parent.offset, parent.offset + parent.length) : '';
  const lines = value !== undefined && /\n[ \t]*[\]}]$/.test(around);
  const formatting = lines ? { formattingOptions: { ...indentationOf(text), eol: '\n' } } : {};
  return modify(text, path, value, { ...formatting, ...insert });
}

/** The library's own removal counts on a line break before the closing bracket. */
function withoutItem(items: readonly Node[], index: number): EditResult {
  const [previous, item, next] = [items[index - 1], items[index], items[index + 1]];
  if (!item) return [];
  const from = previous ? endOf(previous) : item.offset;
  const to = !previous && next ? next.offset : endOf(item);
  return [{ offset: from, length: to - from, content: '' }];
}

function endOf({ offset, length }: Node): number {
  return offset + length;
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

/** Deletes from the end and inserts from the start, so that array indices stay valid. */
function listChanges(before: unknown[], after: unknown[], path: JSONPath): JsonChange[] {
  const kept = before.filter((item) => after.includes(item));
  const inOrder = after.filter((item) => before.includes(item));
  if (!isDeepStrictEqual(kept, inOrder)) return [{ path, value: after }];
  const removed = before.flatMap((item, index) => (after.includes(item) ? [] : [index]));
  const added = after.flatMap((item, index) => (before.includes(item) ? [] : [{ item, index }]));
  return [
    ...removed.toReversed().map((index) => ({ path: [...path, index], value: undefined })),
    ...added.map(({ item, index }) => {
      return { path: [...path, index], value: item, insert: { isArrayInsertion: true } };
    }),
  ];
}

function indentationOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const first = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !first.startsWith('\t'), tabSize: first.length };
}
