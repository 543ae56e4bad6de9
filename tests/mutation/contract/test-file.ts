import { addEventHandler, resetState, run } from 'jest-circus';
import { sql, stryker } from './switch.ts';

/** The result of a test file. */
export interface FileRun {
  readonly millis: number;
  readonly passed: number;
  /** Names of the tests, or `hook`, that failed first; null: all passed. */
  readonly failure: string | null;
  readonly message: string;
}

const NO_FAILURE = { failure: null as string | null, message: '' };
let first = { ...NO_FAILURE };
let passed = 0;
let file = '';
let runs = 0;

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function fail(name: string, error: unknown): void {
  if (first.failure === null)
    first = { failure: name, message: textOf(Array.isArray(error) ? error[0] : error) };
}

function nameOf(test: { readonly name: string; readonly parent: { readonly name: string } }): string {
  return test.parent.name === 'ROOT_DESCRIBE_BLOCK' ? test.name : `${test.parent.name} ${test.name}`;
}

addEventHandler((event) => {
  switch (event.name) {
    case 'test_start':
      // The first failure decides; the rest is skipped.
      if (first.failure !== null) (event.test as { mode: string }).mode = 'skip';
      else stryker.currentTestId = `${file} ${nameOf(event.test)}`;
      break;
    case 'test_done':
      delete stryker.currentTestId;
      if (event.test.errors.length > 0) fail(nameOf(event.test), event.test.errors[0]);
      else if (event.test.mode !== 'skip') passed += 1;
      break;
    case 'hook_failure':
      fail(`hook ${event.hook.type}`, event.error);
      break;
    case 'error':
      fail('outside a test', event.error);
      break;
    default:
  }
});

/** Runs a test file in this process, to its first failure. @param testMillis timeout of one test or hook. */
export async function runTestFile(path: string, testMillis: number): Promise<FileRun> {
  const startedAt = performance.now();
  file = path.split('/').at(-1) ?? '';
  first = { ...NO_FAILURE };
  passed = 0;
  runs += 1;
  resetState();
  (globalThis as Record<symbol, unknown>)[Symbol.for('TEST_TIMEOUT_SYMBOL')] = testMillis;
  sql.byTest.clear();
  // Loaded again each time: a test file holds state.
  try {
    await import(`${path}?run=${runs}`);
    const result = await run();
    for (const error of result.unhandledErrors) fail('outside a test', error);
  } catch (error) {
    fail('outside a test', error);
  }
  return { millis: performance.now() - startedAt, passed, ...first };
}
