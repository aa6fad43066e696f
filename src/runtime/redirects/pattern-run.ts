import { type ByteSet, word } from './byte-sets.ts';
import type { Step } from './pattern-compile.ts';
import type { Assertion } from './pattern-parse.ts';

/** Steps that all rules together may take for one address. PCRE gives up, too, and then the rule does not match. */
export class StepBudget {
  left: number;

  /** @param steps of which the most expensive take 30 ns each: 8 ms in all */
  constructor(steps = 250_000) {
    this.left = steps;
  }

  /** @returns whether there was as much */
  spend(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0;
  }
}

/** The steps of a pattern as numbers: objects of seven shapes take twice as long. */
export interface Program {
  kinds: Uint8Array;
  /** Of a split the first way, of a jump and a look where it goes on, of a save the slot, otherwise a place in `sets` or ASSERTIONS. */
  first: Int32Array;
  /** Of a split the second way, of a look the bytes behind. */
  second: Int32Array;
  sets: readonly ByteSet[];
}

const BYTE = 0;
const SPLIT = 1;
const JUMP = 2;
const SAVE = 3;
const ASSERT = 4;
const LOOK = 5;
const LOOK_NOT = 6;
const MATCH = 7;
const ASSERTIONS: readonly Assertion[] = ['start', 'end', 'veryEnd', 'boundary', 'noBoundary'];

/** @param steps as `compile` has them */
export function toProgram(steps: readonly Step[]): Program {
  const kinds = new Uint8Array(steps.length);
  const first = new Int32Array(steps.length);
  const second = new Int32Array(steps.length);
  const sets: ByteSet[] = [];
  for (const [i, step] of steps.entries()) {
    if (step.do === 'byte') [kinds[i], first[i]] = [BYTE, sets.push(step.set) - 1];
    else if (step.do === 'split') [kinds[i], first[i], second[i]] = [SPLIT, step.first, step.second];
    else if (step.do === 'jump') [kinds[i], first[i]] = [JUMP, step.to];
    else if (step.do === 'save') [kinds[i], first[i]] = [SAVE, step.slot];
    else if (step.do === 'assert') [kinds[i], first[i]] = [ASSERT, ASSERTIONS.indexOf(step.what)];
    else if (step.do === 'match') kinds[i] = MATCH;
    else [kinds[i], first[i], second[i]] = [step.isNegative ? LOOK_NOT : LOOK, step.to, step.behind ?? 0];
  }
  return { kinds, first, second, sets };
}

/**
 * Looks for a match that begins at one place. It backtracks as PCRE does, but tries no step twice at one place.
 * @param pc the step to begin with
 * @param codes the text
 * @param slots ends of groups, which it fills in
 * @param tried what was tried already, from earlier places too
 * @param depth of looks into looks
 * @returns where the match ends; -1 for none, or where the budget was spent
 */
export function run(
  program: Program,
  pc: number,
  codes: Uint8Array,
  at: number,
  slots: number[],
  tried: Tried,
  budget: StepBudget,
  depth: number,
): number {
  const { kinds, first, second, sets } = program;
  /** The alternatives when this leads nowhere: steps and places; with a negative step, the slot that gets its value back. */
  const back: number[] = [pc, at];
  let left = budget.left;
  while (back.length > 0) {
    let here = back.pop() as number;
    let step = back.pop() as number;
    if (step < 0) {
      slots[-step - 1] = here;
      continue;
    }
    for (;;) {
      left -= 1;
      if (left < 0) {
        budget.left = left;
        return -1;
      }
      if (tried.before(step, here)) break;
      const kind = kinds[step];
      const to = first[step] as number;
      if (kind === BYTE) {
        // Behind the end there is no byte, and no set has it.
        if (here >= codes.length || sets[to]?.[codes[here] as number] !== 1) break;
        here += 1;
        step += 1;
      } else if (kind === SPLIT) {
        back.push(second[step] as number, here);
        step = to;
      } else if (kind === JUMP) {
        step = to;
      } else if (kind === SAVE) {
        back.push(-to - 1, slots[to] as number);
        slots[to] = here;
        step += 1;
      } else if (kind === ASSERT) {
        if (!holds(ASSERTIONS[to] as Assertion, codes, here)) break;
        step += 1;
      } else if (kind === MATCH) {
        budget.left = left;
        return here;
      } else {
        const start = here - (second[step] as number);
        budget.left = left;
        const own = Tried.open(depth + 1, kinds.length, codes.length, budget);
        if (!own) return -1;
        const isThere =
          start >= 0 && run(program, step + 1, codes, start, slots, own, budget, depth + 1) >= 0;
        left = budget.left;
        // Nobody knows what it would have found.
        if (left < 0) return -1;
        if (isThere === (kind === LOOK_NOT)) break;
        step = to;
      }
    }
  }
  budget.left = left;
  return -1;
}

/** Which steps were tried at which places, a bit for each. */
export class Tried {
  /** Their memory, one for each depth of looks into looks: a pattern is matched without a pause. */
  static readonly #kept: Uint32Array[] = [];

  readonly #bits: Uint32Array;
  readonly #width: number;

  private constructor(bits: Uint32Array, width: number) {
    this.#bits = bits;
    this.#width = width;
  }

  /** @returns undefined where that costs too much: to clear sixteen words takes as long as a step */
  static open(depth: number, steps: number, length: number, budget: StepBudget): Tried | undefined {
    const words = Math.ceil((steps * (length + 1)) / 32);
    if (!budget.spend(words >> 4)) return undefined;
    let bits = Tried.#kept[depth];
    if (!bits || bits.length < words) bits = Tried.#kept[depth] = new Uint32Array(words);
    else bits.fill(0, 0, words);
    return new Tried(bits, length + 1);
  }

  /** Notes it, and says whether it was noted. */
  before(step: number, at: number): boolean {
    const bit = step * this.#width + at;
    const mask = 1 << (bit & 31);
    const bits = this.#bits[bit >>> 5] ?? 0;
    if (bits & mask) return true;
    this.#bits[bit >>> 5] = bits | mask;
    return false;
  }
}

function holds(what: Assertion, codes: Uint8Array, at: number): boolean {
  const { length } = codes;
  if (what === 'start') return at === 0;
  if (what === 'veryEnd') return at === length;
  if (what === 'end') return at === length || (at === length - 1 && codes[at] === NEWLINE);
  const isWordBefore = at > 0 && word[codes[at - 1] as number] === 1;
  const isWordBehind = at < length && word[codes[at] as number] === 1;
  return (isWordBefore !== isWordBehind) === (what === 'boundary');
}

const NEWLINE = 10;
