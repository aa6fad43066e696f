import kleur from 'kleur';
import { unifiedDiff } from '../../changes/diff';
import { plain } from '../../changes/line-ends';
import type { ChangePlan } from '../../changes/plan-changes';
import { readText } from '../../site/state';
import { isArchive } from '../../write/archives';

/**
 * The changes to every managed file, as unified diffs without secrets. Base copies and the manifest, which keep
 * book of it, are left out.
 */
export function differencesOf(root: string, { decisions, hider, bases }: ChangePlan): Map<string, string[]> {
  const changed = decisions.filter(({ contents, remove }) => contents !== undefined || remove);
  return new Map(
    changed.map(({ path, contents }) => {
      if (isArchive(path)) return [path, [`Binary file ${path} differs`]];
      const shown = (text: string | undefined) => text && hider.file(path, text, bases.get(path) ?? '');
      const before = shown(plain(readText(root, path)));
      return [path, unifiedDiff(path, before, shown(plain(contents?.toString())))];
    }),
  );
}

/** For a terminal. */
export function colored(line: string): string {
  if (/^(---|\+\+\+) /.test(line)) return kleur.bold(line);
  if (line.startsWith('@@')) return kleur.cyan(line);
  if (line.startsWith('-')) return kleur.red(line);
  return line.startsWith('+') ? kleur.green(line) : line;
}
