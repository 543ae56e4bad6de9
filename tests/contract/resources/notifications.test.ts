import {
  addressOf,
  makeAdmin,
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { passStageDelay } from '#support/stage-delay.ts';

let system: TestSystem;
let admin: { readonly cookie: string };
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
  admin = await makeAdmin(system.database, 'operator');
});
afterAll(() => system.stop());

const OWNER = { membership: { role: 'owner', status: 'active' } } as const;
const MINE = '/identities/users/current/notifications';

const send = ({ cookie }: { cookie: string }, method: string, path: string, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });

const asStaff = (path: string, body: object) =>
  system.teamHost.request(`/api/identities/admin${path}`, { method: 'PUT', cookie: admin.cookie, body });

interface Item {
  readonly id: string;
  readonly kind: string;
  readonly value: string;
  readonly subject_id: string;
  readonly is_read: boolean;
  readonly company_name: string;
  readonly job_post_title: string;
}

async function listOf(person: { cookie: string }): Promise<readonly Item[]> {
  const answer = await send(person, 'GET', MINE);
  expect(answer.status).toBe(200);
  return answer.body.items;
}

const countOf = async (person: { cookie: string }) =>
  (await send(person, 'GET', `${MINE}/unread_count`)).body.count;

/** As if the minute in which a stage can be undone were over. */
const passDelay = () =>
  system.database.query(
    "update identity.notifications set at = at - interval '65 seconds' where at > now() and kind = 'application_moved'",
  );

const makePost = ({ companyId }: TestPerson, title = 'Rigger') =>
  makeJobPost(system.database, { companyId, title });

