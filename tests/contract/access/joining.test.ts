import { lockAccess } from '@gatehouse/boundary';
import {
  addressOf,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { createInvitationActs } from '#support/invitations.ts';

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem();
  acts = createInvitationActs(system);
  owner = await acts.makeOwner();
});
afterAll(() => system.stop());

const MISMATCH = {
  status: 403,
  body: {
    code: 'invitation_address_mismatch',
    detail: 'Sign in with the email address that was invited.',
  },
};
const GONE = { status: 410, body: { code: 'token_invalid' } };

const setUnverified = ({ userId }: TestPerson) =>
  system.database.query('update identity.users set email_verified_at = null where id = $1', [userId]);

describe('G3: to invite is to give access, as to change a role', () => {
  test('G3: with a session whose authentication is too old no accomplice is invited, in any role, also on a second try', async () => {
    const inviter = await acts.makeOwner();
    const stale =
      "update identity.user_sessions set authenticated_at = now() - interval '11 minutes' where id = $1";
    await system.database.query(stale, [inviter.sessionId]);
    const invite = (role: string) =>
      acts.send('POST', '/invitations', inviter.cookie, { email: 'accomplice@elsewhere.test', role });
    for (const role of ['owner', 'member', 'owner']) {
      expect(await invite(role)).toMatchObject({
        status: 403,
        body: { code: 'fresh_authentication_required' },
      });
    }
    expect(
      await system.database.query('select from employer.invitations where company_id = $1', [
        inviter.companyId,
      ]),
    ).toEqual([]);
    await system.database.query('update identity.user_sessions set authenticated_at = now() where id = $1', [
      inviter.sessionId,
    ]);
    expect((await invite('owner')).status).toBe(201);
  });
});

describe('G4 F4: an invitation is of one address and one role', () => {
  test('G4 F4: another person who holds the link does not join, and the invitation stays open', async () => {
    const invited = await makePerson(system.database);
    const { id, token } = await acts.makeInvitation(owner, addressOf(invited), 'owner');
    const other = await makePerson(system.database);
    expect(await acts.join(other, token)).toMatchObject(MISMATCH);
    expect((await acts.send('GET', '/companies/current', other.cookie)).body.code).toBe(
      'org_membership_required',
    );
    expect(await acts.isOpen(id)).toBe(true);
    expect(await acts.join(invited, token)).toMatchObject({
      status: 201,
      body: { org_membership: { role: 'owner', user_email: addressOf(invited) } },
    });
  });

  test('G4: an address that is not verified does not join', async () => {
    const invited = await makePerson(system.database);
    const { token } = await acts.makeInvitation(owner, addressOf(invited));
    await setUnverified(invited);
    expect(await acts.join(invited, token)).toMatchObject(MISMATCH);
  });

  test.each([
    ['is revoked', "status = 'revoked'"],
    ['is a member', "role = 'member'"],
  ])('G4: an invitation whose inviter %s is 410, even if it was not withdrawn', async (_what, change) => {
    const inviter = await makeColleague(system.database, owner);
    const invited = await makePerson(system.database);
    const { token } = await acts.makeInvitation(inviter, addressOf(invited));
    await system.database.query(`update employer.org_memberships set ${change} where id = $1`, [
      inviter.membershipId,
    ]);
    expect(await acts.join(invited, token)).toMatchObject(GONE);
    expect(await acts.lookUp(invited, token)).toMatchObject(GONE);
  });

  test('G4: an inviter who is an owner of another company by now cannot let anyone into this one', async () => {
    const inviter = await makeColleague(system.database, owner);
    const invited = await makePerson(system.database);
    const { token } = await acts.makeInvitation(inviter, addressOf(invited));
    const elsewhere = await acts.makeOwner();
    await system.database.query('update employer.org_memberships set company_id = $1 where id = $2', [
      elsewhere.companyId,
      inviter.membershipId,
    ]);
    expect(await acts.join(invited, token)).toMatchObject(GONE);
    expect(await acts.lookUp(invited, token)).toMatchObject(GONE);
  });

  test('G4: no user joins a disabled company, even if its invitations were not withdrawn', async () => {
    const other = await acts.makeOwner();
    const invited = await makePerson(system.database);
    const { token } = await acts.makeInvitation(other, addressOf(invited));
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      other.companyId,
    ]);
    expect(await acts.join(invited, token)).toMatchObject(GONE);
    expect(await acts.lookUp(invited, token)).toMatchObject(GONE);
  });
});

