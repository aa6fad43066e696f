import type { FieldReader } from '../../config/extend/content.ts';
import { nearest } from '../../config/index.ts';

/** Properties that `await` and JSON look for on any value. */
const ASKED_BY_LANGUAGE = new Set(['then', 'toJSON']);

/**
 * @param readers all that there are
 * @param unknown gets the name of another one that is asked for, and gives what stands in its place
 */
export function withReaders(readers: FieldReader, unknown: (name: string) => unknown): FieldReader {
  const others = new Proxy(
    {},
    {
      get: (target, name) =>
        typeof name === 'symbol' || name in target || ASKED_BY_LANGUAGE.has(name)
          ? Reflect.get(target, name)
          : unknown(name),
    },
  );
  return Object.setPrototypeOf(readers, others);
}

const NAMES: readonly (keyof FieldReader)[] = [
  ...(['text', 'html', 'number', 'boolean', 'date', 'image', 'link', 'list', 'raw'] as const),
];

/** Says that there is no reader of this name, with the fix. */
export function noReader(name: string): string {
  const meant = nearest(name, NAMES);
  return `\`.${name}()\` is no reader. Fix: ${meant ? `\`${meant}\`` : `one of ${NAMES.join(', ')}`}`;
}
