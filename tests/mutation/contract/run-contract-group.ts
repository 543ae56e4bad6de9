/** Tries every mutant of a group's files with its contract tests. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceServer } from '#packages/testkit/src/announced-server.ts';
import { startDatabaseServer } from '#packages/testkit/src/database-server.ts';
import { prepareTemplates } from '#packages/testkit/src/prepare-templates.ts';
import type { MutationGroup } from '../groups.ts';
import type { TriedMutant } from '../mutant.ts';
import { NOT_MUTATED } from './contract-groups.ts';
import { type FunctionDefinition, functionDefinitions } from './function-definitions.ts';
import { functionMutants } from './function-mutants.ts';
import { PROBE_SET_UP, probed } from './function-probes.ts';
import { instrument } from './instrument.ts';
import type { BaselineFile, Change, Outcome, Reached, Report } from './messages.ts';
import { placedSqlMutants } from './placed-sql-mutants.ts';
import { WorkerProcess } from './worker-process.ts';

const WORKERS = Number(process.env['MUTATION_WORKERS'] ?? 2);

/** A test file, and how it runs without a mutant. */
interface TimedFile extends BaselineFile {
  readonly path: string;
  readonly millis: number;
}

/** A mutant, and the tests that must detect it. */
interface Candidate {
  readonly mutant: Omit<TriedMutant, 'status'>;
  readonly change: Change;
  /** Active while modules are loaded, so it needs its own process. */
  readonly isAtLoad: boolean;
  /** By file: the indexes of the repeatable tests that reach it. */
  readonly reached: ReadonlyMap<TimedFile, readonly number[]>;
  /**
   * Files that must start with it, and the last of their tests that reaches it: it acts when the system starts, in a test that
   * cannot be repeated, or makes one late.
   */
  readonly fromStart: Map<TimedFile, number>;
}

/** Raised when a change of the runner shows that earlier judgements were wrong: all results of contract groups are outdated then. */
export const RUNNER_VERSION = '2';

/** The files of a group, from the root of the repository; or its functions of the database, by name. */
export function contractFilesOf(group: MutationGroup, root: string): string[] {
  if (group.isOfFunctions === true) return [...group.files].sort();
  return globSync([...group.files], { cwd: root, exclude: NOT_MUTATED }).sort();
}

/** The unit tests beside the files come first: they are short. */
function testsOf({ tests }: MutationGroup, files: readonly string[], root: string): string[] {
  const beside = files.map((file) => file.replace(/\.ts$/, '.test.ts'));
  return [...beside.filter((path) => existsSync(join(root, path))), ...tests];
}

/**
 * Tries a mutant first with the tests that reach it, then, where it also acts elsewhere, with whole files.
 * @param onTried called after each tried mutant, with the number of tried ones and of all.
 */
export async function tryContractGroup(
  group: MutationGroup,
  root: string,
  isWanted: (mutant: Omit<TriedMutant, 'status'>) => boolean,
  onTried: (mutant: TriedMutant, tried: number, all: number) => void,
): Promise<TriedMutant[]> {
  const server = await startDatabaseServer();
  const workers: WorkerProcess[] = [];
  try {
    await prepareTemplates(server.url);
    announceServer(server);
    const wanted = contractFilesOf(group, root);
    const files = group.isOfFunctions === true ? [] : wanted;
    const functions = group.isOfFunctions === true ? definitionsOf(wanted, root) : [];
    const started = (activeMutant?: string) => {
      const worker = new WorkerProcess(root, files, activeMutant);
      workers.push(worker);
      return worker;
    };
    const pool = Array.from({ length: WORKERS }, () => started());
    const probes = functions.length === 0 ? [] : [...PROBE_SET_UP, ...functions.map(probed)];
    const baseline = await runBaseline(pool, testsOf(group, files, root), probes, root);
    const candidates = [
      ...(await codeCandidates(root, files, baseline)),
      ...sqlCandidates(root, files, baseline),
      ...functionCandidates(functions, baseline),
    ].filter(({ mutant }) => isWanted(mutant));

    const tried: TriedMutant[] = [];
    const alive = new Set(candidates);
    const note = (candidate: Candidate, status: string) => {
      alive.delete(candidate);
      const mutant = { ...candidate.mutant, status };
      tried.push(mutant);
      onTried(mutant, tried.length, candidates.length);
    };
    for (const file of baseline) {
      const reaching = [...alive].filter(({ reached }) => reached.has(file));
      await shareOut(pool, reaching, async (worker, candidate) => {
        const outcome = await tryReached(worker, file, candidate);
        // Another file may detect it at once.
        if (outcome === 'Late')
          candidate.fromStart.set(file, Math.max(...(candidate.reached.get(file) ?? [])));
        else if (outcome !== 'Passed') note(candidate, outcome);
      });
    }
    await shareOut(pool, [...alive], async (worker, candidate) => {
      const own = candidate.isAtLoad ? started(mutantOf(candidate)) : null;
      note(candidate, await tryFromStart(own ?? worker, candidate));
      own?.stop();
    });
    return tried;
  } finally {
    for (const worker of workers) worker.stop();
    await server.stop();
  }
}