describe('G4 U2: an invitation shows what it is before it is accepted', () => {
  test('G4 U2: its recipient reads company, role, inviter, address and expiry, and it stays open', async () => {
    const invited = await makePerson(system.database);
    const { id, token } = await acts.makeInvitation(owner, addressOf(invited), 'owner');
    const answer = await acts.lookUp(invited, token);
    const [row] = await system.database.query<{ name: string; expires_at: Date }>(
      `select c.name, i.expires_at from employer.invitations i join employer.companies c on c.id = i.company_id
        where i.id = $1`,
      [id],
    );
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      company_name: row?.name,
      role: 'owner',
      invited_by_name: 'Test Person',
      email: addressOf(invited),
      is_for_caller: true,
      expires_at: row?.expires_at.toISOString(),
    });
    expect(await acts.isOpen(id)).toBe(true);
    expect(await acts.auditedActions(id)).toEqual([]);
  });

  test('G4: another person who holds the link sees the invited address masked', async () => {
    const { token } = await acts.makeInvitation(owner, 'maria.kowalska@invited.test');
    const other = await makePerson(system.database);
    const answer = await acts.lookUp(other, token);
    expect(answer.body).toMatchObject({ email: 'm•••@invited.test', is_for_caller: false });
    expect(answer.text).not.toContain('kowalska');
  });

  test('G4: a person whose address is not verified sees it masked, too', async () => {
    const invited = await makePerson(system.database);
    const { token } = await acts.makeInvitation(owner, addressOf(invited));
    await setUnverified(invited);
    const answer = await acts.lookUp(invited, token);
    expect(answer.body.is_for_caller).toBe(false);
    expect(answer.text).not.toContain(addressOf(invited));
  });

  test.each(['accepted', 'withdrawn', 'expired', 'unknown'])('G4: one that is %s is 410', async (what) => {
    const invited = await makePerson(system.database);
    const { id, token } = await acts.makeInvitation(owner, addressOf(invited));
    if (what === 'accepted') await acts.join(invited, token);
    if (what === 'withdrawn') await acts.send('DELETE', `/invitations/${id}`, owner.cookie);
    if (what === 'expired') {
      await system.database.query('update employer.invitations set expires_at = now() where id = $1', [id]);
    }
    const reader = await makePerson(system.database);
    expect(await acts.lookUp(reader, what === 'unknown' ? 'A'.repeat(43) : token)).toMatchObject(GONE);
  });

  test('G4: the token is read from the body alone', async () => {
    const invited = await makePerson(system.database);
    const { token } = await acts.makeInvitation(owner, addressOf(invited));
    const answer = await system.publicHost.request(
      `/api/identities/invitation_lookups?invitation_token=${token}`,
      { method: 'POST', cookie: invited.cookie, body: {} },
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });
});

describe('F20: invitations of a day', () => {
  test('F20: 100 at once on top of 90 send ten mails', async () => {
    const busy = await acts.makeOwner();
    await system.database.query(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
       select $1::uuid, 'n' || n || '@invited.test', 'member', sha256(convert_to($1::uuid::text || n, 'UTF8')), $2,
              now() + interval '7 days'
         from generate_series(1, 90) as n`,
      [busy.companyId, busy.userId],
    );
    const colleagues = await Promise.all(
      Array.from({ length: 9 }, () => makeColleague(system.database, busy)),
    );
    const invite = (index: number) =>
      acts.send('POST', '/invitations', (colleagues[index % 10] ?? busy).cookie, {
        email: `at-once-${index}@${busy.companyId}.test`,
        role: 'member',
      });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => invite(index)));
    // 503 where the machine is too slow for all of them.
    expect(answers.filter(({ status }) => ![201, 429, 503].includes(status))).toEqual([]);
    // What another limit turned away may be invited afterwards, and nothing beyond 100.
    for (let index = 100; index < 111; index += 1) answers.push(await invite(index));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const [row] = await system.database.query<{ count: number }>(
      'select count(*)::int as count from employer.invitations where company_id = $1',
      [busy.companyId],
    );
    expect(row?.count).toBe(100);
    recordFinding('Limits by address and by account', {
      tried: 'F20: 100 invitations of ten colleagues at once and eleven more, on top of 90 on that day',
      counted: { requests: answers.length, sent: 10, 'invitations beyond the limit of 100': 0 },
    });
  });
});

test('the audit trail tells a first company from one that was joined', async () => {
  const founder = await makePerson(system.database);
  const founded = await acts.send('POST', '/org_memberships', founder.cookie, {
    company: { name: ' Locks & Keys ' },
  });
  expect(founded).toMatchObject({ status: 201, body: { company: { name: 'Locks & Keys' } } });
  expect(await acts.auditedActions(founded.body.company.id)).toEqual(['company.created']);
  expect(await acts.auditedActions(founded.body.org_membership.id)).toEqual(['org_membership.created']);
  const inviter = await acts.makeOwner();
  const invited = await makePerson(system.database);
  const { token } = await acts.makeInvitation(inviter, addressOf(invited));
  const joined = await acts.join(invited, token);
  expect(await acts.auditedActions(inviter.companyId)).toEqual(['invitation.accepted']);
  expect(await acts.auditedActions(joined.body.org_membership.id)).toEqual(['org_membership.created']);
});

test('G1: joining waits for a change of access in the company of its own invitation alone', async () => {
  const other = await acts.makeOwner();
  const [joiner, joinerOfOther] = [await makePerson(system.database), await makePerson(system.database)];
  const invitation = await acts.makeInvitation(owner, addressOf(joiner));
  const ofOther = await acts.makeInvitation(other, addressOf(joinerOfOther));
  const { joining } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await lockAccess(holder, [{ kind: 'company', id: `${owner.companyId}`, mode: 'exclusive' }]);
    expect(await acts.join(joinerOfOther, ofOther.token)).toMatchObject({ status: 201 });
    const waiting = acts.join(joiner, invitation.token);
    await isWaitedFor(holder);
    return { joining: waiting };
  });
  expect(await joining).toMatchObject({ status: 201 });
});

test('D5: a new company has no removed logo of another one', async () => {
  await system.database.query(
    "insert into employer.removed_logos (company_id, hash, reason) values ($1, 'a', 'not a logo')",
    [owner.companyId],
  );
  const founder = await makePerson(system.database);
  const founded = await acts.send('POST', '/org_memberships', founder.cookie, { company: { name: 'Ferry' } });
  expect(founded).toMatchObject({ status: 201, body: { company: { name: 'Ferry', logo: {} } } });
  expect(founded.body.company.logo.removal).toBeUndefined();
});
