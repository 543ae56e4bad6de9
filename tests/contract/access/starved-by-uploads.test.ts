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
import { commitsAround, type EndedWrites, oneIsWritten } from '#support/commits-around.ts';
import { imageOf } from '#support/images.ts';
import { pdfOf } from '#support/pdf.ts';
import { percentile } from '#support/percentile.ts';
import { timeRevocation, timeRevocations } from '#support/revocation-times.ts';
import { REVOCATIONS, type Revocation } from '#support/revocations.ts';
import { type FloodWrite, startWriteFlood } from '#support/write-flood.ts';

const LONG = 3_600_000;
const CONNECTIONS = 200;
const MEMBERS = 40;
/** One chunk: what the flood sends is not what it is about. */
const CV_BYTES = 50 * 1024;

let system: TestSystem;
let admin: string;
let members: readonly TestPerson[];
let otherOwner: TestPerson;
let uploads: readonly FloodWrite[];
beforeAll(async () => {
  system = await startTestSystem({ instances: 2, seed: 'none', environment: { LOG_LEVEL: 'fatal' } });
  // Each upload changes something.
  const logos = await Promise.all(['#36c', '#c63', '#3c6'].map((colour) => imageOf('png', { colour })));
  const cv = pdfOf('Ada Lovelace', CV_BYTES);
  const uploadLogo: FloodWrite = {
    service: 'employer',
    method: 'PUT',
    path: '/employer/companies/current/logo',
    file: (count) => ({ mediaType: 'application/octet-stream', bytes: logos[count % 3] as Buffer }),
  };
  const uploadCv: FloodWrite = {
    service: 'talent',
    method: 'PUT',
    path: '/talent/cvs/current?name=cv.pdf',
    file: () => ({ mediaType: 'application/pdf', bytes: cv }),
  };
  // Three, so that each comes to both instances.
  uploads = [uploadLogo, uploadCv, uploadLogo];
  const person = (companyId?: string) =>
    makePerson(system.database, {
      talent: 'active',
      membership: { role: 'owner', status: 'active', ...(companyId === undefined ? {} : { companyId }) },
    });
  const first = await person();
  const join = () => person(first.companyId ?? '');
  members = [first, ...(await Promise.all(Array.from({ length: MEMBERS - 1 }, join)))];
  otherOwner = await join();
});
// One for each test: the long run takes longer than a code stays fresh.
beforeEach(async () => {
  admin = (await makeAdmin(system.database, 'operator')).cookie;
});
afterAll(() => system.stop());

const sql = (text: string, values: readonly unknown[] = []) => system.database.query(text, values);

/** The member's connections upload with a new session from now on. */
const signInAgain = async (victim: TestPerson) =>
  Object.assign(victim, await makeSession(system.database, 'user', victim.userId));

const [LOGO, CV] = ['company.logo_changed', 'profile.cv_uploaded'] as const;
const OF_SESSION = { restore: signInAgain, allMembers: false, actions: [LOGO, CV] };

const KINDS: readonly (Revocation & {
  readonly restore: (victim: TestPerson) => Promise<unknown>;
  /** The uploads that it ends: the victim's or all members', by audit action. */
  readonly allMembers: boolean;
  readonly actions: EndedWrites['actions'];
})[] = [
  {
    ...REVOCATIONS.companyDisabled,
    restore: ({ companyId }) =>
      sql("update employer.companies set condition = 'active' where id = $1", [companyId]),
    allMembers: true,
    actions: [LOGO],
  },
  {
    ...REVOCATIONS.membershipRevoked,
    restore: ({ membershipId }) =>
      sql("update employer.org_memberships set status = 'active', revoked_by = null where id = $1", [
        membershipId,
      ]),
    allMembers: false,
    actions: [LOGO],
  },
  {
    ...REVOCATIONS.talentSuspended,
    restore: ({ userId }) =>
      sql("update identity.users set talent_access_state = 'active' where id = $1", [userId]),
    allMembers: false,
    actions: [CV],
  },
  { ...REVOCATIONS.sessionsEnded, ...OF_SESSION },
  { ...REVOCATIONS.passwordReset, ...OF_SESSION },
];

test.each(KINDS)(
  `F2 G1: $name: answered within a second while ${CONNECTIONS} connections of ${MEMBERS} members upload logos and CVs`,
  async ({ name, action, prepare, restore, allMembers, actions }) => {
    const [victim] = members as [TestPerson];
    // Each in a network of its own: those of one have places for fewer. A new session is seen by its connections.
    for (const [index, member] of members.entries()) Object.assign(member, { address: `198.18.${index}.1` });
    const flood = startWriteFlood(system, { connections: CONNECTIONS, writers: members, writes: uploads });
    const actorIds = (allMembers ? members : [victim]).map(({ userId }) => userId);
    const revokeOnce = async () => {
      // As if the company had more members: each may upload only so often on a day.
      await sql('delete from employer.logo_uploads');
      await sql('delete from talent.cv_uploads');
      await flood.hasWritten(20);
      await oneIsWritten(system.database, { actorIds, actions });
      const revoke = await prepare(system, { victim, otherOwner, admin });
      return timeRevocation(revoke, {
        check: async () => {
          await flood.everyConnectionAnswered();
          const { after } = await commitsAround(system.database, action, { actorIds, actions });
          expect(after).toBe(0);
        },
        restore: () => restore(victim),
      });
    };
    const millis = await timeRevocations(revokeOnce).finally(() => flood.stop());
    expect([...flood.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    recordFinding('Starved revocations', {
      tried: `${name}, while ${CONNECTIONS} connections of ${MEMBERS} members upload logos and CVs`,
      counted: {
        attempts: millis.length,
        'requests of the flood': [...flood.statuses.values()].reduce((sum, count) => sum + count, 0),
        'of them uploads that were done': flood.statuses.get(200) ?? 0,
        'milliseconds in the middle': Math.round(percentile(millis, 0.5)),
        'milliseconds at most (p99)': Math.round(percentile(millis, 0.99)),
        'commits after the revocation': 0,
      },
    });
  },
  LONG,
);
