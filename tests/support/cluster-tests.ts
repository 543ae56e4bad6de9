/**
 * Runs the tests on the cluster that `KUBECONFIG` names. `cluster-tests.ts [--where-possible] [jest's options]`: with the
 * option, a machine without a cluster skips the tests, with a message, and so does a cluster that stops responding or takes
 * too long; a test that fails on a cluster that responds is a failure. The images `gatehouse-identity:ci` and so on must be
 * on the cluster's nodes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CHART_TOOLS } from '../chart/support/tools.ts';
import { findTool } from './go-tools.ts';
import { runJest } from './run-jest.ts';
import { readWherePossible } from './where-possible.ts';

const LIMIT_MINUTES = 25;

const { isOptional, rest: jestOptions } = readWherePossible(process.argv.slice(2));
const kubectl = process.env['KUBECTL'] ?? 'kubectl';

const helm = CHART_TOOLS.filter(({ name }) => name === 'helm').map(findTool)[0] ?? null;
const obstacle = findObstacle();
if (obstacle !== null) {
  console.error(
    `\n*** THE CLUSTER TESTS ARE NOT RUN: ${obstacle} ***\n*** \`make test-cluster\` runs them where KUBECONFIG names a cluster. ***`,
  );
  process.exitCode = isOptional ? 0 : 1;
} else {
  const restoreTotals = rememberTotals();
  const code = runJest(
    ['-c', 'jest.cluster.config.js', ...jestOptions],
    { HELM: helm ?? '' },
    isOptional ? LIMIT_MINUTES * 60_000 : undefined,
  );
  const failure = code === null ? `they took more than ${LIMIT_MINUTES} minutes` : findObstacle();
  if (isOptional && code !== 0 && failure !== null) {
    console.error(`\n*** THE CLUSTER TESTS DO NOT COUNT: ${failure} ***`);
    restoreTotals();
  } else process.exitCode = code ?? 1;
}

/** What this machine lacks; null: nothing. */
function findObstacle(): string | null {
  if ((process.env['KUBECONFIG'] ?? '') === '') return 'KUBECONFIG names no cluster';
  const asked = ['get', '--raw', '/readyz', '--request-timeout=20s'];
  const { status, error } = spawnSync(kubectl, asked, { stdio: 'ignore', timeout: 30_000 });
  if (error !== undefined) return `${kubectl} does not start or does not end`;
  if (status !== 0) return 'the cluster of KUBECONFIG does not respond';
  return helm === null ? 'there is no helm (`make chart-tools` builds it)' : null;
}

/** @returns a function that writes and prints the totals (`TEST_TOTALS`) of the runs before this one again. */
function rememberTotals(): () => void {
  const file = process.env['TEST_TOTALS'] ?? '';
  const before = file !== '' && existsSync(file) ? readFileSync(file, 'utf8') : null;
  return () => {
    if (before === null) {
      rmSync(file, { force: true });
      return;
    }
    writeFileSync(file, before);
    const { passed, failed } = JSON.parse(before);
    console.log(`${passed} passed, ${failed} failed`);
  };
}
