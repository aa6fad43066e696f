import { warnOnce } from '../base/warn-once.ts';
import { type Asked, keyOf, keyWithQuery, pathIn, readAsked, withoutSlash } from './address.ts';
import { rawUrlDecode, toBytes, toLower } from './bytes.ts';
import { fill, Pattern } from './pattern.ts';
import { StepBudget } from './pattern-run.ts';
import { type Parameters, passParameters, readParameters, tokensOf } from './query.ts';
import { RuleIndex } from './rule-index.ts';
import { whereTo } from './target.ts';
import type { Outcome, Rule, RuleList } from './types.ts';

/** Redirects that one address may go through; browsers give up at twenty. */
const MOST_HOPS = 10;
/** Bytes and parts of all patterns together: about a tenth of a second to compile them, at each start. */
const MOST_COMPILED = 1_000_000;
/** Bytes of a target; nobody writes one. */
const LONGEST_TARGET = 8_000;
/** Longer addresses have no rule: nobody writes one, and each pattern would read them. */
const LONGEST_ADDRESS = 2_000;

interface Compiled {
  rule: Rule;
  from: string;
  to: string;
  pattern: Pattern | undefined;
  parameters: Parameters;
}

/** The rules of a list, made ready: exact ones are found by their path, all others are tried one after the other. */
export class Rules {
  readonly list: RuleList;
  /** Rules with an unsupported pattern, and why. */
  readonly left: { id: string; reason: string }[] = [];
  readonly #rules: Compiled[] = [];
  readonly #byAddress = new RuleIndex();
  readonly #byPath = new RuleIndex();
  readonly #others: number[] = [];
  #compiled = 0;

  constructor(list: RuleList) {
    this.list = list;
    for (const rule of list.rules) {
      try {
        this.#add(rule);
      } catch (error) {
        this.left.push({ id: rule.id, reason: (error as Error).message });
      }
    }
  }

  get size(): number {
    return this.#rules.length;
  }

  /**
   * WordPress's outcome for an address before it looks for content.
   * @param url path and query as they were sent
   * @returns null for nothing: also where rules lead in a circle, or to a place that a rule must not lead to
   */
  find(url: string, budget = new StepBudget()): Outcome | null {
    return this.#follow(url, false, budget);
  }

  /** The same where nothing lives at the address. */
  findMissing(url: string, budget = new StepBudget()): Outcome | null {
    return this.#follow(url, true, budget);
  }

  /** Flattens a chain: a visitor goes to its end at once. */
  #follow(url: string, isMissing: boolean, budget: StepBudget): Outcome | null {
    const first = this.#match(url, isMissing, budget);
    if (first?.kind !== 'redirect') return first;
    const seen = new Set([url]);
    let last = first;
    while (last.to.startsWith('/')) {
      const path = last.to.replace(/#.*/s, '');
      // Round and round: as if there were no rule.
      if (seen.has(path) || seen.size > MOST_HOPS) return null;
      seen.add(path);
      const next = this.#match(path, false, budget);
      if (next?.kind !== 'redirect') break;
      const fragment = next.to.includes('#') ? '' : last.to.slice(path.length);
      last = {
        ...next,
        to: next.to + fragment,
        ids: [...last.ids, ...next.ids],
        status: together(last.status, next.status),
      };
    }
    return last;
  }

