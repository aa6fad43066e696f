import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ofProcess } from './of-process.ts';

/** Marks the requests by which this process renders its own pages again. The value is secret and changes with each start. */
export const REFRESH_HEADER = 'x-headless-site-refresh';

const secret = ofProcess('refresh', () => ({ value: randomUUID() }));

export const refreshSecret = (): string => secret.value;

/** Whether the request is the site's own visit to a stale page (`server/cache/refresher.ts`). */
export const isRefresh = ({ headers }: IncomingMessage): boolean => headers[REFRESH_HEADER] === secret.value;
