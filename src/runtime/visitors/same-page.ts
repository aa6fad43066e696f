import type { ServerResponse } from 'node:http';
import { pathOfRequest } from '../base/page-path.ts';

/** By path, how many answers each client waits for there. */
const waiting = new Map<string, Map<string, number>>();

/**
 * Counts a client among those that wait for a page, until it has its answer.
 * @param url of the request, without its host
 * @returns all of them, whenever it is asked: Next renders a page once for whoever comes meanwhile
 */
export function waitsFor(url: string, client: string, response: ServerResponse): () => string[] {
  const path = pathOfRequest(url);
  // Short links have one path, `/?p=42`.
  const page = path === '/index' ? url : path;
  const clients = waiting.get(page) ?? new Map<string, number>();
  const all = () => [...clients.keys()];
  // It has gone meanwhile, and nothing would end the count.
  if (response.closed) return all;
  waiting.set(page, clients.set(client, (clients.get(client) ?? 0) + 1));
  response.once('close', () => {
    const left = (clients.get(client) ?? 0) - 1;
    if (left > 0) clients.set(client, left);
    else clients.delete(client);
    if (clients.size === 0 && waiting.get(page) === clients) waiting.delete(page);
  });
  return all;
}
