import { readLimited } from '../../base/read-limited.ts';
import { currentScope } from '../../base/request-scope.ts';
import { warnOnce } from '../../base/warn-once.ts';
import { environment, siteConfig } from '../../config/site.ts';
import { isCustomFieldError } from '../fields/custom-answer.ts';
import { settleCustomFieldErrors } from '../fields/custom-errors.ts';
import { GraphQLError, type GraphQLErrorEntry, type WordPressError } from '../model/errors.ts';
import { misshapen } from '../model/shape.ts';
import { logRequest } from '../snapshot/store.ts';
import { availability } from './availability.ts';
import { type CmsAnswer, diagnoseNetwork, diagnoseTransport } from './diagnosis.ts';
import { cmsFailure } from './failure.ts';
import { outsideRenders } from './outside-renders.ts';
import { forVisitor, type RetryPolicy } from './retry-policy.ts';
import { isSeoError, withoutSeoErrors } from './seo-errors.ts';
import { inTurn } from './turns.ts';

/** Milliseconds until a request is given up. WPGraphQL's slowest measured list of 100 full posts took 2.3 s. */
const TIMEOUT_MS = 30_000;
/** The same of a question for nothing, which WordPress answers in a tenth of a second, and where all its workers are busy in one or two. */
const PROBE_MS = 5_000;
/** A hundred full posts are some megabytes; what is larger is no answer to any question of ours. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** Answers that are worth another try: the CMS asks to slow down, or something in front of it failed. */
const RETRY_STATUS = new Set([429, 502, 503, 504]);

export interface RequestOptions {
  headers?: Record<string, string>;
  retryPolicy?: RetryPolicy;
}

export interface GraphQLBody<Data> {
  data?: Data | null;
  errors?: GraphQLErrorEntry[];
}

/**
 * Sends one GraphQL request to the CMS. Nothing but `read()` and the capability probe calls this.
 * @throws {WordPressError} when the CMS cannot be reached or does not answer as GraphQL
 * @throws {WordPressError} too when the answer has not the shape of the question
 * @throws {GraphQLError} when the answer carries errors, partial data included: a page made of half the data would replace
 *   a good one. Errors of an SEO plugin's fields and of the custom fields are the exception.
 * @throws {CustomFieldError} when such a field took its item along
 */
export async function request<Data>(
  name: string,
  document: string,
  variables: object,
  options: RequestOptions = {},
): Promise<Data> {
  const { data, errors } = await requestRaw<Data>(name, document, variables, options);
  const grave = withoutSeoErrors(errors ?? []).filter((error) => !isCustomFieldError(error));
  if (grave.length > 0 || !data) {
    const messages = grave.map((error) => error.message).join('; ') || 'no data';
    throw new GraphQLError(`The CMS could not answer ${name}: ${messages}`, grave);
  }
  return data;
}

/** Same as request(), but returns errors instead of throwing them. */
export async function requestRaw<Data>(
  name: string,
  document: string,
  variables: object,
  { headers, retryPolicy = forVisitor }: RequestOptions = {},
): Promise<GraphQLBody<Data>> {
  const body = JSON.stringify({ query: document, variables });
  const end = endOfWait(retryPolicy);
  for (let attempt = 0; ; attempt++) {
    await availability.assert();
    const outcome = await inTurn(() => availability.during(timed(name, () => send(body, headers, end))));
    const waitMs = Math.min(outcome.retryAfterMs ?? 500 * 2 ** attempt, retryPolicy.maxWaitMs);
    const hasTime = attempt < retryPolicy.retries && performance.now() + waitMs < end();
    if (hasTime && isWorthAnother(outcome, retryPolicy)) {
      if (retryPolicy.totalMs === Number.POSITIVE_INFINITY)
        sayWait(outcome, waitMs, retryPolicy.retries - attempt);
      await sleep(waitMs);
    } else if (outcome.error) throw outcome.error;
    else return readAnswer<Data>(name, document, outcome.answer.body);
  }
}

/**
 * A build that waits for minutes and prints nothing looks as if it hung. Short waits are not worth a word.
 * @param left tries that remain
 */
function sayWait({ error }: Outcome, waitMs: number, left: number): void {
  if (waitMs < 1_000) return;
  const why = (error?.message ?? 'The CMS does not answer').replace(/\. .*$/s, '');
  warnOnce(`[cms] ${why}. Trying again in ${Math.ceil(waitMs / 1000)} s; tries left: ${left}.`, why);
}

/**
 * Until when anybody waits for an answer, by performance.now(). It moves on where another visitor joins.
 */
function endOfWait({ totalMs }: RetryPolicy): () => number {
  const began = performance.now();
  const scope = currentScope();
  if (!scope) return () => began + totalMs;
  return () => Math.min(scope.until, began + TIMEOUT_MS);
}

