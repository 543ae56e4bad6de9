/**
 * Runs the contract tests with PgBouncer between the services and PostgreSQL, configured as docs/operations.md says.
 * `pgbouncer-tests.ts [--where-possible] [jest's options]`: with the option, a machine that can neither find nor build it
 * skips the tests, with a message.
 */
import { ensurePgBouncer } from './pgbouncer-program.ts';
import { runJest } from './run-jest.ts';
import { readWherePossible } from './where-possible.ts';

const { isOptional, rest: jestOptions } = readWherePossible(process.argv.slice(2));

try {
  const program = await ensurePgBouncer();
  const environment = { GATEHOUSE_POOLER: 'pgbouncer', PGBOUNCER: program };
  process.exitCode = runJest(['--selectProjects', 'contract', ...jestOptions], environment) ?? 1;
} catch (error) {
  console.error(`\n*** THE TESTS THROUGH PGBOUNCER ARE NOT RUN: ${String(error)} ***`);
  process.exitCode = isOptional ? 0 : 1;
}
