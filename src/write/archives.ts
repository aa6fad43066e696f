import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cliVersion, packageRoot } from '../base/package';
import { ARCHIVE_FILE } from '../plan/managed';
import type { Archive } from '../plan/manifest';
import { bytesHash } from './bytes-hash';

/** The companion plugin as the build packed it. */
export function companionArchive(): Archive {
  return { path: ARCHIVE_FILE, ...packed('companion.zip') };
}

/**
 * The runtime as the build packed it. Lock files hold the integrity of what they name, so a new content needs a new name.
 */
export function runtimeArchive(): Archive {
  const archive = packed('headless-site.tgz');
  return { path: `vendor/headless-site-${cliVersion}-${archive.sha256.slice(0, 8)}.tgz`, ...archive };
}

function packed(name: string): Omit<Archive, 'path'> {
  const source = path.join(packageRoot, 'dist', name);
  return { source, sha256: bytesHash(readFileSync(source)) };
}
