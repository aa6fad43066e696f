import { isRecord } from '../base/is-record.ts';
import type { Rule, RuleList } from './types.ts';

const kinds = ['exact', 'contains', 'start', 'end', 'regex'] as const;
const queries = ['exact', 'exactorder', 'ignore', 'pass', 'append'] as const;

/**
 * Reads what the companion plugin says, or what this site has kept of it.
 * @returns null where it is no list; a rule that cannot be read is left out
 */
export function toRuleList(said: unknown): RuleList | null {
  if (!isRecord(said) || typeof said.digest !== 'string' || !Array.isArray(said.rules)) return null;
  return {
    digest: said.digest,
    hosts: Array.isArray(said.hosts) ? said.hosts.map(toHost) : [],
    origin: text(said.origin),
    folder: text(said.folder),
    rules: said.rules.flatMap((rule) => toRule(rule) ?? []),
  };
}

function toRule(said: unknown): Rule | null {
  if (!isRecord(said) || typeof said.id !== 'string' || typeof said.from !== 'string') return null;
  const status = said.status ?? 301;
  if (typeof status !== 'number' || !(status === 0 || status === 200 || (status >= 300 && status < 600)))
    return null;
  return {
    id: said.id,
    from: said.from,
    kind: kinds.find((kind) => kind === said.kind) ?? 'exact',
    of: said.of === 'path' ? 'path' : 'address',
    ignoreCase: said.ignoreCase === true,
    ignoreSlash: said.ignoreSlash === true,
    query: queries.find((query) => query === said.query) ?? 'exact',
    to: text(said.to),
    status,
    fill: said.fill === 'whole' ? 'whole' : 'replace',
    missing: said.missing === true,
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The host of parsed addresses: `münchen.example` is `xn--mnchen-3ya.example` there. */
function toHost(said: unknown): string {
  const url = `https://${text(said)}`;
  return URL.canParse(url) ? new URL(url).host : '';
}
