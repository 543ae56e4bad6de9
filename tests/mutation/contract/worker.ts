/**
 * Runs contract tests without Jest, with the services in this process, where mutants are enabled and disabled. Mutants share
 * the system that a test file has started: a mutant then costs only the tests that reach it. `run-contract-group.ts` starts
 * it and sends it the tests to run.
 */
import { instrument } from './instrument.ts';
import type { BaselineFile, Change, Order, Outcome, Reached, Report } from './messages.ts';
import { hookModules } from './module-hooks.ts';
import { sql, stryker, switchSql } from './switch.ts';
import type { TestFile as Opened } from './test-file.ts';

const [root, files, activeFromStart] = process.argv.slice(2);
if (root === undefined || files === undefined) throw new Error('usage: worker.ts ROOT FILES [MUTANT]');

const BASELINE_TEST_MILLIS = 120_000;
const HOOK_MILLIS = 45_000;
const ALIVE_MILLIS = 2_000;

const { sources } = await instrument(
  root,
  files.split(',').filter((file) => file !== ''),
);
hookModules(root, sources);
switchSql();
if (activeFromStart !== undefined) stryker.activeMutant = activeFromStart;
const { IN_HOOKS, inTime, TestFile, TestTimeout, textOf } = await import('./test-file.ts');
const { testDatabases } = await import('#packages/testkit/src/test-database.ts');
await import('./in-process-service.ts');
stryker.mutantCoverage ??= { static: {}, perTest: {} };
// Each instrumented module keeps a reference to this object, so it is emptied and never replaced.
const coverage = stryker.mutantCoverage;
const atLoad = Object.keys(coverage.static);

/** An error that would end a service fails the running test. */
let stray: string | null = null;
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    stray ??= textOf(error ?? event);
  });
}

let current: { readonly path: string; readonly file: Opened } | null = null;

process.on('message', (order: Order) => {
  const answer = order.kind === 'baseline' ? runBaseline(order) : tryMutant(order);
  void answer
    .catch((error: unknown): Report => ({ kind: 'failed', message: textOf(error) }))
    .then((report) => process.send?.(report));
});
process.send?.({ kind: 'ready' } satisfies Report);
setInterval(() => {
  // An interrupted run leaves no worker: two of them ran on after their `disconnect`.
  if (!process.connected) process.kill(process.pid, 'SIGKILL');
  process.send?.({ kind: 'alive' } satisfies Report);
}, ALIVE_MILLIS);

/** The file with the system that earlier tests of it have used, or a new one. */
async function opened(path: string): Promise<Opened> {
  if (current?.path === path) return current.file;
  await closeCurrent();
  current = { path, file: await TestFile.load(path) };
  return current.file;
}

async function closeCurrent(): Promise<void> {
  const closing = current?.file;
  current = null;
  if (closing !== undefined) await inTime(HOOK_MILLIS, () => closing.close()).catch(() => undefined);
}

/** @returns null if the test passes; otherwise why it does not. */
async function runTest(file: Opened, index: number, limitMillis: number): Promise<string | null> {
  stray = null;
  return (await file.run(index, limitMillis)) ?? stray;
}

async function enable(change: Change | null): Promise<void> {
  sql.errors.clear();
  if (change === null) return;
  if ('mutant' in change) stryker.activeMutant = change.mutant;
  else if ('sql' in change) sql.active = new Map(change.sql);
  else {
    sql.isFunctionChanged = true;
    testDatabases.setUp = [change.function.mutated];
    await define(change.function.mutated).catch((error: unknown) => {
      if (!isRejected()) throw error;
    });
  }
}

async function disable(change: Change | null): Promise<void> {
  if (change === null) return;
  delete stryker.activeMutant;
  sql.active = new Map();
  sql.isFunctionChanged = false;
  testDatabases.setUp = [];
  if ('function' in change) await define(change.function.original);
}

/** PostgreSQL plans again what it has planned with the former definition. */
async function define(definition: string): Promise<void> {
  for (const database of testDatabases.open) await database.query(definition);
}

