import {
  makeAdmin,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { commitsAround, oneIsWritten } from '#support/commits-around.ts';
import { addApplications, moveOf } from '#support/many-applications.ts';
import { percentile } from '#support/percentile.ts';
import { timeRevocation, timeRevocations } from '#support/revocation-times.ts';
import { REVOCATIONS, type Revocation } from '#support/revocations.ts';
import { type FloodWrite, startWriteFlood } from '#support/write-flood.ts';

const LONG = 3_600_000;

/** What one request moves, which is the most. */
const BATCH = 50;
/** As many as two instances have for writes. */
const CONNECTIONS = 12;
const MEMBERS = 10;

let system: TestSystem;
let admin: string;
let members: readonly TestPerson[];
let otherOwner: TestPerson;
let moves: readonly FloodWrite[];
beforeAll(async () => {
  system = await startTestSystem({ instances: 2, seed: 'none', environment: { LOG_LEVEL: 'fatal' } });
});
beforeEach(async () => {
  admin = (await makeAdmin(system.database, 'operator')).cookie;
  const first = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const companyId = first.companyId ?? '';
  const join = () =>
    makePerson(system.database, { membership: { role: 'owner', status: 'active', companyId } });
  members = [first, ...(await Promise.all(Array.from({ length: MEMBERS - 1 }, join)))];
  otherOwner = await join();
  // Some members move the same applications.
  const batches = await Promise.all(
    Array.from({ length: 4 }, () => addApplications(system.database, companyId, BATCH)),
  );
  moves = batches.map(moveOf);
});
afterAll(() => system.stop());

const sql = (text: string, values: readonly unknown[]) => system.database.query(text, values);

/** The member's connections move with a new session from now on. */
const signInAgain = async (victim: TestPerson) =>
  Object.assign(victim, await makeSession(system.database, 'user', victim.userId));

/** One of each lock that a move takes; starved-revocations.test.ts has the other ways to end a session. */
const KINDS: readonly (Revocation & { readonly restore: (victim: TestPerson) => Promise<unknown> })[] = [
  {
    ...REVOCATIONS.companyDisabled,
    restore: ({ companyId }) =>
      sql("update employer.companies set condition = 'active' where id = $1", [companyId]),
  },
  {
    ...REVOCATIONS.membershipRevoked,
    restore: ({ membershipId }) =>
      sql("update employer.org_memberships set status = 'active', revoked_by = null where id = $1", [
        membershipId,
      ]),
  },
  {
    ...REVOCATIONS.ownerDemoted,
    restore: ({ membershipId }) =>
      sql("update employer.org_memberships set role = 'owner' where id = $1", [membershipId]),
  },
  { ...REVOCATIONS.sessionsEnded, restore: signInAgain },
  { ...REVOCATIONS.passwordReset, restore: signInAgain },
];

test.each(KINDS)(
  `F2 G1: $name: answered within a second while ${CONNECTIONS} connections of ${MEMBERS} members move ${BATCH} applications each`,
  async ({ name, action, prepare, restore }) => {
    const [victim] = members as [TestPerson];
    const moved = { actorIds: [victim.userId], actions: ['application.stage_changed'] } as const;
    // A demoted owner still moves applications.
    const endsMoves = name !== REVOCATIONS.ownerDemoted.name;
    const flood = startWriteFlood(system, { connections: CONNECTIONS, writers: members, writes: moves });
    const revokeOnce = async () => {
      await flood.hasWritten(MEMBERS);
      await oneIsWritten(system.database, moved);
      const revoke = await prepare(system, { victim, otherOwner, admin });
      return timeRevocation(revoke, {
        check: async () => {
          await flood.everyConnectionAnswered();
          if (!endsMoves) return;
          const { after } = await commitsAround(system.database, action, moved);
          expect(after).toBe(0);
        },
        restore: () => restore(victim),
      });
    };
    const millis = await timeRevocations(revokeOnce).finally(() => flood.stop());
    expect([...flood.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    recordFinding('Starved revocations', {
      tried: `${name}, while ${CONNECTIONS} connections move ${BATCH} applications each`,
      counted: {
        attempts: millis.length,
        'requests of the flood': [...flood.statuses].reduce((sum, [, count]) => sum + count, 0),
        'milliseconds in the middle': Math.round(percentile(millis, 0.5)),
        'milliseconds at most (p99)': Math.round(percentile(millis, 0.99)),
        ...(endsMoves ? { 'commits after the revocation': 0 } : {}),
      },
    });
  },
  LONG,
);
