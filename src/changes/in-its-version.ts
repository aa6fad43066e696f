import { isLocalFile, type ManagedFile } from '../plan/managed';
import { decide } from './decide';

/**
 * New answers in the files as the site's own version made them: what another version of the program words otherwise, or
 * pins, stays as it was. Of the same version this is `made` itself.
 * @param made what this version makes of the new answers
 * @param last what this version makes of the answers that the files were made from
 * @param baseOf what was generated of a file; undefined where it was not
 */
export function inItsVersion(
  made: ReadonlyMap<string, ManagedFile>,
  last: ReadonlyMap<string, ManagedFile>,
  baseOf: (path: string) => string | undefined,
): Map<string, ManagedFile> {
  return new Map([...made].map(([path, file]) => [path, changed(path, file, last.get(path), baseOf(path))]));
}

function changed(
  path: string,
  file: ManagedFile,
  last: ManagedFile | undefined,
  base: string | undefined,
): ManagedFile {
  // The two with secrets are lists of values: every version reads those of every other.
  if (isLocalFile(path)) return file;
  if (base === undefined || last === undefined || base === last.contents) return file;
  const merge = file.merge === 'keep' ? 'text' : file.merge;
  const theirs = { ...file, merge };
  const { contents } = decide({ path, base: last.contents, ours: base, theirs, resolve: 'theirs' });
  return { ...file, contents: contents === undefined ? base : String(contents) };
}
