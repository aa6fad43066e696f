import {
  type Diagnosis,
  diagnoseNetwork,
  diagnoseProbe,
  diagnoses,
} from '../../templates/site/lib/cms/diagnosis';
import { CliError } from '../cli/errors';
import { toCandidates } from './url';

export interface ProbeOptions {
  /** Value of the Authorization header. Never printed. */
  authorization?: string | undefined;
  timeoutMs?: number;
}

export type ProbeResult = { endpoint: string } | { endpoint: string; diagnosis: Diagnosis };

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
const MAX_BODY = 100_000;

/**
 * Finds the working GraphQL endpoint behind what the user gave.
 * @returns the endpoint
 * @throws {CliError} of kind `cms`, with what is wrong and the cure
 */
export async function findEndpoint(address: string, options: ProbeOptions): Promise<string> {
  const results: ProbeResult[] = [];
  for (const candidate of toCandidates(address)) {
    const result = await probe(candidate, options);
    if (!('diagnosis' in result)) return result.endpoint;
    results.push(result);
    // Only a host that does not speak this scheme is worth a second try.
    if (result.diagnosis !== 'refused' && result.diagnosis !== 'tls') break;
  }
  const failed = (results.find(({ endpoint }) => endpoint.startsWith('https:')) ?? results[0]) as {
    endpoint: string;
    diagnosis: Diagnosis;
  };
  const { problem, cure } = diagnoses[failed.diagnosis];
  throw new CliError('cms', problem.replace('%', failed.endpoint), {
    details: [cure],
  });
}

/** Asks one endpoint for `{__typename}`. Redirects are followed by hand: fetch would turn the POST into a GET. */
export async function probe(endpoint: string, options: ProbeOptions): Promise<ProbeResult> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  let url = endpoint;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      // Credentials stay with the host they were meant for.
      const authorization = new URL(url).host === new URL(endpoint).host ? options.authorization : undefined;
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(authorization ? { authorization } : {}),
        },
        body: JSON.stringify({ query: '{__typename}' }),
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url).href;
        if (/\/wp-login\.php/.test(url)) return { endpoint, diagnosis: 'authentication' };
        continue;
      }
      const diagnosis = diagnoseProbe({
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        body: (await response.text()).slice(0, MAX_BODY),
        authorized: authorization !== undefined,
      });
      if (diagnosis) return { endpoint, diagnosis };
      const final = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
      return final.endsWith('/graphql') ? { endpoint: final } : { endpoint, diagnosis: 'html' };
    }
    return { endpoint, diagnosis: 'html' };
  } catch (error) {
    return { endpoint, diagnosis: diagnoseNetwork(error) };
  }
}
