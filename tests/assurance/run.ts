/**
 * Runs the tests that try to break the system, or the named one (`make assurance FILE=access/zero-staleness`), stores what each
 * counted in `results`, and writes docs/evidence/assurance.md from the results of all. A file that fails keeps its last result.
 * `GATEHOUSE_SYSTEM=containers` adds those that need containers of the built images, and `KUBECONFIG` those that need a cluster with
 * the images (`make test-cluster`). The environment variables of `LONG_RUN`,
 * `FUZZ_CASES`, `OUTAGE_PEOPLE` and `OUTAGE_MILLIS` set the sizes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from '#support/assurance.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { jestArguments } from '#support/run-jest.ts';
import { ALL_FILES, CLUSTER_FILES, CONTAINER_FILES, POOLER, selectFiles } from './files.ts';
import { writePage } from './page.ts';
import { passedTestsOf } from './passed-tests.ts';
import { assuranceResults, digestOf, pathOf } from './results.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);

/** Sizes that an ordinary run of the tests has no time for. */
const LONG_RUN = {
  STALENESS_ROUNDS: '1000',
  RACE_ROUNDS: '1000',
  REVOCATION_ATTEMPTS: '100',
  WRITE_SAMPLES: '100',
  THROTTLE_REQUESTS: '100000',
  SEARCHED_POSTS: '20000',
  SEARCHED_APPLICATIONS: '20000',
  SHARED_RESOURCE_READS: '1000',
  FAIL_OVERS: '50',
  TERMINATIONS: '50',
};

const [wanted = ''] = process.argv.slice(2);
const files = selectFiles(wanted, {
  containers: process.env['GATEHOUSE_SYSTEM'] === 'containers',
  cluster: (process.env['KUBECONFIG'] ?? '') !== '',
});
if (files.length === 0) {
  throw new Error(
    `no file matches ${wanted}; there are: ${ALL_FILES.join(', ')} (containers with GATEHOUSE_SYSTEM=containers, cluster with KUBECONFIG)`,
  );
}

for (const file of files) {
  const startedAt = Date.now();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const result = run(file);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (result === null) {
    console.error(`${file}: FAILED after ${seconds} s, its last result stays`);
    process.exitCode = 1;
  } else {
    const date = new Date(startedAt).toISOString().slice(0, 10);
    const minutes = Math.ceil(seconds / 60);
    assuranceResults.write(file, { file, date, commit, digest: digestOf(file), minutes, ...result });
    console.log(`${file}: ${result.passed} passed, 0 failed, ${seconds} s`);
  }
  writePage();
}

/** Runs one file alone, so that no other test takes its processor time. Null: a test failed, or none ran. */
function run(file: string): { passed: number; findings: (Finding & { chapter: string })[] } | null {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-assurance-'));
  const record = join(folder, 'findings.jsonl');
  const isContainers = CONTAINER_FILES.includes(file);
  const isPooler = file === POOLER;
  try {
    const { status, stdout } = spawnSync(process.execPath, argumentsFor(file), {
      cwd: ROOT,
      env: {
        ...(isPooler ? {} : LONG_RUN),
        ...process.env,
        ASSURANCE_RECORD: isPooler ? '' : record,
        GATEHOUSE_SYSTEM: isContainers ? 'containers' : 'processes',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    });
    const passed = passedTestsOf(stdout.toString());
    if (status !== 0 || passed === null) return null;
    if (isPooler) return { passed, findings: [poolerFinding(passed)] };
    const lines = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
    return { passed, findings: lines.map((line) => JSON.parse(line)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function poolerFinding(passed: number) {
  return {
    chapter: 'PgBouncer in transaction mode',
    tried: 'every contract test, with the settings and statements of docs/operations.md',
    counted: { 'tests passed': passed, failed: 0 },
  };
}

/** The arguments of Node.js that run one file. */
function argumentsFor(file: string): readonly string[] {
  if (file === POOLER) return [pathOf(file)];
  const path = ['--testPathPatterns', pathOf(file)];
  if (CLUSTER_FILES.includes(file)) return ['tests/support/cluster-tests.ts', ...path];
  if (CONTAINER_FILES.includes(file)) return jestArguments(['-c', 'jest.containers.config.js', ...path]);
  return jestArguments(['--selectProjects', file.split('/')[0] ?? '', ...path]);
}
