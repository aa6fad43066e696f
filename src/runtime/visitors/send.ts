import { newId } from '../base/id.ts';
import { isRecord } from '../base/is-record.ts';
import { readLimited } from '../base/read-limited.ts';
import { streamFrom } from '../base/stream.ts';
import type { Visitor } from '../base/visitor-signature.ts';
import { withoutSecrets } from '../config/secrets.ts';
import { cmsOrigin } from '../config/site.ts';
import { diagnoseNetwork, networkCode } from '../wordpress/client/diagnosis.ts';
import { requestFor } from '../wordpress/client/visitor-request.ts';

/** Milliseconds until WordPress is given up. It sends mails and asks spam services meanwhile. */
const TIMEOUT_MS = 30_000;
/** An upload takes what the visitor's line takes: this much without an end is none any more. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
/** Bytes of an answer. WordPress makes a comment of 64 KB sixteen times as long where it is full of smilies. */
const MAX_ANSWER = 4 * 1024 * 1024;
/** A proxy in front of WordPress, or its maintenance mode, asks for another try. */
const ANOTHER_TRY = new Set([502, 503]);
/** Codes of errors without a connection. */
const UNHEARD = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;
const WAIT_MS = 500;

/** Something that a visitor sends. */
export interface Sent {
  /** 32 hexadecimal digits, of whoever sends the same again later; otherwise it gets one. */
  id?: string;
  /** Below `companion/v1/`: `forms/contact-form-7:12`. */
  target: string;
  visitor: Visitor;
  body: string | Uint8Array | Upload;
  /** The body's. */
  contentType: string;
}

/** A body that goes through without being kept. */
export interface Upload {
  stream: ReadableStream<Uint8Array>;
  /** In all, as the browser says it; undefined where it does not. */
  bytes: number | undefined;
}

/**
 * `answered`: by the plugin, as it says. `down`: WordPress has not taken it. `unknown`: nobody knows whether it has. `refused`: this
 * site is not known to it.
 */
export type Passed =
  | { kind: 'answered'; status: number; value: Readonly<Record<string, unknown>> }
  | { kind: 'down' | 'unknown' | 'refused' };

/**
 * Passes on to WordPress what a visitor sent: the one way there. It is tried twice where nothing can have taken the first one, with
 * the same id in case something did; an upload goes once. A failure is one line of the log, without the visitor's words.
 *
 * @throws what reading an upload throws: the visitor has gone, or sends too much
 */
export async function passOn(sent: Sent): Promise<Passed> {
  const id = sent.id ?? newId();
  const first = await attempt(sent, id);
  if (!('fault' in first)) return first;
  if (!first.mayRepeat || isUpload(sent.body)) return fail(sent, first);
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  const second = await attempt(sent, id);
  if (!('fault' in second)) return second;
  // The first try may have had its effect.
  return fail(sent, first.kind === 'unknown' ? { ...second, kind: 'unknown' } : second);
}

/** Whether WordPress failed. An answer, and a refusal, may be the sender's own doing. */
export const isOutage = ({ kind }: Passed): boolean => kind === 'down' || kind === 'unknown';

interface Failure {
  kind: 'down' | 'unknown' | 'refused';
  fault: string;
  mayRepeat?: boolean;
}

const isUpload = (body: Sent['body']): body is Upload => typeof body === 'object' && 'stream' in body;

async function attempt(sent: Sent, id: string): Promise<Passed | Failure> {
  const upload = watch(sent.body);
  const { url, headers } = requestFor(sent.target, id, sent.visitor, sent.contentType, sent.body);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, Accept: 'application/json', ...upload.headers },
      body: upload.body,
      cache: 'no-store',
      // Followed, it would become a GET, and what was written would go to whatever host is named.
      redirect: isUpload(sent.body) ? 'error' : 'manual',
      // Without a window and a redirect fetch keeps no copy of a body to send it again.
      window: null,
      signal: AbortSignal.timeout(isUpload(sent.body) ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
      ...{ duplex: 'half' },
    });
    const text = await readLimited(response, MAX_ANSWER);
    return judge(response.status, text ?? '');
  } catch (error) {
    if (upload.failure()) throw upload.failure();
    const diagnosis = diagnoseNetwork(error);
    // A connection that breaks may have carried it before.
    const isBefore = diagnosis === 'dns' || diagnosis === 'tls' || UNHEARD.test(networkCode(error));
    return {
      kind: isBefore ? 'down' : 'unknown',
      fault: diagnosis,
      mayRepeat: diagnosis !== 'timeout',
    };
  }
}

/** Fetch wraps what a stream throws in an error of its own: this keeps it. */
function watch(body: Sent['body']): {
  body: BodyInit;
  headers: Record<string, string>;
  failure: () => unknown;
} {
  if (!isUpload(body)) return { body: body as BodyInit, headers: {}, failure: () => undefined };
  let failure: unknown;
  async function* read() {
    try {
      yield* (body as Upload).stream as unknown as AsyncIterable<Uint8Array>;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return {
    // With its length: PHP behind FastCGI gets nothing of a body that comes in chunks.
    headers: body.bytes === undefined ? {} : { 'Content-Length': String(body.bytes) },
    body: streamFrom(read()),
    failure: () => failure,
  };
}

/** A maintenance page, a PHP fatal and a login page are no answer of the plugin. */
function judge(status: number, text: string): Passed | Failure {
  const value = readObject(text);
  const code = value?.code;
  if (code === 'companion_unknown_site')
    return {
      kind: 'refused',
      fault: 'it does not know this site: connect the plugin, or compare REVALIDATION_SECRET',
    };
  if (code === 'rest_no_route')
    return {
      kind: 'refused',
      fault: 'its companion plugin does not take this: update it from wordpress/companion.zip',
    };
  if ((status === 401 || status === 403) && String(code).startsWith('rest_'))
    return {
      kind: 'refused',
      fault: `it answers ${status}, ${code}: a plugin closes its REST API. Let /wp-json/companion/v1/ pass`,
    };
  // From what stands in front of it, without a word of the plugin.
  if (status === 413) return { kind: 'answered', status, value: value ?? {} };
  if (value && status < 500 && code !== 'wp_die') return { kind: 'answered', status, value };
  // Maintenance, and a password before all of it. All else may come from a process that has ended at its work.
  const isBefore = status === 401 || (status === 503 && !String(code).startsWith('companion_'));
  return {
    kind: isBefore ? 'down' : 'unknown',
    fault: `it answers ${status}`,
    mayRepeat: ANOTHER_TRY.has(status),
  };
}

/** A notice of PHP or a byte order mark may stand before it, and what was written has arrived all the same. */
function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{"')));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function fail({ target }: Sent, { kind, fault }: Failure): Passed {
  console.error(withoutSecrets(`[visitors] ${target} did not reach WordPress at ${cmsOrigin}: ${fault}`));
  return { kind };
}
