import { createApiClient } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  FAIL_OVERS,
  failOver,
  failOverRepeatedly,
  MAX_MILLIS_UNTIL_BACK,
  type ReplicatedSystem,
  signOutUnconfirmed,
} from '#support/fail-over.ts';
import { acknowledgedIn, flawsOf, lostRevocations, recordFailOvers } from '#support/fail-over-outcome.ts';
import { REVOCATIONS } from '#support/revocations.ts';
import type { PortForward } from './support/cluster.ts';
import { LOAD_IMAGE } from './support/front-door.ts';
import { startRelay } from './support/relay.ts';
import { type ReplicatedPods, startReplicatedPods } from './support/replicated-pods.ts';
import { PUBLIC_HOST, prepareTestRelease, TEAM_HOST, type TestRelease } from './support/test-release.ts';

const LONG = 7_200_000;
const SERVICES = { identities: 'identity', employer: 'employer', talent: 'talent' };

let release: TestRelease;
let relay: PortForward;
let system: ReplicatedSystem & { readonly database: ReplicatedPods };
beforeAll(async () => {
  release = await prepareTestRelease(
    { values: 'minimal-values.yaml', postgres: 'own' },
    ...['--set', 'defaults.replicas=2', '--set', 'redis.eachPodCountsForItself=true'],
    ...['--set', 'defaults.resources.requests.cpu=10m'],
  );
  const { namespace, loadNamespace, name } = release;
  const database = await startReplicatedPods(namespace);
  await release.upgrade('--wait', '--timeout', '5m');
  const services = Object.entries(SERVICES).map(([path, service]) => [
    path,
    `${name}-gatehouse-${service}.${namespace}.svc`,
  ]);
  relay = await startRelay({
    namespace: loadNamespace,
    image: LOAD_IMAGE,
    services: Object.fromEntries(services),
  });
  const { port } = relay;
  system = {
    database,
    publicHost: createApiClient({ port, host: PUBLIC_HOST }),
    teamHost: createApiClient({ port, host: TEAM_HOST }),
  };
}, LONG);
afterAll(async () => {
  system.publicHost.close();
  system.teamHost.close();
  relay.stop();
  system.database.disconnect();
  await release.remove();
});

describe('PostgreSQL in two pods: the primary is killed, and its synchronous standby is promoted', () => {
  test(
    'B1 G1 E4 A2: no acknowledged revocation or write is lost, no answer is stale, no user is signed out, service is back in time, and no pod restarts',
    async () => {
      const all = await failOverRepeatedly(system);
      expect(all.flatMap(flawsOf)).toEqual([]);
      expect(Math.max(...all.map(({ millisUntilBack }) => millisUntilBack))).toBeLessThan(
        MAX_MILLIS_UNTIL_BACK,
      );
      for (const service of Object.values(SERVICES)) {
        const pods = (await release.pods(service)).map(({ isReady, restarts }) => ({ isReady, restarts }));
        expect(pods).toEqual([
          { isReady: true, restarts: 0 },
          { isReady: true, restarts: 0 },
        ]);
      }
      expect(acknowledgedIn(all)).toBeGreaterThanOrEqual(FAIL_OVERS * Object.keys(REVOCATIONS).length);
      recordFailOvers(
        'on a real cluster, with PostgreSQL in pods: the primary is killed under load, and its synchronous standby is promoted',
        all,
      );
    },
    LONG,
  );

  test(
    'B1: a commit that the standby has not confirmed is never answered as done',
    async () => {
      await system.database.addStandby('synchronous');
      const { answer, statusAfterwards } = await signOutUnconfirmed(system);
      expect([answer.status, answer.body?.code]).toEqual([503, 'dependency_unavailable']);
      expect(answer.headers['set-cookie']).toBeUndefined();
      // The standby did not have it: the session is as it was.
      expect(statusAfterwards).toBe(200);
    },
    LONG,
  );
});

describe('PostgreSQL in two pods, the standby asynchronous', () => {
  test(
    'a failover loses acknowledged revocations and writes, which the checker detects',
    async () => {
      await system.database.addStandby('asynchronous');
      const one = await failOver(system, { link: 'silent', kills: 'after their answers' });
      expect(lostRevocations(one)).toEqual(
        Object.values(REVOCATIONS)
          .map(({ name }) => name)
          .toSorted(),
      );
    },
    LONG,
  );
});
