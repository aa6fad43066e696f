import { readRequests } from './store.ts';

/** Milliseconds between two lines of progress. */
const EVERY_MS = 2000;

/** Tells the terminal how the snapshot goes: rows and rate while it is taken, then one line with what it cost. */
export function reporter() {
  const started = performance.now();
  const counts = new Map<string, number>();
  let told = started;
  const seconds = () => (performance.now() - started) / 1000;
  return {
    rows(type: string, rows: number): void {
      counts.set(type, (counts.get(type) ?? 0) + rows);
      if (performance.now() - told < EVERY_MS) return;
      told = performance.now();
      const what = [...counts].map(([key, count]) => `${count} of type ${key}`).join(', ');
      const rate = (readRequests().length / seconds()).toFixed(1);
      console.log(`Content snapshot: ${what} so far, ${rate} requests a second`);
    },
    done(totals: Record<string, number>, taken: number): void {
      const requests = readRequests();
      const slowest = requests.reduce((a, b) => (b.ms > a.ms ? b : a), { name: 'none', ms: 0 });
      const what = Object.entries(totals)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ');
      const over = taken > 0 ? ` (${taken} of an interrupted build)` : '';
      console.log(
        `Content snapshot: ${what}${over}; ${requests.length} requests, ${seconds().toFixed(1)} s, ` +
          `slowest ${slowest.name} ${Math.round(slowest.ms)} ms`,
      );
    },
    failed(): void {
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (rows > 0)
        console.error(`Content snapshot: interrupted after ${rows} items; the next build goes on from there`);
    },
  };
}
