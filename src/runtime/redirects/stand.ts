import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeNext } from '../base/before-next.ts';
import { BELOW_OWN_FOLDERS, NEXT_AND_API } from '../base/own-routes.ts';
import { previewCookie } from '../base/special.ts';
import { countHits } from './hits.ts';
import { isOwnersRedirect } from './owners.ts';
import { StepBudget } from './pattern-run.ts';
import { isWithoutRule, openRules, rulesNow } from './state.ts';
import type { Outcome } from './types.ts';

/** The bundler's files and the routes of the runtime: a rule is not even about what is missing there. */
const never = new RegExp(`^/(?:${NEXT_AND_API})`);
/** This site's own folders: what stands there wins, and a rule is about the rest, such as `/sitemap/` of the site before. */
const own = new RegExp(`^/(?:${BELOW_OWN_FOLDERS})`);
/** Parameter that Next's router adds to an address. */
const ofRouter = /([?&])_rsc=[^&]*(&|$)/;

/**
 * Nothing lives here: the site tells from the length of a slug, without a question to the CMS, and makes one not-found page for all
 * rules. The dot keeps Next from adding a slash.
 */
const NOWHERE = `/${'-'.repeat(250)}.`;

/**
 * Follows the rules of WordPress's plugins before Next looks at a request. Here and not in the proxy, which would run for each
 * page, nor on a page, which can say 307 and 308 and nothing else. It holds for `next start`, for `server.js` of a standalone build and for
 * development.
 */
export function followRules(): void {
  openRules();
  beforeNext('redirects', (request, response, next) => (answer(request, response) ? undefined : next()));
}

/** @returns whether the request is answered; it may be about another address afterwards */
export function answer(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '/', headers } = request;
  const rules = rulesNow();
  if (rules.size === 0 || isWithoutRule(url) || (method !== 'GET' && method !== 'HEAD')) return false;
  // A preview shows the page itself.
  if (
    !url.startsWith('/') ||
    never.test(url) ||
    previewCookie.test(headers.cookie ?? '') ||
    isOwnersRedirect(url)
  )
    return false;
  const asked = url.replace(ofRouter, (_, before: string, after: string) => (after === '' ? '' : before));
  const isOwn = own.test(url);
  const budget = new StepBudget();
  const outcome = rules.find(asked, budget);
  if (outcome && !isOwn) return follow(outcome, request, response);
  const missing = outcome ?? rules.findMissing(asked, budget);
  if (missing) whereMissing(missing, response);
  else isWithoutRule(url, true);
  return false;
}

function follow(outcome: Outcome, request: IncomingMessage, response: ServerResponse): boolean {
  if (outcome.kind !== 'error') countHits(outcome.ids);
  if (outcome.kind === 'redirect') {
    response.writeHead(outcome.status, headersOf(outcome.to)).end();
    return true;
  }
  if (outcome.kind === 'show') request.url = outcome.path;
  else {
    request.url = NOWHERE;
    withStatus(outcome, response);
  }
  return false;
}

/**
 * Rules change, and who has kept an answer would not hear of it: it is asked for each time. Next says the same of nothing else
 * here, so that nginx keeps none either.
 */
const headersOf = (to: string) => ({ Location: to, 'Cache-Control': 'public, max-age=0, must-revalidate' });

/** The not-found page with the status of a rule. */
function withStatus({ status, ids }: Extract<Outcome, { kind: 'error' }>, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = ((said: number, ...rest: unknown[]) => {
    if (said === 404) countHits(ids);
    return writeHead(said === 404 ? status : said, ...rest);
  }) as ServerResponse['writeHead'];
}

/** Takes the place of Next's answer if that is a 404. */
function whereMissing(outcome: Outcome, response: ServerResponse): void {
  if (outcome.kind === 'error') withStatus(outcome, response);
  if (outcome.kind !== 'redirect') return;
  const { ids, status, to } = outcome;
  const { write, end, writeHead } = response;
  let isReplaced = false;
  const decide = (said: number) => {
    if (isReplaced || said !== 404 || response.headersSent) return isReplaced;
    isReplaced = true;
    countHits(ids);
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    writeHead.call(response, status, headersOf(to));
    Reflect.apply(end, response, []);
    return true;
  };
  response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    return decide(args[0] as number) ? this : Reflect.apply(writeHead, this, args);
  } as ServerResponse['writeHead'];
  response.write = function (this: ServerResponse, ...args: unknown[]) {
    return decide(this.statusCode) || Reflect.apply(write, this, args);
  } as ServerResponse['write'];
  response.end = function (this: ServerResponse, ...args: unknown[]) {
    return decide(this.statusCode) ? this : Reflect.apply(end, this, args);
  } as ServerResponse['end'];
}
