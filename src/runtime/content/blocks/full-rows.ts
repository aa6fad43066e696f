type Place = 'full' | 'half' | 'third' | 'quarter';

const PLACES: Record<number, Place> = { 1: 'full', 2: 'half', 3: 'third', 4: 'quarter' };

/**
 * Says how wide each entry of a list stands, so that every row of the page is full. From the server and not by `:last-child`: a browser
 * paints a list before it has read all of it, and what has been painted must not move.
 * @param count of entries
 * @param most entries of a row
 * @returns the class of each entry: its share of a row where there is room for `most`, and `alone` on the last one where there is room
 * for two and nothing stands beside it
 */
export function fullRows(count: number, most: 3 | 4): string[] {
  const places = rowsOf(count, most).flatMap((inRow) => new Array<string>(inRow).fill(PLACES[inRow] ?? ''));
  return places.map((place, index) => (index === count - 1 && count % 2 === 1 ? `${place} alone` : place));
}

/** @returns the number of entries of each row */
function rowsOf(count: number, most: 3 | 4): number[] {
  if (count <= 2) return rows(Math.min(count, 1), count);
  // Five are no fours and threes.
  if (most === 4 && count !== 5) {
    const fours = count % 3;
    return [...rows(fours, 4), ...rows((count - 4 * fours) / 3, 3)];
  }
  const twos = [0, 2, 1][count % 3] ?? 0;
  return [...rows((count - 2 * twos) / 3, 3), ...rows(twos, 2)];
}

const rows = (number: number, inRow: number): number[] => new Array<number>(number).fill(inRow);
