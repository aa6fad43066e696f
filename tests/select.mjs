/** Which tests `npm run test:quick` and `npm test -- --changed` take. */
import { execFileSync } from 'node:child_process';

const QUICK = [
  'tests/unit/',
  'tests/spec/',
  'tests/sample-cms/',
  'tests/cli/create.test.ts',
  'tests/cli/questions.test.ts',
  'tests/cli/regenerate-conflicts.test.ts',
  'tests/site/routes/routes.test.ts',
  'tests/site/routes/freshness.test.ts',
  'tests/wordpress/companion/graphql.test.ts',
];
/** All variation, or a compiler: ten seconds and more each. */
const SLOW = ['starter-types', 'merge-edits', 'content-costs', 'seo-providers', 'attack-forms'];

/**
 * `npm run test:quick`: what has caught most for its time. Beside lint and types it calls functions, runs the CLI in
 * process and in a terminal, looks at one built site, and runs the plugin in one WordPress.
 * @param {string[]} tests paths of all test files
 */
export const quickTests = (tests) =>
  tests.filter(
    (test) =>
      QUICK.some((start) => test.startsWith(start)) &&
      !SLOW.some((name) => test === `tests/unit/${name}.test.ts`),
  );

/**
 * Tests that look at a part of the repository: the first pattern that matches counts. Where `topic` finds a folder's name, the
 * tests named after it are taken as well, on a site and in a WordPress.
 * @type {{at: RegExp, files: string[], topic?: RegExp}[]}
 */
const LOOKED_AT_BY = [
  {
    at: /^companion-plugin\//,
    files: ['tests/wordpress/companion/gates'],
    topic: /^companion-plugin\/src\/(\w+)/,
  },
  { at: /^src\/sample-cms\//, files: ['tests/sample-cms/', 'tests/site/routes/'] },
  {
    at: /^src\/runtime\//,
    files: ['tests/unit/', 'tests/spec/', 'tests/site/'],
    topic: /^src\/runtime\/.*?(\w+)\/[^/]+$/,
  },
  { at: /^templates\/site\//, files: ['tests/unit/', 'tests/cli/create', 'tests/site/', 'tests/sites/add'] },
  { at: /^(src|bin|templates)\//, files: ['tests/unit/', 'tests/spec/', 'tests/cli/'] },
  { at: /^tests\/(vectors|contract)\//, files: ['tests/unit/', 'tests/wordpress/companion/'] },
  ...['cli', 'sample-cms', 'spec', 'unit', 'wordpress'].map((folder) => ({
    at: new RegExp(`^tests/${folder}/`),
    files: [`tests/${folder}/`],
  })),
  { at: /^[^/]+\.md$/, files: ['tests/unit/'] },
];
/** Changed by this, any test may fail: packages, what tests share, what this list does not know. */
const ALL = ['tests/'];

/**
 * @param {string[]} changed paths from the repository's root, with slashes
 * @param {string[]} tests paths of all test files
 * @returns {string[]} the test files that look at what was changed
 */
export function testsOf(changed, tests) {
  const filters = changed.flatMap((file) => {
    if (file.endsWith('.test.ts')) return [file];
    const part = LOOKED_AT_BY.find(({ at }) => at.test(file));
    if (!part) return ALL;
    return [...part.files, ...topicsOf(part.topic?.exec(file)?.[1])];
  });
  return tests.filter((test) => filters.some((filter) => test.startsWith(filter) || isTopic(test, filter)));
}

/** @param {string} [folder] a part of the runtime or of the plugin */
const topicsOf = (folder) => (folder ? [`*${folder.toLowerCase().replace(/s$/, '')}`] : []);

/** Whether a test on a site of its own or in a WordPress is named after the part. */
const isTopic = (test, filter) =>
  filter.startsWith('*') && /^tests\/(sites|wordpress)\//.test(test) && test.includes(filter.slice(1));

/**
 * Files that are not committed, and those of the commits that are not on the remote's main branch.
 * @param {string} root of the repository
 * @returns {string[]}
 */
export function changedFiles(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  let since = 'HEAD';
  try {
    [since = 'HEAD'] = git('merge-base', 'HEAD', 'origin/main');
  } catch {
    // A repository without a remote: what is not committed.
  }
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
}

/** @param {string} root of the repository */
export const allTests = (root) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'tests/*.test.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && !file.startsWith('tests/long/'));
