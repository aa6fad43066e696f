import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zeroJsBuild } from '../server/zero-js/build.ts';
import { writeIndexOfBuild } from '../wordpress/index/index-of-build.ts';
import { keepCompanionParts } from '../wordpress/queries/companion-parts.ts';
import { FOLDER, SnapshotFile } from '../wordpress/snapshot/file.ts';
import { printBuildTable } from './build-table.ts';
import { stampBuild } from './stamp-build.ts';

/**
 * Turns a build of Next's into one of this site's. Loaded while Next works: a build begins sooner without it.
 * @param root folder of the site, after `next build`
 * @param began milliseconds since 1970: before the first request to the CMS
 */
export async function finishBuild(root: string, began: number): Promise<void> {
  const summary = zeroJsBuild(root);
  // Behind whatever changes a page: it takes their checksums.
  stampBuild(root, began);
  await takeFromSnapshot(path.join(root, FOLDER, String(process.pid)), root);
  console.log(summary);
}

/** Takes what is of use later, and deletes the snapshot, which nobody needs any more. */
async function takeFromSnapshot(folder: string, root: string): Promise<void> {
  const file = SnapshotFile.open(folder);
  if (file?.snapshot) {
    await writeIndexOfBuild(path.join(root, '.next'), file);
    keepCompanionParts(root, file.snapshot.capabilities);
    const { changed } = file.snapshot;
    // For the server's start: `revalidate/catch-up.ts`.
    if (changed) writeFileSync(path.join(root, '.next/changed'), changed);
    printBuildTable(root, file, file.snapshot);
  }
  file?.close();
  rmSync(folder, { recursive: true, force: true });
}
