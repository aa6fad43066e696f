import { rawUrlEncode, toLower, urlDecode, urlEncode } from './bytes.ts';

/** A value of PHP's `parse_str`. Null: a name without `=`, which Redirection tells from an empty value. */
export type Value = string | null | Query;
export type Query = Map<string, Value>;

const MOST_PARAMETERS = 1_000;
const DEEPEST = 10;

/** The part behind the question mark; an escaped one, as in a pattern, counts as well. */
export function queryAfter(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return '';
  const escaped = url.indexOf('\\?');
  return escaped >= 0 && escaped < at ? url.slice(escaped + 2) : url.slice(at + 1);
}

/** PHP's `parse_str`. */
export function parseQuery(query: string): Query {
  const parsed: Query = new Map();
  const numbers: Numbers = new Map();
  for (const part of query.split('&', MOST_PARAMETERS)) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    store(parsed, urlDecode(name), urlDecode(value), numbers);
  }
  return parsed;
}

/** The number that `[]` gets next in each list. */
type Numbers = Map<Query, number>;

function store(parsed: Query, name: string, value: string, numbers: Numbers): void {
  const trimmed = name.replace(/^ +/, '').replace(/\0.*/s, '');
  const open = trimmed.indexOf('[');
  const isList = open > 0 && trimmed.includes(']', open);
  const base = (isList ? trimmed.slice(0, open) : trimmed.replace('[', '_')).replace(/[ .]/g, '_');
  if (base === '') return;
  const keys = [base];
  if (isList) {
    let rest = trimmed.slice(open);
    for (let found = /^\[([^\]]*)\]/.exec(rest); found; found = /^\[([^\]]*)\]/.exec(rest)) {
      keys.push(found[1] ?? '');
      rest = rest.slice(found[0].length);
    }
  }
  let place = parsed;
  for (const [i, key] of keys.entries()) {
    const own = key === '' ? String(numbers.get(place) ?? 0) : key;
    if (/^\d{1,9}$/.test(own)) numbers.set(place, Math.max(numbers.get(place) ?? 0, Number(own) + 1));
    if (i === keys.length - 1) place.set(own, value);
    else {
      const known = place.get(own);
      const inner: Query = known instanceof Map ? known : new Map();
      place.set(own, inner);
      place = inner;
    }
  }
}

/** The parameters of an address as Redirection compares them (5.4.2, `Red_Url_Query`). */
export interface Parameters {
  query: Query;
  /** Text to compare instead, where it has a question mark and no parameters. */
  exact: string | undefined;
}

export function readParameters(url: string): Parameters {
  const query = queryAfter(url);
  const parsed = parseQuery(query);
  for (const [key, value] of parsed) if (value === '' && !url.includes(`${key}=`)) parsed.set(key, null);
  for (const part of query === '' ? [] : query.split('&')) {
    const own = [...parseQuery(part).keys()].join('');
    const name = (part.split('=')[0] ?? '').replaceAll('+', ' ').replace(/\[|\]|%5B|%5D/g, '');
    const value = parsed.get(own);
    if (own === name || value === undefined) continue;
    parsed.delete(own);
    parsed.set(name, value);
  }
  return { query: parsed, exact: parsed.size === 0 && url.includes('?') ? query : undefined };
}

