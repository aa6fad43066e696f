/**
 * Checks that look at the repository without running it: once for a run of all tests, before them.
 * Usage: node tests/checks.mjs [words of names]; `npm run typecheck` is `node tests/checks.mjs types`, `npm run lint` is `node tests/checks.mjs lint`.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** TypeScript 7, whose native compiler takes a fifth of the time. Sites, and what calls the compiler's API, have the 5.9 that owners have. */
const types = (folder) => ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', folder];

/** The longest first: two of them run side by side on two cores. */
const CHECKS = {
  'types of the CLI and the tests': types('.'),
  'types of the site': types('tests/tsconfig.site.json'),
  'types of the editor': types('companion-plugin/editor'),
  'types of the sample CMS': types('src/sample-cms'),
  'lint of texts': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  'lint of imports': ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'src'],
};

/**
 * Runs the checks, prints a line for each, and what it complained about.
 * @param {string[]} words take the checks whose name has one of them; none takes all
 * @returns {Promise<{passed: number, failed: number, failures: string[]}>} `failures` names the checks that failed
 */
export async function runChecks(words = []) {
  const wanted = Object.entries(CHECKS).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const count = { passed: 0, failed: 0, failures: [] };
  const next = async () => {
    for (let check = wanted.shift(); check; check = wanted.shift()) {
      const [name, args] = check;
      const { code, output } = await run(args);
      count[code === 0 ? 'passed' : 'failed'] += 1;
      if (code !== 0) count.failures.push(name);
      console.log(code === 0 ? `ok      ${name}` : `not ok  ${name}\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return count;
}

/** @returns {Promise<{code: number | null, output: string}>} */
function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: 1, output: message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks(process.argv.slice(2));
  process.exitCode = failed === 0 ? 0 : 1;
}
