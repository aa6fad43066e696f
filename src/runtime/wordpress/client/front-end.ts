import type { Operation } from '../queries/operation.ts';
import { requestHead } from './client.ts';

/** Asks WordPress's own front end for a path: it knows old slugs and pages that GraphQL does not. */
export const getHead: Operation<{ status: number; to: string | null }, { path: string }> = {
  name: 'GetHead',
  document: () => '',
  ask: ({ path }) => requestHead(path),
};
