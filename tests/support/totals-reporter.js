import { writeSync } from 'node:fs';

/** Ends a run with one plain line that any machine can read: `812 passed, 0 failed`. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
      results;
    // A file that could not be run has no tests to count.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const skipped = numPendingTests + numTodoTests;
    // Jest's own summary and the global tear-down come after this call, and the totals after them.
    process.once('exit', () => {
      if (skipped > 0) writeSync(1, `\n${skipped} skipped`);
      writeSync(1, `\n${numPassedTests} passed, ${failed} failed\n`);
    });
  }
}
