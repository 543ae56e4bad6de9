/** How many tests passed, by the totals of a run's output; null: one failed, or all were skipped, so that nothing was tried. */
export function passedTestsOf(output: string): number | null {
  const passed = /^([1-9]\d*) passed, 0 failed$/m.exec(output)?.[1];
  return passed === undefined ? null : Number(passed);
}
