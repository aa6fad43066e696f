import { BaseSequencer, type TestSpecification } from 'vitest/node';
import durations from './durations.json' with { type: 'json' };

/** Files that take minutes go first, so that no worker waits at the end for another's last one; also on a fresh clone. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}

/** Those of the one site share it, and keep their order. */
function secondsOf({ project, moduleId }: TestSpecification): number {
  if (project.name === 'site') return 0;
  const name = moduleId.slice(moduleId.indexOf('/tests/') + 1);
  return (durations as Record<string, number>)[name] ?? 0;
}
