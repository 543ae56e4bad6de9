import {
  addressOf,
  makeAdmin,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createInvitationActs } from '#support/invitations.ts';

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
let admin: string;
beforeAll(async () => {
  system = await startTestSystem();
  acts = createInvitationActs(system);
  admin = (await makeAdmin(system.database, 'operator')).cookie;
});
afterAll(() => system.stop());

const asStaff = async (path: string, change: object) => {
  const body = { ...change, reason: 'a test' };
  const answer = await system.teamHost.request(`/api/identities/admin${path}`, {
    method: 'PUT',
    cookie: admin,
    body,
  });
  expect(answer.status).toBe(200);
  return answer;
};
const staffSets = (membershipId: string | null, status: 'active' | 'revoked') =>
  asStaff(`/org_memberships/${membershipId}/status`, { status });

/** The two people of a company: an owner, and another one whose access is at stake. */
async function makeCompany(): Promise<{ owner: TestPerson; subject: TestPerson }> {
  const owner = await acts.makeOwner();
  return { owner, subject: await makeColleague(system.database, owner) };
}

const REFUSED = {
  status: 409,
  body: {
    code: 'org_membership_revoked_by_staff',
    detail: expect.stringContaining('Only Gatehouse staff can restore this membership.'),
  },
};

describe('G2 F4: what staff revoked, staff alone give back', () => {
  test('G2 F4: an owner does not re-activate a membership that staff revoked', async () => {
    const { owner, subject } = await makeCompany();
    await staffSets(subject.membershipId, 'revoked');
    const audited = await acts.auditedActions(subject.membershipId);
    expect(await acts.changeMembership(owner, subject.membershipId, { status: 'active' })).toMatchObject(
      REFUSED,
    );
    expect(await acts.auditedActions(subject.membershipId)).toEqual(audited);
    expect((await acts.send('GET', '/job_posts', subject.cookie)).body.code).toBe('org_membership_inactive');
    await staffSets(subject.membershipId, 'active');
    expect((await acts.send('GET', '/job_posts', subject.cookie)).status).toBe(200);
  });

  test('G2: an owner re-activates what an owner revoked', async () => {
    const { owner, subject } = await makeCompany();
    for (const status of ['revoked', 'active']) {
      const answer = await acts.changeMembership(owner, subject.membershipId, { status });
      expect(answer).toMatchObject({ status: 200, body: { status } });
      expect(answer.body.revoked_by).toBe(status === 'revoked' ? 'owner' : undefined);
    }
  });

  test('G2: a revocation by staff replaces that of an owner, and is audited', async () => {
    const { owner, subject } = await makeCompany();
    await acts.changeMembership(owner, subject.membershipId, { status: 'revoked' });
    await system.database.query('update identity.notifications set read_at = now() where user_id = $1', [
      subject.userId,
    ]);
    await staffSets(subject.membershipId, 'revoked');
    // The member knows of it.
    const unread = 'select from identity.notifications where user_id = $1 and read_at is null';
    expect(await system.database.query(unread, [subject.userId])).toEqual([]);
    expect(await acts.changeMembership(owner, subject.membershipId, { status: 'active' })).toMatchObject(
      REFUSED,
    );
    expect(await acts.auditedActions(subject.membershipId)).toEqual([
      'org_membership.changed',
      'org_membership.status_changed',
    ]);
    // The same once more changes nothing.
    await staffSets(subject.membershipId, 'revoked');
    expect(await acts.auditedActions(subject.membershipId)).toHaveLength(2);
  });

  test('G2: an owner who revokes after staff, or changes the role, does not make the revocation their own', async () => {
    const { owner, subject } = await makeCompany();
    await staffSets(subject.membershipId, 'revoked');
    for (const change of [{ status: 'revoked' }, { role: 'member' }, { role: 'owner', status: 'revoked' }]) {
      const answer = await acts.changeMembership(owner, subject.membershipId, change);
      expect(answer).toMatchObject({ status: 200, body: { status: 'revoked', revoked_by: 'staff' } });
    }
    expect(await acts.changeMembership(owner, subject.membershipId, { status: 'active' })).toMatchObject(
      REFUSED,
    );
  });

  test('G2: after staff have given it back, a revocation by an owner is the owners’ again', async () => {
    const { owner, subject } = await makeCompany();
    await staffSets(subject.membershipId, 'revoked');
    const { id } = await acts.makeInvitation(subject, 'later@invited.test');
    const { body } = await staffSets(subject.membershipId, 'active');
    expect([body.status, body.revoked_by]).toEqual(['active', undefined]);
    // Only a loss withdraws what the member had offered.
    expect(await acts.isOpen(id)).toBe(true);
    for (const status of ['revoked', 'active']) {
      expect((await acts.changeMembership(owner, subject.membershipId, { status })).status).toBe(200);
    }
  });

  test('G2: who revoked it is in both lists, and only while it is revoked', async () => {
    const { owner, subject } = await makeCompany();
    const revokedBy = async () => {
      const { body } = await acts.send('GET', '/org_memberships', owner.cookie);
      const own = body.items.find(({ id }: { id: string }) => id === subject.membershipId);
      const company = await system.teamHost.request(`/api/identities/admin/companies/${owner.companyId}`, {
        cookie: admin,
      });
      const seenByStaff = company.body.members.find(({ id }: { id: string }) => id === subject.membershipId);
      return [own.revoked_by, seenByStaff.revoked_by];
    };
    expect(await revokedBy()).toStrictEqual([undefined, undefined]);
    await acts.changeMembership(owner, subject.membershipId, { status: 'revoked' });
    expect(await revokedBy()).toStrictEqual(['owner', 'owner']);
    await staffSets(subject.membershipId, 'revoked');
    expect(await revokedBy()).toStrictEqual(['staff', 'staff']);
    await staffSets(subject.membershipId, 'active');
    expect(await revokedBy()).toStrictEqual([undefined, undefined]);
  });

  test('G2: a revocation of which it is not known who made it is treated as one by staff', async () => {
    const { owner, subject } = await makeCompany();
    await system.database.query(
      "update employer.org_memberships set status = 'revoked', revoked_by = null where id = $1",
      [subject.membershipId],
    );
    expect(await acts.changeMembership(owner, subject.membershipId, { status: 'active' })).toMatchObject(
      REFUSED,
    );
  });

  test('G2: a person whose membership staff revoked neither makes a company nor joins one', async () => {
    const { subject } = await makeCompany();
    await staffSets(subject.membershipId, 'revoked');
    const { token } = await acts.makeInvitation(await acts.makeOwner(), addressOf(subject));
    const made = await acts.send('POST', '/org_memberships', subject.cookie, { company: { name: 'Mine' } });
    for (const answer of [made, await acts.join(subject, token)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'org_membership_exists' } });
    }
  });

  test('G2: a person whose talent access staff suspended does not ask for it again', async () => {
    const person = await makePerson(system.database, { talent: 'active' });
    await asStaff(`/users/${person.userId}/talent_access`, { state: 'suspended' });
    const answer = await system.publicHost.request('/api/talent/access_requests', {
      method: 'POST',
      cookie: person.cookie,
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'talent_access_exists' } });
  });

  test('G2: an owner cannot enable a company that staff disabled', async () => {
    const owner = await acts.makeOwner();
    await asStaff(`/companies/${owner.companyId}/condition`, { condition: 'disabled' });
    const answer = await acts.send('PATCH', '/companies/current', owner.cookie, { name: 'On again' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'org_company_disabled' } });
  });
});

