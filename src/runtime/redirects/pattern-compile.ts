import type { ByteSet } from './byte-sets.ts';
import type { Assertion, Node } from './pattern-parse.ts';

export type Step =
  | { do: 'byte'; set: ByteSet }
  | { do: 'split'; first: number; second: number }
  | { do: 'jump'; to: number }
  | { do: 'save'; slot: number }
  | { do: 'assert'; what: Assertion }
  | { do: 'look'; to: number; isNegative: boolean; behind: number | undefined }
  | { do: 'match' };

/** Steps of one pattern; more come of counts of counts. */
const MOST_STEPS = 3_000;
/** Parts that are compiled, with those that make no step: a count of nothing costs time as well. */
const MOST_PARTS = 10_000;
/**
 * Compiles a parsed pattern into steps.
 * @returns the steps, and how many parts were compiled for them: what compiling has cost
 * @throws {Error} when they become too many
 */
export function compile(node: Node): { steps: Step[]; parts: number } {
  const compiler = new Compiler();
  compiler.compile(node);
  compiler.add({ do: 'match' });
  return compiler;
}

class Compiler {
  readonly steps: Step[] = [];
  parts = 0;

  add(step: Step): number {
    if (this.steps.length >= MOST_STEPS) throw new Error('it is too large');
    return this.steps.push(step) - 1;
  }

  compile(node: Node): void {
    this.parts += 1;
    if (this.parts > MOST_PARTS) throw new Error('it is too large');
    if (node.type === 'set') this.add({ do: 'byte', set: node.set });
    else if (node.type === 'assert') this.add({ do: 'assert', what: node.what });
    else if (node.type === 'sequence') for (const one of node.nodes) this.compile(one);
    else if (node.type === 'choice') this.#choice(node.nodes);
    else if (node.type === 'repeat') this.#repeat(node);
    else if (node.type === 'group') {
      this.add({ do: 'save', slot: node.index * 2 });
      this.compile(node.node);
      this.add({ do: 'save', slot: node.index * 2 + 1 });
    } else {
      const look = { do: 'look' as const, to: 0, isNegative: node.isNegative, behind: node.behind };
      this.add(look);
      this.compile(node.node);
      look.to = this.add({ do: 'match' }) + 1;
    }
  }

  #choice(nodes: readonly Node[]): void {
    const ends: { do: 'jump'; to: number }[] = [];
    for (const [i, node] of nodes.entries()) {
      const isLast = i === nodes.length - 1;
      const split = { do: 'split' as const, first: 0, second: 0 };
      if (!isLast) split.first = this.add(split) + 1;
      this.compile(node);
      if (isLast) break;
      const end = { do: 'jump' as const, to: 0 };
      split.second = this.add(end) + 1;
      ends.push(end);
    }
    for (const end of ends) end.to = this.steps.length;
  }

  #repeat({ node, min, max, isGreedy }: Extract<Node, { type: 'repeat' }>): void {
    for (let i = 0; i < min; i++) this.compile(node);
    const splits: { do: 'split'; first: number; second: number }[] = [];
    const open = () => {
      const split = { do: 'split' as const, first: 0, second: 0 };
      splits.push(split);
      return this.add(split);
    };
    if (max === Infinity) {
      const start = open();
      this.compile(node);
      this.add({ do: 'jump', to: start });
      point(splits[0], start + 1, this.steps.length, isGreedy);
      return;
    }
    const starts: number[] = [];
    for (let i = min; i < max; i++) {
      starts.push(open() + 1);
      this.compile(node);
    }
    for (const [i, split] of splits.entries()) point(split, starts[i] ?? 0, this.steps.length, isGreedy);
  }
}

function point(
  split: { first: number; second: number } | undefined,
  on: number,
  out: number,
  isGreedy: boolean,
): void {
  if (split) Object.assign(split, isGreedy ? { first: on, second: out } : { first: out, second: on });
}
