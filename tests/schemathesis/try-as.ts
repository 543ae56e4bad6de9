import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSystem } from '@gatehouse/testkit';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import type { Caller } from './callers.ts';
import { writeConfiguration } from './configuration.ts';

const DOCUMENT = fileURLToPath(new URL('docs/openapi.json', REPOSITORY_ROOT));

/** Generated cases per operation and phase; `SCHEMATHESIS_EXAMPLES` makes a long run. */
const EXAMPLES = process.env['SCHEMATHESIS_EXAMPLES'] ?? '15';

/** The result of one caller's run. */
export interface Outcome {
  readonly operations: number;
  readonly cases: number;
  readonly failures: number;
}

/** The parts of Schemathesis' report that are read. */
interface Report {
  readonly complete: boolean;
  readonly operations: { readonly tested: number } | null;
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly { readonly count: number }[];
  readonly errors: readonly { readonly count: number }[];
}

/**
 * Runs Schemathesis once, as the caller.
 * @throws {Error} if the run did not finish, or its session ended: such a run proves nothing.
 */
export async function tryAs(caller: Caller, program: string, system: TestSystem): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-schemathesis-'));
  try {
    console.log(`\nschemathesis as ${caller.name}`);
    const { report, code } = await run(caller, program, system, folder);
    const failures = [...report.failures, ...report.errors].reduce((total, { count }) => total + count, 0);
    if (!report.complete || report.operations === null || (code !== 0 && failures === 0))
      throw new Error(`schemathesis as ${caller.name} did not finish`);
    await requireSession(caller, system);
    return { operations: report.operations.tested, cases: report.test_cases.generated, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  caller: Caller,
  program: string,
  { local }: TestSystem,
  folder: string,
): Promise<{ readonly report: Report; readonly code: number }> {
  const host = caller.host === 'public' ? local.publicHost : local.teamHost;
  const report = join(folder, 'report.json');
  const options = [
    ...['--config-file', await writeConfiguration(folder, caller, host)],
    ...['run', DOCUMENT, '--url', `http://127.0.0.1:${local.port}/api`],
    ...['--max-examples', EXAMPLES, '--no-color', '--report', 'json', '--report-json-path', report],
    // The same cases for every change in CI; elsewhere new ones each time, with the seed in the output.
    ...(process.env['CI'] === undefined ? [] : ['--seed', '1']),
    ...(caller.only === null ? [] : ['--include-name-regex', caller.only]),
    ...caller.except.flatMap((id) => ['--exclude-operation-id', id]),
  ];
  const child = spawn(program, options, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  return { report: JSON.parse(await readFile(report, 'utf8')), code };
}

/** If the session had ended during the run, every response would be a refusal, and the run would pass. */
async function requireSession({ name, host, peers, session }: Caller, system: TestSystem): Promise<void> {
  const cookie = peers[0]?.cookie;
  if (session === null || cookie === undefined) return;
  const client = host === 'public' ? system.publicHost : system.teamHost;
  const { status } = await client.request(`/api${session}`, { cookie });
  if (status !== 200)
    throw new Error(`the session of ${name} ended during the run: ${session} returned ${status}`);
}
