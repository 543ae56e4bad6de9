/** Tries every mutant of a group's files with its contract tests. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceServer } from '#packages/testkit/src/announced-server.ts';
import { startDatabaseServer } from '#packages/testkit/src/database-server.ts';
import { prepareTemplates } from '#packages/testkit/src/prepare-templates.ts';
import type { MutationGroup } from '../groups.ts';
import type { TriedMutant } from '../mutant.ts';
import { NOT_MUTATED } from './contract-groups.ts';
import { instrument } from './instrument.ts';
import type { Order } from './messages.ts';
import { sqlMutants } from './sql-mutants.ts';
import { WorkerProcess } from './worker-process.ts';

const WORKERS = Number(process.env['MUTATION_WORKERS'] ?? 2);
const BASELINE_MILLIS = 600_000;

/** A mutant with the tests that reach it. */
interface Candidate {
  readonly mutant: Omit<TriedMutant, 'status'>;
  readonly order: Omit<Order & { kind: 'try' }, 'kind' | 'test'>;
  /** Active while modules are loaded, so it needs its own process. */
  readonly isAtLoad: boolean;
  readonly tests: readonly string[];
}

/** The files of a group, from the root of the repository. */
export function contractFilesOf(group: MutationGroup, root: string): string[] {
  return globSync([...group.files], { cwd: root, exclude: NOT_MUTATED }).sort();
}

/**
 * @param only part of the file, text or replacement of the mutants to try; empty: all of them.
 * @param onTried called after each tried mutant, with the number of tried ones and of all.
 */
export async function tryContractGroup(
  group: MutationGroup,
  root: string,
  only: string,
  onTried: (mutant: TriedMutant, tried: number, all: number) => void,
): Promise<TriedMutant[]> {
  const server = await startDatabaseServer();
  const workers: WorkerProcess[] = [];
  try {
    await prepareTemplates(server.url);
    announceServer(server);
    const files = contractFilesOf(group, root);
    const started = (activeMutant?: string) => {
      const worker = new WorkerProcess(root, files, activeMutant);
      workers.push(worker);
      return worker;
    };
    const first = started();
    const baseline = await runBaseline(first, group.tests, root);
    const candidates = [
      ...(await codeCandidates(root, files, baseline)),
      ...sqlCandidates(root, files, baseline),
    ].filter(({ mutant }) => `${mutant.file} ${mutant.original} ${mutant.replacement}`.includes(only));
    const tried: TriedMutant[] = [];
    const queue = candidates.values();
    const limits = new Map(baseline.map(({ test, millis }) => [test, Math.ceil(3 * millis) + 60_000]));
    const work = async (worker: WorkerProcess) => {
      for (const candidate of queue) {
        const own = candidate.isAtLoad ? new WorkerProcess(root, files, candidate.order.mutant) : null;
        const status = await tryCandidate(own ?? worker, candidate, limits);
        own?.stop();
        const mutant = { ...candidate.mutant, status };
        tried.push(mutant);
        onTried(mutant, tried.length, candidates.length);
      }
    };
    await Promise.all([first, ...Array.from({ length: WORKERS - 1 }, () => started())].map(work));
    return tried;
  } finally {
    for (const worker of workers) worker.stop();
    await server.stop();
  }
}

interface Baseline {
  /** The path of the test file. */
  readonly test: string;
  readonly millis: number;
  readonly mutants: ReadonlySet<string>;
  readonly atLoad: ReadonlySet<string>;
  readonly statements: ReadonlyMap<string, string>;
}

/** @throws {Error} if a test fails without a mutant. */
async function runBaseline(
  worker: WorkerProcess,
  tests: readonly string[],
  root: string,
): Promise<readonly Baseline[]> {
  const baseline: Baseline[] = [];
  for (const test of tests.map((path) => join(root, path))) {
    const report = await worker.ask<'baseline'>({ kind: 'baseline', test }, BASELINE_MILLIS);
    if (report === null) throw new Error(`${test} did not finish`);
    const { run, reached } = report;
    if (run.failure !== null)
      throw new Error(`${test} fails without a mutant: ${run.failure}\n${run.message}`);
    baseline.push({
      test,
      millis: run.millis,
      mutants: new Set(reached.mutants),
      atLoad: new Set(reached.atLoad),
      statements: new Map(reached.statements),
    });
  }
  return baseline.sort((one, other) => one.millis - other.millis);
}

async function codeCandidates(
  root: string,
  files: readonly string[],
  baseline: readonly Baseline[],
): Promise<Candidate[]> {
  const { mutants } = await instrument(root, files);
  return mutants.map(({ id, ...mutant }) => {
    const tests = baseline.filter((one) => one.mutants.has(id)).map(({ test }) => test);
    const isAtLoad = tests.length === 0 && baseline.some((one) => one.atLoad.has(id));
    return {
      mutant,
      order: { mutant: id },
      isAtLoad,
      tests: isAtLoad ? baseline.map(({ test }) => test) : tests,
    };
  });
}

function sqlCandidates(root: string, files: readonly string[], baseline: readonly Baseline[]): Candidate[] {
  const sources = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  const statements = new Map(baseline.flatMap((one) => [...one.statements]));
  return [...statements].flatMap(([text, name]) => {
    const [file, source] = sources.find(([, one]) => one.includes(`'${name}'`)) ?? [];
    if (file === undefined || source === undefined) return [];
    const line = source.slice(0, source.indexOf(`'${name}'`)).split('\n').length;
    const tests = baseline.filter((one) => one.statements.has(text)).map(({ test }) => test);
    return sqlMutants(text).map(({ text: to, ...mutant }) => ({
      mutant: { ...mutant, file, line, original: `${name}: ${mutant.original}` },
      order: { sql: { from: text, to } },
      isAtLoad: false,
      tests,
    }));
  });
}

/** A mutant that no test reaches is not tried. */
async function tryCandidate(
  worker: WorkerProcess,
  { order, tests }: Candidate,
  limits: ReadonlyMap<string, number>,
): Promise<string> {
  if (tests.length === 0) return 'NoCoverage';
  for (const test of tests) {
    const limit = limits.get(test) ?? BASELINE_MILLIS;
    const report = await worker.ask<'tried'>({ kind: 'try', test, ...order }, limit);
    if (report === null) return 'Timeout';
    // PostgreSQL rejected the statement, so the failure proves nothing about the tests.
    if (report.sqlErrors.some((code) => code.startsWith('42'))) return 'Invalid';
    if (report.run.failure !== null) return 'Killed';
  }
  return 'Survived';
}
