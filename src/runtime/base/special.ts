/** Which requests are Next's to answer, because its answer may differ from the one that everybody gets. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { isWithoutPage } from './own-routes.ts';

/** The parts of a request, besides its address, that decide in Next's routing, the owner's redirects, headers, rewrites and proxy. */
export interface Routing {
  /** Headers by which it decides, and the value that counts. */
  headers: [name: string, value: RegExp | undefined][];
  cookies: string[];
  /** Names in the query by which it decides. */
  queries: string[];
  byHost: boolean;
  /** Paths that the proxy sees whoever asks. */
  proxied: RegExp[];
}

/** Next's own, whatever may change an answer, and what says that the request has a body. */
const specialHeader =
  /^(rsc|range|expect|upgrade|transfer-encoding|content-(length|type|encoding)|next-.*|x-(nextjs|next|middleware|matched|invoke|prerender|now)-.*)$/;
/** Draft mode's. No other cookie is looked at: visitors with those of an analytics service see the same page. */
export const previewCookie = /__(prerender_bypass|next_preview_data)/;
/** Longer addresses lead nowhere as a rule. */
const LONGEST_ADDRESS = 2_000;

/** @returns whether the request is a plain question for a page, for which everybody gets the same answer */
export function isSameForAll({ method, url, headers }: IncomingMessage, routing: Routing): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !isAddress(url)) return false;
  if (hasSpecialName(queryOf(url), routing.queries)) return false;
  for (const name in headers) if (specialHeader.test(name)) return false;
  const { cookie } = headers;
  if (cookie && (previewCookie.test(cookie) || routing.cookies.some((name) => cookie.includes(name))))
    return false;
  return !routing.headers.some(([name, value]) => {
    const sent = headers[name];
    return sent !== undefined && (!value || value.test(String(sent)));
  });
}

/** No whole address, in which a host is named. */
function isAddress(url: string | undefined): url is string {
  return (
    url !== undefined &&
    url.length <= LONGEST_ADDRESS &&
    !isWithoutPage(url) &&
    /^\/(?!\/)[^?#\\]*(?:\?[^#\\]*)?$/.test(url)
  );
}

/** @returns what stands behind the question mark; undefined without one */
function queryOf(url = ''): string | undefined {
  const at = url.indexOf('?');
  return at === -1 ? undefined : url.slice(at + 1);
}

/** Next's own names begin with an underscore, or as `nxtP` does. */
const hasSpecialName = (query: string | undefined, special: readonly string[]): boolean =>
  query !== undefined &&
  [...new URLSearchParams(query).keys()].some((name) => /^(_|nxt)/.test(name) || special.includes(name));

/**
 * The key of a request's answer. A stored page is the same whatever the query says, such as that of a newsletter's link. The host
 * is part of the key only where the routing says so, because anybody can name any host.
 */
export function addressOf({ url = '/', headers }: IncomingMessage, routing: Routing): string {
  const [path = '/'] = url.split('?', 1);
  return routing.byHost ? `${headers.host ?? ''} ${path}` : path;
}

interface Condition {
  type: string;
  key?: string;
  value?: string;
}

/**
 * @param build folder `.next`
 * @throws {Error} where it says something that is not known
 */
export function readRouting(build: string): Routing {
  const routes = readJson(build, 'routes-manifest.json');
  if (routes.i18n) throw new Error('routes-manifest.json has i18n');
  const matchers = matchersOf(build);
  const rewrites = Array.isArray(routes.rewrites)
    ? [routes.rewrites]
    : Object.values(recordOf(routes.rewrites));
  const rules = [routes.redirects, routes.headers, ...rewrites].flatMap(listOf);
  const conditions = [...rules, ...matchers].flatMap(({ has, missing }) => [
    ...conditionsIn(has),
    ...conditionsIn(missing),
  ]);
  const ofType = (type: string) => conditions.filter((condition) => condition.type === type);
  return {
    headers: ofType('header').map(({ key = '', value }) => [
      key.toLowerCase(),
      value === undefined ? undefined : new RegExp(`^${value}$`),
    ]),
    cookies: ofType('cookie').map(({ key = '' }) => key),
    queries: ofType('query').map(({ key = '' }) => key),
    byHost: ofType('host').length > 0,
    proxied: matchers.filter(seesPlain).map(({ regexp }) => new RegExp(String(regexp))),
  };
}

/** The matchers of the proxy. */
function matchersOf(build: string): Rule[] {
  const functions = recordOf(readJson(build, 'server/functions-config-manifest.json').functions);
  const middleware = recordOf(readJson(build, 'server/middleware-manifest.json').middleware);
  const proxies = [functions['/_middleware'], ...Object.values(middleware)].filter(Boolean);
  return proxies.flatMap((proxy) => listOf(recordOf(proxy).matchers));
}

/** Not where a header or cookie has to be there: a request that has it is not plain. */
const seesPlain = ({ has }: Rule) =>
  !conditionsIn(has).some(({ type }) => type === 'header' || type === 'cookie');

type Rule = Record<string, unknown>;

const conditionsIn = (list: unknown): Condition[] =>
  list === undefined ? [] : (listOf(list) as unknown as Condition[]);

function listOf(list: unknown): Rule[] {
  if (!Array.isArray(list)) throw new Error('a manifest has another form');
  return list;
}

function recordOf(value: unknown): Rule {
  if (typeof value !== 'object' || value === null) throw new Error('a manifest has another form');
  return value as Rule;
}

const readJson = (build: string, name: string): Rule =>
  recordOf(JSON.parse(readFileSync(path.join(build, name), 'utf8')));
