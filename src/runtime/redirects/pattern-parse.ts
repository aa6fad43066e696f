import { any, type ByteSet, classes, noNewline, not, posix, single } from './byte-sets.ts';

/** A pattern of PCRE as a tree. Characters are bytes: plugins match without the modifier `u`. */
export type Node =
  | { type: 'set'; set: ByteSet }
  | { type: 'sequence'; nodes: Node[] }
  | { type: 'choice'; nodes: Node[] }
  | { type: 'repeat'; node: Node; min: number; max: number; isGreedy: boolean }
  | { type: 'group'; node: Node; index: number }
  | { type: 'assert'; what: Assertion }
  | { type: 'look'; node: Node; isNegative: boolean; behind: number | undefined };

export type Assertion = 'start' | 'end' | 'veryEnd' | 'boundary' | 'noBoundary';

export interface Parsed {
  node: Node;
  /** Number of groups that are kept. */
  groups: number;
}

const controls: Record<string, number> = { t: 9, n: 10, r: 13, f: 12, e: 27, a: 7 };
const assertions: Record<string, Assertion> = {
  A: 'start',
  z: 'veryEnd',
  Z: 'end',
  b: 'boundary',
  B: 'noBoundary',
};

/** Copies of what a count repeats; a tree with more of them is refused when it is compiled. */
const MOST_TIMES = 999;
/** Bytes of a pattern, groups in it, and groups in groups: owners write a hundred, a few and two. */
const LONGEST_PATTERN = 10_000;
const MOST_GROUPS = 500;
const DEEPEST = 100;

/**
 * Reads a pattern of PCRE without its delimiters, with the modifier `s`.
 * @param pattern of bytes, each as one character
 * @throws {Error} on what PCRE refuses, and on what this does not know: back references, recursion, atomic groups, possessive
 *   quantifiers, properties of Unicode, verbs
 */
export function parsePattern(pattern: string, ignoreCase: boolean, dotAll = true): Parsed {
  if (pattern.length > LONGEST_PATTERN) throw new Error('it is too long');
  const parser = new Parser(pattern, { ignoreCase, dotAll });
  return { node: parser.whole(), groups: parser.groups };
}

interface Modifiers {
  ignoreCase: boolean;
  dotAll: boolean;
}

class Parser {
  groups = 0;
  #at = 0;
  #depth = 0;
  readonly #text: string;
  #modifiers: Modifiers;

  constructor(text: string, modifiers: Modifiers) {
    this.#text = text;
    this.#modifiers = modifiers;
  }

