/**
 * Cost of hostile redirect rules: patterns that were drawn from all that a pattern may hold, each compiled, found and replaced
 * on addresses of 2,000 characters, in milliseconds of processor time. Usage: npx tsx tests/bench/hostile-rules.ts [patterns [seed]]
 */
import { Pattern } from '../../src/runtime/redirects/pattern';
import { StepBudget } from '../../src/runtime/redirects/pattern-run';

const count = Number(process.argv[2] ?? 10_000);
let seed = Number(process.argv[3] ?? 1);
const goal = 10;

/** Park and Miller's generator: the same patterns for the same seed. */
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const upTo = (most: number) => Math.floor(random() * most);
const oneOf = <T>(values: readonly T[]) => values[upTo(values.length)] as T;

const atoms = ['a', 'b', '.', '[ab]', '[^c]', '\\w', '\\d', '\\b', '^', '$', '/', 'abcdefgh', ''];
const counts = ['', '', '*', '+', '?', '*?', '+?', '{3}', '{0,40}', '{900}', '{999}', '{0}'];
const opens = ['(', '(?:', '(?=', '(?!', '(?<=a', '(?<!b', '(?i:'];

function draw(depth: number): string {
  const parts = Array.from({ length: 1 + upTo(4) }, () => {
    const part = depth > 0 && random() < 0.6 ? `${oneOf(opens)}${draw(depth - 1)})` : oneOf(atoms);
    return part + oneOf(counts);
  });
  return parts.join(random() < 0.2 ? '|' : '');
}

const addresses = ['a', 'ab', 'a/', 'abc', 'b', 'yz'].map((part) => `/${part.repeat(1_999)}`.slice(0, 2_000));

/** @returns milliseconds of processor time */
function cost(source: string, address: string): number {
  const { user } = process.cpuUsage();
  try {
    const budget = new StepBudget();
    const pattern = new Pattern(source, true);
    pattern.find(address, budget);
    pattern.replace(address, '$0$0', budget);
  } catch {
    // Not supported: the rule is left out, and named.
  }
  return (process.cpuUsage().user - user) / 1_000;
}

let worst = { ms: 0, source: '' };
let over = 0;
for (let i = 0; i < count; i++) {
  const source = draw(4);
  const address = oneOf(addresses);
  // The least of several: the engine's other threads, which compile and collect garbage, are not the pattern's cost.
  let ms = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 || (ms > goal && tries < 20); tries++)
    ms = Math.min(ms, cost(source, address));
  if (ms > worst.ms) worst = { ms, source };
  if (ms > goal) over += 1;
}
console.log(`${count} patterns, the most ${worst.ms.toFixed(1)} ms, above ${goal} ms: ${over}`);
console.log(`the most expensive: ${worst.source.slice(0, 200)}`);
process.exitCode = over > 0 ? 1 : 0;