describe('G2 F4: who loses the right to give access loses what they had offered', () => {
  const losses: readonly (readonly [
    string,
    (company: { owner: TestPerson; subject: TestPerson }) => Promise<unknown>,
  ])[] = [
    ['staff revoke the inviter', ({ subject }) => staffSets(subject.membershipId, 'revoked')],
    [
      'an owner revokes the inviter',
      ({ owner, subject }) => acts.changeMembership(owner, subject.membershipId, { status: 'revoked' }),
    ],
    [
      'an owner makes the inviter a member',
      ({ owner, subject }) => acts.changeMembership(owner, subject.membershipId, { role: 'member' }),
    ],
    [
      'the inviter makes herself a member',
      ({ subject }) => acts.changeMembership(subject, subject.membershipId, { role: 'member' }),
    ],
    [
      'staff disable the company',
      ({ owner }) => asStaff(`/companies/${owner.companyId}/condition`, { condition: 'disabled' }),
    ],
  ];

  test.each(losses)(
    'G2 F4: %s: open invitations are withdrawn, audited, and stay so',
    async (_what, lose) => {
      const { owner, subject } = await makeCompany();
      const invited = await makePerson(system.database);
      const open = await acts.makeInvitation(subject, addressOf(invited), 'owner');
      const over = await acts.makeInvitation(subject, 'over@invited.test');
      await system.database.query(
        "update employer.invitations set expires_at = now() - interval '1 second' where id = $1",
        [over.id],
      );
      await lose({ owner, subject });
      expect(await acts.isOpen(open.id)).toBe(false);
      expect(await acts.auditedActions(open.id)).toEqual(['invitation.withdrawn']);
      // One whose time is over was not withdrawn by anyone.
      expect(await acts.auditedActions(over.id)).toEqual([]);
      expect(await acts.join(invited, open.token)).toMatchObject({
        status: 410,
        body: { code: 'token_invalid' },
      });
      await system.database.query("update employer.companies set condition = 'active' where id = $1", [
        owner.companyId,
      ]);
      await system.database.query(
        "update employer.org_memberships set role = 'owner', status = 'active' where id = $1",
        [subject.membershipId],
      );
      expect((await acts.join(invited, open.token)).status).toBe(410);
    },
  );

  test('G2: what other owners and other companies had offered stays', async () => {
    const { owner, subject } = await makeCompany();
    const elsewhere = await acts.makeOwner();
    const kept = [
      await acts.makeInvitation(owner, 'kept@invited.test'),
      await acts.makeInvitation(elsewhere, 'kept@invited.test'),
    ];
    await acts.changeMembership(owner, subject.membershipId, { role: 'member' });
    expect(await Promise.all(kept.map(({ id }) => acts.isOpen(id)))).toEqual([true, true]);
    await staffSets(subject.membershipId, 'revoked');
    expect(await Promise.all(kept.map(({ id }) => acts.isOpen(id)))).toEqual([true, true]);
    await asStaff(`/companies/${owner.companyId}/condition`, { condition: 'disabled' });
    expect(await Promise.all(kept.map(({ id }) => acts.isOpen(id)))).toEqual([false, true]);
  });

  test('G2: hundreds of open invitations are withdrawn and audited by one statement each', async () => {
    const { owner } = await makeCompany();
    await system.database.query(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
       select $1::uuid, 'n' || n || '@invited.test', 'member', sha256(convert_to($1::uuid::text || n, 'UTF8')), $2,
              now() + interval '7 days'
         from generate_series(1, 700) as n`,
      [owner.companyId, owner.userId],
    );
    await asStaff(`/companies/${owner.companyId}/condition`, { condition: 'disabled' });
    const [row] = await system.database.query(
      `select count(*)::int as withdrawn, count(distinct e.subject_id)::int as audited,
              count(distinct i.cmin::text)::int as updates, count(distinct e.cmin::text)::int as inserts
         from employer.invitations i left join identity.audit_events e
           on e.subject_id = i.id and e.action = 'invitation.withdrawn' and e.actor_kind = 'admin' and e.trace_id <> ''
        where i.company_id = $1 and i.withdrawn_at is not null`,
      [owner.companyId],
    );
    expect(row).toEqual({ withdrawn: 700, audited: 700, updates: 1, inserts: 1 });
  });

  test('G2: a member who becomes an owner, or an owner whose role stays, loses nothing', async () => {
    const { owner, subject } = await makeCompany();
    const { id } = await acts.makeInvitation(subject, 'stays@invited.test');
    await acts.changeMembership(owner, subject.membershipId, { role: 'owner' });
    await staffSets(subject.membershipId, 'active');
    expect(await acts.isOpen(id)).toBe(true);
    const member = await makeColleague(system.database, owner, 'member');
    const open = await acts.makeInvitation(member, 'open@invited.test');
    await acts.changeMembership(owner, member.membershipId, { role: 'owner' });
    expect(await acts.isOpen(open.id)).toBe(true);
  });
});
