import { warnOnce } from '../base/warn-once.ts';
import { type Asked, keyOf, keyWithQuery, pathIn, readAsked, withoutSlash } from './address.ts';
import { rawUrlDecode, toBytes, toLower } from './bytes.ts';
import { Budget, fill, Pattern } from './pattern.ts';
import { hasParameters, type Parameters, passParameters, readParameters } from './query.ts';
import { whereTo } from './target.ts';
import type { Outcome, Rule, RuleList } from './types.ts';

/** Redirects that one address may go through; browsers give up at twenty. */
const MOST_HOPS = 10;
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
  /** Of patterns that nobody can follow, and why. */
  readonly left: { id: string; reason: string }[] = [];
  readonly #rules: Compiled[] = [];
  readonly #byAddress = new Map<string, number[]>();
  readonly #byPath = new Map<string, number[]>();
  readonly #others: number[] = [];

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
   * What WordPress would do with an address before it looks for content.
   * @param url path and query as they were sent
   * @returns null for nothing: also where rules lead in a circle, or to a place that a rule must not lead to
   */
  find(url: string): Outcome | null {
    return this.#follow(url, false);
  }

  /** The same where nothing lives at the address. */
  findMissing(url: string): Outcome | null {
    return this.#follow(url, true);
  }

  /** Flattens a chain: a visitor goes to its end at once. */
  #follow(url: string, isMissing: boolean): Outcome | null {
    const budget = new Budget();
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

  #match(url: string, isMissing: boolean, budget: Budget): Outcome | null {
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
  #candidates({ decoded, path }: Asked): number[] {
    const byAddress = this.#byAddress.get(keyOf(decoded));
    const byPath = this.#byPath.get(toLower(path));
    if (!byAddress && !byPath) return this.#others;
    return [...(byAddress ?? []), ...(byPath ?? []), ...this.#others].sort((a, b) => a - b);
  }

  /** @returns the target, filled in, of bytes; null where the rule says nothing of the address */
  #holds(one: Compiled, asked: Asked, budget: Budget): string | null {
    const { rule, pattern, to } = one;
    if (!pattern) return isHeld(one, asked) ? to : null;
    if (rule.of === 'path' && asked.path === '' && !isFoundAtHome(pattern, asked, budget)) return null;
    const places = pattern.find(rule.of === 'address' ? asked.decoded : asked.path, budget);
    if (!places) return null;
    const subject = rule.of === 'address' ? asked.original : asked.path;
    if (rule.fill === 'whole') return fill(to, subject, places);
    const filled = pattern.replace(subject, to, budget);
    if (rule.of !== 'address') return filled;
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

  #add(rule: Rule): void {
    const from = toBytes(rule.from);
    const isPattern = rule.kind === 'regex';
    const source = rule.of === 'address' ? rawUrlDecode(from.replaceAll(' ', '%20')) : from;
    const own = rule.of === 'address' ? from.replaceAll(' ', '%20') : from;
    const compiled: Compiled = {
      rule,
      from: own,
      to: toBytes(rule.to),
      // Rank Math and Yoast match without modifiers.
      pattern: isPattern ? new Pattern(source, rule.ignoreCase, rule.of === 'address') : undefined,
      parameters: readParameters(rule.ignoreCase ? toLower(own) : own),
    };
    const at = this.#rules.push(compiled) - 1;
    if (rule.kind !== 'exact') this.#others.push(at);
    else if (rule.of === 'address') push(this.#byAddress, keyOf(own), at);
    else push(this.#byPath, toLower(trimmed(pathIn(own))), at);
  }
}

/** Of a rule without a pattern. */
function isHeld({ rule, from, parameters }: Compiled, asked: Asked): boolean {
  const isAddress = rule.of === 'address';
  const fold = (text: string) => (rule.ignoreCase ? toLower(text) : text);
  const url = isAddress ? asked.decoded : asked.path;
  if (rule.kind !== 'exact') {
    const [text, part] = [fold(isAddress ? pathIn(url) : url), fold(from)];
    if (rule.kind === 'contains') return text.includes(part);
    return rule.kind === 'start' ? text.startsWith(part) : text.endsWith(part);
  }
  if (!isAddress) {
    if (fold(trimmed(pathIn(from))) !== fold(asked.path)) return false;
    // Whatever may follow, the rule's own parameters have to be there.
    return hasParameters(parameters, asked.decoded, rule.ignoreCase, rule.query !== 'exact');
  }
  const slash = rule.ignoreSlash ? withoutSlash : (path: string) => path;
  if (fold(slash(pathIn(from))) !== fold(slash(pathIn(url)))) return false;
  if (rule.query === 'exactorder' && toLower(keyWithQuery(from)) !== toLower(keyWithQuery(url))) return false;
  return hasParameters(parameters, url, rule.ignoreCase, rule.query === 'ignore' || rule.query === 'pass');
}

/** The homepage has no path: Rank Math (1.0.2xx) looks for its rule by the query, and holds what it finds to the path nevertheless. */
const isFoundAtHome = (pattern: Pattern, { query }: Asked, budget: Budget) =>
  query !== '' && pattern.find(`?${query}`, budget) !== null;

/** Of a chain: it is for ever only if each part is. */
function together(one: number, other: number): number {
  if (one === other) return one;
  const lasting = [301, 308];
  return lasting.includes(one) && lasting.includes(other) ? 301 : 302;
}

const trimmed = (path: string) => path.replace(/^\/+|\/+$/g, '');

function push(map: Map<string, number[]>, key: string, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
