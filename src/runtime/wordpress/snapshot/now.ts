import { ofProcess } from '../../base/of-process.ts';
import { siteConfig } from '../../config/site.ts';
import { lookUp, type SnapshotIndex } from './lookup.ts';
import { readSnapshot } from './store.ts';

/** Undefined until somebody has looked. */
const ofBuild = () => ofProcess<{ index?: SnapshotIndex | null }>('cms-snapshot', () => ({}));

/** The snapshot of the build that this process belongs to; null when it has none. */
export function snapshotNow(): SnapshotIndex | null {
  const known = ofBuild();
  if (known.index === undefined) {
    const file = readSnapshot(siteConfig.wordpress.graphqlUrl);
    known.index = file?.snapshot ? lookUp(file, file.snapshot) : null;
  }
  return known.index;
}
