import { readFileSync } from 'node:fs';
import type { Archive } from '../plan/manifest';
import { readBytes, type SiteState } from '../site/state';
import { bytesHash } from '../write/bytes-hash';
import type { Decision } from './decide';
import type { Resolution } from './merge-text';

/** An archive cannot be merged: one that was touched is kept, unless the new side is asked for. */
export function decideArchive(
  { root, manifest }: SiteState,
  { path, source, sha256 }: Archive,
  resolve: Resolution | undefined,
): Decision {
  const base = Object.hasOwn(manifest.files, path) ? manifest.files[path]?.sha256 : undefined;
  const bytes = readBytes(root, path);
  const ours = bytes && bytesHash(bytes);
  if (ours === sha256) return { path, state: 'clean' };
  if (ours === undefined && base !== undefined) return { path, state: 'missing' };
  const changes = ours === undefined || ours === base || (resolve === 'theirs' && base !== sha256);
  return changes ? { path, state: 'outdated', contents: readFileSync(source) } : { path, state: 'edited' };
}
