import { statSync } from 'node:fs';
import type { PlannedFile } from '../plan/plan';

/** Bytes that a planned file will have. */
export function sizeOf({ contents, copyFrom }: PlannedFile): number {
  return contents === undefined ? statSync(copyFrom ?? '').size : Buffer.byteLength(contents);
}
