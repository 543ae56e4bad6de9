/**
 * Runs contract tests without Jest, with the services in this process, where mutants are enabled and disabled: a mutant then
 * costs only its tests and no start. `run-contract-group.ts` starts it and sends it the tests to run.
 */
import { instrument } from './instrument.ts';
import type { Order, Report } from './messages.ts';
import { hookModules } from './module-hooks.ts';
import { sql, stryker, switchSql } from './switch.ts';

const [root, files, activeFromStart] = process.argv.slice(2);
if (root === undefined || files === undefined) throw new Error('usage: worker.ts ROOT FILES [MUTANT]');

const LONGEST_TEST_MILLIS = 20_000;
const LONGEST_BASELINE_TEST_MILLIS = 120_000;

const { sources } = await instrument(root, files.split(','));
hookModules(root, sources);
switchSql();
if (activeFromStart !== undefined) stryker.activeMutant = activeFromStart;
const { runTestFile } = await import('./test-file.ts');
await import('./in-process-service.ts');
stryker.mutantCoverage ??= { static: {}, perTest: {} };
// Each instrumented module keeps a reference to this object, so it is emptied and never replaced.
const coverage = stryker.mutantCoverage;
const atLoad = Object.keys(coverage.static);

// An error that would end a service must fail the test run in this process.
let stray: unknown = null;
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    stray ??= error ?? new Error(event);
  });
}

const report = (message: Report) => process.send?.(message);

process.on('message', (order: Order) => {
  void (order.kind === 'baseline' ? runBaseline(order.test) : tryMutant(order)).then(report);
});
process.once('disconnect', () => process.exit());
report({ kind: 'ready' });

async function runBaseline(test: string): Promise<Report> {
  coverage.static = {};
  coverage.perTest = {};
  sql.seen.clear();
  const run = await runTestFile(test, LONGEST_BASELINE_TEST_MILLIS);
  const mutants = [coverage.static, ...Object.values(coverage.perTest)].flatMap((covered) =>
    Object.keys(covered),
  );
  const reached = { mutants: [...new Set(mutants)], atLoad, statements: [...sql.seen] };
  return { kind: 'baseline', run, reached };
}

async function tryMutant({ test, mutant, sql: change }: Order & { kind: 'try' }): Promise<Report> {
  stray = null;
  if (activeFromStart === undefined) {
    if (mutant === undefined) delete stryker.activeMutant;
    else stryker.activeMutant = mutant;
  }
  sql.active = change ?? null;
  sql.errors.clear();
  const run = await runTestFile(test, LONGEST_TEST_MILLIS);
  if (activeFromStart === undefined) delete stryker.activeMutant;
  sql.active = null;
  const strayed =
    stray === null ? run : { ...run, failure: run.failure ?? 'a stray error', message: String(stray) };
  return { kind: 'tried', run: strayed, sqlErrors: [...sql.errors] };
}
