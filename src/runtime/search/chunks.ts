/**
 * Cuts ids into groups that stay what they are when other ids come and go: a span of ids is halved until no half holds
 * more than `most`. Cut by position instead, one deleted item would move all that follow into other groups.
 * @returns groups in ascending order, none of them empty
 */
export function chunksOf<Item extends { databaseId: number }>(
  items: readonly Item[],
  most: number,
): Item[][] {
  const sorted = [...items].sort((a, b) => a.databaseId - b.databaseId);
  const highest = sorted.at(-1)?.databaseId ?? 0;
  // A power of two, so that a new highest id leaves the cuts below it where they are.
  const span = 2 ** Math.ceil(Math.log2(highest + 1));
  return halve(sorted, 0, span, most);
}

function halve<Item extends { databaseId: number }>(
  items: Item[],
  from: number,
  span: number,
  most: number,
): Item[][] {
  if (items.length === 0) return [];
  if (items.length <= most || span <= 1) return [items];
  const half = span / 2;
  const cut = items.findIndex(({ databaseId }) => databaseId >= from + half);
  const [low, high] = cut === -1 ? [items, []] : [items.slice(0, cut), items.slice(cut)];
  return [...halve(low, from, half, most), ...halve(high, from + half, half, most)];
}
