import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { isLong } from '../support/variations';
import { snapshot } from './cli';
import { inProcess } from './in-process';
import { managedCopy } from './managed-copy';
import { apply, type Edit, edits, FILES, mayMeet } from './property/edits';
import { damage, formerSecrets, marksOf, sharedSecrets } from './property/oracle';

// A failure prints the seed and the smallest sequence; PROPERTY_SEED=<seed> runs the same ones again.
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const SEQUENCES = Number(process.env.PROPERTY_RUNS ?? (isLong ? 5000 : 100));

const answers = fc.record(
  {
    siteUrl: fc.constantFrom('https://example.com', 'https://www.example.org'),
    homepage: fc.constantFrom('isr:120', 'ssr', 'static'),
    cmsUrl: fc.constantFrom('https://cms.example.com/graphql', 'https://cms.example.org/graphql'),
    custom: fc.constantFrom(['films=ssr'], ['books=static', 'events=isr:9']),
    hostingAnalytics: fc.constantFrom('vitals', 'auto'),
    seo: fc.constantFrom('none', 'seo_plugin_a'),
    preview: fc.constant(false),
  },
  { requiredKeys: [] },
);
const resolutions = fc.constantFrom('ours', 'theirs', 'merge');
const rotations = fc.constantFrom(undefined, 'rotateSecrets', 'finishRotation');
const round = fc.record({ edits, answers, resolve: resolutions, rotation: rotations });
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;
const sequences = fc.array(round, { minLength: 1, maxLength: 2 });

// Some ten thousand small files: in memory, where there is such a place.
const quick = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
const folder = mkdtempSync(path.join(quick, 'chs-property-'));
const origin = path.join(folder, 'origin');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  if (existsSync(origin)) return;
  const site = path.join(folder, 'site');
  await inProcess('create', site, { sample: true, custom: ['books=isr:60'], install: false, git: false });
  managedCopy(site, origin);
});

const seen = { done: 0, conflicts: 0, refused: 0, rotated: 0 };
let count = 0;

/** Copies of the site for one sequence: the one that is edited, and its twin, which nobody edits. */
function pair(): { site: string; twin: string } {
  count += 1;
  const [site = '', twin = ''] = ['site', 'twin'].map((name) => path.join(folder, `${name}-${count}`));
  for (const to of [site, twin]) cpSync(origin, to, { recursive: true });
  return { site, twin };
}

/** Edits, regenerates, and looks at everything that must hold. @returns whether the sequence can go on */
async function play(site: string, twin: string, now: Round, earlier: readonly Edit[]): Promise<boolean> {
  for (const [index, edit] of now.edits.entries()) apply(site, edit, earlier.length + index);
  const conflictsAllowed = mayMeet([...earlier, ...now.edits]);
  const flags = { ...now.answers, skipProbe: true };
  const before = snapshot(site);
  const generated = { before: snapshot(twin), after: {} };
  if (!existsSync(path.join(site, 'site.config.json'))) {
    expect((await inProcess('regenerate-config', site, flags)).code).toBe(2);
    expect(snapshot(site)).toEqual(before);
    seen.refused += 1;
    return false;
  }
  // The answers of the twin are those that the owner wrote.
  cpSync(path.join(site, 'site.config.json'), path.join(twin, 'site.config.json'));
  expect((await inProcess('regenerate-config', twin, flags)).code).toBe(0);
  generated.after = snapshot(twin);

  let { code, all } = await inProcess('regenerate-config', site, flags);
  const given: string[] = [];
  if (code === 5) {
    seen.conflicts += 1;
    if (now.resolve === 'theirs') given.push(...FILES.filter((file) => all.includes(`${file}  (`)));
    expect(snapshot(site), 'a conflict leaves every byte').toEqual(before);
    expect(conflictsAllowed, `a conflict without a reason: ${all}`).toBe(true);
    ({ code, all } = await inProcess('regenerate-config', site, { ...flags, [now.resolve]: true }));
    if (now.resolve === 'merge') {
      const marks = (files: Record<string, string>) => Object.values(files).flatMap(marksOf);
      expect(marks(snapshot(site))).toEqual(expect.arrayContaining(marks(before)));
      expect(code).toBe(5);
      return false;
    }
  }
  expect([code, all]).toEqual([0, expect.anything()]);
  const after = snapshot(site);
  const problems = damage({ generated, owners: { before, after } });
  // With --theirs the owner's lines go where both met; in every other file they stay.
  expect(problems.filter((problem) => !given.includes(problem.split(': ')[0] ?? ''))).toEqual([]);
  const secrets = sharedSecrets(after);
  if (secrets) expect(secrets.settings).toEqual(secrets.env);
  seen.done += 1;

  const again = await inProcess('regenerate-config', site, { ...flags, json: true });
  expect([again.code, JSON.parse(again.stdout).changed]).toEqual([0, []]);
  expect((await inProcess('regenerate-config', site, { check: true })).code).toBe(0);
  expect(snapshot(site), 'the second run changes nothing').toEqual(after);
  if (now.rotation) await rotate(site, now.rotation, after);
  return true;
}

/** Takes a step of rotating the secrets: both sides agree afterwards, and nothing but the two files is touched. */
async function rotate(site: string, flag: string, before: Record<string, string>): Promise<void> {
  const { code, all } = await inProcess('regenerate-config', site, { [flag]: true });
  const after = snapshot(site);
  // Without the secrets, or in the middle of a rotation.
  if (code === 2) return expect(after).toEqual(before);
  expect([code, all]).toEqual([0, expect.anything()]);
  seen.rotated += 1;
  const [env = '', settings = ''] = ['.env.local', 'wordpress/companion-settings.json'];
  const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
  expect(changed.filter((file) => file !== env && file !== settings)).toEqual([]);
  const secrets = sharedSecrets(after);
  expect(secrets?.settings).toEqual(secrets?.env);
  for (const secret of secrets?.env ?? []) expect(secret === undefined || !all.includes(secret)).toBe(true);
  for (const file of changed) {
    const marks = marksOf(before[file] ?? '').filter(
      (mark) => !formerSecrets(before[file] ?? '').includes(mark),
    );
    for (const mark of marks) expect([file, after[file]]).toEqual([file, expect.stringContaining(mark)]);
  }
  expect((await inProcess('regenerate-config', site, { check: true })).code).toBe(0);
}

it(`${SEQUENCES} sequences of edits, and every one survives (seed ${seed})`, async () => {
  console.log(`regenerate-property: PROPERTY_SEED=${seed}`);
  const property = fc.asyncProperty(sequences, async (rounds) => {
    const { site, twin } = pair();
    try {
      const earlier: Edit[] = [];
      for (const now of rounds) {
        if (!(await play(site, twin, now, earlier))) break;
        earlier.push(...now.edits);
      }
    } finally {
      for (const copy of [site, twin]) rmSync(copy, { recursive: true, force: true });
    }
  });
  await fc.assert(property, { numRuns: SEQUENCES, seed });
  // Otherwise the sequences would say little: most must get through, and every other end must be among them.
  console.log(`regenerate-property: ${JSON.stringify(seen)}`);
  expect(seen.done).toBeGreaterThan(SEQUENCES / 2);
  if (SEQUENCES >= 500) for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
});
