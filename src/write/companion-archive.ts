import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../base/package';
import type { Archive } from '../plan/manifest';
import { bytesHash } from './bytes-hash';

/** The companion plugin as the build packed it. */
export function companionArchive(): Archive {
  const source = path.join(packageRoot, 'dist', 'companion.zip');
  return { source, sha256: bytesHash(readFileSync(source)) };
}