async function apply(talent: TestPerson, post: string): Promise<string> {
  const answer = await send(talent, 'POST', `/talent/job_posts/${post}/applications`, { message: 'Hello.' });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const move = (owner: TestPerson, id: string, stage: string) =>
  send(owner, 'PATCH', `/employer/applications/${id}`, { stage, message: '' });

async function makeCase() {
  const owner = await makePerson(system.database, OWNER);
  const talent = await makePerson(system.database, { talent: 'active' });
  const post = await makePost(owner);
  const application = await apply(talent, post);
  return { owner, talent, post, application };
}

describe('the notifications of a user', () => {
  test('a decision about the talent access notifies the user, without the reason', async () => {
    const user = await makePerson(system.database);
    await system.database.query("update identity.users set talent_access_state = 'pending' where id = $1", [
      user.userId,
    ]);
    const put = (state: string, reason: string) =>
      asStaff(`/users/${user.userId}/talent_access`, { state, reason, send_reason: true });
    expect((await put('active', '')).status).toBe(200);
    expect((await put('suspended', 'a private reason')).status).toBe(200);
    const answer = await send(user, 'GET', MINE);
    expect(answer.body.items).toMatchObject([{ kind: 'access_decided', value: 'suspended', is_read: false }]);
    expect(answer.text).not.toContain('private reason');
  });

  test('new applications notify the active members, once for each job post until it is read', async () => {
    const { owner, post } = await makeCase();
    const member = await makeColleague(system.database, owner, 'member');
    const second = await makePerson(system.database, { talent: 'active' });
    await apply(second, post);
    for (const person of [owner, member]) {
      expect(await listOf(person)).toMatchObject([
        { kind: 'application_received', subject_id: post, job_post_title: 'Rigger', is_read: false },
      ]);
    }
    expect(await listOf(second)).toEqual([]);
    const [first] = await listOf(owner);
    expect((await send(owner, 'PUT', `/identities/notifications/${first?.id}/read`)).status).toBe(204);
    await apply(await makePerson(system.database, { talent: 'active' }), post);
    expect(await listOf(owner)).toMatchObject([{ is_read: false }, { is_read: true }]);
  });

  test('an applicant who is a member of the company is not notified of the own application', async () => {
    const owner = await makePerson(system.database, { ...OWNER, talent: 'active' });
    await apply(owner, await makePost(owner));
    expect(await listOf(owner)).toEqual([]);
  });

  test('a stage is shown after the minute in which it can be undone', async () => {
    const { owner, talent, application } = await makeCase();
    expect((await move(owner, application, 'interview')).status).toBe(200);
    expect([await listOf(talent), await countOf(talent)]).toEqual([[], 0]);
    await passDelay();
    expect(await countOf(talent)).toBe(1);
    expect(await listOf(talent)).toMatchObject([
      { kind: 'application_moved', value: 'interview', subject_id: application, job_post_title: 'Rigger' },
    ]);
  });

  test('F9: a stage that was undone is never shown, and one that is shown is not undone', async () => {
    const { owner, talent, application } = await makeCase();
    const undo = () => send(owner, 'DELETE', `/employer/applications/${application}/stage_change`);
    await move(owner, application, 'rejected');
    expect((await undo()).status).toBe(200);
    await passDelay();
    expect(await listOf(talent)).toEqual([]);
    await move(owner, application, 'rejected');
    await passStageDelay(system.database, application);
    expect(await countOf(talent)).toBe(1);
    expect((await undo()).body.code).toBe('stage_change_final');
    expect(await listOf(talent)).toMatchObject([{ value: 'rejected' }]);
  });

  test('an undo leaves what an earlier change of the same kind has said', async () => {
    const { owner, talent, application } = await makeCase();
    await move(owner, application, 'interview');
    await passDelay();
    await move(owner, application, 'in_review');
    const again = { stage: 'interview', message: 'Come again.' };
    await send(owner, 'PATCH', `/employer/applications/${application}`, again);
    expect((await send(owner, 'DELETE', `/employer/applications/${application}/stage_change`)).status).toBe(
      200,
    );
    await passDelay();
    expect(await listOf(talent)).toMatchObject([{ kind: 'application_moved', value: 'interview' }]);
  });

  test('a newer stage replaces one that was not yet shown, and a stage without news takes it back', async () => {
    const { owner, talent, application } = await makeCase();
    for (const stage of ['interview', 'offer']) await move(owner, application, stage);
    await passDelay();
    expect(await listOf(talent)).toMatchObject([{ value: 'offer' }]);
    const other = await apply(talent, await makePost(owner, 'Caulker'));
    for (const stage of ['rejected', 'in_review']) await move(owner, other, stage);
    await passDelay();
    expect(await listOf(talent)).toHaveLength(1);
  });

  test('a withdrawal deletes the notifications about the application', async () => {
    const { owner, talent, application } = await makeCase();
    await move(owner, application, 'interview');
    await passDelay();
    expect((await send(talent, 'DELETE', `/talent/applications/${application}`)).status).toBe(204);
    expect(await listOf(talent)).toEqual([]);
  });

  test('an invitation notifies the user with the address, and names the company as long as it is open', async () => {
    const owner = await makePerson(system.database, OWNER);
    const user = await makePerson(system.database);
    const invitation = await send(owner, 'POST', '/employer/invitations', {
      email: addressOf(user),
      role: 'member',
    });
    expect(invitation.status).toBe(201);
    const [shown] = await listOf(user);
    expect(shown).toMatchObject({ kind: 'invitation_received', value: '' });
    expect(shown?.company_name).not.toBe('');
    expect((await send(owner, 'DELETE', `/employer/invitations/${invitation.body.id}`)).status).toBe(204);
    expect(await listOf(user)).toEqual([]);
  });

  test('G6: a company that invites and withdraws again and again adds one notification', async () => {
    const owner = await makePerson(system.database, OWNER);
    const user = await makePerson(system.database);
    const invite = () =>
      send(owner, 'POST', '/employer/invitations', { email: addressOf(user), role: 'member' });
    for (let n = 0; n < 3; n++) {
      const { id } = (await invite()).body;
      await send(owner, 'DELETE', `/employer/invitations/${id}`);
    }
    expect((await invite()).status).toBe(201);
    expect(await countOf(user)).toBe(1);
  });

  test('an expired invitation is shown without its company', async () => {
    const owner = await makePerson(system.database, OWNER);
    const user = await makePerson(system.database);
    await send(owner, 'POST', '/employer/invitations', { email: addressOf(user), role: 'member' });
    await system.database.query(
      "update employer.invitations set expires_at = now() - interval '1 second' where email = $1",
      [addressOf(user)],
    );
    expect(await listOf(user)).toMatchObject([{ kind: 'invitation_received', company_name: '' }]);
  });

  test('of the changes of a membership its user sees the newest alone', async () => {
    const owner = await makePerson(system.database, OWNER);
    const member = await makeColleague(system.database, owner, 'member');
    const change = (body: object) =>
      send(owner, 'PATCH', `/employer/org_memberships/${member.membershipId}`, body);
    expect((await change({ role: 'owner' })).status).toBe(200);
    expect(await listOf(member)).toMatchObject([{ kind: 'role_changed', value: 'owner' }]);
    expect((await change({ status: 'revoked' })).status).toBe(200);
    expect(await listOf(member)).toMatchObject([{ value: 'revoked', company_name: '' }]);
    const restored = await asStaff(`/org_memberships/${member.membershipId}/status`, {
      status: 'active',
      reason: 'asked by phone',
    });
    expect(restored.status).toBe(200);
    expect(await listOf(member)).toMatchObject([{ kind: 'role_changed', value: 'restored' }]);
  });

  test('the owners of a disabled company are notified without its name, and of an enabled one with it', async () => {
    const owner = await makePerson(system.database, OWNER);
    const member = await makeColleague(system.database, owner, 'member');
    const put = (condition: string) =>
      asStaff(`/companies/${owner.companyId}/condition`, {
        condition,
        reason: 'x',
        owner_reason: 'a reason',
      });
    expect((await put('disabled')).status).toBe(200);
    expect(await listOf(owner)).toMatchObject([
      { kind: 'company_condition_changed', value: 'disabled', company_name: '' },
    ]);
    expect((await put('active')).status).toBe(200);
    const [shown] = await listOf(owner);
    expect(shown?.value).toBe('active');
    expect(shown?.company_name).not.toBe('');
    expect(await listOf(member)).toEqual([]);
  });

  test('a closed job post notifies the applicants whose applications are open', async () => {
    const { owner, talent, post, application } = await makeCase();
    const rejected = await makePerson(system.database, { talent: 'active' });
    await move(owner, await apply(rejected, post), 'rejected');
    const change = (body: object) => send(owner, 'PATCH', `/employer/job_posts/${post}`, body);
    expect((await change({ location: 'Porto', description: 'Oakum and pitch. '.repeat(9) })).status).toBe(
      200,
    );
    expect(await listOf(talent)).toEqual([]);
    expect((await change({ state: 'closed' })).status).toBe(200);
    const [closed] = await listOf(talent);
    expect(closed).toMatchObject({
      kind: 'job_post_closed',
      subject_id: application,
      job_post_title: 'Rigger',
      is_read: false,
    });
    await send(talent, 'PUT', `/identities/notifications/${closed?.id}/read`);
    expect((await change({ title: 'Head rigger' })).status).toBe(200);
    expect(await listOf(talent)).toMatchObject([{ id: closed?.id, is_read: true }]);
    await passDelay();
    expect(await listOf(rejected)).toMatchObject([{ kind: 'application_moved' }]);
  });
});

describe('B1: who reads and marks notifications', () => {
  test('B1: each user has only the own ones, and marks no others', async () => {
    const { owner, talent } = await makeCase();
    const [theirs] = await listOf(owner);
    expect((await send(talent, 'PUT', `/identities/notifications/${theirs?.id}/read`)).status).toBe(404);
    expect((await send(talent, 'PUT', `${MINE}/read`, { newest_id: theirs?.id })).status).toBe(204);
    expect(await countOf(owner)).toBe(1);
    expect(await listOf(talent)).toEqual([]);
  });

  test('all are marked up to the newest one that was seen; later ones stay unread', async () => {
    const { owner } = await makeCase();
    const [seen] = await listOf(owner);
    const talent = await makePerson(system.database, { talent: 'active' });
    await apply(talent, await makePost(owner, 'Caulker'));
    expect((await send(owner, 'PUT', `${MINE}/read`, { newest_id: seen?.id })).status).toBe(204);
    expect(await listOf(owner)).toMatchObject([{ is_read: false }, { is_read: true }]);
    expect(await countOf(owner)).toBe(1);
  });

  test('all of more than a thousand are marked, and those that were read keep their time', async () => {
    const user = await makePerson(system.database);
    const [{ newest } = { newest: '' }] = await system.database.query<{ newest: string }>(
      `with made as (
         insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
         select uuidv7(), $1, 'message_received', gen_random_uuid(), '', now() - interval '2 days',
                case when n <= 100 then now() - interval '1 day' end
           from generate_series(1, 1150) n
         returning id)
       select max(id::text) as newest from made`,
      [user.userId],
    );
    expect((await send(user, 'PUT', `${MINE}/read`, { newest_id: newest })).status).toBe(204);
    const read = await system.database.query(
      `select count(*)::int as count, count(*) filter (where read_at < now() - interval '1 hour')::int as earlier
         from identity.notifications where user_id = $1 and read_at is not null`,
      [user.userId],
    );
    expect(read).toEqual([{ count: 1150, earlier: 100 }]);
  });

  test('a stage that can still be undone is neither listed nor marked', async () => {
    const { owner, talent, application } = await makeCase();
    await move(owner, application, 'interview');
    const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
      'select id from identity.notifications where user_id = $1',
      [talent.userId],
    );
    expect((await send(talent, 'PUT', `/identities/notifications/${id}/read`)).status).toBe(404);
    expect((await send(talent, 'PUT', `${MINE}/read`, { newest_id: id })).status).toBe(204);
    await passDelay();
    expect(await countOf(talent)).toBe(1);
  });

  test.each([
    [
      'revoked by an owner',
      (owner: TestPerson, membershipId: string) =>
        send(owner, 'PATCH', `/employer/org_memberships/${membershipId}`, { status: 'revoked' }),
    ],
    [
      'revoked by staff',
      (_owner: TestPerson, membershipId: string) =>
        asStaff(`/org_memberships/${membershipId}/status`, { status: 'revoked', reason: 'x' }),
    ],
  ] as const)('a member who is %s keeps nothing about applications', async (_who, revoke) => {
    const owner = await makePerson(system.database, OWNER);
    const member = await makeColleague(system.database, owner, 'member');
    await apply(await makePerson(system.database, { talent: 'active' }), await makePost(owner));
    expect(await listOf(member)).toHaveLength(1);
    expect((await revoke(owner, member.membershipId ?? '')).status).toBe(200);
    expect(await listOf(member)).toMatchObject([
      { kind: 'role_changed', value: 'revoked', company_name: '', job_post_title: '' },
    ]);
    await apply(await makePerson(system.database, { talent: 'active' }), await makePost(owner));
    expect(await listOf(member)).toHaveLength(1);
  });

  test('S3: a member of a disabled company reads no title of its job posts', async () => {
    const { owner } = await makeCase();
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect(await listOf(owner)).toMatchObject([
      { kind: 'application_received', company_name: '', job_post_title: '' },
    ]);
  });

  test('G6: the count reads at most 100 rows', async () => {
    const user = await makePerson(system.database);
    await system.database.query(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), $1, 'role_changed', uuidv7(), 'owner', now() from generate_series(1, 130)`,
      [user.userId],
    );
    expect(await countOf(user)).toBe(100);
  });
});
