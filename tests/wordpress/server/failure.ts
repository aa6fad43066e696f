import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FailureMode } from './types';

/** Decides what happens to each request. */
export class Switch {
  private mode: FailureMode | null = null;
  private seen = 0;

  /** @param mode from the next request on */
  set(mode: FailureMode | null): void {
    this.mode = mode;
    this.seen = 0;
  }

  /** @returns what to do with the request that has just arrived; `last`: nobody is to be let in after it */
  next(): { mode: FailureMode | null; last: boolean } {
    const mode = this.mode;
    this.seen++;
    if (mode?.kind === 'status' && mode.times !== undefined && this.seen > mode.times) {
      this.mode = null;
      return { mode: null, last: false };
    }
    if (mode?.kind !== 'afterRequests') return { mode, last: false };
    return this.seen > mode.count
      ? { mode: { kind: 'refuse' }, last: true }
      : { mode: null, last: this.seen === mode.count };
  }
}

/** Sends half of an answer and ends the connection. */
export function cutAnswer(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  data: Buffer,
): void {
  response.writeHead(status, { ...headers, 'content-length': data.length });
  response.write(data.subarray(0, data.length >> 1), () => response.destroy());
}

/**
 * The answer of WPGraphQL when a resolver has failed and null has risen to the top: facts say "Internal server error" with the
 * path, beside the data of the other fields.
 * @returns the answer unchanged where it is not one of GraphQL with data
 */
export function nullFirstField(data: Buffer): Buffer {
  try {
    const answer = JSON.parse(data.toString());
    const first = Object.keys(answer.data)[0];
    if (!first) return data;
    answer.data[first] = null;
    const error = { message: 'Internal server error', locations: [{ line: 1, column: 1 }], path: [first] };
    answer.errors = [error, ...(answer.errors ?? [])];
    return Buffer.from(JSON.stringify(answer));
  } catch {
    return data;
  }
}

/** @returns the answer with null in place of every list of nodes; unchanged where it is no JSON */
export function nullLists(data: Buffer): Buffer {
  try {
    const answer = JSON.parse(data.toString(), (key, value) => (key === 'nodes' ? null : value));
    return Buffer.from(JSON.stringify(answer));
  } catch {
    return data;
  }
}

/**
 * @param value stands in place of every field at the top, where there is one
 * @returns the answer without a word of an error; unchanged where it is not one of GraphQL with data
 */
export function replaceFields(data: Buffer, value: null | object): Buffer {
  try {
    const answer = JSON.parse(data.toString());
    for (const [name, found] of Object.entries(answer.data)) answer.data[name] = found && value;
    return Buffer.from(JSON.stringify(answer));
  } catch {
    return data;
  }
}

/** Sends a byte now and then, for as long as the client waits. */
export function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8' });
  response.write('{"data":');
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
}
