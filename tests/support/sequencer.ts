import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that build sites take minutes each: they go first, so that no worker waits at the end for another's last build. */
export default class BuildersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(buildsSites), ...sorted.filter((file) => !buildsSites(file))];
  }
}

function buildsSites({ moduleId }: TestSpecification): boolean {
  return /from '.*\/(site\/create|together)'/.test(readFileSync(moduleId, 'utf8'));
}
