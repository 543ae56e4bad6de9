import { findFreePort, type LocalSystem, startLocalSystem } from '@gatehouse/local-system';
import { createApiClient } from '@gatehouse/testkit';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  FAIL_OVERS,
  failOver,
  failOverRepeatedly,
  MAX_MILLIS_UNTIL_BACK,
  type ReplicatedSystem,
  signOutUnconfirmed,
} from '#support/fail-over.ts';
import { acknowledgedIn, flawsOf, lostRevocations, recordFailOvers } from '#support/fail-over-outcome.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '#support/replicated-postgres.ts';
import type { Replication } from '#support/replication.ts';
import { REVOCATIONS } from '#support/revocations.ts';

const LONG = 3_600_000;

interface System extends ReplicatedSystem {
  readonly database: ReplicatedPostgres;
  readonly local: LocalSystem;
}

const systems: System[] = [];
afterEach(async () => {
  for (const { publicHost, teamHost, local, database } of systems.splice(0)) {
    publicHost.close();
    teamHost.close();
    await local.stop();
    await database.stop();
  }
});

async function startSystem(replication: Replication): Promise<System> {
  const database = await startReplicatedPostgres(replication);
  const port = await findFreePort();
  const local = await startLocalSystem({
    port,
    withWeb: false,
    instances: 2,
    environment: { LOG_LEVEL: 'fatal', ACCOUNT_CHANGES: '1000000' },
    roleUrl: database.roleUrl,
  });
  const system = {
    database,
    local,
    publicHost: createApiClient({ port, host: local.publicHost }),
    teamHost: createApiClient({ port, host: local.teamHost }),
  };
  systems.push(system);
  return system;
}

describe('the primary is killed, and its synchronous standby is promoted', () => {
  test(
    'B1 G1 E4: no acknowledged revocation or write is lost, no answer is stale, no user is signed out, and service is back in time',
    async () => {
      const system = await startSystem('synchronous');
      const all = await failOverRepeatedly(system);
      expect(all.flatMap(flawsOf)).toEqual([]);
      expect(Math.max(...all.map(({ millisUntilBack }) => millisUntilBack))).toBeLessThan(
        MAX_MILLIS_UNTIL_BACK,
      );
      expect(await Promise.race([system.local.failed, Promise.resolve('running')])).toBe('running');
      expect(acknowledgedIn(all)).toBeGreaterThanOrEqual(FAIL_OVERS * Object.keys(REVOCATIONS).length);
      recordFailOvers('the primary is killed under load, and its synchronous standby is promoted', all);
    },
    LONG,
  );

  test('B1: a commit that the standby has not confirmed is never answered as done', async () => {
    const { answer, statusAfterwards } = await signOutUnconfirmed(await startSystem('synchronous'));
    expect([answer.status, answer.body?.code]).toEqual([503, 'dependency_unavailable']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    // The standby did not have it: the session is as it was.
    expect(statusAfterwards).toBe(200);
  });
});

describe('an asynchronous standby', () => {
  test('loses acknowledged revocations and writes, which the checker detects', async () => {
    const system = await startSystem('asynchronous');
    const one = await failOver(system, { link: 'silent', kills: 'after their answers' });
    expect(lostRevocations(one)).toEqual(
      Object.values(REVOCATIONS)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});
