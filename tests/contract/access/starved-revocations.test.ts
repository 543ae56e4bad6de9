import {
  makeAdmin,
  makeJobPost,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { commitsAround, type EndedWrites, oneIsWritten } from '#support/commits-around.ts';
import { percentile } from '#support/percentile.ts';
import { timeRevocation, timeRevocations } from '#support/revocation-times.ts';
import { REVOCATIONS, type Revocation } from '#support/revocations.ts';
import { type FloodWrite, startWriteFlood, type Writer } from '#support/write-flood.ts';

const LONG = 3_600_000;

/** A company; the first member is the one who loses access. */
interface Company {
  readonly id: string;
  readonly victim: TestPerson & Writer;
  readonly members: readonly (TestPerson & Writer)[];
  /** An owner who does not write, so that the victim is not the last one. */
  readonly otherOwner: TestPerson;
  readonly writes: readonly FloodWrite[];
}

interface RevocationUnderFlood extends Revocation {
  readonly restore: (company: Company) => Promise<void>;
  /** The writes that it ends: the victim's or all members', by audit action. */
  readonly ended: Pick<EndedWrites, 'actions'> & { readonly allMembers: boolean };
}

let system: TestSystem;
let admin: string;
beforeAll(async () => {
  system = await startTestSystem({
    instances: 2,
    seed: 'none',
    environment: { LOG_LEVEL: 'fatal', ACCOUNT_CHANGES: '1000000' },
  });
});
afterAll(() => system.stop());
// One for each test: the long run takes longer than a code stays fresh.
beforeEach(async () => {
  admin = (await makeAdmin(system.database, 'operator')).cookie;
});

const sql = (text: string, values: readonly unknown[]) => system.database.query(text, values);

async function makeCompany(size: number): Promise<Company> {
  const victim = await makePerson(system.database, {
    talent: 'active',
    membership: { role: 'owner', status: 'active' },
  });
  const id = victim.companyId ?? '';
  const join = (role: 'owner' | 'member') =>
    makePerson(system.database, { talent: 'active', membership: { role, status: 'active', companyId: id } });
  const members = [victim];
  while (members.length < size) members.push(await join('owner'));
  const post = await makeJobPost(system.database, { companyId: id, state: 'draft' });
  return { id, victim, members, otherOwner: await join('owner'), writes: writesOf(post) };
}

/** Mostly one job post, and what else takes the locks of the person and the company, by each service. */
function writesOf(jobPostId: string): readonly FloodWrite[] {
  const post: FloodWrite = {
    service: 'employer',
    method: 'PATCH',
    path: `/employer/job_posts/${jobPostId}`,
    body: (count) => ({ title: `Title ${count}` }),
  };
  return [
    post,
    {
      service: 'identity',
      method: 'PATCH',
      path: '/identities/users/current',
      body: (count) => ({ name: `Name ${count}` }),
    },
    post,
    {
      service: 'employer',
      method: 'PATCH',
      path: '/employer/companies/current',
      body: (count) => ({ about: `About ${count}` }),
    },
    post,
    {
      service: 'talent',
      method: 'PUT',
      path: '/talent/profiles/current',
      body: (count) => ({ headline: `Headline ${count}`, summary: '', skills: [], location: '', links: [] }),
    },
  ];
}

/** The victim's connections write with a new session from now on. */
async function signInAgain({ victim }: Company): Promise<void> {
  Object.assign(victim, await makeSession(system.database, 'user', victim.userId));
}

const OF_COMPANY = ['job_post.changed', 'company.changed'] as const;
const OF_SESSION = [...OF_COMPANY, 'user.renamed', 'profile.changed'] as const;
const SESSION_ENDED = { restore: signInAgain, ended: { allMembers: false, actions: OF_SESSION } };

const KINDS: readonly RevocationUnderFlood[] = [
  {
    ...REVOCATIONS.companyDisabled,
    restore: async ({ id }) => {
      await sql("update employer.companies set condition = 'active' where id = $1", [id]);
    },
    ended: { allMembers: true, actions: OF_COMPANY },
  },
  {
    ...REVOCATIONS.membershipRevoked,
    restore: async ({ victim }) => {
      await sql("update employer.org_memberships set status = 'active', revoked_by = null where id = $1", [
        victim.membershipId,
      ]);
    },
    ended: { allMembers: false, actions: OF_COMPANY },
  },
  {
    ...REVOCATIONS.ownerDemoted,
    restore: async ({ victim }) => {
      await sql("update employer.org_memberships set role = 'owner' where id = $1", [victim.membershipId]);
    },
    ended: { allMembers: false, actions: ['company.changed'] },
  },
  {
    ...REVOCATIONS.talentSuspended,
    restore: async ({ victim }) => {
      await sql("update identity.users set talent_access_state = 'active' where id = $1", [victim.userId]);
    },
    ended: { allMembers: false, actions: ['profile.changed'] },
  },
  { ...REVOCATIONS.sessionsEnded, ...SESSION_ENDED },
  { ...REVOCATIONS.signedOut, ...SESSION_ENDED },
  { ...REVOCATIONS.endedFromElsewhere, ...SESSION_ENDED },
  { ...REVOCATIONS.reportedFromElsewhere, ...SESSION_ENDED },
  { ...REVOCATIONS.passwordReset, ...SESSION_ENDED },
];

const FLOODS = [
  { flood: '40 connections of one owner', connections: 40, people: 1 },
  { flood: '200 connections of all members of a company', connections: 200, people: 40 },
];

describe.each(FLOODS)('while $flood write without a pause', ({ flood, connections, people }) => {
  test.each(KINDS)(
    'F2 G1: $name: answered within a second, and no write commits after it',
    async ({ name, action, prepare, restore, ended: { allMembers, actions } }) => {
      const company = await makeCompany(people);
      const writing = startWriteFlood(system, {
        connections,
        writers: company.members,
        writes: company.writes,
      });
      const actorIds = (allMembers ? company.members : [company.victim]).map(({ userId }) => userId);
      const revokeOnce = async () => {
        await writing.hasWritten(20);
        await oneIsWritten(system.database, { actorIds, actions });
        const revoke = await prepare(system, { ...company, admin });
        return timeRevocation(revoke, {
          check: async () => {
            await writing.everyConnectionAnswered();
            const { after } = await commitsAround(system.database, action, { actorIds, actions });
            expect(after).toBe(0);
          },
          restore: () => restore(company),
        });
      };
      const millis = await timeRevocations(revokeOnce).finally(() => writing.stop());
      // A client that writes too much gets 429, or 503 where the machine is too slow for all of them.
      expect([...writing.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
      const writes = [...writing.statuses].reduce((sum, [, count]) => sum + count, 0);
      recordFinding('Starved revocations', {
        tried: `${name}, while ${flood} write`,
        counted: {
          attempts: millis.length,
          'requests of the flood': writes,
          'milliseconds in the middle': Math.round(percentile(millis, 0.5)),
          'milliseconds at most (p99)': Math.round(percentile(millis, 0.99)),
          'commits after the revocation': 0,
        },
      });
    },
    LONG,
  );
});
