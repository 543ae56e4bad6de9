/**
 * Tests docs/openapi.json against the running system with Schemathesis: signed out, as a user and as an admin, in all
 * phases and with all checks. `run.ts [--where-possible]`: with the option, it prints a warning and succeeds if Python or
 * the package index is missing. The last line has the totals.
 */
import { startTestSystem } from '@gatehouse/testkit';
import globalSetup from '@gatehouse/testkit/global-setup';
import globalTeardown from '@gatehouse/testkit/global-teardown';
import { readWherePossible } from '#support/where-possible.ts';
import { makeCallers } from './callers.ts';
import { ensureSchemathesis } from './environment.ts';
import { type Outcome, tryAs } from './try-as.ts';

/** High limits: these runs test the contract; throttles have their own tests. */
const THROTTLES = {
  SIGN_IN_FAILURES_PER_ACCOUNT: '1000000',
  SIGN_IN_FAILURES_PER_ADDRESS: '1000000',
  SIGN_UPS_PER_ADDRESS: '1000000',
  PASSKEY_CHALLENGES_PER_ADDRESS: '1000000',
  PASSWORD_RESETS: '1000000',
  EMAIL_CHANGES: '1000000',
  ABUSE_REPORTS: '1000000',
  ACCOUNT_CHANGES: '1000000',
  PUBLIC_READS_PER_ADDRESS: '1000000',
  SEARCHES_PER_ADDRESS: '1000000',
};

const { isOptional } = readWherePossible(process.argv.slice(2));
const found = ensureSchemathesis();
if ('obstacle' in found) {
  console.error(`\n*** SCHEMATHESIS SKIPPED: ${found.obstacle} ***`);
  process.exitCode = isOptional ? 0 : 1;
} else {
  const outcomes = await tryEveryCaller(found.program);
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const [cases, failures] = [sum((outcome) => outcome.cases), sum((outcome) => outcome.failures)];
  const operations = Math.max(...outcomes.map((outcome) => outcome.operations));
  console.log(
    `schemathesis: ${outcomes.length} callers, ${operations} operations, ${cases} cases, ${failures} failures`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
}

async function tryEveryCaller(program: string): Promise<readonly Outcome[]> {
  await globalSetup();
  try {
    const system = await startTestSystem({ environment: { LOG_LEVEL: 'error', ...THROTTLES } });
    try {
      const outcomes: Outcome[] = [];
      for (const caller of await makeCallers(system)) outcomes.push(await tryAs(caller, program, system));
      return outcomes;
    } finally {
      await system.stop();
    }
  } finally {
    await globalTeardown();
  }
}
