import { expect, test } from '@jest/globals';
import { passedTestsOf } from '../assurance/passed-tests.ts';

test.each([
  ['whose tests passed', 'Tests: 12 passed\n\n12 passed, 0 failed\n', 12],
  ['whose tests passed but for skipped ones', '\n2 skipped\n10 passed, 0 failed\n', 10],
  ['of which a test failed', '\n11 passed, 1 failed\n', null],
  ['that skipped every test', '\n12 skipped\n0 passed, 0 failed\n', null],
  ['that ended without totals', 'out of memory', null],
])('a run %s', (_what, output, passed) => {
  expect(passedTestsOf(output)).toBe(passed);
});