  whole(): Node {
    const node = this.#choice();
    if (this.#at < this.#text.length) throw new Error('a bracket too many');
    return node;
  }

  #choice(): Node {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Error('too many groups in groups');
    const before = this.#modifiers;
    const nodes = [this.#sequence()];
    while (this.#take('|')) nodes.push(this.#sequence());
    // An option set inside a group ends with it.
    this.#modifiers = before;
    this.#depth -= 1;
    return nodes.length === 1 && nodes[0] ? nodes[0] : { type: 'choice', nodes };
  }

  #sequence(): Node {
    const nodes: Node[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#peek())) {
      const node = this.#atom();
      if (node) nodes.push(this.#repeated(node));
    }
    return { type: 'sequence', nodes };
  }

  #repeated(node: Node): Node {
    const [, sign, least, comma, most] =
      /^(?:([*+?])|\{(\d{1,5})(,?)(\d{0,5})\})/.exec(this.#text.slice(this.#at, this.#at + 14)) ?? [];
    if (sign === undefined && least === undefined) return node;
    this.#at += sign ? 1 : `{${least}${comma}${most}}`.length;
    const min = sign ? (sign === '+' ? 1 : 0) : Number(least);
    const max = sign ? (sign === '?' ? 1 : Infinity) : comma ? (most ? Number(most) : Infinity) : min;
    if (min > MOST_TIMES || (max !== Infinity && (max > MOST_TIMES || max < min)))
      throw new Error('a count that is too large');
    if (this.#peek() === '+') throw new Error('a possessive quantifier');
    const isGreedy = !this.#take('?');
    if ('*+?'.includes(this.#peek() || 'x')) throw new Error('nothing to repeat');
    return { type: 'repeat', node, min, max, isGreedy };
  }

  /** @returns undefined for what stands for nothing, such as a comment */
  #atom(): Node | undefined {
    const char = this.#next();
    if (char === '(') return this.#group();
    if (char === '[') return { type: 'set', set: this.#folded(this.#class()) };
    if (char === '.') return { type: 'set', set: this.#modifiers.dotAll ? any : noNewline };
    if (char === '^') return { type: 'assert', what: 'start' };
    if (char === '$') return { type: 'assert', what: 'end' };
    if (char === '\\') return this.#escape();
    if ('*+?'.includes(char)) throw new Error('nothing to repeat');
    return this.#literal(char.charCodeAt(0));
  }

  #escape(): Node {
    const char = this.#peek();
    const assertion = assertions[char];
    if (assertion) {
      this.#at += 1;
      return { type: 'assert', what: assertion };
    }
    const found = this.#escaped(false);
    return typeof found === 'number' ? this.#literal(found) : { type: 'set', set: found };
  }

  /** The part behind a backslash: one byte, or a kind of bytes. */
  #escaped(inClass: boolean): number | ByteSet {
    const char = this.#next();
    const set = classes[char];
    if (set) return set;
    if (inClass && char === 'b') return 8;
    const control = controls[char];
    if (control !== undefined) return control;
    if (char === 'x') {
      const [whole = '', braced, plain] = /^(?:\{([\da-f]{1,2})\}|([\da-f]{0,2}))/i.exec(this.#rest()) ?? [];
      this.#at += whole.length;
      return Number.parseInt(braced || plain || '0', 16);
    }
    if (char === '0') {
      const [octal = ''] = /^[0-7]{0,2}/.exec(this.#rest()) ?? [];
      this.#at += octal.length;
      return Number.parseInt(octal || '0', 8);
    }
    if (/[a-z\d]/i.test(char)) throw new Error(`\\${char}`);
    return char.charCodeAt(0);
  }

  #class(): ByteSet {
    const isNegative = this.#take('^');
    const set = new Uint8Array(256);
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      const low = this.#member();
      if (typeof low !== 'number') {
        for (let byte = 0; byte < 256; byte++) if (low[byte]) set[byte] = 1;
        continue;
      }
      const isRange = this.#peek() === '-' && (this.#text[this.#at + 1] ?? ']') !== ']';
      if (isRange) this.#at += 1;
      const high = isRange ? this.#member() : low;
      if (typeof high !== 'number' || high < low) throw new Error('a range that is none');
      for (let byte = low; byte <= high; byte++) set[byte] = 1;
    }
    this.#at += 1;
    return isNegative ? not(this.#folded(set)) : set;
  }

  #member(): number | ByteSet {
    const [whole, isNegative, name] = /^\[:(\^?)(\w+):\]/.exec(this.#rest()) ?? [];
    if (whole !== undefined) {
      const set = posix[name ?? ''];
      if (!set) throw new Error(`a class ${name}`);
      this.#at += whole.length;
      return isNegative ? not(set) : set;
    }
    const char = this.#next();
    return char === '\\' ? this.#escaped(true) : char.charCodeAt(0);
  }

  #group(): Node | undefined {
    if (this.#peek() === '*') throw new Error('a verb');
    if (!this.#take('?')) return this.#closed(this.#kept());
    if (this.#take('#')) {
      const end = this.#text.indexOf(')', this.#at);
      if (end < 0) throw new Error('a bracket too few');
      this.#at = end + 1;
      return undefined;
    }
    const [look] = /^<?[=!]/.exec(this.#rest()) ?? [];
    if (look) return this.#look(look);
    const [name] = /^(?:P?<\w+>|'\w+')/.exec(this.#rest()) ?? [];
    if (name) {
      this.#at += name.length;
      return this.#closed(this.#kept());
    }
    const [switches, on, off, end] = /^([is]*)(?:-([is]+))?([:)])/.exec(this.#rest()) ?? [];
    if (switches === undefined) throw new Error(`(?${this.#peek()}`);
    this.#at += switches.length;
    const before = this.#modifiers;
    this.#modifiers = {
      ignoreCase: on?.includes('i') || (before.ignoreCase && !off?.includes('i')),
      dotAll: on?.includes('s') || (before.dotAll && !off?.includes('s')),
    };
    // Without a colon it holds until the group around it ends.
    if (end === ')') return undefined;
    const node = this.#choice();
    this.#modifiers = before;
    return this.#closed(node);
  }

  #kept(): Node {
    this.groups += 1;
    if (this.groups > MOST_GROUPS) throw new Error('too many groups');
    const index = this.groups;
    return { type: 'group', node: this.#choice(), index };
  }

  #look(sign: string): Node {
    this.#at += sign.length;
    const node = this.#closed(this.#choice());
    const behind = sign.startsWith('<') ? widthOf(node) : undefined;
    return { type: 'look', node, isNegative: sign.endsWith('!'), behind };
  }

  #closed(node: Node): Node {
    if (!this.#take(')')) throw new Error('a bracket too few');
    return node;
  }

  #literal(byte: number): Node {
    return { type: 'set', set: this.#folded(single[byte] ?? any) };
  }

  #folded(set: ByteSet): ByteSet {
    if (!this.#modifiers.ignoreCase) return set;
    const both = Uint8Array.from(set);
    for (let upper = 65; upper <= 90; upper++) {
      if (set[upper] || set[upper + 32]) both[upper] = both[upper + 32] = 1;
    }
    return both;
  }

  #rest = () => this.#text.slice(this.#at);
  #peek = () => this.#text[this.#at] ?? '';

  #next(): string {
    const char = this.#text[this.#at];
    if (char === undefined) throw new Error('it ends too early');
    this.#at += 1;
    return char;
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}

/** @throws {Error} where it is not always the same, which PCRE refuses behind a look back */
function widthOf(node: Node): number {
  switch (node.type) {
    case 'set':
      return 1;
    case 'sequence':
      return node.nodes.reduce((sum, one) => sum + widthOf(one), 0);
    case 'choice': {
      const [first = 0, ...others] = node.nodes.map(widthOf);
      if (others.some((one) => one !== first)) throw new Error('a look back of several widths');
      return first;
    }
    case 'repeat':
      if (node.min !== node.max) throw new Error('a look back of several widths');
      return node.min * widthOf(node.node);
    case 'group':
      return widthOf(node.node);
    default:
      return 0;
  }
}
