import { findFreePort, type LocalSystem, startLocalSystem } from '@gatehouse/local-system';
import { createApiClient, makePerson } from '@gatehouse/testkit';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  acknowledgedIn,
  FAIL_OVERS,
  type FailOver,
  failOver,
  flawsOf,
  lostRevocations,
  MAX_MILLIS_UNTIL_BACK,
  type ReplicatedSystem,
  recordFailOvers,
} from '#support/fail-over.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '#support/replicated-postgres.ts';
import type { Replication } from '#support/replication.ts';
import { REVOCATIONS } from '#support/revocations.ts';
import { waitFor } from '#support/wait-for.ts';

const LONG = 3_600_000;
const SESSION = '/api/identities/user_sessions/current';

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
    environment: { LOG_LEVEL: 'fatal' },
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
      const all: FailOver[] = [];
      for (let round = 0; round < FAIL_OVERS; round += 1) {
        await system.database.addStandby('synchronous');
        const link = round % 2 === 0 ? 'open' : 'silent';
        const one = await failOver(system, { link, kills: 'at once' });
        expect(flawsOf(one)).toEqual([]);
        expect(one.millisUntilBack).toBeLessThan(MAX_MILLIS_UNTIL_BACK);
        all.push(one);
      }
      expect(await Promise.race([system.local.failed, Promise.resolve('running')])).toBe('running');
      expect(acknowledgedIn(all)).toBeGreaterThanOrEqual(FAIL_OVERS * Object.keys(REVOCATIONS).length);
      recordFailOvers('the primary is killed under load, and its synchronous standby is promoted', all);
    },
    LONG,
  );

  test('B1: a commit that the standby has not confirmed is never answered as done', async () => {
    const { database, publicHost } = await startSystem('synchronous');
    const { cookie } = await makePerson(database);
    await database.silenceStandby();
    const answer = await publicHost.request(SESSION, { method: 'DELETE', cookie });
    expect([answer.status, answer.body?.code]).toEqual([503, 'dependency_unavailable']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    await database.killPrimary();
    await database.promote();
    // The standby did not have it: the session is as it was.
    const status = async () => (await publicHost.request(SESSION, { cookie })).status;
    const answered = await waitFor(async () => {
      const seen = await status();
      return seen === 503 ? undefined : seen;
    });
    expect(answered).toBe(200);
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
