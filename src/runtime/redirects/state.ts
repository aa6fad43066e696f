import { ofProcess } from '../base/of-process.ts';
import { warnOnce } from '../base/warn-once.ts';
import { isBuild, isDevelopment } from '../config/site.ts';
import { changedSince, siteCache } from '../wordpress/model/site-cache.ts';
import { tags } from '../wordpress/model/tags.ts';
import { keepRedirects, keptRedirects } from '../wordpress/snapshot/redirect-file.ts';
import { toRuleList } from './list.ts';
import { Rules } from './rules.ts';
import { emptyList } from './types.ts';

/** Between two questions, where the first was not answered. */
const AGAIN_MS = 10_000;
/** The same in development, where nobody tells of a change. */
const DEVELOPMENT_MS = 2_000;
/** Addresses that are known to have no rule, and characters of one. */
const MOST_PLAIN = 10_000;
const LONGEST_PLAIN = 300;

interface State {
  rules: Rules;
  /** Addresses without a rule: all that a page which is asked for again costs. */
  plain: Set<string>;
  /** When WordPress was last asked, in milliseconds since 1970; 0 for never. */
  askedAt: number;
  /** When it last did not answer, by performance.now(). */
  failedAt: number;
  /** Whether the list may be another one than WordPress has. */
  isDue: boolean;
  asking: Promise<void> | undefined;
}

const state = () =>
  ofProcess<State>('redirects', () => ({
    rules: new Rules(emptyList),
    plain: new Set(),
    askedAt: 0,
    failedAt: Number.NEGATIVE_INFINITY,
    isDue: false,
    asking: undefined,
  }));

/**
 * Takes the rules that this site has kept, and asks WordPress whether they are still the same. Where no plugin had rules, nothing is asked
 * unless WordPress has told of a change since the build: an earlier process may have ended before it was answered.
 */
export function openRules(): void {
  const kept = keptRedirects();
  if (kept) use(kept);
  // In development no build has asked.
  if (kept !== null) void refreshRules();
}

/**
 * The rules as they are known. When WordPress has told of a change they are asked for behind this request.
 */
export function rulesNow(): Rules {
  const now = state();
  now.isDue ||= changedSince([tags.redirects], now.askedAt);
  const isOld = isDevelopment && Date.now() - now.askedAt > DEVELOPMENT_MS;
  if ((now.isDue || isOld) && performance.now() - now.failedAt > AGAIN_MS) void refreshRules();
  return now.rules;
}

/** The same for what lists pages; in a build those that came with the content. */
export function rulesOfPages(): Rules {
  const now = state();
  const kept = isBuild && now.askedAt === 0 ? keptRedirects() : undefined;
  if (kept) use(kept);
  if (isBuild) now.askedAt = 1;
  return now.rules;
}

/** Whether it is known that no rule is about the address. @param note that it is so */
export function isWithoutRule(url: string, note = false): boolean {
  const { plain } = state();
  if (!note || url.length > LONGEST_PLAIN) return plain.has(url);
  if (plain.size >= MOST_PLAIN) plain.clear();
  plain.add(url);
  return true;
}

/**
 * Asks WordPress for the rules. Never throws: those that are known go on.
 */
export function refreshRules(): Promise<void> {
  const now = state();
  // An answer that is on its way may be older than what was said meanwhile.
  if (now.asking) now.isDue = true;
  now.asking ??= readRules().finally(() => {
    now.asking = undefined;
  });
  return now.asking;
}

async function readRules(): Promise<void> {
  const now = state();
  now.askedAt = Date.now();
  now.isDue = false;
  try {
    // Loaded with the first question, so that a start waits for nothing.
    const { askRedirects } = await import('../wordpress/redirect-list.ts');
    const json = await askRedirects(now.rules.list.digest);
    if (json !== null && isUnchanged(json)) return;
    const before = now.rules.list.digest;
    if (json === null) replace(new Rules(emptyList));
    else if (!use(json)) return;
    keepRedirects(json);
    // Lists may have been rendered meanwhile, by the rules before.
    if (now.rules.list.digest !== before) await siteCache()?.invalidate([], [tags.redirects]);
  } catch (error) {
    now.isDue = true;
    now.failedAt = performance.now();
    warnOnce(`[redirects] WordPress did not say its rules: ${(error as Error).message}`);
  }
}

/** @returns false where it is no list of rules */
function use(json: string): boolean {
  const said = parsed(json);
  const list = toRuleList(said);
  if (!list) {
    warnOnce(
      '[redirects] WordPress does not know this site’s secret: its redirects are not followed. Fix: npx create-headless-site connect',
    );
    return false;
  }
  const rules = new Rules(list);
  for (const { id, reason } of rules.left) warnOnce(`[redirects] left out: ${id} (${reason})`);
  replace(rules);
  return true;
}

function replace(rules: Rules): void {
  const now = state();
  now.rules = rules;
  now.plain = new Set();
}

const isUnchanged = (json: string) => (parsed(json) as { unchanged?: unknown } | null)?.unchanged === true;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
