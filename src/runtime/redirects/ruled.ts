import { hasPlatformCache } from '../config/site.ts';
import { dependOn, read } from '../wordpress/client/read.ts';
import { lasting } from '../wordpress/model/strategy.ts';
import { tags } from '../wordpress/model/tags.ts';
import { getRedirects } from '../wordpress/redirect-list.ts';
import { toRuleList } from './list.ts';
import { Rules } from './rules.ts';
import { rulesOfPages } from './state.ts';
import type { Outcome } from './types.ts';

/**
 * @returns the items whose address leads to them, and not away by a rule
 * @param items of a list that is made again when rules change, because of this
 */
export async function withoutRuled<Item extends { url: string }>(items: readonly Item[]): Promise<Item[]> {
  const rules = hasPlatformCache ? await platformRules() : rulesOfPages();
  if (!rules || rules.list.digest === '') return [...items];
  if (!hasPlatformCache) await dependOn(tags.redirects);
  return items.filter(({ url }) => {
    const outcome = rules.find(new URL(url).pathname);
    return outcome === null || outcome.kind === 'show';
  });
}

/** Made once for a list: each page would compile all patterns. */
let latest: { json: string; rules: Rules } | undefined;

/**
 * The outcome of a plugin's rule for an address, where a platform answers with pages and no process of this runtime stands before
 * them. A page knows no query and says 307 or 308; elsewhere `redirects/stand.ts` has done all of it before.
 * @param path as it was asked for
 */
export async function ruleOf(path: string): Promise<Outcome | null> {
  return hasPlatformCache ? ((await platformRules())?.find(path) ?? null) : null;
}

async function platformRules(): Promise<Rules | null> {
  const { redirects } = await read({
    operation: getRedirects,
    variables: {},
    tags: [tags.redirects],
    strategy: lasting,
  });
  return redirects === null ? null : rulesOf(redirects);
}

function rulesOf(json: string): Rules | null {
  if (latest?.json === json) return latest.rules;
  const list = toRuleList(JSON.parse(json));
  if (!list) return null;
  latest = { json, rules: new Rules(list) };
  return latest.rules;
}
