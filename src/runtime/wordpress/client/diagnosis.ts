/** Faults of a CMS, in words, and their fixes. `%` stands for the address. The CLI reads this table too. */
export const diagnoses = {
  dns: {
    problem: 'The name of the host is not known: %',
    fix: 'Check the spelling of the address, and that this machine can resolve it.',
  },
  refused: {
    problem: 'Nothing answers at %',
    fix: 'Check that the web server runs, and the port in the address.',
  },
  tls: {
    problem: 'The certificate of the CMS is not accepted: %',
    fix: 'Use a certificate that is valid for this host. For a self-signed one, set NODE_EXTRA_CA_CERTS to its file.',
  },
  timeout: {
    problem: 'No answer in time from %',
    fix: 'Check that the host is reachable from here: firewall, VPN, a sleeping server.',
  },
  notFound: {
    problem: 'There is no GraphQL endpoint at % (404)',
    fix: 'Activate the WPGraphQL plugin, then save Settings > Permalinks once (any structure but "Plain").',
  },
  html: {
    problem: 'A web page, not GraphQL, answers at %',
    fix: 'The rewrite rules are stale or WPGraphQL is not active: activate it, then save Settings > Permalinks once.',
  },
  comingSoon: {
    problem: 'A coming-soon or maintenance page answers in place of GraphQL at %',
    fix: 'Turn that mode off in the plugin that shows the page, or let it pass the address /graphql.',
  },
  rewrites: {
    problem: 'WordPress has WPGraphQL, but not at %',
    fix: 'Choose any structure but "Plain" under Settings > Permalinks and save it once; behind Apache mod_rewrite must be on.',
  },
  noWpgraphql: {
    problem: 'WordPress answers, but not its plugin WPGraphQL, at %',
    fix: 'Install and activate WPGraphQL. Where it is active, its endpoint must be "graphql": GraphQL > Settings.',
  },
  contentType: {
    problem: 'The header Content-Type of our request does not arrive at % (415)',
    fix: 'Let `Content-Type: application/json` pass: a proxy, firewall or plugin in front of WPGraphQL changes it.',
  },
  notGraphql: {
    problem: 'The answer from % is JSON, but not a GraphQL answer',
    fix: 'Give the GraphQL endpoint of WordPress; WPGraphQL shows it under GraphQL > Settings.',
  },
  noFrontPage: {
    problem: 'WPGraphQL says that nothing is at the front page of %',
    fix: 'See whether WordPress itself shows it, and repair its database where it does not; choose a page that is published under Settings > Reading.',
  },
  printedBefore: {
    problem: 'Something is printed before the answer of GraphQL, at %',
    fix: 'A plugin, the theme or PHP prints it: a warning, or the byte order mark of a PHP file. Set WP_DEBUG_DISPLAY to false, and turn plugins off one by one until it is gone.',
  },
  otherGraphql: {
    problem: 'A GraphQL server answers at %, but it is not WPGraphQL',
    fix: 'Give the address of the WordPress whose plugin WPGraphQL is active.',
  },
  restricted: {
    problem: 'WPGraphQL answers nobody but logged-in users at %',
    fix: 'Turn off "Restrict Endpoint to Authenticated Users" under GraphQL > Settings, or set CMS_AUTHORIZATION in the environment, for example to `Basic <base64 of user:application password>`, of a user with the role Subscriber.',
  },
  introspection: {
    problem: 'The CMS refuses introspection, and with it even the question for `__typename`, at %',
    fix: 'Let `__typename` pass in the plugin or firewall that guards GraphQL. Nothing else of introspection is needed.',
  },
  authentication: {
    problem: 'The CMS asks for authentication at %',
    fix: 'Set CMS_AUTHORIZATION in the environment (the value of the Authorization header), or lift the password protection of the host.',
  },
  forbidden: {
    problem: 'Requests are forbidden (403) at %',
    fix: 'A firewall, CDN or security plugin in front of WordPress is the usual cause: let POST requests to this address pass. Where it wants a password, set CMS_AUTHORIZATION in the environment.',
  },
  rejected: {
    problem: 'The CMS does not accept the authentication that CMS_AUTHORIZATION gives, at %',
    fix: 'Check its value, for example `Basic <base64 of user:application password>`.',
  },
  overloaded: {
    problem: 'The CMS is overloaded or in maintenance at %',
    fix: 'Try again in a minute.',
  },
  redirects: {
    problem: 'The CMS sends requests on to another address, from %',
    fix: 'Use the final URL; check https, www and the trailing slash.',
  },
  redirectLoop: {
    problem: 'The redirects have no end at %',
    fix: 'Break the redirect loop between http and https, or with and without www: Settings > General, the web server, the CDN.',
  },
  tooLarge: {
    problem: 'The answer of the CMS is too large to be one, from %',
    fix: 'Check that the address is the GraphQL endpoint, and that no plugin adds to its answers.',
  },
  serverError: {
    problem: 'The CMS fails with an internal error at %',
    fix: 'Check the WordPress error log; the usual causes are a plugin or the PHP memory limit.',
  },
  malformed: {
    problem: 'WordPress answers, but not what was asked, at %',
    fix: 'Check the WordPress error log; the usual causes are a plugin that changes GraphQL answers, a full disk or a broken database.',
  },
  unknown: {
    problem: 'The CMS could not be asked at %',
    fix: 'Check that the address opens from this machine.',
  },
} as const satisfies Record<string, { problem: string; fix: string }>;

