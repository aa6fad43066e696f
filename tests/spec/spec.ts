import { test } from 'vitest';
import { rowName } from './rows.mjs';

/** A test of one row of the specification. `row` is the row's first cell, to the letter. */
export function specTest(section: string, row: string, body: () => void | Promise<void>): void {
  test(rowName({ section, row }), body);
}
