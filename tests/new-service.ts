/**
 * `make test-new-service`: runs `npm run new:service` on a copy of the working tree, and the tests that prove the result: lint
 * and types, generated files, unit tests, the new endpoint in a running system, the chart. The first failure ends the run.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { jestArguments } from '#support/run-jest.ts';
import { copyWorkingTree } from '#support/temporary-copy.ts';
import { missingTools } from './chart/support/tools.ts';

const NAME = 'billing';
const ENDPOINT = `GET \`/${NAME}/overviews/current\``;

/** Of the contract tests, those that every endpoint passes, and those of the service itself. */
const CONTRACT_TESTS = [
  'access/access-matrix',
  'boundary/hosts',
  'database/migrations',
  'database/query-plans',
  'database/roles',
  `resources/${NAME}`,
  'telemetry/prometheus',
  'web/release-test',
];

/** What the chart renders for each service. */
const KINDS = [
  'Deployment',
  'HorizontalPodAutoscaler',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'Service',
  'ServiceAccount',
];

const copy = copyWorkingTree(fileURLToPath(REPOSITORY_ROOT));
process.on('exit', () => copy.remove());

const jest = (...options: readonly string[]) => run(process.execPath, jestArguments(options));

step('a copy of the working tree', () => {
  run('git', ['init', '--quiet']);
  commit();
});
step(`npm run new:service ${NAME}`, () => {
  run('npm', ['run', '--silent', 'new:service', NAME]);
  commit();
});
step('make lint', () => run('npm', ['run', '--silent', 'lint']));
step('generated files', () => {
  run('npm', ['run', '--silent', 'generate']);
  const changed = run('git', ['status', '--porcelain'], 'pipe');
  if (changed !== '') throw new Error(`make generate changes again:\n${changed}`);
  const matrix = readFileSync(join(copy.path, 'docs/access-matrix.md'), 'utf8');
  if (!matrix.includes(ENDPOINT)) throw new Error(`docs/access-matrix.md lacks ${ENDPOINT}`);
});
step('unit tests', () => jest('--selectProjects', 'unit'));
step('contract tests', () =>
  jest('--selectProjects', 'contract', '--testPathPatterns', `contract/(${CONTRACT_TESTS.join('|')})\\.test`),
);
if (missingTools().length > 0)
  console.error(`*** THE CHART IS NOT TESTED: ${missingTools().join(', ')} not on this machine. ***`);
else {
  step('chart tests', () => jest('--selectProjects', 'chart'));
  await renderChart();
}

/** The chart's objects of the new service, as an installation that is watched and scaled has them. */
async function renderChart(): Promise<void> {
  const support = (file: string) => import(join(copy.path, 'tests/chart/support', file));
  const { render, ofKind } = await support('render.ts');
  const { INSTALLATIONS } = await support('installations.ts');
  const manifests = render({ ...INSTALLATIONS['watched and scaled'], ingress: { enabled: true } });
  step('objects of the chart', () => {
    const name = `gate-gatehouse-${NAME}`;
    const lacking = KINDS.filter((kind) => ofKind(manifests, kind)[name] === undefined);
    if (lacking.length > 0) throw new Error(`the chart renders no ${lacking.join(', ')} ${name}`);
    const [{ http }] = ofKind(manifests, 'Ingress')['gate-gatehouse-public'].spec.rules;
    const paths = http.paths.map(({ path }: { path: string }) => path);
    if (!paths.includes(`/api/${NAME}`)) throw new Error(`the public Ingress lacks /api/${NAME}`);
  });
}

function step(what: string, work: () => void): void {
  const startedAt = performance.now();
  console.log(`\n=== ${what}`);
  try {
    work();
  } catch (error) {
    console.error(`\n${what} failed: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
  console.log(`=== ${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

function commit(): void {
  run('git', ['add', '--all']);
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test'];
  run('git', [...author, 'commit', '--quiet', '--message', 'Test']);
}

/** @returns the program's output, with `pipe`. @throws {Error} if it fails. */
function run(command: string, args: readonly string[], output: 'inherit' | 'pipe' = 'inherit'): string {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: copy.path,
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
  return stdout ?? '';
}
