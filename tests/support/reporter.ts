import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Ends the run with the counts on a line of their own, and says how many tests were skipped for which reason. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    const reasons: Record<string, number> = {};
    const ran = new Set<string>();
    const failures = unhandled.map((error) => `outside of tests: ${firstLine(error)}`);
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed') ran.add(test.name);
        if (state === 'passed') count.passed += 1;
        else if (state === 'failed') {
          count.failed += 1;
          failures.push(
            describeFailure(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors),
          );
        } else {
          count.skipped += 1;
          const reason = whySkipped(test);
          reasons[reason] = (reasons[reason] ?? 0) + 1;
        }
      }
      // A file or a hook that breaks leaves its tests unrun: one failure more, it must never look like success.
      const broken = [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0);
      count.failed += broken.length;
      for (const part of broken) failures.push(describeFailure(module.relativeModuleId, part.errors()));
    }
    if (process.env.RECORD_DURATIONS) recordDurations(modules);
    if (process.env.REQUIRE_ALL === '1' && count.skipped > 0) process.exitCode = 1;
    // tests/run.mjs adds them up, and says of which rows of the specification no test ran.
    if (process.env.RESULTS)
      writeFileSync(process.env.RESULTS, JSON.stringify({ ...count, reasons, failures, ran: [...ran] }));
    else {
      for (const [reason, tests] of Object.entries(reasons)) console.log(`skipped ${tests}: ${reason}`);
      console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    }
  }
}

/** For `sequencer.ts`: seconds of each file that takes five or more. */
function recordDurations(modules: readonly TestModule[]): void {
  const file = new URL('durations.json', import.meta.url);
  const durations = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  for (const module of modules) {
    const seconds = Math.round(module.diagnostic().duration / 1_000);
    delete durations[module.relativeModuleId];
    if (module.project.name !== 'site' && seconds >= 5) durations[module.relativeModuleId] = seconds;
  }
  const sorted = Object.entries(durations).sort(([a, s], [b, t]) => t - s || (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** @returns one line, for the end of the output: a server that runs the tests may keep no more of it */
function describeFailure(name: string, errors: ReadonlyArray<{ message?: string }> = []): string {
  return errors[0] ? `${name}: ${firstLine(errors[0])}` : name;
}

function firstLine({ message = '' }: { message?: string }): string {
  return message.split('\n', 1)[0]?.slice(0, 300) ?? '';
}

/** @returns the note of the test, otherwise what stands in parentheses at the end of its name or of a suite around it */
function whySkipped(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  for (let part: TestCase | TestSuite | TestModule = test; part.type !== 'module'; part = part.parent) {
    const reason = inParentheses(part.name);
    if (reason && part.options.mode === 'skip') return reason;
  }
  return `${test.module.relativeModuleId} gives no reason`;
}

/** @returns what stands between the last parenthesis and the one that opens it; reasons have parentheses of their own */
export function inParentheses(name: string): string | undefined {
  if (!name.endsWith(')')) return undefined;
  let open = 0;
  for (let at = name.length - 1; at >= 0; at--) {
    if (name[at] === ')') open += 1;
    else if (name[at] === '(' && --open === 0) return name.slice(at + 1, -1);
  }
  return undefined;
}
