import * as z from 'zod';
import { CliError } from '../base/errors';
import { readLimited } from '../runtime/base/read-limited';
import { diagnoseNetwork, diagnoses } from '../runtime/wordpress/client/diagnosis';
import { line } from './line';
import type { CmsAccess } from './post';

/** The REST interface of a WordPress. */
export interface RestRoot {
  /** Where its paths begin: `https://example.com/wp-json/`, or `…/?rest_route=/` without permalinks. */
  url: string;
  /** The name of the WordPress, fit to be shown. */
  name: string;
  namespaces: readonly string[];
  /** Where a logged-in user makes an application password; undefined where WordPress has none, or names another host. */
  authorizeUrl: string | undefined;
}

export interface RestAnswer {
  status: number;
  /** The parsed JSON, or undefined for anything else. */
  body: unknown;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** First the address with permalinks, then the one that works without. */
const places = ['/wp-json/', '/?rest_route=/'];

const rootSchema = z.object({
  name: line.catch(''),
  namespaces: z.array(z.string()),
  authentication: z
    .object({
      'application-passwords': z.object({ endpoints: z.object({ authorization: z.url() }) }).optional(),
    })
    .optional()
    .catch(undefined),
});

/**
 * Finds the REST interface beside the GraphQL endpoint.
 * @throws {CliError} of kind `cms` where none answers
 */
export async function findRest(endpoint: string, access: CmsAccess): Promise<RestRoot> {
  const base = endpoint.replace(/\/graphql$/, '');
  for (const place of places) {
    const url = base + place;
    const { body } = await restRequest(url, '', access);
    const root = rootSchema.safeParse(body);
    if (!root.success) continue;
    return {
      url,
      name: root.data.name,
      namespaces: root.data.namespaces,
      authorizeUrl: ofHost(root.data.authentication?.['application-passwords']?.endpoints.authorization, url),
    };
  }
  throw new CliError('cms', `The REST API of WordPress does not answer at ${base}${places[0]}`, {
    fix: 'A security plugin or the web server keeps it from the public: allow /wp-json/companion/v1/ there.',
  });
}

/** It is opened in a browser, where somebody logs in: nothing but a page of this very WordPress. */
function ofHost(address: string | undefined, own: string): string | undefined {
  if (address === undefined || !/^https?:/.test(address)) return undefined;
  return new URL(address).hostname === new URL(own).hostname ? address : undefined;
}

/**
 * Sends one request and follows nothing: credentials are for this address.
 * @param root of findRest(), or an address of the same kind
 * @param path below it, without a slash in front
 * @throws {CliError} of kind `cms` when WordPress cannot be reached
 */
export async function restRequest(
  root: string,
  path: string,
  { authorization, timeoutMs = TIMEOUT_MS }: CmsAccess,
  request: { method?: 'POST' | 'DELETE'; json?: unknown; headers?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const { method = 'GET', json, headers } = request;
  try {
    const response = await fetch(root + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(authorization ? { authorization } : {}),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: parsed(await readLimited(response, MAX_BYTES)) };
  } catch (error) {
    const { problem, fix } = diagnoses[diagnoseNetwork(error)];
    throw new CliError('cms', problem.replace('%', root), { fix });
  }
}

/** A byte order mark, or what a plugin printed in front, is no reason to fail. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse((text ?? '').replace(/^[^{[]*/, ''));
  } catch {
    return undefined;
  }
}
