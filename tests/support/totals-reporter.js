import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';

/**
 * Ends a run with one plain line that any machine can read: `812 passed, 0 failed`. Of several runs that name the same
 * file in `TEST_TOTALS`, each says what all have counted until then.
 */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
      results;
    const before = earlierTotals();
    const passed = before.passed + numPassedTests;
    // A file that could not be run has no tests to count.
    const failed = before.failed + numFailedTests + numRuntimeErrorTestSuites;
    const skipped = before.skipped + numPendingTests + numTodoTests;
    if (process.env.TEST_TOTALS)
      writeFileSync(process.env.TEST_TOTALS, JSON.stringify({ passed, failed, skipped }));
    // Jest's own summary and the global tear-down come after this call, and the totals after them.
    process.once('exit', () => {
      if (skipped > 0) writeSync(1, `\n${skipped} skipped`);
      writeSync(1, `\n${passed} passed, ${failed} failed\n`);
    });
  }
}

function earlierTotals() {
  const file = process.env.TEST_TOTALS;
  const text = file && existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text === '' ? { passed: 0, failed: 0, skipped: 0 } : JSON.parse(text);
}
