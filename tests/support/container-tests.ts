/**
 * Builds the images and runs the container tests on them. `container-tests.ts [--where-possible] [jest's options]`: with
 * the option, a machine without an engine or without the base images skips the tests, with a message; a runner of GitHub fails.
 */
import { spawnSync } from 'node:child_process';
import { runJest } from './run-jest.ts';
import { readWherePossible } from './where-possible.ts';

const { isOptional, rest: jestOptions } = readWherePossible(process.argv.slice(2));
const docker = process.env['DOCKER'] ?? 'docker';

const obstacle = findObstacle();
if (obstacle !== null) {
  console.error(
    `\n*** THE CONTAINER TESTS ARE NOT RUN: ${obstacle} ***\n*** \`make test-containers\` runs them where an engine answers. ***`,
  );
  process.exitCode = isOptional ? 0 : 1;
} else {
  process.exitCode = run('make', ['images'])
    ? (runJest(['-c', 'jest.containers.config.js', ...jestOptions], { GATEHOUSE_SYSTEM: 'containers' }) ?? 1)
    : 1;
}

/** What this machine lacks; null: nothing. */
function findObstacle(): string | null {
  if (!run(docker, ['version'], 'ignore')) return 'no Docker engine answers';
  const image = process.env['NODE_IMAGE'] ?? 'node:26-bookworm-slim';
  const isThere =
    run(docker, ['image', 'inspect', image], 'ignore') || run(docker, ['pull', '--quiet', image]);
  return isThere
    ? null
    : `the base image ${image} is not here and cannot be had (NODE_IMAGE names another one)`;
}

function run(command: string, args: readonly string[], output: 'inherit' | 'ignore' = 'inherit'): boolean {
  return spawnSync(command, args, { stdio: output }).status === 0;
}
