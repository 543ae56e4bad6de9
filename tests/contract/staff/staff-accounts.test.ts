import { randomUUID } from 'node:crypto';
import { type ApiAnswer, makeAdmin, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { inviteAdmin } from '#support/invite-admin.ts';
import { mailedTokens, nextMailedToken } from '#support/mail-links.ts';
import { addUnusablePasskey, makeEnrolledAdmin, type Staff } from '#support/staff.ts';

let system: TestSystem;
/** Two operators who can decide together. */
let ada: Staff;
let ben: Staff;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'], seed: 'none' });
});
afterAll(() => system.stop());
beforeEach(async () => {
  // Only the admins of the test count as operators.
  await system.database.query("update identity.admins set role = 'viewer', disabled_at = now()");
  ada = await makeEnrolledAdmin(system.database);
  ben = await makeEnrolledAdmin(system.database);
});

const ACCOUNTS = '/api/identities/admin/staff_accounts';
const REQUESTS = '/api/identities/admin/staff_requests';
const reason = 'a test';
/** As it is typed. */
const typed = ` ${reason} `;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const newEmail = () => `staff-${randomUUID()}@staff.test`;

const send = (by: Staff, method: string, path: string, body?: object): Promise<ApiAnswer> =>
  system.teamHost.request(path, { method, cookie: by.cookie, body });
const invite = (by: Staff, role: string, email = newEmail()) =>
  send(by, 'POST', ACCOUNTS, { name: ' New Colleague ', email, role, reason: typed });
const setRole = (by: Staff, id: string, role: string) =>
  send(by, 'PUT', `${ACCOUNTS}/${id}/role`, { role, reason: typed });
const setCondition = (by: Staff, id: string, condition: string) =>
  send(by, 'PUT', `${ACCOUNTS}/${id}/condition`, { condition, reason: typed });
const reset = (by: Staff, id: string) =>
  send(by, 'POST', `${ACCOUNTS}/${id}/second_factor_resets`, { reason: typed });
const approve = (by: Staff, requestId: string) => send(by, 'POST', `${REQUESTS}/${requestId}/approval`);
const requestsAbout = async (id: string, by: Staff = ada) =>
  (await send(by, 'GET', REQUESTS)).body.items.filter(
    ({ account_id }: { account_id: string }) => account_id === id,
  );
const accountOf = async (id: string) => (await send(ada, 'GET', `${ACCOUNTS}/${id}`)).body;
const current = (of: Staff) => send(of, 'GET', '/api/identities/admin_sessions/current');

const actionsAbout = async (id: string) =>
  (
    await system.database.query<{ action: string; actor_id: string | null }>(
      'select action, actor_id from identity.audit_events where subject_id = $1 order by id',
      [id],
    )
  ).map(({ action }) => action);

const trailOf = async (id: string) =>
  (
    await system.database.query<{ action: string; reason: string; change: string }>(
      'select action, reason, change from identity.audit_events where subject_id = $1 order by id',
      [id],
    )
  ).map((event) => [event.action, event.reason, event.change]);

/** Who made and who approved the open link of an account. */
const linkOf = (id: string) =>
  system.database.query(
    'select created_by, approved_by from identity.admin_enrolments where admin_id = $1 and used_at is null',
    [id],
  );

/** As the holder of a link, who has no session. */
const post = (path: string, body: object) =>
  system.teamHost.request(`/api/identities/${path}`, { method: 'POST', body });

/** Enrols with a mailed link. @returns the password and the app's secret. */
async function enrol(token: string) {
  const opened = await post('admin_enrolments/open', { token });
  expect(opened.status).toBe(200);
  const secret = String(opened.body.totp_secret);
  const password = 'a heron on the weir';
  const totp = new TOTP({ secret }).generate();
  expect((await post('admin_enrolments', { token, password, totp })).status).toBe(201);
  return { password, secret };
}

const signIn = (email: string, password: string, totp: string) =>
  post('admin_sessions', { email, password, totp });

