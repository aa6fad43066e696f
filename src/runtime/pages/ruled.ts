import { permanentRedirect, redirect } from 'next/navigation';
import { dependOn, read } from '../cms/read.ts';
import { getRedirects } from '../cms/redirect-list.ts';
import { lasting } from '../cms/strategy.ts';
import { tags } from '../cms/tags.ts';
import { hasPlatformCache } from '../config/site.ts';
import { toRuleList } from '../redirects/list.ts';
import { Rules } from '../redirects/rules.ts';
import { rulesOfPages } from '../redirects/state.ts';
import type { Outcome } from '../redirects/types.ts';

/**
 * Of items with addresses those that lead to what they name, and not away by a rule.
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
 * Follows the rules of WordPress's plugins on a page, where a platform answers with pages and no process of ours stands before them. A
 * page knows no query and says 307 or 308; elsewhere `redirects/stand.ts` has done all of it before.
 * @param path as it was asked for
 * @param isMissing nothing lives there
 * @returns null where no rule is about the address, an address to show in its place, or that it is gone
 * @throws Next's redirect
 */
export async function followRule(
  path: string,
  isMissing: boolean,
): Promise<Exclude<Outcome, { kind: 'redirect' }> | null> {
  if (!hasPlatformCache) return null;
  const rules = await platformRules();
  const outcome = isMissing ? rules?.findMissing(path) : rules?.find(path);
  if (outcome?.kind !== 'redirect') return outcome ?? null;
  const isLasting = outcome.status === 301 || outcome.status === 308;
  return isLasting ? permanentRedirect(outcome.to) : redirect(outcome.to);
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
