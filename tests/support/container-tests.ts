/**
 * Builds the images and runs the container tests on them. `container-tests.ts [--where-possible] [jest's options]`: with
 * the option, a machine without an engine or without the base images skips the tests, with a message.
 */
import { spawnSync } from 'node:child_process';

const [first, ...rest] = process.argv.slice(2);
const isOptional = first === '--where-possible';
const jestOptions = isOptional ? rest : process.argv.slice(2);
const docker = process.env['DOCKER'] ?? 'docker';

const obstacle = findObstacle();
if (obstacle !== null) {
  console.error(
    `\n*** THE CONTAINER TESTS ARE NOT RUN: ${obstacle} ***\n*** \`make test-containers\` runs them where an engine answers. ***`,
  );
  process.exitCode = isOptional ? 0 : 1;
} else {
  process.exitCode = run('make', ['images']) ? runTests() : 1;
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

function runTests(): number {
  const jest = 'node_modules/jest/bin/jest.js';
  const options = ['--experimental-vm-modules', jest, '-c', 'jest.containers.config.js', ...jestOptions];
  return run(process.execPath, options, 'inherit', { GATEHOUSE_SYSTEM: 'containers' }) ? 0 : 1;
}

function run(
  command: string,
  args: readonly string[],
  output: 'inherit' | 'ignore' = 'inherit',
  environment: Readonly<Record<string, string>> = {},
): boolean {
  return spawnSync(command, args, { stdio: output, env: { ...process.env, ...environment } }).status === 0;
}
