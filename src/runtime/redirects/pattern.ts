import type { ByteSet } from './byte-sets.ts';
import { compile } from './pattern-compile.ts';
import { neededBy } from './pattern-needs.ts';
import { parsePattern } from './pattern-parse.ts';
import { type Program, run, type StepBudget, Tried, toProgram } from './pattern-run.ts';

/** First bytes that are looked at before a match is tried. */
const MOST_LEAD = 8;
/** Bytes of a target that was filled in. Servers and browsers refuse longer addresses. */
const LONGEST_TARGET = 8_000;

/** Where a pattern was found: ends of the whole and of each group, -1 where a group has no part in it. */
type Places = readonly number[];

/**
 * A pattern of PCRE that cannot run away: no place is tried twice at the same step, so a hostile address costs its length times
 * the pattern's, whatever the pattern is. It finds what PCRE finds, which JavaScript's patterns do not: they know neither bytes nor
 * inline modifiers, and some take years.
 */
export class Pattern {
  /** The cost of compiling it. */
  readonly parts: number;
  readonly #program: Program;
  readonly #slots: number;
  readonly #isAnchored: boolean;
  /** The bytes that stand first in whatever matches; most addresses end here. */
  readonly #lead: ByteSet[] = [];
  /** A text without it cannot match, in lower case. */
  readonly #needs: string;

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
    const { steps, parts } = compile(node);
    this.parts = parts;
    this.#program = toProgram(steps);
  }

  /**
   * @param text of bytes
   * @param from where the search begins
   */
  find(text: string, budget: StepBudget, from = 0): Places | null {
    if (!budget.spend(1 + (text.length >> 6))) return null;
    if (this.#needs !== '' && !lowered(text).includes(this.#needs)) return null;
    const codes = bytesOf(text);
    const tried = Tried.open(0, this.#program.kinds.length, text.length, budget);
    const last = this.#isAnchored ? 0 : text.length;
    for (let start = from; tried && start <= last; start++) {
      if (!budget.spend(1)) return null;
      if (!this.#canStart(codes, start)) continue;
      if (!budget.spend(this.#slots)) return null;
      const slots = new Array<number>(this.#slots).fill(-1);
      slots[0] = start;
      const end = run(this.#program, 0, codes, start, slots, tried, budget, 0);
      if (end < 0) continue;
      slots[1] = end;
      return slots;
    }
    return null;
  }

  /**
   * PHP's `preg_replace`: every place where it is found.
   * @returns null where it becomes too long, or costs too much
   */
  replace(text: string, template: string, budget: StepBudget): string | null {
    let result = '';
    let from = 0;
    while (from <= text.length) {
      const places = this.find(text, budget, from);
      if (!places) break;
      // A reference, `$0`, takes as long as a dozen steps.
      if (!budget.spend(template.length * 6)) return null;
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
}

/** All patterns look at one address after the other. */
let latest = { text: '', lower: '', bytes: new Uint8Array() };

function readyFor(text: string): typeof latest {
  if (latest.text !== text) latest = { text, lower: text.toLowerCase(), bytes: Buffer.from(text, 'latin1') };
  return latest;
}

const lowered = (text: string): string => readyFor(text).lower;
const bytesOf = (text: string): Uint8Array => readyFor(text).bytes;

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