/** An address with its parameters, read once for all rules. */
export class AskedParameters {
  readonly #url: string;
  #asIs: { parameters: Parameters; after: string } | undefined;
  #lower: { parameters: Parameters; after: string } | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Some of what each rule has that the address may match; empty for a rule that wants nothing. */
  tokens(): Set<string> {
    // Two names that differ by their case are one in lower case.
    return new Set(['', ...[true, false].flatMap((lower) => tokensOf(this.#read(lower).parameters))]);
  }

  /**
   * Whether the address has the parameters of a rule.
   * @param isLoose it may have more
   */
  has(rule: Parameters, ignoreCase: boolean, isLoose: boolean): boolean {
    const { parameters, after } = this.#read(ignoreCase);
    if (rule.exact !== undefined)
      return ignoreCase ? toLower(after) === toLower(rule.exact) : after === rule.exact;
    const target = parameters.query;
    // Names differ in their letters' case at most: one too many is one that the rule does not have.
    if (isLoose ? target.size < rule.query.size : target.size !== rule.query.size) return false;
    if (countSame(rule.query, target, ignoreCase, 0) !== rule.query.size) return false;
    return (
      isLoose || (difference(rule.query, target).size === 0 && difference(target, rule.query).size === 0)
    );
  }

  #read(ignoreCase: boolean) {
    const read = (url: string) => ({ parameters: readParameters(url), after: queryAfter(url) });
    if (!ignoreCase) this.#asIs ??= read(this.#url);
    else this.#lower ??= read(toLower(this.#url));
    return (ignoreCase ? this.#lower : this.#asIs) as { parameters: Parameters; after: string };
  }
}

/** Texts that an address with these parameters has, one for each, in lower case. */
export const tokensOf = ({ query }: Parameters): string[] =>
  [...query].map(([key, value]) => toLower(typeof value === 'string' ? `${key}=${value}` : key));

function countSame(source: Query, target: Query, ignoreCase: boolean, depth: number): number {
  if (depth > DEEPEST) return 0;
  const sources = namesOf(source);
  const targets = namesOf(target);
  let count = 0;
  for (const [key, original] of sources) {
    const own = source.get(original);
    const other = target.get(targets.get(key) ?? '\0');
    if (!targets.has(key)) continue;
    if (own instanceof Map && other instanceof Map) {
      const same = countSame(own, other, ignoreCase, depth + 1);
      if (same === own.size && same > 0) count += 1;
    } else if (typeof own === 'string' && typeof other === 'string') {
      if (ignoreCase ? toLower(own) === toLower(other) : own === other) count += 1;
    } else if (own === null && other === null) count += 1;
  }
  return count;
}

const lowerNames = new WeakMap<Query, Map<string, string>>();

/** Names by their lower case: made once for an address that many rules are held to. */
function namesOf(query: Query): Map<string, string> {
  const known = lowerNames.get(query);
  if (known) return known;
  const names = new Map([...query.keys()].map((key) => [toLower(key), key]));
  lowerNames.set(query, names);
  return names;
}

function difference(source: Query, target: Query, depth = 0): Query {
  const found: Query = new Map();
  if (depth > DEEPEST) return found;
  for (const [key, value] of source) {
    const other = target.get(key);
    if (value instanceof Map && other instanceof Map) {
      const inner = difference(value, other, depth + 1);
      if (inner.size > 0) found.set(key, inner);
    } else if (value instanceof Map || other instanceof Map || other === undefined || other !== value)
      found.set(key, value);
  }
  return found;
}

/** The target with those parameters of the address that it has not itself (`Red_Url_Query::add_to_target`). */
export function passParameters(target: string, url: string): string {
  const own = readParameters(target).query;
  const asked = readParameters(url).query;
  const added: Query = new Map([...difference(own, asked), ...difference(asked, own)]);
  for (const [key, value] of own) if (value !== null) added.delete(key);
  return withParameters(target, added);
}

/** @param url to which the parameters are added; a fragment stays at its end */
export function withParameters(url: string, parameters: Query): string {
  let query = toText(parameters).replace(/%5B\d*%5D/g, '[]');
  for (const [key, value] of parameters) {
    if (value !== null) continue;
    const name = rawUrlEncode(key).replaceAll('%20', '+');
    query = query.replaceAll(`${name}=`, name);
  }
  query = query.replaceAll('%252B', '+');
  if (query === '') return url;
  const fragment = /#(.+)$/s.exec(url)?.[1];
  const plain = fragment === undefined ? url : url.replaceAll(`#${fragment}`, '');
  return `${plain}${plain.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** PHP's `http_build_query`. */
function toText(parameters: Query, prefix = ''): string {
  const parts: string[] = [];
  for (const [key, value] of parameters) {
    const name = prefix === '' ? urlEncode(key) : `${prefix}%5B${urlEncode(key)}%5D`;
    if (value instanceof Map) {
      const inner = toText(value, name);
      if (inner !== '') parts.push(inner);
    } else parts.push(`${name}=${urlEncode(value ?? '')}`);
  }
  return parts.join('&');
}
