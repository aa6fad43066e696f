import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../support/variations';
import { snapshot } from './cli';
import { inProcess, thisProgram } from './in-process';
import { otherVersion } from './other-version';
import { apply, edits, FILES } from './property/edits';
import { damage } from './property/oracle';

// A failure prints the seed and the smallest sequence; PROPERTY_SEED=<seed> runs the same ones again.
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const SEQUENCES = Number(process.env.PROPERTY_RUNS ?? (isLong ? 500 : 12));

/** Files of the template that owners change; the versions change most of them, too. */
const OWN_FILES = [
  'components/shell/Footer.tsx',
  'components/shell/Header.tsx',
  'components/posts/PostCard.tsx',
  'components/posts/Article.tsx',
  'app/page.tsx',
  'app/globals.css',
  'next.config.ts',
  'deploy/nginx.conf',
  'tests/smoke.test.ts',
  'tsconfig.json',
  'package.json',
  'README.md',
];
const ALL_FILES = [...FILES, ...OWN_FILES];

const answers = fc.record(
  {
    siteUrl: fc.constantFrom('https://example.com', 'https://www.example.org'),
    homepage: fc.constantFrom('isr:120', 'ssr', 'static'),
    cmsUrl: fc.constantFrom('https://cms.example.com/graphql', 'https://cms.example.org/graphql'),
    custom: fc.constantFrom(['films=ssr'], ['books=static', 'events=isr:9']),
    errorTracking: fc.constantFrom('https://key@sentry.example/1', 'https://key@sentry.example/2'),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  edits,
  to: fc.constantFrom('upgrade', 'answers'),
  answers,
  resolve: fc.constantFrom('ours', 'theirs', 'merge'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const sequences = fc.array(step, { minLength: 2, maxLength: 5 });

const quick = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
const folder = mkdtempSync(path.join(quick, 'chs-upgrade-'));
const origin = path.join(folder, 'origin');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Turns a line of some files into another one, and adds one behind it. */
function change(files: Record<string, string>, names: readonly string[], index: number, mark: string): void {
  for (const name of names) {
    const lines = (files[name] ?? '').split('\n');
    files[name] = lines
      .with(index, `${lines[index]} // ${mark}`)
      .toSpliced(index + 1, 0, `// ${mark}`)
      .join('\n');
  }
}

let programs: readonly string[];
beforeAll(async () => {
  await inProcess('create', origin, { sample: true, custom: ['books=isr:60'], install: false, git: false });
  const FOOTER = 'components/shell/Footer.tsx';
  programs = [
    thisProgram,
    otherVersion(folder, {
      version: '7.0.0',
      template: (files) => {
        change(files, [FOOTER, 'app/page.tsx', 'app/globals.css', 'deploy/nginx.conf'], 5, 'seven');
        files['components/shell/New.tsx'] = 'export const isNew = true;\n';
        delete files['compose.yaml'];
      },
      words: [['Set it up once', 'Set up']],
      pins: { next: '16.4.7', react: '19.3.2' },
    }),
    otherVersion(folder, {
      version: '8.0.0',
      template: (files) => {
        change(files, [FOOTER, 'components/shell/Header.tsx', 'app/globals.css'], 9, 'eight');
        change(files, ['tests/smoke.test.ts'], 2, 'eight');
        files['tsconfig.json'] = (files['tsconfig.json'] ?? '').replace(
          '"strict": true',
          '"strict": true,\n    "noImplicitOverride": true',
        );
        delete files['compose.yaml'];
      },
      words: [['Set it up once', 'First steps']],
      pins: { next: '16.5.0' },
    }),
  ];
});

const seen = { upgrades: 0, answers: 0, conflicts: 0, clean: 0, marked: 0 };
let count = 0;

/** Edits, changes, and looks at everything that must hold. @returns whether the sequence can go on */
async function play(site: string, twin: string, program: string, now: Step, first: number): Promise<boolean> {
  for (const [index, edit] of now.edits.entries()) apply(site, edit, first + index, ALL_FILES);
  if (!existsSync(path.join(site, 'site.config.json'))) return false;
  writeFileSync(path.join(site, `components/own-${first}.tsx`), `// mine-${first}\n`);
  const command = now.to === 'upgrade' ? 'upgrade' : 'regenerate-config';
  const flags = now.to === 'upgrade' ? {} : { ...now.answers, skipProbe: true };
  const before = snapshot(site);
  const generated = { before: snapshot(twin), after: {} };
  // The answers of the twin are those that the owner wrote.
  cpSync(path.join(site, 'site.config.json'), path.join(twin, 'site.config.json'));
  const made = await inProcess(command, twin, flags, program);
  expect([made.code, made.all]).toEqual([0, expect.anything()]);
  generated.after = snapshot(twin);

  let { code, all } = await inProcess(command, site, flags, program);
  const given: string[] = [];
  if (code !== 5) seen.clean += 1;
  else {
    seen.conflicts += 1;
    expect(snapshot(site), 'a conflict leaves every byte').toEqual(before);
    if (now.resolve === 'theirs') given.push(...ALL_FILES.filter((file) => all.includes(`${file}  (`)));
    ({ code, all } = await inProcess(command, site, { ...flags, [now.resolve]: true }, program));
    if (now.resolve === 'merge') {
      seen.marked += 1;
      expect(code).toBe(5);
      const marks = (files: Record<string, string>) =>
        new Set(
          Object.values(files)
            .join()
            .match(/mine-\d+/g),
        );
      expect(marks(snapshot(site))).toEqual(marks(before));
      return false;
    }
  }
  expect([code, all]).toEqual([0, expect.anything()]);
  const after = snapshot(site);
  const problems = damage({ generated, owners: { before, after } }, ALL_FILES);
  // With --theirs the owner's lines go where both changed; in every other file they stay.
  expect(problems.filter((problem) => !given.includes(problem.split(': ')[0] ?? ''))).toEqual([]);
  const own = (files: Record<string, string>) =>
    Object.entries(files).filter(([file]) => file.startsWith('components/own-'));
  expect(own(after)).toEqual(own(before));
  seen[now.to === 'upgrade' ? 'upgrades' : 'answers'] += 1;

  const again = await inProcess(command, site, { ...flags, json: true }, program);
  expect([again.code, JSON.parse(again.stdout).changed]).toEqual([0, []]);
  expect((await inProcess(command, site, { check: true }, program)).code).toBe(0);
  expect(snapshot(site), 'the second run changes nothing').toEqual(after);
  return true;
}

it(`${SEQUENCES} sequences of edits, answers and upgrades over three versions, and every edit survives (seed ${seed})`, async () => {
  console.log(`upgrade-property: PROPERTY_SEED=${seed}`);
  const property = fc.asyncProperty(sequences, async (steps) => {
    count += 1;
    const [site = '', twin = ''] = ['site', 'twin'].map((name) => path.join(folder, `${name}-${count}`));
    for (const to of [site, twin]) cpSync(origin, to, { recursive: true });
    try {
      let [version, first] = [0, 1];
      for (const now of steps) {
        if (now.to === 'upgrade' && version < 2) version += 1;
        if (!(await play(site, twin, programs[version] ?? '', now, first))) break;
        first += now.edits.length + 1;
      }
    } finally {
      for (const copy of [site, twin]) rmSync(copy, { recursive: true, force: true });
    }
  });
  await fc.assert(property, { numRuns: SEQUENCES, seed });
  console.log(`upgrade-property: ${JSON.stringify(seen)}`);
  // Otherwise the sequences would say little.
  expect(seen.upgrades).toBeGreaterThan(SEQUENCES / 4);
});
