import { expect, it } from 'vitest';
import { fullRows } from '../../src/runtime/content/blocks/full-rows';

const SHARES: Record<string, number> = { full: 12, half: 6, third: 4, quarter: 3 };

it.each([
  [1, 4, 'full alone'],
  [2, 4, 'half half'],
  [3, 4, 'third third third alone'],
  [4, 4, 'quarter quarter quarter quarter'],
  [5, 4, 'third third third half half alone'],
  [7, 4, 'quarter quarter quarter quarter third third third alone'],
  [4, 3, 'half half half half'],
  [5, 3, 'third third third half half alone'],
  [7, 3, 'third third third half half half half alone'],
] as const)('%d entries, %d in a row at most', (count, most, places) => {
  expect(fullRows(count, most).join(' ')).toBe(places);
});

it.each([3, 4] as const)('no row has a hole or more than %d entries', (most) => {
  expect(fullRows(0, most)).toEqual([]);
  for (let count = 1; count <= 60; count++) {
    const places = fullRows(count, most);
    expect(places).toHaveLength(count);
    let row = 0;
    for (const place of places) {
      const share = SHARES[place.split(' ')[0] ?? ''] ?? Number.NaN;
      expect(share).toBeGreaterThanOrEqual(12 / most);
      row += share;
      expect(row).toBeLessThanOrEqual(12);
      if (row === 12) row = 0;
    }
    expect(row).toBe(0);
    // In two columns.
    expect((count + places.filter((place) => place.includes('alone')).length) % 2).toBe(0);
  }
});
