import type { IncomingMessage } from 'node:http';
import type { LoggedRequest } from './types';

export type Entry = LoggedRequest & { finish(status: number): void };

/** Keeps what was asked and how it was answered. */
export class RequestLog {
  private entries: Entry[] = [];
  private inFlight = 0;
  private quietSince = performance.now();

  /** Logs a request that has just arrived; `finish` is to be called once, before the client can see the end of the answer. */
  begin(request: IncomingMessage): Entry {
    this.inFlight++;
    const startedAt = Date.now();
    const exact = performance.now();
    let finished = false;
    const entry: Entry = {
      method: request.method ?? '',
      path: request.url ?? '',
      operation: null,
      query: null,
      variables: null,
      status: 0,
      ms: 0,
      bytes: 0,
      startedAt,
      endedAt: 0,
      concurrent: this.inFlight,
      finish: (status) => {
        if (finished) return;
        finished = true;
        this.inFlight--;
        this.quietSince = performance.now();
        entry.status = status;
        entry.endedAt = Date.now();
        entry.ms = performance.now() - exact;
      },
    };
    this.entries.push(entry);
    return entry;
  }

  /** @returns the answered requests, in the order of arrival */
  read(): LoggedRequest[] {
    return this.entries.filter((entry) => entry.endedAt > 0).map(({ finish: _, ...entry }) => ({ ...entry }));
  }

  /** @returns milliseconds since the latest answer; 0 while a request is in flight */
  get quietMs(): number {
    return this.inFlight > 0 ? 0 : performance.now() - this.quietSince;
  }

  clear(): void {
    this.entries = [];
  }
}

/** Reads the GraphQL part out of a request's address and body into the log. */
export function describeGraphql(entry: Entry, body: string): void {
  const asked = body ? parse(body) : fromAddress(entry.path);
  const operations = [asked].flat().filter((one) => typeof one?.query === 'string');
  if (!operations.length) return;
  entry.operation = operations.map(nameOf).filter(Boolean).join('+') || null;
  entry.query = operations.map((one) => one.query).join('\n');
  entry.variables = (Array.isArray(asked) ? operations.map((one) => one.variables) : asked.variables) ?? null;
}

function nameOf({ operationName, query }: { operationName?: string; query: string }): string | null {
  return operationName || (/\b(?:query|mutation)\s+([_A-Za-z]\w*)/.exec(query)?.[1] ?? null);
}

function fromAddress(address: string) {
  const { searchParams } = new URL(address, 'http://127.0.0.1');
  return {
    query: searchParams.get('query'),
    operationName: searchParams.get('operationName'),
    variables: parse(searchParams.get('variables') ?? 'null'),
  };
}

function parse(json: string) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
