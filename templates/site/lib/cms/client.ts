import { environment, siteConfig } from '@/site.config';
import { type CmsAnswer, diagnose } from './diagnosis';
import { GraphQLError, type GraphQLErrorEntry } from './errors';
import { inTurn } from './turns';

/** Milliseconds until a request is given up. WPGraphQL's slowest measured list of 100 full posts took 2.3 s. */
const TIMEOUT_MS = 30_000;
/** Answers that are worth another try: the CMS asks to slow down, or something in front of it failed. */
const RETRY_STATUS = new Set([429, 502, 503, 504]);
const RETRIES = 3;
const MAX_WAIT_MS = 20_000;

export interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
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
  { headers, signal }: RequestOptions = {},
): Promise<GraphQLBody<Data>> {
  const url = siteConfig.wordpress.graphqlUrl;
  const body = JSON.stringify({ query: document, variables });
  for (let attempt = 0; ; attempt++) {
    const started = performance.now();
    const { answer, retryAfter } = await inTurn(() => send(url, body, headers, signal));
    const status = 'status' in answer ? answer.status : 0;
    if (environment.DEBUG) log(name, performance.now() - started, answer);
    if (RETRY_STATUS.has(status) && attempt < RETRIES) {
      await sleep(Math.min(retryAfter ?? 500 * 2 ** attempt, MAX_WAIT_MS));
      continue;
    }
    const error = diagnose(url, answer);
    if (error) throw error;
    return JSON.parse((answer as { body: string }).body) as GraphQLBody<Data>;
  }
}

async function send(
  url: string,
  body: string,
  headers: Record<string, string> | undefined,
  signal: AbortSignal | undefined,
): Promise<{ answer: CmsAnswer; retryAfter?: number }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorization(), ...headers },
      body,
      cache: 'no-store',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const seconds = Number(response.headers.get('retry-after'));
    return {
      answer: {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        body: await response.text(),
      },
      ...(seconds > 0 ? { retryAfter: seconds * 1000 } : {}),
    };
  } catch (failure) {
    return { answer: { failure, timeoutMs: TIMEOUT_MS } };
  }
}

function authorization(): Record<string, string> {
  return environment.CMS_AUTHORIZATION ? { Authorization: environment.CMS_AUTHORIZATION } : {};
}

function log(name: string, ms: number, answer: CmsAnswer): void {
  const outcome = 'status' in answer ? `${answer.status} ${answer.body.length} bytes` : 'failed';
  console.log(`[cms] ${name} ${Math.round(ms)} ms ${outcome}`);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
