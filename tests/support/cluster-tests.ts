/**
 * Runs the tests on the cluster that `KUBECONFIG` names. `cluster-tests.ts [--where-possible] [jest's options]`: with the
 * option, a machine without a cluster skips the tests, with a message. The images `gatehouse-identity:ci` and so on must be
 * on the cluster's nodes.
 */
import { spawnSync } from 'node:child_process';
import { CHART_TOOLS } from '../chart/support/tools.ts';
import { findTool } from './go-tools.ts';
import { runJest } from './run-jest.ts';

const [first, ...rest] = process.argv.slice(2);
const isOptional = first === '--where-possible';
const jestOptions = isOptional ? rest : process.argv.slice(2);
const kubectl = process.env['KUBECTL'] ?? 'kubectl';

const helm = CHART_TOOLS.filter(({ name }) => name === 'helm').map(findTool)[0] ?? null;
const obstacle = findObstacle();
if (obstacle !== null) {
  console.error(
    `\n*** THE CLUSTER TESTS ARE NOT RUN: ${obstacle} ***\n*** \`make test-cluster\` runs them where KUBECONFIG names a cluster. ***`,
  );
  process.exitCode = isOptional ? 0 : 1;
} else {
  process.exitCode = runJest(['-c', 'jest.cluster.config.js', ...jestOptions], { HELM: helm ?? '' });
}

/** What this machine lacks; null: nothing. */
function findObstacle(): string | null {
  if ((process.env['KUBECONFIG'] ?? '') === '') return 'KUBECONFIG names no cluster';
  const { status, error } = spawnSync(kubectl, ['get', '--raw', '/readyz'], { stdio: 'ignore' });
  if (error !== undefined) return `${kubectl} does not start`;
  if (status !== 0) return 'the cluster of KUBECONFIG does not respond';
  return helm === null ? 'there is no helm (`make chart-tools` builds it)' : null;
}
