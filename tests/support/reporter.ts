import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with the counts on a line of their own, and names what was skipped and why. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') count.passed += 1;
        else if (result.state === 'failed') count.failed += 1;
        else {
          count.skipped += 1;
          skipped.push(
            `skipped: ${test.fullName}${result.state === 'skipped' && result.note ? ` (${result.note})` : ''}`,
          );
        }
      }
      // A file or a hook that breaks leaves its tests unrun: one failure more, it must never look like success.
      const broken = [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0);
      count.failed += broken.length;
    }
    for (const line of skipped) console.log(line);
    if (process.env.REQUIRE_ALL === '1' && count.skipped > 0) process.exitCode = 1;
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
