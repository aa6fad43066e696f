import { BaseSequencer, type TestSpecification } from 'vitest/node';
import durations from './durations.json' with { type: 'json' };

/**
 * One order on every machine: files that take minutes go first, so that no worker waits at the end for another's last one. Those of the one
 * site follow their names, because each finds it as the one before has left it.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort(
      (a, b) => secondsOf(b) - secondsOf(a) || a.moduleId.localeCompare(b.moduleId, 'en'),
    );
  }
}

function secondsOf({ project, moduleId }: TestSpecification): number {
  if (project.name === 'site') return 0;
  const name = moduleId.slice(moduleId.indexOf('/tests/') + 1);
  return (durations as Record<string, number>)[name] ?? 0;
}
