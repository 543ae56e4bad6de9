import { lockAccess } from '@gatehouse/boundary';
import {
  addressOf,
  makeColleague,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DELETION_PATH } from '#support/account-deletions.ts';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { createInvitationActs } from '#support/invitations.ts';

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem();
  acts = createInvitationActs(system);
});
afterAll(() => system.stop());
beforeEach(async () => {
  owner = await acts.makeOwner();
});

const rowOf = async ({ membershipId }: TestPerson) =>
  (await system.database.query('select * from employer.org_memberships where id = $1', [membershipId]))[0];
const requestDeletion = ({ cookie }: TestPerson) =>
  system.publicHost.request(DELETION_PATH, { method: 'POST', cookie, body: {} });
const cancelDeletion = ({ cookie }: TestPerson) =>
  system.publicHost.request(DELETION_PATH, { method: 'DELETE', cookie });
const LAST_OWNER = { status: 409, body: { code: 'org_last_owner' } };

describe('the last active owner stays', () => {
  test.each([{ status: 'revoked' }, { role: 'member' }, { role: 'member', status: 'revoked' }])(
    'an owner whose fellow owner is revoked is the last one: %j is refused',
    async (change) => {
      const fellow = await makeColleague(system.database, owner);
      await acts.changeMembership(owner, fellow.membershipId, { status: 'revoked' });
      expect(await acts.changeMembership(owner, owner.membershipId, change)).toMatchObject(LAST_OWNER);
      expect(await rowOf(owner)).toMatchObject({ role: 'owner', status: 'active' });
    },
  );

  test('active members do not count, and a second active owner does', async () => {
    const fellow = await makeColleague(system.database, owner, 'member');
    expect(await acts.changeMembership(owner, owner.membershipId, { role: 'member' })).toMatchObject(
      LAST_OWNER,
    );
    await acts.changeMembership(owner, fellow.membershipId, { role: 'owner' });
    expect((await acts.changeMembership(owner, owner.membershipId, { role: 'member' })).status).toBe(200);
  });

  test('G11: an owner whose account will be deleted does not count for one who steps down or leaves, until that is cancelled', async () => {
    const leaving = await makeColleague(system.database, owner);
    expect(await requestDeletion(leaving)).toMatchObject({ status: 201 });
    for (const change of [{ role: 'member' }, { status: 'revoked' }])
      expect(await acts.changeMembership(owner, owner.membershipId, change)).toMatchObject(LAST_OWNER);
    expect(await acts.leave(owner)).toMatchObject(LAST_OWNER);
    expect(await rowOf(owner)).toMatchObject({ role: 'owner', status: 'active' });
    expect(await cancelDeletion(leaving)).toMatchObject({ status: 204 });
    expect(await acts.changeMembership(owner, owner.membershipId, { role: 'member' })).toMatchObject({
      status: 200,
    });
  });

  test('G11: an owner leaves beside one whose account will be deleted when a third one stays', async () => {
    const leaving = await makeColleague(system.database, owner);
    await makeColleague(system.database, owner);
    expect(await requestDeletion(leaving)).toMatchObject({ status: 201 });
    expect(await acts.leave(owner)).toMatchObject({ status: 204 });
  });

  test('G11: an owner whose account will be deleted still decides about the other one', async () => {
    const fellow = await makeColleague(system.database, owner);
    expect(await requestDeletion(owner)).toMatchObject({ status: 201 });
    expect(await acts.changeMembership(owner, fellow.membershipId, { role: 'member' })).toMatchObject({
      status: 200,
    });
  });

  test('a refused change leaves open invitations as they are', async () => {
    const { id } = await acts.makeInvitation(owner, 'kept@invited.test');
    expect(await acts.changeMembership(owner, owner.membershipId, { status: 'revoked' })).toMatchObject(
      LAST_OWNER,
    );
    expect(await acts.isOpen(id)).toBe(true);
  });
});