describe('an invitation', () => {
  test('G4: of a viewer is mailed at once, on the team host, and enrols', async () => {
    const email = newEmail();
    const answer = await invite(ada, 'viewer', email);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        email,
        name: 'New Colleague',
        role: 'viewer',
        condition: 'active',
        enrolled: false,
        link_expires_at: expect.any(String),
      },
    });
    expect(answer.text).not.toContain('token');
    await enrol(await nextMailedToken(system, email, 'enrol'));
    expect(await accountOf(answer.body.id)).toMatchObject({ enrolled: true });
    const [mail] = (await system.local.mails()).filter(
      ({ to, text }) => to === email && text.includes('/enrol#'),
    );
    expect(mail?.text).toContain(`http://${system.local.teamHost}/enrol#token=`);
    expect(await actionsAbout(answer.body.id)).toEqual([
      'admin.created',
      'admin.invited',
      'admin.enrolment_opened',
      'admin.enrolled',
    ]);
  });

  test('of an operator has no link until a second operator approves it', async () => {
    const email = newEmail();
    const { body } = await invite(ada, 'operator', email);
    expect(body).toMatchObject({
      role: 'operator',
      condition: 'disabled',
      enrolled: false,
      open_request: { kind: 'enable', requester_id: ada.adminId, reason },
    });
    expect(body.link_expires_at).toBeUndefined();
    const listed = (await send(ada, 'GET', `${ACCOUNTS}?limit=100`)).body.items;
    expect(listed.find(({ id }: { id: string }) => id === body.id)).toMatchObject({
      open_request: { id: body.open_request.id },
    });
    expect(await mailedTokens(system, email, 'enrol')).toEqual([]);
    expect(await approve(ada, body.open_request.id)).toMatchObject({
      status: 403,
      body: {
        code: 'second_operator_required',
        detail: 'An operator who neither made the request nor is its subject decides on it.',
      },
    });
    const approved = await approve(ben, body.open_request.id);
    expect(approved).toMatchObject({ status: 200, body: { condition: 'active', role: 'operator' } });
    expect(approved.body.open_request).toBeUndefined();
    expect(await linkOf(body.id)).toEqual([{ created_by: ada.adminId, approved_by: ben.adminId }]);
    await enrol(await nextMailedToken(system, email, 'enrol'));
    expect(await actionsAbout(body.id)).toEqual([
      'admin.created',
      'admin.change_requested',
      'admin.change_approved',
      'admin.condition_changed',
      'admin.invited',
      'admin.enrolment_opened',
      'admin.enrolled',
    ]);
  });

  test('of an address with an account is refused', async () => {
    const email = newEmail();
    expect((await invite(ada, 'viewer', email)).status).toBe(201);
    expect(await invite(ben, 'operator', email.toUpperCase())).toMatchObject({
      status: 409,
      body: {
        code: 'staff_account_exists',
        detail: 'Find it in the list, and enable it or send a new link there.',
      },
    });
  });

  test('of a viewer, and each later link, names the operator who sent it', async () => {
    const { body } = await invite(ada, 'viewer');
    expect(await linkOf(body.id)).toEqual([{ created_by: ada.adminId, approved_by: null }]);
    for (const condition of ['disabled', 'active']) await setCondition(ben, body.id, condition);
    expect(await linkOf(body.id)).toEqual([{ created_by: ben.adminId, approved_by: null }]);
    await reset(ada, body.id);
    expect(await linkOf(body.id)).toEqual([{ created_by: ada.adminId, approved_by: null }]);
    expect((await trailOf(body.id))[0]).toEqual(['admin.created', reason, 'role viewer']);
  });

  test('G2: that is revoked no longer enrols', async () => {
    const email = newEmail();
    const { body } = await invite(ada, 'viewer', email);
    const token = await nextMailedToken(system, email, 'enrol');
    expect((await setCondition(ben, body.id, 'disabled')).body).toMatchObject({ condition: 'disabled' });
    const opened = await post('admin_enrolments/open', { token });
    expect(opened).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
    // Enabled again, the account gets a new link.
    expect((await setCondition(ben, body.id, 'active')).status).toBe(200);
    await enrol(await nextMailedToken(system, email, 'enrol', [token]));
  });

  test('G2: ends when its inviter is disabled', async () => {
    const email = newEmail();
    const { body } = await invite(ada, 'viewer', email);
    const token = await nextMailedToken(system, email, 'enrol');
    expect((await setCondition(ben, ada.adminId, 'disabled')).status).toBe(200);
    const opened = await post('admin_enrolments/open', { token });
    expect(opened.status).toBe(410);
    expect(await actionsAbout(body.id)).toContain('admin.enrolment_revoked');
  });
});

