import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess } from '../cli/in-process';
import { otherVersion } from '../cli/other-version';
import { createCheckedSite } from '../site/create';
import { programOf } from '../site/support/site-server';

const folder = mkdtempSync(path.join(os.tmpdir(), 'chs-upgraded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A version that changes what owners change most: shell, style sheet, words, a page, the tests. */
const changed = [
  'components/shell/Header.tsx',
  'components/posts/Article.tsx',
  'components/words.ts',
  'app/page.tsx',
  'tests/smoke.test.ts',
];
let program = '';
beforeAll(() => {
  program = otherVersion(folder, {
    version: '99.0.0',
    template: (files) => {
      for (const file of changed) files[file] = `${files[file]}// As of 99.\n`;
      files['app/globals.css'] = `${files['app/globals.css']}/* As of 99. */\n`;
      files['components/shell/New.tsx'] = 'export const isNew = true;\n';
    },
    runtime: () => {},
  });
});

/** What owners do in their first months. Each gets the folder of a site. */
const owners: Record<string, (at: (file: string) => string) => void> = {
  'a page of their own, and a line in the footer': (at) => {
    mkdirSync(at('app/pricing'));
    writeFileSync(
      at('app/pricing/page.tsx'),
      'export default function Pricing() {\n  return <p>Pricing</p>;\n}\n',
    );
    replace(
      at('components/shell/Footer.tsx'),
      '<ThemeToggle />',
      '<p>Made in Porto</p>\n          <ThemeToggle />',
    );
  },
  'other colours and other words': (at) => {
    replace(at('app/globals.css'), /--color-accent:[^;]+;/, '--color-accent: oklch(0.5 0.2 25);');
    replace(at('components/words.ts'), /Search/, 'Find');
  },
  'extension points, redirects and a package': (at) => {
    replace(at('content.config.ts'), 'defineContent({})', "defineContent({ html: { tags: ['price-tag'] } })");
    const redirects = "{ redirects: async () => [{ source: '/old', destination: '/', permanent: true }] }";
    replace(at('next.config.ts'), 'withHeadlessSite({})', `withHeadlessSite(${redirects})`);
    const text = JSON.parse(readFileSync(at('package.json'), 'utf8'));
    text.scripts.hello = 'echo hello';
    writeFileSync(at('package.json'), JSON.stringify(text, null, 4));
  },
  'a layout of their own, and no deployment files': (at) => {
    for (const file of ['Dockerfile', 'compose.yaml', 'deploy', 'docs'])
      rmSync(at(file), { recursive: true });
    replace(at('components/posts/Article.tsx'), /<RelatedPosts[\s\S]*?\/>/, '');
    replace(at('components/posts/Article.tsx'), /^import \{ RelatedPosts \}.*\n/m, '');
    appendFileSync(at('README.md'), '\nAsk Ann.\n');
  },
};

function replace(file: string, what: string | RegExp, by: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(what);
  writeFileSync(file, text.replace(what, by));
}

describe.each(Object.entries(owners))('%s', (name, edit) => {
  test('is upgraded without a conflict, builds with its types, and passes its tests', async () => {
    const site = await createCheckedSite(`upgraded-${Object.keys(owners).indexOf(name)}`);
    edit((file) => path.join(site, file));
    const { code, all } = await inProcess('upgrade', site, {}, program);
    expect([code, all]).toEqual([0, expect.stringContaining('components/shell/New.tsx: updated')]);
    for (const file of changed) expect(readFileSync(path.join(site, file), 'utf8')).toContain('As of 99.');
    const { NODE_ENV: _mode, VITEST: _vitest, ...own } = process.env;
    const vitest = path.resolve('node_modules/vitest/vitest.mjs');
    for (const args of [
      [programOf(site), 'build'],
      [vitest, 'run'],
    ]) {
      const ran = await execa(process.execPath, args, {
        ...{ cwd: site, env: own as NodeJS.ProcessEnv, extendEnv: false },
        ...{ all: true, reject: false, stdin: 'ignore' },
      });
      expect(ran.exitCode, ran.all).toBe(0);
    }
  });
});
