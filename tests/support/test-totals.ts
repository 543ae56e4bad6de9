import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Tests that several runs have counted in one file (`totals-reporter.js`). */
export interface TestTotals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What the file has; null: no run has counted. */
export function readTotals(file: string): TestTotals | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * Runs a part of the tests, which adds what it counts to the file's totals. A part that fails without a counted failure counts as
 * one failure: it ended before its tests did, its build failed, or its coverage is too low.
 * @returns the exit code; null: a signal has ended it.
 */
export function runPart(argumentsOfNode: readonly string[], file: string): number | null {
  const failedBefore = readTotals(file)?.failed ?? 0;
  const { status } = spawnSync(process.execPath, argumentsOfNode, {
    stdio: 'inherit',
    env: { ...process.env, TEST_TOTALS: file },
  });
  const after = readTotals(file) ?? { passed: 0, failed: 0, skipped: 0 };
  if (status !== 0 && after.failed === failedBefore)
    writeFileSync(file, JSON.stringify({ ...after, failed: after.failed + 1 }));
  return status;
}

/** Prints the file's totals, whose last line is `812 passed, 0 failed`; without totals, nothing. */
export function printTotals(file: string): void {
  const totals = readTotals(file);
  if (totals === null) return;
  if (totals.skipped > 0) console.log(`${totals.skipped} skipped`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
}