test('G2: a link ends when the operator is disabled who approved it, and no other link', async () => {
  const eve = await makeEnrolledAdmin(system.database);
  const invited = async (by: Staff, approver: Staff) => {
    const { body } = await invite(by, 'operator');
    expect((await approve(approver, body.open_request.id)).status).toBe(200);
    return String(body.id);
  };
  const [ended, kept] = [await invited(ada, ben), await invited(eve, ada)];
  expect((await setCondition(ada, ben.adminId, 'disabled')).status).toBe(200);
  expect([await linkOf(ended), await linkOf(kept)]).toEqual([
    [],
    [{ created_by: eve.adminId, approved_by: ada.adminId }],
  ]);
});

describe('access that is taken away', () => {
  test.each([
    ['disabled', (id: string) => setCondition(ada, id, 'disabled')],
    ['made a viewer', (id: string) => setRole(ada, id, 'viewer')],
  ])(
    'G1: an operator who is %s has no session from that moment, without a second operator',
    async (_name, take) => {
      expect((await current(ben)).status).toBe(200);
      expect((await take(ben.adminId)).status).toBe(200);
      expect(await current(ben)).toMatchObject({ status: 401, body: { code: 'session_required' } });
      expect((await invite(ben, 'viewer')).status).toBe(401);
    },
  );

  test('G3: a disabled account does not sign in, with the right password and code', async () => {
    const email = newEmail();
    const { body } = await invite(ada, 'viewer', email);
    const { password, secret } = await enrol(await nextMailedToken(system, email, 'enrol'));
    await setCondition(ada, body.id, 'disabled');
    const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
    // Without a code, too: it does not learn whether the password is right.
    for (const totp of [next, '']) {
      expect(await signIn(email, password, totp)).toMatchObject({
        status: 422,
        body: { code: 'credentials_invalid' },
      });
    }
    await setCondition(ada, body.id, 'active');
    expect((await signIn(email, password, next)).status).toBe(201);
  });

  test('the last operator who can sign in is neither disabled nor made a viewer, and an operator without a second factor does not count', async () => {
    await setCondition(ada, ben.adminId, 'disabled');
    const { body } = await invite(ada, 'viewer');
    // An operator who has not enrolled.
    await system.database.query("update identity.admins set role = 'operator' where id = $1", [body.id]);
    for (const answer of [
      await setCondition(ada, ada.adminId, 'disabled'),
      await setRole(ada, ada.adminId, 'viewer'),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'staff_last_operator',
          detail: 'One active operator with a second factor must remain. Invite another operator first.',
        },
      });
    }
    expect((await current(ada)).status).toBe(200);
  });

  test('the last operator who can sign in keeps the second factor, and all else is changed without one', async () => {
    const [plain, other] = [
      await makeAdmin(system.database, 'operator'),
      await makeAdmin(system.database, 'operator'),
    ];
    const viewer = await makeEnrolledAdmin(system.database, 'viewer');
    await setCondition(ada, ben.adminId, 'disabled');
    const requested = (await reset(plain, ada.adminId)).body.open_request;
    expect(await approve(other, requested.id)).toMatchObject({
      status: 409,
      body: { code: 'staff_last_operator' },
    });
    expect(await accountOf(ada.adminId)).toMatchObject({ enrolled: true });
    await system.database.query('update identity.admins set disabled_at = now() where id = $1', [
      ada.adminId,
    ]);
    const promotion = (await setRole(plain, viewer.adminId, 'operator')).body.open_request;
    const { body } = await invite(plain, 'viewer');
    for (const answer of [
      await setRole(plain, ben.adminId, 'viewer'),
      await approve(other, promotion.id),
      await reset(plain, body.id),
      await setCondition(plain, body.id, 'disabled'),
    ]) {
      expect(answer.status).toBe(200);
    }
  });

  test('an operator steps down while another remains', async () => {
    expect((await setRole(ada, ada.adminId, 'viewer')).status).toBe(200);
    expect((await current(ada)).status).toBe(401);
  });

  test('G1: of two operators who disable each other at the same moment exactly one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await makeEnrolledAdmin(system.database), await makeEnrolledAdmin(system.database)];
      await system.database.query("update identity.admins set role = 'viewer' where id <> all ($1::uuid[])", [
        [one.adminId, two.adminId],
      ]);
      const answers = await Promise.all([
        setCondition(one, two.adminId, 'disabled'),
        setCondition(two, one.adminId, 'disabled'),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const left = await system.database.query(
        "select id from identity.admins where role = 'operator' and disabled_at is null",
      );
      expect(left).toHaveLength(1);
    }
  });

  test('G1: of three operators who all step down at the same moment one remains', async () => {
    const eve = await makeEnrolledAdmin(system.database);
    const answers = await Promise.all([ada, ben, eve].map((one) => setRole(one, one.adminId, 'viewer')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  });
});

