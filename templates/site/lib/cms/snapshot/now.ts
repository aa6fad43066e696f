import { siteConfig } from '../../../site.config.ts';
import { lookUp, type SnapshotIndex } from './lookup';
import { readSnapshot } from './store';

// Next may load this module once per bundle; the snapshot is the process's.
const key = Symbol.for('headless-site.cms-snapshot');
const shared = globalThis as unknown as Record<symbol, SnapshotIndex | null | undefined>;

/** The snapshot of the build that this process belongs to; null when it has none. */
export function snapshotNow(): SnapshotIndex | null {
  if (shared[key] === undefined) {
    const snapshot = readSnapshot(siteConfig.wordpress.graphqlUrl);
    shared[key] = snapshot && lookUp(snapshot);
  }
  return shared[key];
}
