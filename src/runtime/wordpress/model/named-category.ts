import type { LinkView } from './views.ts';

/** WordPress files posts that have no category under one that says nothing. */
export const isNamedCategory = ({ path }: Pick<LinkView, 'path'>): boolean =>
  !path.endsWith('/uncategorized/');
