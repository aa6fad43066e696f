import { neededBy } from './pattern-needs.ts';
import { type Assertion, type ByteSet, type Node, parsePattern, word } from './pattern-parse.ts';

type Step =
  | { do: 'byte'; set: ByteSet }
  | { do: 'split'; first: number; second: number }
  | { do: 'jump'; to: number }
  | { do: 'save'; slot: number }
  | { do: 'assert'; what: Assertion }
  | { do: 'look'; to: number; isNegative: boolean; behind: number | undefined }
  | { do: 'match' };

/** The steps of a pattern as numbers: objects of seven shapes take three times as long. */
interface Program {
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

function toProgram(steps: readonly Step[]): Program {
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

/** Steps of one pattern; more come of counts of counts. */
const MOST_STEPS = 3_000;
/** Parts that are compiled, with those that make no step: a count of nothing costs time as well. */
const MOST_PARTS = 10_000;
/** First bytes that are looked at before a match is tried. */
const MOST_LEAD = 8;
/** Bytes of a target that was filled in. Servers and browsers refuse longer addresses. */
const LONGEST_TARGET = 8_000;

/** What may be spent on one address, by all rules together. PCRE gives up, too, and then the rule does not match. */
export class Budget {
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

/** Where a pattern was found: ends of the whole and of each group, -1 where a group has no part in it. */
type Places = readonly number[];

/**
 * A pattern of PCRE that cannot run away: no place is tried twice at the same step, so a hostile address costs its length times
 * the pattern's, whatever the pattern is. It finds what PCRE finds, which JavaScript's patterns do not: they know neither bytes nor
 * inline modifiers, and some take years.
 */
export class Pattern {
  readonly #steps: Step[] = [];
  readonly #program: Program;
  readonly #slots: number;
  readonly #isAnchored: boolean;
  /** The bytes that stand first in whatever matches; most addresses end here. */
  readonly #lead: ByteSet[] = [];
  /** A text without it cannot match, in lower case. */
  readonly #needs: string;
  #parts = 0;

  /**
   * @param source of bytes, each as one character, without delimiters
   * @throws {Error} on what is not supported
   */
  constructor(source: string, ignoreCase: boolean, dotAll = true) {
    const { node, groups } = parsePattern(source, ignoreCase, dotAll);
    this.#slots = (groups + 1) * 2;
    const first = node.type === 'sequence' ? node.nodes : [node];
    this.#isAnchored = first[0]?.type === 'assert' && first[0].what === 'start';
    for (const one of first.slice(this.#isAnchored ? 1 : 0)) {
      if (one.type !== 'set' || this.#lead.length === MOST_LEAD) break;
      this.#lead.push(one.set);
    }
    this.#needs = neededBy(node);
    this.#compile(node);
    this.#add({ do: 'match' });
    this.#program = toProgram(this.#steps);
  }

  /** What compiling it has cost. */
  get parts(): number {
    return this.#parts;
  }

  /**
   * @param text of bytes
   * @param from where the search begins
   */
  find(text: string, budget: Budget, from = 0): Places | null {
    if (!budget.spend(1 + (text.length >> 6))) return null;
    if (this.#needs !== '' && !lowered(text).includes(this.#needs)) return null;
    const codes = bytesOf(text);
    const tried = Tried.open(0, this.#steps.length, text.length, budget);
    const last = this.#isAnchored ? 0 : text.length;
    for (let start = from; tried && start <= last; start++) {
      if (!budget.spend(1)) return null;
      if (!this.#canStart(codes, start)) continue;
      if (!budget.spend(this.#slots)) return null;
      const slots = new Array<number>(this.#slots).fill(-1);
      slots[0] = start;
      const end = this.#run(0, codes, start, slots, tried, budget, 0);
      if (end < 0) continue;
      slots[1] = end;
      return slots;
    }
    return null;
  }

  /**
   * As `preg_replace`: every place where it is found.
   * @returns null where it becomes too long, or costs too much
   */
  replace(text: string, template: string, budget: Budget): string | null {
    let result = '';
    let from = 0;
    while (from <= text.length) {
      const places = this.find(text, budget, from);
      if (!places) break;
      const [start = 0, end = 0] = places;
      const filled = fill(template, text, places);
      if (filled === null || result.length + filled.length > LONGEST_TARGET) return null;
      result += text.slice(from, start) + filled;
      from = end;
      if (end === start) {
        result += text.slice(end, end + 1);
        from += 1;
      }
    }
    return budget.left < 0 ? null : result + text.slice(from);
  }

  #canStart(codes: Uint8Array, start: number): boolean {
    return this.#lead.every((set, i) => start + i < codes.length && set[codes[start + i] as number] === 1);
  }

  /** @returns where the match ends; -1 for none */
  #run(
    pc: number,
    codes: Uint8Array,
    at: number,
    slots: number[],
    tried: Tried,
    budget: Budget,
    depth: number,
  ): number {
    const { kinds, first, second, sets } = this.#program;
    /** What to do when this leads nowhere: steps and places; with a negative step, the slot that gets its value back. */
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
          const isThere = start >= 0 && this.#run(step + 1, codes, start, slots, own, budget, depth + 1) >= 0;
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

  #add(step: Step): number {
    if (this.#steps.length >= MOST_STEPS) throw new Error('it is too large');
    return this.#steps.push(step) - 1;
  }

  #compile(node: Node): void {
    this.#parts += 1;
    if (this.#parts > MOST_PARTS) throw new Error('it is too large');
    if (node.type === 'set') this.#add({ do: 'byte', set: node.set });
    else if (node.type === 'assert') this.#add({ do: 'assert', what: node.what });
    else if (node.type === 'sequence') for (const one of node.nodes) this.#compile(one);
    else if (node.type === 'choice') this.#choice(node.nodes);
    else if (node.type === 'repeat') this.#repeat(node);
    else if (node.type === 'group') {
      this.#add({ do: 'save', slot: node.index * 2 });
      this.#compile(node.node);
      this.#add({ do: 'save', slot: node.index * 2 + 1 });
    } else {
      const look = { do: 'look' as const, to: 0, isNegative: node.isNegative, behind: node.behind };
      this.#add(look);
      this.#compile(node.node);
      look.to = this.#add({ do: 'match' }) + 1;
    }
  }

  #choice(nodes: readonly Node[]): void {
    const ends: { do: 'jump'; to: number }[] = [];
    for (const [i, node] of nodes.entries()) {
      const isLast = i === nodes.length - 1;
      const split = { do: 'split' as const, first: 0, second: 0 };
      if (!isLast) split.first = this.#add(split) + 1;
      this.#compile(node);
      if (isLast) break;
      const end = { do: 'jump' as const, to: 0 };
      split.second = this.#add(end) + 1;
      ends.push(end);
    }
    for (const end of ends) end.to = this.#steps.length;
  }

  #repeat({ node, min, max, isGreedy }: Extract<Node, { type: 'repeat' }>): void {
    for (let i = 0; i < min; i++) this.#compile(node);
    const splits: { do: 'split'; first: number; second: number }[] = [];
    const open = () => {
      const split = { do: 'split' as const, first: 0, second: 0 };
      splits.push(split);
      return this.#add(split);
    };
    if (max === Infinity) {
      const start = open();
      this.#compile(node);
      this.#add({ do: 'jump', to: start });
      point(splits[0], start + 1, this.#steps.length, isGreedy);
      return;
    }
    const starts: number[] = [];
    for (let i = min; i < max; i++) {
      starts.push(open() + 1);
      this.#compile(node);
    }
    for (const [i, split] of splits.entries()) point(split, starts[i] ?? 0, this.#steps.length, isGreedy);
  }
}

/** All patterns look at one address after the other. */
let latest = { text: '', lower: '', bytes: new Uint8Array() };

function readyFor(text: string): typeof latest {
  if (latest.text !== text) latest = { text, lower: text.toLowerCase(), bytes: Buffer.from(text, 'latin1') };
  return latest;
}

const lowered = (text: string): string => readyFor(text).lower;
const bytesOf = (text: string): Uint8Array => readyFor(text).bytes;

function point(
  split: { first: number; second: number } | undefined,
  on: number,
  out: number,
  isGreedy: boolean,
): void {
  if (split) Object.assign(split, isGreedy ? { first: on, second: out } : { first: out, second: on });
}

/** Which steps were tried at which places, a bit for each. */
class Tried {
  /** Their memory, one for each depth of looks into looks: a pattern is matched without a pause. */
  static readonly #kept: Uint32Array[] = [];

  readonly #bits: Uint32Array;
  readonly #width: number;

  private constructor(bits: Uint32Array, width: number) {
    this.#bits = bits;
    this.#width = width;
  }

  /** @returns undefined where that costs too much: to clear sixteen words takes as long as a step */
  static open(depth: number, steps: number, length: number, budget: Budget): Tried | undefined {
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

/**
 * Puts what was found into a template, as `preg_replace` does: `$1`, `${1}` and `\1`.
 * @param places of the pattern in the text
 * @returns null where it becomes too long
 */
export function fill(template: string, text: string, places: Places): string | null {
  let length = template.length;
  const filled = template.replace(
    /\\\\|\\(\d{1,2})|\$(\d{1,2})|\$\{(\d{1,2})\}/g,
    (whole, one?: string, two?: string, three?: string) => {
      if (whole === '\\\\') return '\\';
      const at = Number(one ?? two ?? three) * 2;
      const [start = -1, end = -1] = places.slice(at, at + 2);
      if (start < 0 || end < 0) return '';
      length += end - start;
      return length > LONGEST_TARGET ? '' : text.slice(start, end);
    },
  );
  return length > LONGEST_TARGET ? null : filled;
}