  #match(url: string, isMissing: boolean, budget: StepBudget): Outcome | null {
    if (url.length > LONGEST_ADDRESS) return null;
    const asked = readAsked(url, this.list.folder);
    for (const at of this.#candidates(asked)) {
      const one = this.#rules[at];
      if (!one || one.rule.missing !== isMissing) continue;
      const filled = this.#holds(one, asked, budget);
      if (filled === null) {
        // Redirection looks at the first of these alone (5.4.2).
        if (isMissing && one.rule.of === 'address') return null;
        continue;
      }
      const outcome = this.#outcome(one, filled, asked);
      if (outcome !== undefined) return outcome;
    }
    if (budget.left < 0)
      warnOnce('[redirects] The patterns of WordPress’s rules are too many for a long address.');
    return null;
  }

  /** In the order of the list. */
  #candidates({ decoded, lower, parameters }: Asked): number[] {
    const tokens = () => parameters.tokens();
    const byAddress = this.#byAddress.find(keyOf(decoded), tokens);
    const byPath = this.#byPath.find(lower.path, tokens);
    if (byAddress.length === 0 && byPath.length === 0) return this.#others;
    return [...byAddress, ...byPath, ...this.#others].sort((a, b) => a - b);
  }

  /** @returns the target, filled in, of bytes; null where the rule says nothing of the address */
  #holds(one: Compiled, asked: Asked, budget: StepBudget): string | null {
    const { rule, pattern, to } = one;
    if (!pattern) return budget.spend(costOf(one, asked)) && isHeld(one, asked) ? to : null;
    if (rule.of === 'path' && asked.path === '' && !isFoundAtHome(pattern, asked, budget)) return null;
    const places = pattern.find(rule.of === 'address' ? asked.decoded : asked.path, budget);
    if (!places) return null;
    const subject = rule.of === 'address' ? asked.original : asked.path;
    if (rule.fill === 'whole') return fill(to, subject, places);
    const filled = pattern.replace(subject, to, budget);
    if (filled === null || rule.of !== 'address') return filled;
    const [path = '', query, ...more] = filled.split('?');
    return query === undefined || more.length > 0
      ? filled.replaceAll(' ', '%20')
      : `${path.replaceAll(' ', '%20')}?${query.replaceAll(' ', '+')}`;
  }

  /** @returns null: the address stays as it is; undefined: the next rule may say something */
  #outcome({ rule, to }: Compiled, filled: string, asked: Asked): Outcome | null | undefined {
    const ids = [rule.id];
    if (rule.status === 0) return null;
    if (rule.status >= 400) return { kind: 'error', ids, status: rule.status };
    let target = filled;
    if (rule.query === 'pass') target = passParameters(target, asked.original);
    if (rule.query === 'append' && asked.query !== '') target += `?${asked.query}`;
    // An address without a target is not what its author meant; Redirection goes on, too.
    if (target === '') return undefined;
    const place = whereTo(to, target, this.list);
    if (place === null) return null;
    if (rule.status !== 200) return { kind: 'redirect', ids, status: rule.status, to: place };
    return place.startsWith('/') ? { kind: 'show', ids, path: place } : null;
  }

  #compile(source: string, { ignoreCase, of }: Rule): Pattern {
    if (this.#compiled > MOST_COMPILED) throw new Error('the patterns before it are too large together');
    this.#compiled += source.length;
    const pattern = new Pattern(source, ignoreCase, of === 'address');
    this.#compiled += pattern.parts;
    return pattern;
  }

  #add(rule: Rule): void {
    const from = toBytes(rule.from);
    const isPattern = rule.kind === 'regex';
    const source = rule.of === 'address' ? rawUrlDecode(from.replaceAll(' ', '%20')) : from;
    const own = rule.of === 'address' ? from.replaceAll(' ', '%20') : from;
    if (rule.to.length > LONGEST_TARGET) throw new Error('its target is too long');
    // Rank Math and Yoast match without modifiers.
    const pattern = isPattern ? this.#compile(source, rule) : undefined;
    const compiled: Compiled = {
      rule,
      from: own,
      to: toBytes(rule.to),
      pattern,
      parameters: readParameters(rule.ignoreCase ? toLower(own) : own),
    };
    const at = this.#rules.push(compiled) - 1;
    const tokens = tokensOf(compiled.parameters);
    if (rule.kind !== 'exact') this.#others.push(at);
    else if (rule.of === 'address') this.#byAddress.add(keyOf(own), at, tokens);
    else this.#byPath.add(toLower(trimmed(pathIn(own))), at, tokens);
  }
}

/** The cost of a rule without a pattern, in steps of a pattern. */
const costOf = ({ rule, parameters }: Compiled, { decoded }: Asked): number =>
  rule.kind === 'exact' ? 1 + parameters.query.size : 1 + (decoded.length >> 4);

/** Of a rule without a pattern. */
function isHeld({ rule, from, parameters }: Compiled, asked: Asked): boolean {
  const isAddress = rule.of === 'address';
  const fold = (text: string) => (rule.ignoreCase ? toLower(text) : text);
  const { path, decodedPath } = rule.ignoreCase ? asked.lower : asked;
  if (rule.kind !== 'exact') {
    const [text, part] = [isAddress ? decodedPath : path, fold(from)];
    if (rule.kind === 'contains') return text.includes(part);
    return rule.kind === 'start' ? text.startsWith(part) : text.endsWith(part);
  }
  if (!isAddress) {
    if (fold(trimmed(pathIn(from))) !== path) return false;
    // The rule's own parameters have to be there; others may follow.
    return asked.parameters.has(parameters, rule.ignoreCase, rule.query !== 'exact');
  }
  const slash = rule.ignoreSlash ? withoutSlash : (text: string) => text;
  if (fold(slash(pathIn(from))) !== slash(decodedPath)) return false;
  if (rule.query === 'exactorder' && toLower(keyWithQuery(from)) !== toLower(keyWithQuery(asked.decoded)))
    return false;
  const isLoose = rule.query === 'ignore' || rule.query === 'pass';
  return asked.parameters.has(parameters, rule.ignoreCase, isLoose);
}

/** The homepage has no path: Rank Math (1.0.2xx) looks for its rule by the query, and holds what it finds to the path nevertheless. */
const isFoundAtHome = (pattern: Pattern, { query }: Asked, budget: StepBudget) =>
  query !== '' && pattern.find(`?${query}`, budget) !== null;

/** The status of a chain: it is permanent only if each part is. */
function together(one: number, other: number): number {
  if (one === other) return one;
  const lasting = [301, 308];
  return lasting.includes(one) && lasting.includes(other) ? 301 : 302;
}

const trimmed = (path: string) => path.replace(/^\/+|\/+$/g, '');
