import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSite, edit, read, scratch } from './cli';
import { inProcess } from './in-process';
import { otherVersion } from './other-version';

const OLD = 'components/content/EmptyState.tsx';
const ARCHIVE = 'components/routes/ArchiveView.tsx';
const PROTECTED = 'components/posts/Protected.tsx';
const WORDS = 'components/words.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'chs-template-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let program: string;
let site: string;
beforeAll(() => {
  program = otherVersion(folder, {
    version: '99.0.0',
    template: (files) => {
      delete files[OLD];
      files[ARCHIVE] = (files[ARCHIVE] ?? '').replace(
        /^import \{ EmptyState.*\n/m,
        "import { Protected } from '@/components/posts/Protected';\n",
      );
      files[WORDS] = (files[WORDS] ?? '')
        .replace("menu: 'Menu'", "menu: 'The menu'")
        .replace('(label: string) => ', '(label = shellWords.menu) => ');
    },
  });
});
beforeEach(async () => {
  site = await createSite(scratch());
});
const upgrade = (flags = {}) => inProcess('upgrade', site, flags, program);

describe('a component that a newer version has no more', () => {
  it('goes', async () => {
    const { code, all } = await upgrade();
    expect([code, all]).toEqual([0, expect.stringContaining(`${OLD}: removed, no longer needed`)]);
    expect(existsSync(path.join(site, OLD))).toBe(false);
  });

  it.each([
    ['by its address', "import { EmptyState } from '@/components/content/EmptyState';\n"],
    ['relatively', "const { EmptyState } = await import('../../components/content/EmptyState');\n"],
  ])(
    'stays while a page of the owner imports it %s, and later versions leave it alone',
    async (_name, text) => {
      mkdirSync(path.join(site, 'app/jobs'));
      writeFileSync(path.join(site, 'app/jobs/page.tsx'), text);
      const before = read(site, OLD);
      const { code, all } = await upgrade();
      expect([code, all]).toEqual([
        0,
        expect.stringContaining(
          `${OLD}: kept: this version has dropped it, but app/jobs/page.tsx imports it`,
        ),
      ]);
      expect(read(site, OLD)).toBe(before);
      expect((await upgrade({ check: true })).code).toBe(0);
    },
  );
});

it('a word that both changed stays the owner’s, and the report names the other', async () => {
  edit(site, WORDS, "menu: 'Menu'", "menu: 'Menü'");
  const { code, all } = await upgrade();
  expect([code, all]).toEqual([0, expect.stringContaining("yours kept, left out: menu: 'The menu',")]);
  expect(read(site, WORDS)).toContain("menu: 'Menü'");
  expect((await upgrade({ check: true })).code).toBe(0);
});

it('code that both changed is a conflict, which is all that is shown, also once its markers are in the file', async () => {
  edit(site, WORDS, '(label: string) => ', '(label: unknown) => ');
  edit(site, WORDS, "menu: 'Menu'", "menu: 'Menü'");
  const before = read(site, WORDS);
  const { code, all } = await upgrade();
  expect([code, all]).toEqual([
    5,
    expect.stringMatching(/@@ line \d+ @@\n.*-.*label: unknown.*\n.*\+.*label = shell/),
  ]);
  expect(all).not.toContain('Menü');
  expect(read(site, WORDS)).toBe(before);
  expect((await upgrade({ merge: true })).code).toBe(5);
  // Nothing is new any more, and the file cannot be read yet.
  expect((await upgrade({ check: true })).code).toBe(4);
  expect((await upgrade()).code).toBe(5);
});

it('a package that was deleted comes back: nothing could be installed without it', async () => {
  await upgrade();
  rmSync(path.join(site, 'vendor'), { recursive: true });
  expect((await upgrade()).code).toBe(0);
  expect(readdirSync(path.join(site, 'vendor'))).toHaveLength(2);
});

it('and --theirs takes the new one, in that place alone', async () => {
  edit(site, WORDS, '(label: string) => ', '(label: unknown) => ');
  edit(site, WORDS, "menu: 'Menu'", "menu: 'Menü'");
  expect((await upgrade({ theirs: true })).code).toBe(0);
  expect(read(site, WORDS)).toContain('(label = shellWords.menu) => ');
  expect(read(site, WORDS)).toContain("menu: 'Menü'");
});

it('a component that was deleted comes back where a new version uses it in another file', async () => {
  rmSync(path.join(site, PROTECTED));
  edit(site, 'components/posts/Article.tsx', /import \{ Protected \}.*\n/, '');
  edit(site, 'components/posts/Article.tsx', /\n.*<Protected .*/, '');
  const { code, all } = await upgrade();
  expect([code, all]).toEqual([
    0,
    expect.stringContaining(`${PROTECTED}: back, because ${ARCHIVE} imports it`),
  ]);
});