test.each([{}, { role: 'member' }, { status: 'active' }, { role: 'member', status: 'active' }])(
  'a change of nothing, %j, is answered with the membership, and neither writes nor audits',
  async (change) => {
    const member = await makeColleague(system.database, owner, 'member');
    const before = await rowOf(member);
    expect(await acts.changeMembership(owner, member.membershipId, change)).toMatchObject({
      status: 200,
      body: { id: member.membershipId, role: 'member', status: 'active' },
    });
    expect(await rowOf(member)).toEqual(before);
    expect(await acts.auditedActions(member.membershipId)).toEqual([]);
  },
);

test('a change is in the answer, the row, the list and the audit trail', async () => {
  const member = await makeColleague(system.database, owner, 'member');
  const before = await rowOf(member);
  const changed = await acts.changeMembership(owner, member.membershipId, {
    role: 'owner',
    status: 'revoked',
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { role: 'owner', status: 'revoked', revoked_by: 'owner' },
  });
  const after = await rowOf(member);
  expect(after).toMatchObject({ role: 'owner', status: 'revoked', revoked_by: 'owner' });
  expect(after?.['updated_at']).not.toEqual(before?.['updated_at']);
  const { body } = await acts.send('GET', '/org_memberships', owner.cookie);
  expect(body.items).toContainEqual(changed.body);
  const [event] = await system.database.query(
    'select action, actor_id, change from identity.audit_events where subject_id = $1',
    [member.membershipId],
  );
  expect(event).toEqual({
    action: 'org_membership.changed',
    actor_id: owner.userId,
    change: 'active, member → revoked, owner',
  });
});

test.each([
  ['revoked', { role: 'member', status: 'active' }, { status: 'revoked' }],
  ['restored', { role: 'member', status: 'revoked' }, { status: 'active' }],
  ['owner', { role: 'member', status: 'active' }, { role: 'owner' }],
  ['member', { role: 'owner', status: 'active' }, { role: 'member' }],
] as const)('a member is notified with one word: %s', async (word, { role, status }, change) => {
  const member = await makeColleague(system.database, owner, role);
  const revokedBy = status === 'revoked' ? 'owner' : null;
  await system.database.query(
    'update employer.org_memberships set status = $2, revoked_by = $3 where id = $1',
    [member.membershipId, status, revokedBy],
  );
  await acts.changeMembership(owner, member.membershipId, change);
  const told = await system.database.query(
    "select value from identity.notifications where user_id = $1 and kind = 'role_changed'",
    [member.userId],
  );
  expect(told).toEqual([{ value: word }]);
});

test('pages of members are oldest first, with each one once', async () => {
  const colleagues = [
    await makeColleague(system.database, owner),
    await makeColleague(system.database, owner, 'member'),
  ];
  const listed: string[] = [];
  let cursor = '';
  do {
    const { body } = await acts.send('GET', `/org_memberships?limit=1&cursor=${cursor}`, owner.cookie);
    listed.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor !== '' && listed.length < 10);
  expect(listed).toEqual([owner, ...colleagues].map(({ membershipId }) => membershipId).toSorted());
});

test('a user with a membership is refused for it before an invitation is looked at', async () => {
  expect(await acts.join(owner, 'A'.repeat(43))).toMatchObject({
    status: 409,
    body: { code: 'org_membership_exists' },
  });
});

