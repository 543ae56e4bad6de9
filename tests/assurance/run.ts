/**
 * Runs the tests that try to break the system, and writes what they counted into docs/evidence/assurance.md (`make assurance`).
 * With `GATEHOUSE_SYSTEM=containers` what can befall containers of the built images is among them.
 * `FUZZ_CASES`, `STALENESS_ROUNDS`, `RACE_ROUNDS`, `REVOCATION_ATTEMPTS`, `WRITE_SAMPLES`, `OUTAGE_PEOPLE`, `OUTAGE_MILLIS`, `THROTTLE_REQUESTS`,
 * `SEARCHED_POSTS`, `SHARED_RESOURCE_READS` and `TERMINATIONS` make a longer run of it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from './assurance.ts';
import { REPOSITORY_ROOT } from './repository-root.ts';

const root = fileURLToPath(REPOSITORY_ROOT);
const FILES = [
  'access/zero-staleness',
  'access/starved-revocations',
  'access/write-flood',
  'access/joining-races',
  'sessions/credential-races',
  'sessions/sign-up',
  'outage/outage-under-load',
  'hostile/hostile-input',
  'resources/mail-attacks',
  'boundary/text-forms',
  'hostile/request-smuggling',
  'hostile/framing-attacks',
  'access/foreign-ids',
  'sessions/session-attacks',
  'sessions/throttles',
  'resources/shared-resources',
  'hostile/slow-clients',
  'hostile/web-hostile',
  'boundary/hosts',
  'sessions/enrolment-races',
];
/** Sizes that an ordinary run of the tests has no time for. */
const LONG_RUN = {
  STALENESS_ROUNDS: '1000',
  RACE_ROUNDS: '1000',
  REVOCATION_ATTEMPTS: '100',
  WRITE_SAMPLES: '100',
  THROTTLE_REQUESTS: '100000',
  SEARCHED_POSTS: '20000',
  SHARED_RESOURCE_READS: '1000',
  TERMINATIONS: '50',
};
const CONTAINER_FILES = ['shared-cache', 'faults'];

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-assurance-'));
const record = join(folder, 'findings.jsonl');

/** The line of the totals, `26 passed, 0 failed`. @throws {Error} where a test fails. */
function run(argumentsOfJest: readonly string[], system = 'processes'): string {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...argumentsOfJest],
    {
      cwd: root,
      env: { ...LONG_RUN, ...process.env, ASSURANCE_RECORD: record, GATEHOUSE_SYSTEM: system },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const totals = /^\d+ passed, 0 failed$/m.exec(stdout.toString())?.[0];
  if (status !== 0 || totals === undefined)
    throw new Error('a test has failed: docs/evidence/assurance.md stays as it was');
  return totals;
}

const pattern = (files: readonly string[]) => `(${files.join('|')})[.]test`;
let totals: string;
let findings: (Finding & { chapter: string })[];
try {
  totals = run(['--selectProjects', 'contract', '--testPathPatterns', `contract/${pattern(FILES)}`]);
  if (process.env['GATEHOUSE_SYSTEM'] === 'containers') {
    const only = ['--testPathPatterns', `containers/${pattern(CONTAINER_FILES)}`];
    totals += `; on containers ${run(['-c', 'jest.containers.config.js', ...only], 'containers')}`;
  }
  const lines = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
  findings = lines.map((line) => JSON.parse(line));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const number = (value: number) => value.toLocaleString('en').replaceAll(',', '\u202f');
const chapters = Array.from(Map.groupBy(findings, ({ chapter }) => chapter)).toSorted(([left], [right]) =>
  left.localeCompare(right),
);
const tables = chapters.map(([chapter, rows]) => {
  const lines = rows.map(({ tried, counted }) => {
    const counts = Object.entries(counted).map(([what, value]) => `${number(value)} ${what}`);
    return `| ${tried} | ${counts.join(', ')} |`;
  });
  return `## ${chapter}\n\n| what was tried | what was counted |\n|---|---|\n${lines.join('\n')}\n`;
});
const [processor] = cpus();
writeFileSync(
  join(root, 'docs/evidence/assurance.md'),
  `# What has been tried to break it

Made by \`make assurance\` from what the tests counted in the run itself: Node ${process.versions.node}, ${cpus().length} cores (${processor?.model.trim()}); ${totals}.
\`make soak\` is the same with larger numbers (hours). Each row is recorded after its expectations held: a number of refusals that
should not have been, or of stale answers, other than 0 fails the run and leaves this page as it was.

Beside it: [the tests' own test](mutation.md) (mutants of the boundary code), \`make schemathesis\` (the OpenAPI document against
the running system, every check), [OWASP ASVS](../asvs.md).

${tables.join('\n')}`,
);
console.log(totals);