/** @throws {Error} if a test fails. */
async function runBaseline({ path, probes }: Order & { kind: 'baseline' }): Promise<Report> {
  testDatabases.setUp = probes;
  coverage.static = {};
  coverage.perTest = {};
  sql.seen.clear();
  sql.byTest.clear();
  sql.functionsByTest.clear();
  const file = await opened(path);
  const millis: number[] = [];
  for (const [index, { name }] of file.tests.entries()) {
    await inTime(HOOK_MILLIS, () => file.open(index));
    const startedAt = performance.now();
    const failure = await runTest(file, index, BASELINE_TEST_MILLIS);
    if (failure !== null) throw new Error(`${path} fails without a mutant: ${name}\n${failure}`);
    millis.push(performance.now() - startedAt);
  }
  const repeated: boolean[] = [];
  for (const index of file.tests.keys()) {
    const failure = await runTest(file, index, BASELINE_TEST_MILLIS);
    repeated.push(failure === null);
  }
  await closeCurrent();
  testDatabases.setUp = [];
  const reached = (test: string): Reached => ({
    mutants: Object.keys((test === '' ? coverage.static : coverage.perTest[test]) ?? {}),
    statements: [...(sql.byTest.get(test) ?? [])],
    functions: [...(sql.functionsByTest.get(test) ?? [])],
  });
  const tests = file.tests.map((_, index) => ({
    ...reached(String(index)),
    millis: millis[index] ?? 0,
    isRepeatable: repeated[index] === true,
  }));
  const baseline: BaselineFile = {
    tests,
    hooks: reached(IN_HOOKS),
    background: reached(''),
    atLoad,
    statements: [...sql.seen],
  };
  return { kind: 'baseline', file: baseline };
}

async function tryMutant(order: Order & { kind: 'try' }): Promise<Report> {
  const outcome = (await tryOnUsed(order)) ?? (await tryOnNew(order));
  return { kind: 'tried', outcome };
}

/**
 * A test that fails with the mutant and passes without it, on the same system, has detected it.
 * @returns null where a new system must decide, because other mutants or tests have changed this one.
 */
async function tryOnUsed({ path, change, tests = [] }: Order & { kind: 'try' }): Promise<Outcome | null> {
  if (tests.length === 0) return null;
  try {
    const file = await opened(path);
    for (const { index } of tests) await inTime(HOOK_MILLIS, () => file.open(index));
    for (const { index, limitMillis } of tests) {
      await enable(change);
      const failure = await runTest(file, index, limitMillis).finally(() => disable(change));
      if (isRejected()) return 'Invalid';
      if (failure === null) continue;
      if ((await runTest(file, index, limitMillis)) === null) return 'Killed';
      await closeCurrent();
      return null;
    }
    return 'Passed';
  } catch (error) {
    await closeCurrent();
    return error instanceof TestTimeout ? 'Late' : null;
  }
}

/** The tests of the file in their order, to the last one that the change can alter or the first failure. */
async function tryOnNew({ path, change, testMillis, lastTest }: Order & { kind: 'try' }): Promise<Outcome> {
  await closeCurrent();
  await enable(change);
  try {
    const file = await opened(path);
    for (let index = 0; index < file.tests.length && index <= lastTest; index += 1) {
      await inTime(HOOK_MILLIS, () => file.open(index));
      const failure = await runTest(file, index, testMillis);
      if (isRejected()) return 'Invalid';
      if (failure !== null) return 'Killed';
    }
    return 'Passed';
  } catch (error) {
    if (isRejected()) return 'Invalid';
    return error instanceof TestTimeout ? 'Timeout' : 'Killed';
  } finally {
    await closeCurrent();
    await disable(change);
  }
}

/** PostgreSQL rejects the changed statement, so a failure proves nothing about the tests. */
function isRejected(): boolean {
  return [...sql.errors].some((code) => code.startsWith('42'));
}
