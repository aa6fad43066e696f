/** Named values of each answer. */
export type Choices = Readonly<Record<string, readonly string[]>>;
export type Row = Readonly<Record<string, string>>;

/** Orders of the answers that are tried for each row: the one that makes most of the missing pairs is taken. */
const CANDIDATES = 40;

/**
 * Few rows in which every two values of two different answers meet at least once. Greedy: each row starts with a pair
 * that is still missing and takes, answer by answer, the value that makes most of the missing pairs. All combinations
 * would be a hundred thousand.
 * @param seed the same one gives the same rows
 */
export function pairwise(choices: Choices, seed = 1): Row[] {
  const random = generator(seed);
  const names = Object.keys(choices);
  const missing = allPairs(choices);
  const gainOf = (row: Row) => pairsOf(row).filter((pair) => missing.has(pair)).length;
  const rows: Row[] = [];
  while (missing.size > 0) {
    const candidates = Array.from({ length: CANDIDATES }, () => {
      const [start = '[]'] = shuffled([...missing], random);
      let row: Row = Object.fromEntries(JSON.parse(start) as Entry[]);
      for (const name of shuffled(names, random)) {
        if (name in row) continue;
        const shorter = row;
        const longer = shuffled(choices[name] ?? [], random).map((value) => ({ ...shorter, [name]: value }));
        row = best(longer, gainOf);
      }
      return row;
    });
    const row = best(candidates, gainOf);
    for (const pair of pairsOf(row)) missing.delete(pair);
    rows.push(row);
  }
  return rows;
}

function best(rows: readonly Row[], gainOf: (row: Row) => number): Row {
  return rows.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
}

export function allPairs(choices: Choices): Set<string> {
  const values = Object.entries(choices).map(([name, all]) => all.map((value) => [name, value] as const));
  const pairs = values.flatMap((ones, index) =>
    values
      .slice(index + 1)
      .flatMap((others) => ones.flatMap((one) => others.map((other) => pairOf(one, other)))),
  );
  return new Set(pairs);
}

export function pairsOf(row: Row): string[] {
  const entries = Object.entries(row);
  return entries.flatMap((one, index) => entries.slice(index + 1).map((other) => pairOf(one, other)));
}

type Entry = readonly [name: string, value: string];

function pairOf(one: Entry, other: Entry): string {
  return JSON.stringify([one, other].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
