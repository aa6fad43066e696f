import { CliError } from '../../base/errors';
import type { Decision } from '../../changes/decide';
import type { Resolution } from '../../changes/merge-text';
import { MARKERS_FIX } from '../../site/markers';
import type { Modes } from './modes';

/** @returns the error that names the places that both sides changed and nothing was said about, if there are any */
export function conflictIn(
  decisions: readonly Decision[],
  resolve: Resolution | undefined,
  command: Modes['command'],
): CliError | undefined {
  const open = decisions.filter(({ state, contents }) => state === 'conflict' && contents === undefined);
  const left = open.filter(({ markers }) => markers !== undefined);
  if (left.length > 0) {
    return new CliError('merge', 'Conflict markers are left in your files.', {
      details: left.map(({ path, markers }) => `${path}:${markers}`),
      fix: `Nothing was changed. ${MARKERS_FIX}`,
    });
  }
  if (open.length === 0) return undefined;
  return new CliError(
    'merge',
    `Your changes and the new ${command === 'upgrade' ? 'version' : 'answers'} conflict.`,
    {
      details: open.flatMap(({ path, difference }) => [
        `${path}  (- is yours, + is new)`,
        ...(difference ?? []).map((line) => `  ${line}`),
      ]),
      ...(resolve === 'markers' ? { fix: NO_MARKERS_FIX } : {}),
    },
  );
}

const NO_MARKERS_FIX =
  'Nothing was changed: markers would break these files, which programs read. In these places --ours keeps what is yours, --theirs takes what is new.';

/** @returns the error that says where markers are written, if anywhere: the work is not done with that */
export function markersIn(decisions: readonly Decision[]): CliError | undefined {
  const marked = decisions.filter(({ state, contents }) => state === 'conflict' && contents !== undefined);
  if (marked.length === 0) return undefined;
  return new CliError('merge', 'These files have conflict markers; all other changes were applied.', {
    details: marked.map(({ path }) => path),
    fix: MARKERS_FIX,
  });
}
