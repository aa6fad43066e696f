import type { Addition } from '../../add/addition';
import type { Run } from '../../cli/run';

/** Says what was written and what is to be done. @returns 0 */
export function reportAdded({ output }: Run, { create, keep = [], change, next }: Addition): number {
  for (const { path } of create) output.done(`${path} was made.`);
  for (const path of keep) output.done(`${path} is there already, and stays as it is.`);
  for (const { path } of change) output.done(`${path} has an entry more.`);
  for (const line of next) output.line(line);
  output.result({
    ok: true,
    exitCode: 0,
    created: create.map(({ path }) => path),
    ...(keep.length > 0 ? { kept: [...keep] } : {}),
    changed: change.map(({ path }) => path),
    next: [...next],
  });
  return 0;
}
