import './in-order.ts';
import { after } from 'next/server';
import { version } from '../base/version.ts';
import { environment, pageTemplates, siteConfig, slashOfBuild } from '../config/site.ts';
import { readJson } from '../pages/json-body.ts';
import { refreshRules } from '../redirects/state.ts';
import { MAX_BODY, type ReportedChange, readBody, tellsOfHidden } from '../revalidate/body.ts';
import { noteWord } from '../revalidate/catch-up.ts';
import { CommentPace } from '../revalidate/comment-pace.ts';
import { runAfter, runBefore } from '../revalidate/hooks.ts';
import { lookUp, TIMEOUT_BESIDE_HIDDEN_MS } from '../revalidate/look-up.ts';
import { hidesItem, planChange, renderOrder } from '../revalidate/plan.ts';
import { updateHostedIndex } from '../search/hosted-index.ts';
import { availability } from '../wordpress/client/availability.ts';
import { inBackground } from '../wordpress/client/deadline.ts';
import { handleApiError } from '../wordpress/model/errors.ts';
import { invalidate } from '../wordpress/model/invalidate.ts';
import { siteCache } from '../wordpress/model/site-cache.ts';
import { tags } from '../wordpress/model/tags.ts';

/**
 * The CMS says which paths changed. An update is refreshed behind the next visitor, what appeared or went away is
 * dropped at once. The order of the checks is fixed: content type, size, JSON, secret, paths.
 */
export async function POST(request: Request): Promise<Response> {
  const json = await readJson(request, MAX_BODY);
  if (!json.ok) return answer({ error: json.error }, json.status);
  const secrets = [siteConfig.wordpress.revalidateSecret, environment.REVALIDATION_SECRET_PREVIOUS];
  const body = readBody(
    json.value,
    secrets.filter((secret): secret is string => Boolean(secret)),
  );
  if (!body.ok)
    return answer({ error: body.error }, body.status, {
      ...(body.authenticated ? ours : {}),
      ...(body.supports ? { 'webhook-supports': 'wildcard' } : {}),
    });
  availability.heard();
  try {
    const changes = body.changes.map(({ path, event }) => ({ path, event }));
    await runBefore(changes);
    const timeoutMs = body.changes.some(tellsOfHidden) ? TIMEOUT_BESIDE_HIDDEN_MS : undefined;
    // A platform may end the process behind the answer.
    const due = siteCache() ? pace.take(body.changes) : body.changes;
    const { plans, stale, isTold, unwritten } = await apply(due, timeoutMs);
    if (isTold && !unwritten) {
      word = body.changed ?? word;
      await noteWhole();
    }
    if (stale.has(tags.redirects)) after(() => inBackground(refreshRules));
    // Behind the answer: the CMS does not wait for Algolia.
    after(() => inBackground(() => updateHostedIndex(changes)));
    after(() => inBackground(() => runAfter(changes)));
    const paths = body.changes.map(({ path }) => path);
    const needsBuild = plans.filter((plan) => plan.needsBuild).map(({ path }) => path);
    const done = { revalidated: true, paths, ...(needsBuild.length > 0 ? { static: needsBuild } : {}) };
    // It counts here, and other instances may show what was hidden: it is to be sent again.
    if (!isTold) return answer({ ...done, error: NOT_TOLD }, 503, { ...ours, 'Retry-After': RETRY_SECONDS });
    return answer({ ...done, ...(unwritten ? { warning: unwritten } : {}) }, 200, ours);
  } catch (error) {
    const { error: message } = handleApiError(error);
    return answer({ error: message }, 500, ours);
  }
}

/** Finds out what changes touch, and has the cache drop it or render it again. */
async function apply(changes: readonly ReportedChange[], timeoutMs?: number) {
  const found = await Promise.all(
    changes.map(async (change) => ({ change, known: await lookUp(change, timeoutMs) })),
  );
  const withHidden = found.some(({ change, known }) => hidesItem(change, known));
  const plans = found.map(({ change, known }) => ({
    ...planChange(change, known, siteConfig, withHidden),
    path: change.path,
  }));
  const stale = new Set(plans.flatMap((plan) => plan.stale));
  const expire = new Set(plans.flatMap((plan) => plan.expire));
  return { plans, stale, ...(await invalidate(expire, stale, renderOrder(changes))) };
}

/** The word that came with the latest change that is told and written. */
let word: string | undefined;

const pace = new CommentPace(async (paths) => {
  const { isTold, unwritten } = await apply(
    paths.map((path) => ({ path, event: 'update', hasComments: true })),
  );
  if (isTold && !unwritten) await noteWhole();
  return isTold;
});

/** A process that is killed while comments are held has not noted the word, so the next start renders all pages again. */
async function noteWhole(): Promise<void> {
  if (word !== undefined && !pace.isHolding) await noteWord(word);
}

const RETRY_SECONDS = '5';
const NOT_TOLD =
  'The change counts on one instance of the site. Redis or another instance does not answer, so not all know of it: send it again.';

/**
 * Says what answers to a CMS that knows the secret, and to nobody else: its dashboard shows the version, its editor the templates, and
 * both know by the slash when the site has to be built again.
 */
const ours = {
  'X-Headless-Site': version,
  'X-Headless-Templates': pageTemplates,
  'X-Headless-Slash': slashOfBuild,
};

function answer(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}
