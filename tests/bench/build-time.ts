/**
 * How long `npm run build` takes with 200 posts, from a real WordPress: ours as npm installs it, beside a bare Next app with the same
 * texts and next-wp (`peers.ts`), each as it comes: next-wp checks types, the others do not. In turns, so that whatever else the machine does meets all. Ends with 2 when the goal is missed.
 * Usage: NEXT_WP_DIR=<folder> npx tsx tests/bench/build-time.ts [rounds]
 */
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programOf } from '../site/support/site-server';
import { figure } from './figures';
import { build, createBare, createInstalledSite, type Name, nextOf, nextWp, withWordPress } from './peers';

/** Share of next-wp's time. */
const GOAL = 0.6;
const rounds = Number(process.argv[2] ?? 2);

await withWordPress(async (wordpress, scratch) => {
  const site = await createInstalledSite(path.join(scratch, 'site'), wordpress.url, 'http://127.0.0.1:3000');
  const ours: Project = { folder: site, build: () => build(site, programOf(site)) };
  // Before the others: what it has made is their text.
  console.log(`Seconds of a build; the first one of ours, ${(await cold(ours)).toFixed(1)}, does not count`);
  console.log(
    `  ours, second build, which writes down what the third one reads: ${(await ours.build()).toFixed(1)}`,
  );
  const bare = createBare(path.join(scratch, 'bare'), site);
  const projects: Partial<Record<Name, Project>> = {
    ours,
    bare: { folder: bare, build: () => build(bare, nextOf(bare)) },
  };
  if (nextWp) {
    const folder = nextWp;
    const env = { WORDPRESS_URL: wordpress.url };
    projects.nextWp = { folder, build: () => build(folder, nextOf(folder), env) };
  }
  report(await run(projects));
});

interface Project {
  folder: string;
  /** @returns seconds */
  build: () => Promise<number>;
}
type Times = Partial<Record<Name, { cold: number; again: number }>>;

/** The shortest of all rounds: what else the machine does only ever adds. */
async function run(projects: Partial<Record<Name, Project>>): Promise<Times> {
  const times: Times = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, project] of Object.entries(projects) as [Name, Project][]) {
      const once = await cold(project);
      // Ours remembers from the second build on.
      if (name === 'ours') await project.build();
      const again = await project.build();
      const best = times[name] ?? { cold: once, again };
      times[name] = { cold: Math.min(best.cold, once), again: Math.min(best.again, again) };
      const load = os.loadavg()[0]?.toFixed(1);
      console.log(`  ${name.padEnd(8)} cold ${once.toFixed(1)}, again ${again.toFixed(1)}   (load ${load})`);
    }
  return times;
}

function report({ ours, bare, nextWp: peer }: Times): void {
  const name = 'build of 200 posts';
  figure({
    name: `${name}, s`,
    ours: ours?.cold,
    bare: bare?.cold,
    nextWp: peer?.cold,
    goal: { most: GOAL, of: 'nextWp' },
  });
  figure({
    name: `${name} again, s`,
    ours: ours?.again,
    bare: bare?.again,
    nextWp: peer?.again,
  });
}

async function cold({ folder, build: make }: Project): Promise<number> {
  rmSync(path.join(folder, '.next'), { recursive: true, force: true });
  return make();
}