export type Diagnosis = keyof typeof diagnoses;

const networkCodes: Record<string, Diagnosis> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  UND_ERR_SOCKET: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  EPROTO: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
};

/** Code of a fetch error: `ECONNREFUSED`; empty where it has none. */
export function networkCode(error: unknown): string {
  const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } }).cause;
  return cause?.code ?? cause?.errors?.[0]?.code ?? '';
}

/** Diagnosis of a failed fetch. Node hides the code in `cause`, once more in `errors` when it tried several addresses. */
export function diagnoseNetwork(error: unknown): Diagnosis {
  const name = (error as { name?: string }).name;
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  const code = networkCode(error);
  if (/^ERR_TLS|^ERR_SSL|^CERT_|^UNABLE_TO_/.test(code)) return 'tls';
  return networkCodes[code] ?? 'unknown';
}

export interface CmsAnswer {
  status: number;
  contentType: string;
  body: string;
  /** Whether the request carried CMS_AUTHORIZATION. */
  authorized: boolean;
}

/**
 * Whether an answer is GraphQL at all, by content type and body and never by status alone: a WordPress with stale
 * permalinks answers the GraphQL address with its home page and status 200.
 * @returns undefined for a GraphQL answer, one that carries errors included
 */
export function diagnoseTransport({
  status,
  contentType,
  body,
  authorized,
}: CmsAnswer): Diagnosis | undefined {
  if (status === 401 || status === 407) return authorized ? 'rejected' : 'authentication';
  if (status === 403) return 'forbidden';
  if (status === 429 || status === 503) return 'overloaded';
  if (status >= 300 && status < 400) return 'redirects';
  if (status === 415) return 'contentType';
  const answer = parseObject(body);
  if (!answer && isPrintedBefore(body)) return 'printedBefore';
  if (!/json/i.test(contentType)) {
    if (status === 404) return 'notFound';
    if (status >= 500) return 'serverError';
    if (!/html/i.test(contentType) && !/^\s*</.test(body)) return 'notGraphql';
    return isComingSoon(body) ? 'comingSoon' : 'html';
  }
  if (status >= 500) return isGraphql(answer) && !answer.data ? undefined : 'serverError';
  if (isGraphql(answer)) return undefined;
  return status === 404 ? 'notFound' : 'notGraphql';
}

/** GraphQL answers `data`, `errors` or both; a fatal error of PHP has a `code`, a `message` and a `data` of its own. */
function isGraphql(answer: Record<string, unknown> | undefined): answer is Record<string, unknown> {
  if (!answer || 'code' in answer) return false;
  return (typeof answer.data === 'object' && !Array.isArray(answer.data)) || Array.isArray(answer.errors);
}

/** Diagnosis of an answer to `{__typename}`; undefined: a working WPGraphQL. */
export function diagnoseProbe(answer: CmsAnswer): Diagnosis | undefined {
  const transport = diagnoseTransport(answer);
  if (transport) return transport;
  const { data, errors } = parseObject(answer.body) as {
    data?: { __typename?: unknown } | null;
    errors?: unknown;
  };
  if (data?.__typename === 'RootQuery') return undefined;
  if (typeof data?.__typename === 'string') return 'otherGraphql';
  if (!Array.isArray(errors)) return answer.status >= 500 ? 'serverError' : 'notGraphql';
  const messages = errors.map((error) => String((error as { message?: unknown })?.message)).join(' ');
  if (/introspection/i.test(messages)) return 'introspection';
  if (/authenticat|logged.in|not allowed|unauthori[sz]ed/i.test(messages)) {
    return answer.authorized ? 'rejected' : 'restricted';
  }
  return answer.status >= 500 || /internal server error/i.test(messages) ? 'serverError' : 'notGraphql';
}

/** Characters of a page that are searched for the plugin it comes from. */
const HEAD = 100_000;

/**
 * Whether a page is one that a plugin shows until the site opens: by its title in English, or by the folder of the plugin, as in
 * `coming-soon`, `wp-maintenance-mode` and `under-construction-page`.
 */
function isComingSoon(page: string): boolean {
  const head = page.slice(0, HEAD);
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(head) ?? [];
  return (
    /\b(coming soon|launching soon|under construction|(maintenance|coming.soon) mode|undergoing (scheduled )?maintenance)\b/i.test(
      title,
    ) || /\/plugins\/[\w-]*(coming-soon|maintenance|under-construction)[\w-]*\//.test(head)
  );
}

/** PHP's notices come before the answer, and with a content type of their own. */
function isPrintedBefore(body: string): boolean {
  const start = body.search(/\{"(data|errors|extensions)":/);
  return start > 0 && parseObject(body.slice(start)) !== undefined;
}

function parseObject(body: string): Record<string, unknown> | undefined {
  if (isTooDeep(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Levels of brackets that no answer to a question of ours has; V8 needs 8 s for ten million (Node 20.20). */
const MAX_DEPTH = 100;

/** Whether JSON is nested deeper than any answer. Reads each character once, and stops there. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    switch (json[i]) {
      case '"':
        isText = !isText;
        break;
      case '\\':
        i += 1;
        break;
      case '[':
      case '{':
        if (!isText) depth += 1;
        if (depth > MAX_DEPTH) return true;
        break;
      case ']':
      case '}':
        if (!isText) depth -= 1;
    }
  }
  return false;
}
