import { environment, siteConfig } from '@/site.config';
import { type CmsAnswer, diagnoseNetwork, diagnoseTransport } from './diagnosis';
import { GraphQLError, type GraphQLErrorEntry, type WordPressError } from './errors';
import { cmsFailure } from './failure';
import { inTurn } from './turns';

/** Milliseconds until a request is given up. WPGraphQL's slowest measured list of 100 full posts took 2.3 s. */
const TIMEOUT_MS = 30_000;
/** Answers that are worth another try: the CMS asks to slow down, or something in front of it failed. */
const RETRY_STATUS = new Set([429, 502, 503, 504]);
const RETRIES = 3;
const MAX_WAIT_MS = 20_000;

export interface RequestOptions {
  headers?: Record<string, string>;
}

export interface GraphQLBody<Data> {
  data?: Data | null;
  errors?: GraphQLErrorEntry[];
}

/**
 * Sends one GraphQL request to the CMS. Nothing but `read()` and the capability probe calls this.
 * @throws {WordPressError} when the CMS cannot be reached or does not answer as GraphQL
 * @throws {GraphQLError} when the answer carries errors, partial data included: a page made of half the data would
 *   replace a good one
 */
export async function request<Data>(
  name: string,
  document: string,
  variables: object,
  options: RequestOptions = {},
): Promise<Data> {
  const { data, errors } = await requestRaw<Data>(name, document, variables, options);
  if (errors?.length || !data) {
    const messages = errors?.map((error) => error.message).join('; ') || 'no data';
    throw new GraphQLError(`The CMS could not answer ${name}: ${messages}`, errors ?? []);
  }
  return data;
}

/** As request(), but hands errors back instead of throwing them. */
export async function requestRaw<Data>(
  name: string,
  document: string,
  variables: object,
  { headers }: RequestOptions = {},
): Promise<GraphQLBody<Data>> {
  const body = JSON.stringify({ query: document, variables });
  for (let attempt = 0; ; attempt++) {
    const started = performance.now();
    const outcome = await inTurn(() => send(body, headers));
    if (environment.DEBUG) log(name, performance.now() - started, outcome);
    if (RETRY_STATUS.has(outcome.answer?.status ?? 0) && attempt < RETRIES) {
      await sleep(Math.min(outcome.retryAfterMs ?? 500 * 2 ** attempt, MAX_WAIT_MS));
    } else if (outcome.error) {
      throw outcome.error;
    } else {
      return JSON.parse(outcome.answer.body) as GraphQLBody<Data>;
    }
  }
}

type Outcome = { retryAfterMs?: number } & (
  | { answer: CmsAnswer; error?: undefined }
  | { answer?: CmsAnswer; error: WordPressError }
);

async function send(body: string, headers: Record<string, string> | undefined): Promise<Outcome> {
  const url = siteConfig.wordpress.graphqlUrl;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorization(), ...headers },
      body,
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: CmsAnswer = {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: await response.text(),
      authorized: environment.CMS_AUTHORIZATION !== undefined,
    };
    const seconds = Number(response.headers.get('retry-after'));
    const retryAfterMs = seconds > 0 ? seconds * 1000 : undefined;
    const diagnosis = diagnoseTransport(answer);
    return diagnosis ? { answer, retryAfterMs, error: cmsFailure(url, diagnosis) } : { answer };
  } catch (error) {
    return { error: cmsFailure(url, diagnoseNetwork(error)) };
  }
}

function authorization(): Record<string, string> {
  return environment.CMS_AUTHORIZATION ? { Authorization: environment.CMS_AUTHORIZATION } : {};
}

function log(name: string, ms: number, { answer }: Outcome): void {
  const what = answer ? `${answer.status} ${answer.body.length} bytes` : 'no answer';
  console.log(`[cms] ${name} ${Math.round(ms)} ms ${what}`);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
