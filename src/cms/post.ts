/** How a CMS is asked. */
export interface CmsAccess {
  /** Value of the Authorization header. Never printed. */
  authorization?: string | undefined;
  /** Milliseconds for one question, its redirects and the whole of its answer. */
  timeoutMs?: number;
}

/**
 * Sends one GraphQL document. Redirects come back as they are: fetch would turn the POST into a GET.
 * @throws {TypeError|DOMException} as fetch, for diagnoseNetwork()
 */
export function postGraphql(
  url: string,
  query: string,
  { authorization, signal }: { authorization?: string | undefined; signal: AbortSignal },
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(authorization ? { authorization } : {}),
    },
    body: JSON.stringify({ query }),
  });
}
