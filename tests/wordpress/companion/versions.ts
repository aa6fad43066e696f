import type { Version } from '../server';

/** Whose admin is used in a browser at length. What differs in the oldest is seen by editor.test.ts; the rest of it waits for LONG=1. */
export const browserVersions: Version[] = process.env.LONG ? ['6.1', 'newest'] : ['newest'];
