import {
  type ApiClient,
  addressOf,
  createInstanceClient,
  makeAdmin,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { createInvitationActs, type TestInvitation } from '#support/invitations.ts';

/** Rounds of each race; `make assurance` runs 1,000. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 10);

/** Half a day, for a long run. */
const LONG = 43_200_000;

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
let admin: string;
let employers: ApiClient[];
beforeAll(async () => {
  system = await startTestSystem({ instances: 2 });
  acts = createInvitationActs(system);
  admin = (await makeAdmin(system.database, 'operator')).cookie;
  // A long run takes longer than a code stays fresh.
  await system.database.query(
    "update identity.admin_sessions set second_factor_at = now() + interval '1 day'",
  );
  employers = system.local.services.employer.map((part) =>
    createInstanceClient(part, system.local.publicHost),
  );
});
afterAll(async () => {
  for (const client of employers) client.close();
  await system.stop();
});

const asStaff = async (path: string, change: object) => {
  const body = { ...change, reason: 'a race' };
  const request = { method: 'PUT', cookie: admin, body };
  return (await system.teamHost.request(`/api/identities/admin${path}`, request)).status;
};

/** One join by an instance of its own, and what it was answered. */
async function join(person: TestPerson, { token }: TestInvitation, instance: number): Promise<number> {
  const client = employers[instance % employers.length];
  if (client === undefined) throw new Error('no instance of employer');
  const request = { method: 'POST', cookie: person.cookie, body: { invitation_token: token } };
  return (await client.request('/api/employer/org_memberships', request)).status;
}

interface Offer {
  readonly owner: TestPerson;
  readonly inviter: TestPerson;
  readonly invitation: TestInvitation;
}

async function isMember({ userId }: TestPerson): Promise<boolean> {
  const rows = await system.database.query('select from employer.org_memberships where user_id = $1', [
    userId,
  ]);
  return rows.length === 1;
}

/** Each takes away what the invited person's joining depends on. */
const revocations: readonly (readonly [string, (offer: Offer) => Promise<number>])[] = [
  [
    'staff revoke the inviter',
    ({ inviter }) => asStaff(`/org_memberships/${inviter.membershipId}/status`, { status: 'revoked' }),
  ],
  [
    'an owner revokes the inviter',
    async ({ owner, inviter }) =>
      (await acts.changeMembership(owner, inviter.membershipId, { status: 'revoked' })).status,
  ],
  [
    'an owner makes the inviter a member',
    async ({ owner, inviter }) =>
      (await acts.changeMembership(owner, inviter.membershipId, { role: 'member' })).status,
  ],
  [
    'the inviter leaves',
    async ({ inviter }) => (await acts.send('DELETE', '/org_memberships/current', inviter.cookie)).status,
  ],
  [
    'staff disable the company',
    ({ owner }) => asStaff(`/companies/${owner.companyId}/condition`, { condition: 'disabled' }),
  ],
  [
    'an owner withdraws the invitation',
    async ({ owner, invitation }) =>
      (await acts.send('DELETE', `/invitations/${invitation.id}`, owner.cookie)).status,
  ],
];

describe('joining in a race', () => {
  test.each(revocations)(
    'G2 G4 F4: %s: no user joins after the answer',
    async (tried, revoke) => {
      let joined = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const owner = await acts.makeOwner();
        const [inviter, invited] = await Promise.all([
          makeColleague(system.database, owner),
          makePerson(system.database),
        ]);
        const invitation = await acts.makeInvitation(inviter, addressOf(invited), 'owner');
        const second = await acts.secondSession(invited);
        const racing = [join(invited, invitation, round), join(second, invitation, round + 1)];
        const status = await revoke({ owner, inviter, invitation });
        const before = await isMember(invited);
        const late = await join(invited, invitation, round);
        const answers = await Promise.all(racing);
        // 404: the invitation that was to be withdrawn had been accepted.
        expect([200, 204, 404]).toContain(status);
        expect(await isMember(invited)).toBe(before);
        expect(late).toBe(before ? 409 : 410);
        expect(answers.filter((answer) => answer === 201)).toHaveLength(before ? 1 : 0);
        for (const answer of answers) expect([201, 409, 410]).toContain(answer);
        expect(await acts.isOpen(invitation.id)).toBe(false);
        joined += before ? 1 : 0;
      }
      recordFinding('Races of joining', {
        tried,
        counted: { rounds: ROUNDS, 'joined before the answer': joined, 'joined after it': 0 },
      });
    },
    LONG,
  );

  test(
    'G4: one link, opened by the invited person in two places and by two others, lets one in, once',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const owner = await acts.makeOwner();
        const invited = await makePerson(system.database);
        const invitation = await acts.makeInvitation(owner, addressOf(invited), 'owner');
        const people = [
          invited,
          await acts.secondSession(invited),
          await makePerson(system.database),
          await makePerson(system.database),
        ];
        const answers = await Promise.all(people.map((person, at) => join(person, invitation, at + round)));
        expect(answers.slice(0, 2).toSorted()).toEqual([201, 409]);
        for (const answer of answers.slice(2)) expect([403, 410]).toContain(answer);
        expect(await Promise.all(people.slice(2).map(isMember))).toEqual([false, false]);
      }
      recordFinding('Races of joining', {
        tried: 'one link is opened by the invited person in two places and by two others',
        counted: { rounds: ROUNDS, 'joined twice or by another person': 0 },
      });
    },
    LONG,
  );

  test(
    'G2 F4: staff revoke while two owners activate: it stays revoked by staff',
    async () => {
      const owner = await acts.makeOwner();
      const [other, subject] = [
        await makeColleague(system.database, owner),
        await makeColleague(system.database, owner, 'member'),
      ];
      let activated = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        await system.database.query(
          "update employer.org_memberships set status = 'revoked', revoked_by = 'owner' where id = $1",
          [subject.membershipId],
        );
        const racing = [owner, other, owner].map((by) =>
          acts.changeMembership(by, subject.membershipId, { status: 'active' }),
        );
        expect(await asStaff(`/org_memberships/${subject.membershipId}/status`, { status: 'revoked' })).toBe(
          200,
        );
        const refused = await acts.changeMembership(other, subject.membershipId, { status: 'active' });
        expect(refused).toMatchObject({ status: 409, body: { code: 'org_membership_revoked_by_staff' } });
        for (const { status } of await Promise.all(racing)) {
          expect([200, 409]).toContain(status);
          activated += status === 200 ? 1 : 0;
        }
        const [row] = await system.database.query(
          'select status, revoked_by from employer.org_memberships where id = $1',
          [subject.membershipId],
        );
        expect(row).toEqual({ status: 'revoked', revoked_by: 'staff' });
      }
      recordFinding('Races of joining', {
        tried: 'owners activate a membership while staff revoke it',
        counted: { rounds: ROUNDS, 'activated before the answer': activated, 'active after it': 0 },
      });
    },
    LONG,
  );
});
