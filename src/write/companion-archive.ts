import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../cli/package';
import type { Archive } from '../plan/manifest';

/** The companion plugin as the build packed it. */
export function companionArchive(): Archive {
  const source = path.join(packageRoot, 'dist', 'companion.zip');
  return { source, sha256: bytesHash(readFileSync(source)) };
}

/** SHA-256 of the very bytes: in an archive a line end is no line end. */
export function bytesHash(contents: string | Buffer): string {
  return createHash('sha256').update(contents).digest('hex');
}