test('each change of an account is in the trail once, with its reason and how many sessions it ended', async () => {
  const { adminId } = await makeEnrolledAdmin(system.database, 'viewer');
  for (let round = 0; round < 2; round += 1) await setCondition(ada, adminId, 'disabled');
  for (let round = 0; round < 2; round += 1) await setCondition(ada, adminId, 'active');
  const { body } = await setRole(ada, adminId, 'operator');
  await approve(ben, body.open_request.id);
  for (let round = 0; round < 2; round += 1) await setRole(ada, adminId, 'operator');
  for (let round = 0; round < 2; round += 1) await setRole(ada, adminId, 'viewer');
  expect((await reset(ada, adminId)).status).toBe(200);
  expect(await trailOf(adminId)).toEqual([
    ['admin.condition_changed', reason, '1 sessions ended, active → disabled'],
    // Who is enrolled gets no link.
    ['admin.condition_changed', reason, 'disabled → active'],
    ['admin.change_requested', reason, 'promote'],
    ['admin.change_approved', '', 'promote'],
    ['admin.role_changed', reason, '0 sessions ended, viewer → operator'],
    ['admin.role_changed', reason, '0 sessions ended, operator → viewer'],
    ['admin.second_factor_reset', reason, '0 sessions ended'],
    ['admin.invited', '', 'role viewer'],
  ]);
});

