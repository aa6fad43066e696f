/**
 * How long `npm run build` takes with 200 posts, from a real WordPress: ours as npm installs it, beside a bare Next app with the same
 * texts and, where NEXT_WP_DIR names one, next-wp (github.com/9d8dev/next-wp with its packages installed and its font of Google's taken
 * out, which needs a network). In turns, so that what else the machine does meets all. Ends with 1 when the goal is missed.
 * Usage: NEXT_WP_DIR=<folder> npx tsx tests/bench/build-time.ts [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programOf } from '../site/support/site-server';
import { ensureBuilt } from '../support/built';
import { startWordPress, whyNoMariadb, whyNoWordPress } from '../wordpress/server';
import { build, createBare, createInstalledSite, nextOf } from './peers';

/** Of next-wp's time. */
const GOAL = 0.6;
const rounds = Number(process.argv[2] ?? 2);

const reason = whyNoWordPress('newest') ?? whyNoMariadb();
if (reason) throw new Error(reason);
ensureBuilt();
const scratch = mkdtempSync(path.join(os.tmpdir(), 'chs-build-time-'));
const wordpress = await startWordPress({
  version: 'newest',
  companion: true,
  database: 'mariadb',
  constants: { WP_DEBUG: false },
});
try {
  const site = await createInstalledSite(path.join(scratch, 'site'), wordpress.url, 'http://127.0.0.1:3000');
  const builders: Record<string, Builder> = { ours: () => build(site, programOf(site)) };
  // Before the others: what it has made is their text.
  const first = { cold: await cold(site, builders.ours), second: (await builders.ours?.()) ?? 0 };
  const bare = createBare(path.join(scratch, 'bare'), site);
  builders.bare = () => build(bare, nextOf(bare));
  const folders: Record<string, string> = { ours: site, bare };
  const nextWp = process.env.NEXT_WP_DIR;
  if (nextWp) {
    folders['next-wp'] = nextWp;
    builders['next-wp'] = () => build(nextWp, nextOf(nextWp), { WORDPRESS_URL: wordpress.url });
  } else console.log('next-wp: left out, NEXT_WP_DIR names no folder of it');
  console.log(`Seconds of a build; the first one of ours, ${first.cold.toFixed(1)}, does not count`);
  const times = await run(builders, folders);
  console.log(`  ours, second build, which writes down what the third one reads: ${first.second.toFixed(1)}`);
  report(times);
} finally {
  await wordpress.stop();
  rmSync(scratch, { recursive: true, force: true });
}

type Builder = () => Promise<number>;
type Times = Record<string, { cold: number[]; again: number[] }>;

async function run(builders: Record<string, Builder>, folders: Record<string, string>): Promise<Times> {
  const times: Times = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, builder] of Object.entries(builders)) {
      times[name] ??= { cold: [], again: [] };
      const once = await cold(folders[name] ?? '', builder);
      // Ours remembers from the second build on.
      if (name === 'ours') await builder();
      const again = await builder();
      times[name].cold.push(once);
      times[name].again.push(again);
      const load = os.loadavg()[0]?.toFixed(1);
      console.log(`  ${name.padEnd(8)} cold ${once.toFixed(1)}, again ${again.toFixed(1)}   (load ${load})`);
    }
  }
  return times;
}

/** Of the shortest: what else the machine does only ever adds. */
function report(times: Times): void {
  const shortest = (name: string) => Math.min(...(times[name]?.cold ?? []));
  for (const other of Object.keys(times).filter((name) => name !== 'ours')) {
    const ratio = shortest('ours') / shortest(other);
    const goal = other === 'next-wp' ? ` (at most ${GOAL})` : '';
    console.log(`  ours / ${other}: ${ratio.toFixed(2)}${goal}`);
    if (goal && ratio > GOAL) process.exitCode = 1;
  }
}

async function cold(folder: string, builder: Builder | undefined): Promise<number> {
  rmSync(path.join(folder, '.next'), { recursive: true, force: true });
  return (await builder?.()) ?? 0;
}
