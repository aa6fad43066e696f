import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends the run with the counts on a line of their own, and names what was skipped and why. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    const skipped: string[] = [];
    const ran = new Set<string>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed' || result.state === 'failed') ran.add(test.name);
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
    // tests/run.mjs adds them up, and says of which rows of the specification no test ran.
    if (process.env.RESULTS) writeFileSync(process.env.RESULTS, JSON.stringify({ ...count, ran: [...ran] }));
    else console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
