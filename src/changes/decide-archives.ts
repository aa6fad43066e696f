import { readFileSync } from 'node:fs';
import type { Archive } from '../plan/bundled';
import { TEMPLATE_FILE } from '../plan/managed';
import { readBytes, type SiteState } from '../site/state';
import { isArchive, kindOf } from '../write/archives';
import { bytesHash } from '../write/bytes-hash';
import type { Decision } from './decide';
import type { Resolution } from './merge-text';

type Listed = Pick<Archive, 'path' | 'sha256'>;

/**
 * What becomes of the plugin, the packages and the template. Only an upgrade replaces one; new answers add and remove.
 * @param wanted those that the answers ask for, of this version
 * @returns `archives`: those that the site has afterwards
 */
export function decideArchives(
  state: SiteState,
  wanted: readonly Archive[],
  { upgrade, resolve }: { upgrade: boolean; resolve: Resolution | undefined },
): { archives: Listed[]; decisions: Decision[] } {
  const listed = Object.entries(state.manifest.files).flatMap(([path, { sha256 }]): Listed[] =>
    isArchive(path) ? [{ path, sha256 }] : [],
  );
  const ofKind = (archives: readonly Listed[], path: string) =>
    archives.find((archive) => kindOf(archive.path) === kindOf(path));
  const kept = (archive: Archive) => (upgrade ? undefined : ofKind(listed, archive.path));
  const archives = wanted.map((archive) => kept(archive) ?? archive);
  const stay = new Set(archives.map(({ path }) => path));
  return {
    archives,
    decisions: [
      ...wanted.filter((archive) => !kept(archive)).map((archive) => decideArchive(state, archive, resolve)),
      ...listed.filter(({ path }) => !stay.has(path)).map((archive) => takeAway(state, archive)),
    ],
  };
}

/** An archive cannot be merged: one that was touched is kept, unless the new side is asked for. */
function decideArchive(
  { root, manifest }: SiteState,
  { path, source, sha256 }: Archive,
  resolve: Resolution | undefined,
): Decision {
  const base = Object.hasOwn(manifest.files, path) ? manifest.files[path]?.sha256 : undefined;
  const bytes = readBytes(root, path);
  const ours = bytes && bytesHash(bytes);
  if (ours === sha256) return { path, state: 'clean' };
  // Nobody's work: it is only what the next upgrade starts from.
  if (path === TEMPLATE_FILE) return { path, state: 'outdated', contents: readFileSync(source) };
  // Without a package that package.json names, nothing can be installed.
  if (ours === undefined && base !== undefined && !path.startsWith('vendor/'))
    return { path, state: 'missing' };
  const changes = ours === undefined || ours === base || (resolve === 'theirs' && base !== sha256);
  return changes ? { path, state: 'outdated', contents: readFileSync(source) } : { path, state: 'edited' };
}

function takeAway({ root }: SiteState, { path, sha256 }: Listed): Decision {
  const bytes = readBytes(root, path);
  if (!bytes) return { path, state: 'clean' };
  return bytesHash(bytes) === sha256
    ? { path, state: 'outdated', remove: true }
    : { path, state: 'edited', unneeded: true };
}
