import { siteConfig } from '../../../site.config.ts';
import { ofProcess } from '../of-process';
import { lookUp, type SnapshotIndex } from './lookup';
import { readSnapshot } from './store';

/** Undefined until somebody has looked. */
const ofBuild = () => ofProcess<{ index?: SnapshotIndex | null }>('cms-snapshot', () => ({}));

/** The snapshot of the build that this process belongs to; null when it has none. */
export function snapshotNow(): SnapshotIndex | null {
  const known = ofBuild();
  if (known.index === undefined) {
    const snapshot = readSnapshot(siteConfig.wordpress.graphqlUrl);
    known.index = snapshot && lookUp(snapshot);
  }
  return known.index;
}
