import { rmSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json } from '../cli/cli';
import { createSite } from '../site/create';
import { serveSite } from '../site/serve';
import { ensureBuilt } from '../support/built';
import { allPairs, pairsOf, pairwise, type Row } from './pairwise';

const root = path.resolve(import.meta.dirname, '../..');
const seed = Number(process.env.ANSWERS_SEED ?? 1);
/** Sites that are built: that takes half a minute each. */
const BUILT = 8;

const strategies = Object.fromEntries(
  ['posts', 'pages', 'archives', 'homepage'].map((type) => [
    type,
    Object.fromEntries(['static', 'isr', 'isr:60', 'ssr'].map((value) => [value, [`--${type}`, value]])),
  ]),
);
/** Each answer, its values, and the flags that give them. */
const answers: Record<string, Record<string, string[]>> = {
  cms: { sample: [], url: ['--cms-url', 'https://cms.example.com/graphql', '--skip-probe'] },
  ...strategies,
  custom: {
    none: [],
    one: ['--custom', 'project=isr'],
    two: ['--custom', 'project=static', '--custom', 'case-studies=ssr'],
  },
  search: {
    local_index: ['--search', 'local_index'],
    hosted_index: [
      ...['--search', 'hosted_index', '--search-app-id', 'APP'],
      ...['--search-api-key', 'search-only', '--search-index', 'site'],
    ],
    none: ['--search', 'none'],
  },
  seo: Object.fromEntries(
    ['auto', 'seo_plugin_a', 'seo_plugin_b', 'none'].map((value) => [value, ['--seo', value]]),
  ),
  contact: Object.fromEntries(
    ['wordpress', 'resend', 'smtp', 'none'].map((value) => [value, ['--contact', value]]),
  ),
  preview: { on: ['--preview'], off: ['--no-preview'] },
  hosting: { on: ['--hosting-analytics'], off: [] },
  web: { on: ['--web-analytics', 'G-ONE1'], off: [] },
  errors: { on: ['--error-tracking', 'https://key@errors.example.com/1'], off: [] },
  manager: Object.fromEntries(
    ['npm', 'pnpm', 'yarn', 'bun'].map((value) => [value, ['--package-manager', value]]),
  ),
};
const choices = Object.fromEntries(
  Object.entries(answers).map(([name, values]) => [name, Object.keys(values)]),
);
const rows = pairwise(choices, seed);
const flagsOf = (row: Row) => Object.entries(row).flatMap(([name, value]) => answers[name]?.[value] ?? []);
const cases = rows.map((row, number) => {
  const text = Object.keys(choices).map((name) => `${name} ${row[name]}`);
  return [`site ${number}: ${text.join(', ')}`, number, row] as const;
});
/** A build fails and says so where the CMS does not have a type; the sample CMS has only `project`. */
const buildable = cases.filter(([, , row]) => row.custom !== 'two').slice(0, BUILT);
const built = new Set(buildable.map(([name]) => name));
/** Addresses and what is to be seen there. */
const served = {
  '/': 'A chair that can be mended',
  '/a-chair-that-can-be-mended/': 'A chair that can be mended',
  '/about/team/': 'Team',
  '/sitemap.xml': '/a-chair-that-can-be-mended/',
};
const folder = (index: number) => path.join(root, 'tests/.sites', `answers-${index}`);

beforeAll(() => {
  ensureBuilt();
  console.log(`ANSWERS_SEED=${seed}: ${rows.length} sites for ${allPairs(choices).size} pairs of answers`);
});
afterAll(() => {
  for (const [, number] of cases) rmSync(folder(number), { recursive: true, force: true });
});

test('every two answers meet in some site', () => {
  expect(new Set(rows.flatMap(pairsOf))).toEqual(allPairs(choices));
});

describe.each(cases)('%s', (name, number, row) => {
  const run = (program: string, ...args: string[]) =>
    execa(process.execPath, [path.join(root, 'node_modules', program), ...args], {
      cwd: folder(number),
      all: true,
      reject: false,
      // Vitest's variables would make Next take this for something else.
      extendEnv: false,
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NEXT_TELEMETRY_DISABLED: '1' },
    });

  beforeAll(() => createSite(`answers-${number}`, ...flagsOf(row)));

  test('says what was answered', () => {
    const config = json<Record<'rendering' | 'features', Record<string, object>>>(
      folder(number),
      'site.config.json',
    );
    for (const type of Object.keys(strategies)) {
      const [strategy = '', seconds] = (row[type] ?? '').split(':');
      const usual = strategy === 'isr' ? ({ archives: 300, homepage: 60 }[type] ?? false) : false;
      const revalidate = seconds ? Number(seconds) : usual;
      expect([type, config.rendering[type]]).toMatchObject([type, { strategy, revalidate }]);
    }
    const custom = { none: [], one: ['project'], two: ['case-studies', 'project'] }[row.custom ?? ''];
    expect(Object.keys(config.rendering.custom ?? {}).sort()).toEqual(custom);
    expect(config.features).toMatchObject({
      preview: row.preview === 'on',
      search: row.search === 'none' ? { enabled: false } : { enabled: true, provider: row.search },
      seo: { provider: row.seo },
    });
    expect(config.features.analytics).toEqual({
      hosting: row.hosting === 'on',
      ...(row.web === 'on' ? { web_analytics: 'G-ONE1' } : {}),
      ...(row.errors === 'on' ? { error_tracking: 'https://key@errors.example.com/1' } : {}),
    });
  });

  test('is up to date by its own reckoning', async () => {
    const { exitCode, all } = await run('../bin/create-headless-site.js', 'regenerate-config', '--check');
    expect(exitCode, all).toBe(0);
  });

  test('is clean for its own linter', async () => {
    // This repository ignores the folder that it lies in.
    const args = ['check', '--error-on-warnings', '--vcs-enabled=false', '.'];
    const { exitCode, all } = await run('@biomejs/biome/bin/biome', ...args);
    expect(exitCode, all).toBe(0);
    expect(Number(/Checked (\d+) files/.exec(all ?? '')?.[1])).toBeGreaterThan(90);
  });

  test('has no type error', async () => {
    const types = await run('next/dist/bin/next', 'typegen');
    expect(types.exitCode, types.all).toBe(0);
    const { exitCode, all } = await run('typescript/bin/tsc', '--noEmit');
    expect(exitCode, all).toBe(0);
  });

  if (!built.has(name)) return;

  test('is built and serves a homepage, a post, a page and a sitemap', async () => {
    const site = await serveSite(folder(number));
    try {
      for (const [at, text] of Object.entries(served)) {
        const response = await fetch(site.url + at);
        const body = await response.text();
        expect([at, response.status, body.includes(text)], site.output()).toEqual([at, 200, true]);
      }
    } finally {
      await site.stop();
    }
  });
});
