import { CliError } from '../base/errors';
import { readLimited } from '../runtime/base/read-limited';
import {
  type Diagnosis,
  diagnoseNetwork,
  diagnoseProbe,
  diagnoses,
} from '../runtime/wordpress/client/diagnosis';
import { type CmsAccess, postGraphql } from './post';
import { lookCloser } from './second-look';
import { toCandidates } from './url';

export type ProbeResult = { endpoint: string } | { endpoint: string; diagnosis: Diagnosis };

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
/** Limit for an answer to `{__typename}`, debug output of plugins included. A home page that answers instead is smaller, too. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Finds the working GraphQL endpoint behind what the user gave.
 * @returns the endpoint
 * @throws {CliError} of kind `cms`, with what is wrong and the fix
 */
export async function findEndpoint(address: string, access: CmsAccess): Promise<string> {
  const results: ProbeResult[] = [];
  for (const candidate of toCandidates(address)) {
    const result = await probe(candidate, access);
    if (!('diagnosis' in result)) return result.endpoint;
    results.push(result);
    // Only a host that does not speak this scheme is worth a second try.
    if (result.diagnosis !== 'refused' && result.diagnosis !== 'tls') break;
  }
  // The likeliest address comes first, but one that something answers at says more.
  const failed = (results.find((result) => 'diagnosis' in result && result.diagnosis !== 'refused') ??
    results[0]) as {
    endpoint: string;
    diagnosis: Diagnosis;
  };
  const { problem, fix } = diagnoses[failed.diagnosis];
  throw new CliError('cms', problem.replace('%', failed.endpoint), {
    details: [fix],
  });
}

/** Asks one endpoint for `{__typename}`; where no GraphQL is, looks once more for the reason. */
export async function probe(endpoint: string, access: CmsAccess): Promise<ProbeResult> {
  const result = await probeEndpoint(endpoint, access);
  if (!('diagnosis' in result) || (result.diagnosis !== 'notFound' && result.diagnosis !== 'html')) {
    return result;
  }
  return { endpoint, diagnosis: (await lookCloser(endpoint, access)) ?? result.diagnosis };
}

async function probeEndpoint(endpoint: string, access: CmsAccess): Promise<ProbeResult> {
  const signal = AbortSignal.timeout(access.timeoutMs ?? TIMEOUT_MS);
  let url = endpoint;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const authorization = mayHaveCredentials(endpoint, url) ? access.authorization : undefined;
      const response = await postGraphql(url, '{__typename}', { authorization, signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url).href;
        if (/\/wp-login\.php/.test(url)) return { endpoint, diagnosis: 'authentication' };
        continue;
      }
      const body = await readLimited(response, MAX_BYTES);
      if (body === null) return { endpoint, diagnosis: 'tooLarge' };
      const diagnosis = diagnoseProbe({
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        body,
        authorized: authorization !== undefined,
      });
      if (diagnosis) return { endpoint, diagnosis };
      const final = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
      return final.endsWith('/graphql') ? { endpoint: final } : { endpoint, diagnosis: 'redirects' };
    }
    return { endpoint, diagnosis: 'redirectLoop' };
  } catch (error) {
    return { endpoint, diagnosis: diagnoseNetwork(error) };
  }
}

/** Credentials stay with the host they were meant for, and never leave encryption. */
function mayHaveCredentials(meantFor: string, url: string): boolean {
  const [from, to] = [new URL(meantFor), new URL(url)];
  return to.host === from.host && (to.protocol === 'https:' || from.protocol === 'http:');
}
