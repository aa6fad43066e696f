import { readFileSync } from 'node:fs';
import { whenStopped } from '../../base/signals';
import type { Run } from '../../cli/run';
import type { Plan } from '../../plan/plan';
import { commitChanges } from '../../write/commit';
import type { Change } from '../../write/journal';
import { writeNewDirectory } from '../../write/stage';
import type { Target } from '../../write/target';

export interface Written {
  /** Files of ours that went nowhere, because theirs were there. */
  skipped: readonly string[];
}

/** Writes the plan: all of it or nothing. */
export async function writeSite(run: Run, target: Target, plan: Plan): Promise<Written> {
  const skipped = [...plan.keys()].filter((file) => target.kept.includes(file.split('/')[0] ?? ''));
  if (target.exists) {
    const changes = [...plan]
      .filter(([file]) => !skipped.includes(file))
      .map(([file, { contents, copyFrom, mode }]): Change => {
        return { path: file, contents: contents ?? readFileSync(copyFrom ?? ''), mode };
      });
    await commitChanges(target.directory, changes, { isNew: true });
  } else {
    await writeNewDirectory(plan, target.directory);
  }
  whenStopped('The site is written, but not everything after that was done.');
  run.output.done(`Wrote ${plan.size - skipped.length} files to ${target.directory}`);
  return { skipped };
}