test('an unknown account and an unknown request are not found', async () => {
  for (const answer of [
    await send(ada, 'GET', `${ACCOUNTS}/${UNKNOWN}`),
    await setRole(ada, UNKNOWN, 'viewer'),
    await approve(ada, UNKNOWN),
    await send(ada, 'DELETE', `${REQUESTS}/${UNKNOWN}`),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

describe('power that is given', () => {
  const promoted = async () => {
    const viewer = await makeEnrolledAdmin(system.database, 'viewer');
    const { body } = await setRole(ada, viewer.adminId, 'operator');
    return { viewer, requestId: String(body.open_request?.id), body };
  };

  test('a viewer becomes an operator once a second operator approves, in the running session', async () => {
    const { viewer, requestId, body } = await promoted();
    expect(body).toMatchObject({ role: 'viewer', open_request: { kind: 'promote' } });
    expect((await invite(viewer, 'viewer')).body.code).toBe('admin_role_required');
    expect(await requestsAbout(viewer.adminId, viewer)).toHaveLength(1);
    expect(await approve(ben, requestId)).toMatchObject({ status: 200, body: { role: 'operator' } });
    expect((await invite(viewer, 'viewer')).status).toBe(201);
    // Once.
    expect((await approve(ben, requestId)).status).toBe(404);
  });

  test('a request can be declined, withdrawn, and made again; a second one waits for neither', async () => {
    const { viewer, requestId } = await promoted();
    expect(await setRole(ben, viewer.adminId, 'operator')).toMatchObject({
      status: 409,
      body: { code: 'staff_request_exists', detail: 'Approve or decline it first.' },
    });
    const end = (by: Staff, id: string) => send(by, 'DELETE', `${REQUESTS}/${id}`);
    expect((await end(ben, requestId)).status).toBe(204);
    expect((await approve(ben, requestId)).status).toBe(404);
    const second = (await setRole(ada, viewer.adminId, 'operator')).body.open_request;
    expect((await end(ada, second.id)).status).toBe(204);
    const again = await setRole(ben, viewer.adminId, 'operator');
    expect((await approve(ada, again.body.open_request.id)).body).toMatchObject({ role: 'operator' });
    const declined = (await trailOf(viewer.adminId)).filter(([action]) => action === 'admin.change_declined');
    expect(declined.map(([, , change]) => change)).toEqual(['promote, declined', 'promote, withdrawn']);
  });

  test('a request is mailed to each other operator who can decide on it', async () => {
    const eve = await makeEnrolledAdmin(system.database);
    const { requestId } = await promoted();
    const asked = await system.database.query<{ id: string }>(
      `select a.id from identity.mail_outbox m join identity.admins a on a.email = m.to_address
        where m.kind = 'staff_approval_requested' and m.topic = $1`,
      [requestId],
    );
    expect(asked.map(({ id }) => id).toSorted()).toEqual([ben.adminId, eve.adminId].toSorted());
  });

  test('a request expires after 24 hours', async () => {
    const { viewer, requestId } = await promoted();
    await system.database.query(
      "update identity.staff_requests set expires_at = now() - interval '1 second' where id = $1",
      [requestId],
    );
    expect((await approve(ben, requestId)).status).toBe(404);
    expect((await accountOf(viewer.adminId)).open_request).toBeUndefined();
    expect(await requestsAbout(viewer.adminId)).toEqual([]);
    expect((await setRole(ben, viewer.adminId, 'operator')).body.open_request).toMatchObject({
      kind: 'promote',
    });
  });

  test.each([
    ['disabled', (id: string) => setCondition(ben, id, 'disabled')],
    ['made a viewer', (id: string) => setRole(ben, id, 'viewer')],
  ])('G2: a request ends when its asker is %s, and stays ended', async (_name, take) => {
    const eve = await makeEnrolledAdmin(system.database);
    const { viewer, requestId } = await promoted();
    await take(ada.adminId);
    expect((await trailOf(viewer.adminId)).at(-1)).toEqual([
      'admin.change_declined',
      '',
      'withdrawn: the access behind it ended',
    ]);
    await system.database.query(
      "update identity.admins set role = 'operator', disabled_at = null where id = $1",
      [ada.adminId],
    );
    expect((await approve(eve, requestId)).status).toBe(404);
  });

  test('the transaction decides again that the asker is an active operator', async () => {
    const { requestId } = await promoted();
    await system.database.query("update identity.admins set role = 'viewer' where id = $1", [ada.adminId]);
    expect((await approve(ben, requestId)).status).toBe(404);
  });

  test('G1: an approval that races the removal of its asker comes before it, or is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [asker, second, third] = [
        await makeEnrolledAdmin(system.database),
        await makeEnrolledAdmin(system.database),
        await makeEnrolledAdmin(system.database),
      ];
      const viewer = await makeEnrolledAdmin(system.database, 'viewer');
      const { body } = await setRole(asker, viewer.adminId, 'operator');
      const [approved, disabled] = await Promise.all([
        approve(second, body.open_request.id),
        setCondition(third, asker.adminId, 'disabled'),
      ]);
      expect(disabled.status).toBe(200);
      expect([200, 404]).toContain(approved.status);
      const { role } = await accountOf(viewer.adminId);
      expect(role).toBe(approved.status === 200 ? 'operator' : 'viewer');
    }
  });

  test('G1: of two approvals at the same moment one is done', async () => {
    const eve = await makeEnrolledAdmin(system.database);
    const { requestId } = await promoted();
    const answers = await Promise.all([approve(ben, requestId), approve(eve, requestId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test('an operator who was disabled is enabled by two', async () => {
    await setCondition(ada, ben.adminId, 'disabled');
    const eve = await makeEnrolledAdmin(system.database);
    const { body } = await setCondition(ada, ben.adminId, 'active');
    expect(body).toMatchObject({ condition: 'disabled', open_request: { kind: 'enable' } });
    expect((await approve(eve, body.open_request.id)).body).toMatchObject({ condition: 'active' });
    expect((await current(ben)).status).toBe(401);
  });
});

describe('a second factor that is reset', () => {
  test('G3: a viewer’s old app and sessions end at once, and the mailed link enrols again', async () => {
    const email = newEmail();
    const { body } = await invite(ada, 'viewer', email);
    const token = await nextMailedToken(system, email, 'enrol');
    const { password, secret } = await enrol(token);
    const session = await signIn(
      email,
      password,
      new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }),
    );
    const cookie = String(session.headers['set-cookie']).split(';')[0] as string;
    expect(await reset(ada, body.id)).toMatchObject({
      status: 200,
      body: { enrolled: false, session_count: 0 },
    });
    expect((await system.teamHost.request('/api/identities/admin_sessions/current', { cookie })).status).toBe(
      401,
    );
    const later = new TOTP({ secret }).generate({ timestamp: Date.now() + 60_000 });
    expect((await signIn(email, password, later)).body.code).toBe('totp_invalid');
    await enrol(await nextMailedToken(system, email, 'enrol', [token]));
  });

  test('an operator’s waits for a second operator, and neither the asker nor the subject approves it', async () => {
    const eve = await makeEnrolledAdmin(system.database);
    const { body } = await reset(ada, ben.adminId);
    expect(body).toMatchObject({ enrolled: true, open_request: { kind: 'reset' } });
    for (const by of [ada, ben]) {
      expect((await approve(by, body.open_request.id)).body.code).toBe('second_operator_required');
    }
    expect((await current(ben)).status).toBe(200);
    expect((await approve(eve, body.open_request.id)).body).toMatchObject({
      enrolled: false,
      session_count: 0,
    });
    expect((await current(ben)).status).toBe(401);
  });

  test('of a disabled account is refused', async () => {
    await setCondition(ada, ben.adminId, 'disabled');
    expect((await reset(ada, ben.adminId)).body).toMatchObject({
      code: 'staff_account_disabled',
      detail: 'Enable it first.',
    });
  });
});

describe('beside other accounts', () => {
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    system.database.query<Row>(text, values);

  test('an account shows its own passkeys, links and sessions, and of these the open ones', async () => {
    const [plain, other] = [
      await makeAdmin(system.database, 'viewer'),
      await makeAdmin(system.database, 'viewer'),
    ];
    await addUnusablePasskey(system.database, other.adminId);
    for (const kind of ['ended', 'expired', 'idle'] as const) {
      await makeAdmin(system.database, 'viewer', kind).then(({ sessionId }) =>
        sql('update identity.admin_sessions set admin_id = $1 where id = $2', [plain.adminId, sessionId]),
      );
    }
    await sql(
      `insert into identity.admin_enrolments (token_hash, admin_id, expires_at, used_at)
       select sha256(gen_random_uuid()::text::bytea), $1, now() + hours * interval '1 hour', used_at
         from (values (9, now()), (-1, null)) made (hours, used_at)`,
      [plain.adminId],
    );
    const shown = await accountOf(plain.adminId);
    expect(shown).toMatchObject({ enrolled: false, session_count: 1 });
    expect(shown.link_expires_at).toBeUndefined();
    expect(await accountOf(other.adminId)).toMatchObject({ enrolled: true, session_count: 1 });
  });

  test('the passkey of another account is no second factor of an operator who would remain', async () => {
    await makeAdmin(system.database, 'operator');
    const viewer = await makeAdmin(system.database, 'viewer');
    await addUnusablePasskey(system.database, viewer.adminId);
    await setCondition(ada, ben.adminId, 'disabled');
    expect((await setRole(ada, ada.adminId, 'viewer')).body.code).toBe('staff_last_operator');
  });

  test('G2: disabling ends the open links of the account, and no others', async () => {
    const [subject, other] = [(await invite(ada, 'viewer')).body.id, (await invite(ada, 'viewer')).body.id];
    await sql(
      "update identity.admin_enrolments set encrypted_totp_secret = 'seed' where admin_id = any($1)",
      [[subject, other]],
    );
    await sql(
      `insert into identity.admin_enrolments (token_hash, admin_id, created_by, expires_at, used_at)
       select sha256(gen_random_uuid()::text::bytea), $1, $2, now() + hours * interval '1 hour', used_at
         from (values (-1, null), (1, now() - interval '1 day')) made (hours, used_at)`,
      [subject, ben.adminId],
    );
    const links = () =>
      sql<{ admin_id: string; used_at: Date | null; encrypted_totp_secret: Buffer | null }>(
        'select admin_id, used_at, encrypted_totp_secret from identity.admin_enrolments where admin_id = any($1) order by id',
        [[subject, other]],
      );
    const before = await links();
    await setCondition(ben, subject, 'disabled');
    const after = await links();
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).toMatchObject({ used_at: expect.any(Date), encrypted_totp_secret: null });
    expect(await actionsAbout(other)).not.toContain('admin.enrolment_revoked');
  });

  test('G2: an enrolment replaces what its account had, and nothing of another account', async () => {
    const email = newEmail();
    const own = String((await invite(ada, 'viewer', email)).body.id);
    const token = await nextMailedToken(system, email, 'enrol');
    const { secret } = await enrol(token);
    await reset(ada, own);
    const again = await nextMailedToken(system, email, 'enrol', [token]);
    const other = String((await invite(ada, 'viewer')).body.id);
    await sql(
      "update identity.admin_credentials set password_hash = 'old', updated_at = now() - interval '1 day'",
    );
    await sql(
      `insert into identity.admin_enrolments (token_hash, admin_id, expires_at, used_at, encrypted_totp_secret)
       select sha256(gen_random_uuid()::text::bytea), $1, now() + interval '1 hour', used_at, seed
         from (values (now() - interval '1 day', null), (null, 'seed'::bytea)) made (used_at, seed)`,
      [own],
    );
    await sql(
      `insert into identity.admin_recovery_codes (code_hash, admin_id, used_at)
       select sha256(gen_random_uuid()::text::bytea), admin_id, used_at
         from unnest(array[$1, $2]::uuid[]) admin_id, (values (now() - interval '1 day'), (null)) made (used_at)`,
      [own, other],
    );
    for (const session of ['live', 'ended'] as const) {
      const { sessionId } = await makeAdmin(system.database, 'viewer', session);
      await sql('update identity.admin_sessions set admin_id = $1, end_reason = $3 where id = $2', [
        own,
        sessionId,
        session === 'ended' ? 'signed_out' : null,
      ]);
    }
    const state = async () => ({
      links: await sql<{ admin_id: string; used_at: Date | null; encrypted_totp_secret: Buffer | null }>(
        'select admin_id, used_at, encrypted_totp_secret from identity.admin_enrolments where admin_id = any($1) order by id',
        [[own, other]],
      ),
      codes: await sql<{ admin_id: string; used_at: Date | null }>(
        'select admin_id, used_at from identity.admin_recovery_codes where admin_id = any($1) order by code_hash',
        [[own, other]],
      ),
      sessions: await sql<{ ended_at: Date | null; end_reason: string | null }>(
        'select ended_at, end_reason from identity.admin_sessions where admin_id = $1 order by id',
        [own],
      ),
    });
    const before = await state();
    const enrolled = await enrol(again);
    expect(enrolled.secret).not.toBe(secret);
    const after = await state();
    const isClosed = { used_at: expect.any(Date), encrypted_totp_secret: null };
    expect(after.links).toEqual(
      before.links.map((link) =>
        link.admin_id === own && link.used_at === null ? { ...link, ...isClosed } : link,
      ),
    );
    expect(after.codes).toEqual(
      expect.arrayContaining(before.codes.filter(({ used_at }) => used_at !== null)),
    );
    expect(after.codes.filter((code) => code.admin_id === other)).toEqual(
      before.codes.filter((code) => code.admin_id === other),
    );
    expect(after.sessions).toEqual([
      { ended_at: expect.any(Date), end_reason: 'enrolled_again' },
      before.sessions[1],
    ]);
    const [credentials] = await sql(
      "select password_hash <> 'old' as is_replaced, updated_at > now() - interval '1 hour' as is_new from identity.admin_credentials where admin_id = $1",
      [own],
    );
    expect(credentials).toEqual({ is_replaced: true, is_new: true });
  });

  test('G2: an expired enrolment link opens nothing, and enrols no account', async () => {
    const email = newEmail();
    const { body } = await invite(ada, 'viewer', email);
    const token = await nextMailedToken(system, email, 'enrol');
    const { totp_secret: secret } = (await post('admin_enrolments/open', { token })).body;
    await sql(
      "update identity.admin_enrolments set expires_at = now() - interval '1 second' where admin_id = $1",
      [body.id],
    );
    const totp = new TOTP({ secret }).generate();
    for (const answer of [
      await post('admin_enrolments/open', { token }),
      await post('admin_enrolments', { token, password: 'a heron on the weir', totp }),
    ]) {
      expect(answer).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
    }
    expect((await accountOf(body.id)).enrolled).toBe(false);
  });

  test('a session that staff end says why', async () => {
    await setRole(ada, ben.adminId, 'viewer');
    const [ended] = await sql('select end_reason from identity.admin_sessions where admin_id = $1', [
      ben.adminId,
    ]);
    expect(ended).toEqual({ end_reason: 'role_changed' });
  });

  test('a request is mailed to active operators alone, and not to its subject', async () => {
    const eve = await makeEnrolledAdmin(system.database);
    await makeEnrolledAdmin(system.database, 'viewer');
    const disabled = await makeEnrolledAdmin(system.database);
    await sql('update identity.admins set disabled_at = now() where id = $1', [disabled.adminId]);
    const { body } = await reset(ada, ben.adminId);
    const asked = await sql<{ to_address: string }>(
      "select to_address from identity.mail_outbox where kind = 'staff_approval_requested' and topic = $1",
      [body.open_request.id],
    );
    const [{ email } = { email: '' }] = await sql<{ email: string }>(
      'select email from identity.admins where id = $1',
      [eve.adminId],
    );
    expect(asked).toEqual([{ to_address: email }]);
  });

  test('a decision ends its request, and no other; one that is decided or expired ends no more', async () => {
    const ask = async () => {
      const viewer = await makeEnrolledAdmin(system.database, 'viewer');
      return String((await setRole(ada, viewer.adminId, 'operator')).body.open_request.id);
    };
    const [decided, expired, open, last] = [await ask(), await ask(), await ask(), await ask()];
    const end = async (id: string) => (await send(ben, 'DELETE', `${REQUESTS}/${id}`)).status;
    expect((await approve(ben, decided)).status).toBe(200);
    await sql("update identity.staff_requests set expires_at = now() - interval '1 second' where id = $1", [
      expired,
    ]);
    expect([await end(decided), await end(expired)]).toEqual([404, 404]);
    const listed = (await send(ada, 'GET', REQUESTS)).body.items.map(({ id }: { id: string }) => id);
    expect(listed.filter((id: string) => [decided, expired, open, last].includes(id)).toSorted()).toEqual(
      [open, last].toSorted(),
    );
    const states = () =>
      sql('select outcome, decided_at from identity.staff_requests where id = any($1) order by id', [
        [decided, expired],
      ]);
    const before = await states();
    expect((await approve(ben, last)).status).toBe(200);
    expect(await states()).toEqual(before);
    // A later request about the same account leaves how the earlier one ended.
    await sql(
      `update identity.staff_requests
          set requested_at = now() - interval '3 hours', decided_at = now() - interval '2 hours',
              expires_at = now() - interval '1 hour'
        where id = $1`,
      [decided],
    );
    const [{ subject } = { subject: '' }] = await sql<{ subject: string }>(
      'select admin_id as subject from identity.staff_requests where id = $1',
      [decided],
    );
    const earlier = await states();
    expect((await reset(ada, subject)).body.open_request).toMatchObject({ account_id: subject });
    expect(await states()).toEqual(earlier);
    expect(await end(open)).toBe(204);
  });
});

describe('the database', () => {
  test('makes no operator for the service without a second operator', async () => {
    const viewer = await makeEnrolledAdmin(system.database, 'viewer');
    const asService = async (sql: string) => {
      const pg = (await import('pg')).default;
      const client = new pg.Client({ connectionString: system.database.roleUrl('identity_service') });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    };
    const forged = `insert into identity.staff_requests (admin_id, kind, reason, requested_by)
      values ('${viewer.adminId}', 'promote', '', '${ada.adminId}');`;
    const approvedBy = (id: string) =>
      `update identity.staff_requests set decided_at = now(), decided_by = '${id}', outcome = 'approved' where decided_at is null;`;
    const promote = `update identity.admins set role = 'operator' where id = '${viewer.adminId}';`;
    await expect(asService(promote)).rejects.toMatchObject({ code: '42501' });
    await expect(asService(`begin; ${forged} ${promote} commit`)).rejects.toMatchObject({ code: '42501' });
    await expect(
      asService(`begin; ${forged} ${approvedBy(ada.adminId)} ${promote} commit`),
    ).rejects.toMatchObject({
      code: '23514',
    });
    await expect(
      asService(
        `insert into identity.admin_enrolments (token_hash, admin_id, expires_at) values (sha256('x'), '${ada.adminId}', now() + interval '1 day')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await accountOf(viewer.adminId)).toMatchObject({ role: 'viewer' });
  });
});

test('admin:invite --force enables the last operator again', async () => {
  const email = newEmail();
  await inviteAdmin(system, '--email', email, '--name', 'Nadia Okoye');
  await system.database.query('update identity.admins set disabled_at = now() where email = $1', [email]);
  const link = await inviteAdmin(system, '--email', email, '--name', 'Nadia Okoye', '--force');
  await enrol(new URL(link).hash.slice('#token='.length));
  const [row] = await system.database.query<{ disabled_at: Date | null; role: string }>(
    'select disabled_at, role from identity.admins where email = $1',
    [email],
  );
  expect(row).toEqual({ disabled_at: null, role: 'operator' });
});