describe('U12: leaving a company', () => {
  const isMember = async ({ userId }: TestPerson) =>
    (await system.database.query('select from employer.org_memberships where user_id = $1', [userId]))
      .length > 0;

  test('a member leaves, at once and for good, and can start a company', async () => {
    const member = await makeColleague(system.database, owner, 'member');
    expect(await acts.leave(member)).toMatchObject({ status: 204 });
    expect(await isMember(member)).toBe(false);
    expect(await acts.send('GET', '/companies/current', member.cookie)).toMatchObject({
      status: 403,
      body: { code: 'org_membership_required' },
    });
    expect(await acts.leave(member)).toMatchObject({ body: { code: 'org_membership_required' } });
    const own = await acts.send('POST', '/org_memberships', member.cookie, { company: { name: 'My own' } });
    expect(own).toMatchObject({ status: 201, body: { org_membership: { role: 'owner' } } });
    const [event] = await system.database.query(
      "select action, actor_id, change from identity.audit_events where subject_id = $1 and action = 'org_membership.ended'",
      [owner.companyId],
    );
    expect(event).toMatchObject({ actor_id: member.userId, change: 'active, member → none' });
  });

  test('G3: a stolen session takes no membership: leaving needs a fresh authentication, as ending one by a change of its status', async () => {
    const leaver = await makeColleague(system.database, owner);
    const stale =
      "update identity.user_sessions set authenticated_at = now() - interval '11 minutes' where id = $1";
    await system.database.query(stale, [leaver.sessionId]);
    const refused = { status: 403, body: { code: 'fresh_authentication_required' } };
    expect(await acts.leave(leaver)).toMatchObject(refused);
    expect(await acts.changeMembership(leaver, leaver.membershipId, { status: 'revoked' })).toMatchObject(
      refused,
    );
    expect(await isMember(leaver)).toBe(true);
  });

  test('G2: an owner who leaves loses the open invitations, and can be invited again', async () => {
    const leaver = await makeColleague(system.database, owner);
    const invitation = await acts.makeInvitation(leaver, 'of-leaver@invited.test');
    const kept = await acts.makeInvitation(owner, 'of-owner@invited.test');
    const other = await acts.makeOwner();
    const elsewhere = await acts.makeInvitation(
      { ...other, userId: leaver.userId },
      'elsewhere@invited.test',
    );
    const [used, withdrawn] = [
      await acts.makeInvitation(leaver, 'used@invited.test'),
      await acts.makeInvitation(leaver, 'withdrawn@invited.test'),
    ];
    await system.database.query(
      'update employer.invitations set accepted_at = now(), accepted_by = $2 where id = $1',
      [used.id, owner.userId],
    );
    await system.database.query('update employer.invitations set withdrawn_at = now() where id = $1', [
      withdrawn.id,
    ]);
    expect(await acts.leave(leaver)).toMatchObject({ status: 204 });
    expect(await acts.isOpen(invitation.id)).toBe(false);
    for (const { id } of [kept, elsewhere]) expect(await acts.isOpen(id)).toBe(true);
    expect(await acts.auditedActions(invitation.id)).toEqual(['invitation.withdrawn']);
    for (const { id } of [used, withdrawn]) expect(await acts.auditedActions(id)).toEqual([]);
    const again = await acts.makeInvitation(owner, addressOf(leaver));
    expect(await acts.join(leaver, again.token)).toMatchObject({ status: 201 });
  });

  test('the last active owner is refused, with what to do, and keeps everything', async () => {
    await makeColleague(system.database, owner, 'member');
    const revoked = await makeColleague(system.database, owner);
    await acts.changeMembership(owner, revoked.membershipId, { status: 'revoked' });
    const { id } = await acts.makeInvitation(owner, 'still@invited.test');
    const answer = await acts.leave(owner);
    expect(answer).toMatchObject(LAST_OWNER);
    expect(answer.body.detail).toContain('Make another member an owner first');
    expect(await isMember(owner)).toBe(true);
    expect(await acts.isOpen(id)).toBe(true);
  });

  test('a member leaves a company whose last owner staff have revoked', async () => {
    const member = await makeColleague(system.database, owner, 'member');
    await system.database.query("update employer.org_memberships set status = 'revoked' where id = $1", [
      owner.membershipId,
    ]);
    expect(await acts.leave(member)).toMatchObject({ status: 204 });
  });

  test('two owners who leave at the same time: one stays', async () => {
    const fellow = await makeColleague(system.database, owner);
    const answers = await Promise.all([acts.leave(owner), acts.leave(fellow)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  test('G2: a membership that was revoked cannot be left', async () => {
    const member = await makeColleague(system.database, owner, 'member');
    await acts.changeMembership(owner, member.membershipId, { status: 'revoked' });
    expect(await acts.leave(member)).toMatchObject({
      status: 403,
      body: { code: 'org_membership_inactive' },
    });
    expect(await isMember(member)).toBe(true);
  });
});

test('D5: a membership of another company is not found, without a wait for its user', async () => {
  const stranger = await acts.makeOwner();
  const answer = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await lockAccess(holder, [{ kind: 'user', id: stranger.userId, mode: 'exclusive' }]);
    return acts.changeMembership(owner, stranger.membershipId, { status: 'revoked' });
  });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