/** Each worker takes the next item when it is free. */
async function shareOut<Item>(
  workers: readonly WorkerProcess[],
  items: readonly Item[],
  work: (worker: WorkerProcess, item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const takeItems = async (worker: WorkerProcess) => {
    for (const item of queue) await work(worker, item);
  };
  await Promise.all(workers.map(takeItems));
}

/** The shortest first. @throws {Error} if a test fails without a mutant. */
async function runBaseline(
  workers: readonly WorkerProcess[],
  tests: readonly string[],
  probes: readonly string[],
  root: string,
): Promise<readonly TimedFile[]> {
  const baseline: TimedFile[] = [];
  await shareOut(workers, tests, async (worker, test) => {
    const path = join(root, test);
    const report = await worker.ask({ kind: 'baseline', path, probes });
    if (report?.kind !== 'baseline')
      throw new Error(report?.kind === 'failed' ? report.message : `${test} did not finish`);
    const millis = report.file.tests.reduce((sum, one) => sum + one.millis, 0);
    baseline.push({ ...report.file, path, millis });
    const once = report.file.tests.filter(({ isRepeatable }) => !isRepeatable).length;
    // A test that cannot be repeated costs each mutant that it alone reaches a new system.
    console.log(
      `${test}: ${Math.round(millis / 1000)} s, ${once} of ${report.file.tests.length} tests not repeatable`,
    );
  });
  return baseline.sort((one, other) => one.millis - other.millis);
}

async function codeCandidates(
  root: string,
  files: readonly string[],
  baseline: readonly TimedFile[],
): Promise<Candidate[]> {
  const { mutants } = await instrument(root, files);
  return mutants.map(({ id, ...mutant }) => {
    const where = whereReached(baseline, ({ mutants: reached }) => reached.includes(id));
    const isReached = where.reached.size + where.fromStart.size > 0;
    const isAtLoad = !isReached && baseline.some(({ atLoad }) => atLoad.includes(id));
    return {
      mutant,
      change: { mutant: id },
      isAtLoad,
      ...where,
      fromStart: isAtLoad ? new Map(baseline.map((file) => [file, file.tests.length])) : where.fromStart,
    };
  });
}

function sqlCandidates(root: string, files: readonly string[], baseline: readonly TimedFile[]): Candidate[] {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const statements = new Map(baseline.flatMap((one) => [...one.statements]));
  return placedSqlMutants(sources, statements).map(({ texts, ...mutant }) => ({
    mutant,
    change: { sql: [...texts] },
    isAtLoad: false,
    ...whereReached(baseline, ({ statements: reached }) => reached.some((text) => texts.has(text))),
  }));
}

/** @throws {Error} if no migration defines one. */
function definitionsOf(names: readonly string[], root: string): FunctionDefinition[] {
  const all = functionDefinitions(root);
  for (const name of names)
    if (!all.some((one) => one.name === name)) throw new Error(`no migration defines ${name}`);
  return all.filter(({ name }) => names.includes(name));
}

function functionCandidates(
  functions: readonly FunctionDefinition[],
  baseline: readonly TimedFile[],
): Candidate[] {
  return functions.flatMap(functionMutants).map(({ change, ...mutant }) => ({
    mutant,
    change: { function: change },
    isAtLoad: false,
    ...whereReached(baseline, ({ functions: reached }) => reached.includes(mutant.file)),
  }));
}

function whereReached(
  baseline: readonly TimedFile[],
  isIn: (reached: Reached) => boolean,
): Pick<Candidate, 'reached' | 'fromStart'> {
  const reached = new Map<TimedFile, readonly number[]>();
  const fromStart = new Map<TimedFile, number>();
  for (const file of baseline) {
    const tests = file.tests.flatMap((test, index) => (isIn(test) ? [{ ...test, index }] : []));
    const repeatable = tests.filter(({ isRepeatable }) => isRepeatable);
    const shortestFirst = repeatable.toSorted((one, other) => one.millis - other.millis);
    if (repeatable.length > 0)
      reached.set(
        file,
        shortestFirst.map(({ index }) => index),
      );
    const isAlone = tests.length === 0 && isIn(file.background);
    if (isIn(file.hooks) || isAlone) fromStart.set(file, file.tests.length);
    else if (repeatable.length < tests.length) fromStart.set(file, tests.at(-1)?.index ?? 0);
  }
  return { reached, fromStart };
}

async function tryReached(worker: WorkerProcess, file: TimedFile, candidate: Candidate): Promise<Outcome> {
  const { reached, change } = candidate;
  const tests = (reached.get(file) ?? []).map((index) => ({ index, limitMillis: limitOf(file, index) / 2 }));
  return outcomeOf(
    await worker.ask({
      kind: 'try',
      path: file.path,
      change,
      tests,
      testMillis: longest(file),
      lastTest: Math.max(...tests.map(({ index }) => index)),
    }),
  );
}

/** A mutant that no test reaches is not tried. */
async function tryFromStart(worker: WorkerProcess, candidate: Candidate): Promise<string> {
  const { isAtLoad, fromStart, reached, change } = candidate;
  for (const [file, lastTest] of fromStart) {
    const order = { path: file.path, change: isAtLoad ? null : change, testMillis: longest(file), lastTest };
    const outcome = outcomeOf(await worker.ask({ kind: 'try', ...order }));
    if (outcome !== 'Passed') return outcome;
  }
  return reached.size + fromStart.size === 0 ? 'NoCoverage' : 'Survived';
}

/** A mutant that blocks its process, or ends it, is detected. @throws {Error} if the worker itself fails. */
function outcomeOf(report: Report | null): Outcome {
  if (report === null) return 'Timeout';
  if (report.kind === 'tried') return report.outcome;
  throw new Error(report.kind === 'failed' ? report.message : report.kind);
}

/** On a busy machine, only a hanging test takes as long. */
function limitOf({ tests }: TimedFile, index: number): number {
  return Math.ceil(10_000 + 10 * (tests[index]?.millis ?? 0));
}

function longest(file: TimedFile): number {
  return Math.max(...file.tests.map((_, index) => limitOf(file, index)));
}

function mutantOf({ change }: Candidate): string | undefined {
  return 'mutant' in change ? change.mutant : undefined;
}