/**
 * Asks for nothing, beside whatever waits for its turn.
 * @returns why WordPress did not answer; undefined when it did
 */
export async function probeAnswers(): Promise<WordPressError | undefined> {
  const { error } = await send(JSON.stringify({ query: '{ __typename }' }), undefined, nobodyWaits, PROBE_MS);
  return error;
}

const nobodyWaits = () => Number.POSITIVE_INFINITY;

/** @throws {WordPressError} when it has not the shape of the question; one with errors has no shape to hold it to */
function readAnswer<Data>(name: string, document: string, body: string): GraphQLBody<Data> {
  const answer = JSON.parse(body) as GraphQLBody<Data>;
  if (answer.errors?.some((error) => !isSeoError(error) && !isCustomFieldError(error))) return answer;
  settleCustomFieldErrors(answer.errors ?? [], answer.data);
  const fault = misshapen(document, answer.data);
  if (!fault) return answer;
  console.error(`[cms] Unexpected response to ${name}: ${fault}`);
  throw cmsFailure(siteConfig.wordpress.graphqlUrl, 'malformed');
}

/** Logs the duration of the request itself, without the wait for its turn. */
async function timed(name: string, ask: () => Promise<Outcome>): Promise<Outcome> {
  const started = performance.now();
  const outcome = await ask();
  const ms = performance.now() - started;
  logRequest({ name, ms, status: outcome.answer?.status });
  if (environment.DEBUG) log(name, ms, outcome);
  return outcome;
}

function isWorthAnother({ answer, error }: Outcome, { network }: RetryPolicy): boolean {
  // It would be as large again.
  if ((error?.details as { diagnosis?: string } | undefined)?.diagnosis === 'tooLarge') return false;
  return answer ? RETRY_STATUS.has(answer.status) : network;
}

/**
 * Asks WordPress's own front end for a path. HEAD: WordPress answers it before it renders its theme.
 * @param path below the address of the CMS
 * @returns the status, the Location of a permanent redirect, and when it was answered, in milliseconds since 1970
 * @throws {WordPressError} when it cannot be reached
 */
export async function requestHead(
  path: string,
): Promise<{ status: number; to: string | null; date: number | null }> {
  const url = siteConfig.wordpress.graphqlUrl.replace(/\/graphql$/, '') + path;
  try {
    const response = await inTurn(() =>
      outsideRenders(() =>
        fetch(url, {
          method: 'HEAD',
          redirect: 'manual',
          headers: authorization(),
          cache: 'no-store',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        }),
      ),
    );
    const { status, headers } = response;
    return {
      status,
      to: status === 301 || status === 308 ? headers.get('location') : null,
      date: dateOf(headers),
    };
  } catch (error) {
    throw cmsFailure(url, diagnoseNetwork(error));
  }
}

type Outcome = { retryAfterMs?: number } & (
  | { answer: CmsAnswer; error?: undefined }
  | { answer?: CmsAnswer; error: WordPressError }
);

/**
 * @param end when its turn comes later, nobody waits for the answer
 * @param timeoutMs after which it is given up
 */
async function send(
  body: string,
  headers: Record<string, string> | undefined,
  end: () => number,
  timeoutMs = TIMEOUT_MS,
): Promise<Outcome> {
  const url = siteConfig.wordpress.graphqlUrl;
  if (performance.now() > end()) return { error: cmsFailure(url, 'timeout') };
  try {
    const response = await outsideRenders(() =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...authorization(), ...headers },
        body,
        cache: 'no-store',
        // Followed, a POST would become a GET, and a preview's grant would go to whatever host is named.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const text = await readLimited(response, MAX_ANSWER_BYTES);
    if (text === null) return { error: cmsFailure(url, 'tooLarge') };
    const answer: CmsAnswer = {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: text,
      authorized: environment.CMS_AUTHORIZATION !== undefined,
    };
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
    const diagnosis = diagnoseTransport(answer);
    return diagnosis ? { answer, retryAfterMs, error: cmsFailure(url, diagnosis) } : { answer };
  } catch (error) {
    return { error: cmsFailure(url, diagnoseNetwork(error)) };
  }
}

/** A cache that has kept the answer says for how many seconds. */
function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date + (Number(headers.get('age')) || 0) * 1000;
}

/** Retry-After is a number of seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : undefined;
}

function authorization(): Record<string, string> {
  return environment.CMS_AUTHORIZATION ? { Authorization: environment.CMS_AUTHORIZATION } : {};
}

function log(name: string, ms: number, { answer }: Outcome): void {
  const what = answer ? `${answer.status} ${answer.body.length} bytes` : 'no answer';
  console.log(`[cms] ${name} ${Math.round(ms)} ms ${what}`);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
