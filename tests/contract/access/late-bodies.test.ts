import {
  createInstanceClient,
  makeAdmin,
  makeColleague,
  makePerson,
  portOf,
  type RunningPart,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openConnection } from '#support/raw-connection.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'employer'] });
});
afterAll(() => system.stop());

const READS = {
  employer: '/api/employer/org_memberships',
  identity: '/api/identities/user_sessions/current',
} as const;

const sql = (text: string, values: unknown[] = []) => system.database.query(text, values);

/** A request of each kind of caller, and the statement after which it must not be answered. */
async function ofOwner(role = 'member') {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  await makeColleague(system.database, owner, 'owner');
  const member = await makeColleague(system.database, owner, 'member');
  const [membership] = await sql('select id from employer.org_memberships where user_id = $1', [
    member.userId,
  ]);
  return {
    cookie: owner.cookie,
    target: `PATCH /api/employer/org_memberships/${membership?.['id']}`,
    body: JSON.stringify({ role }),
    host: system.local.publicHost,
    revoke: "update employer.org_memberships set status = 'revoked', revoked_by = 'owner' where user_id = $1",
    of: owner.userId,
  };
}

async function ofMovedOwner() {
  const membership = { role: 'owner', status: 'active' } as const;
  const owner = await makePerson(system.database, { membership });
  const { companyId } = await makePerson(system.database, { membership });
  return {
    cookie: owner.cookie,
    target: 'POST /api/employer/job_posts',
    body: '{"title":"Keeper","kind":"full_time"}',
    host: system.local.publicHost,
    revoke: `update employer.org_memberships set company_id = '${companyId}' where user_id = $1`,
    of: owner.userId,
  };
}

async function ofVisitor() {
  const user = await makePerson(system.database);
  return {
    cookie: user.cookie,
    target: 'POST /api/identities/invitation_lookups',
    body: JSON.stringify({ invitation_token: 'x'.repeat(43) }),
    host: system.local.publicHost,
    revoke:
      "update identity.user_sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1",
    of: user.userId,
  };
}

async function ofStaff() {
  const operator = await makeAdmin(system.database, 'operator');
  const member = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const [membership] = await sql('select id from employer.org_memberships where user_id = $1', [
    member.userId,
  ]);
  return {
    cookie: operator.cookie,
    target: `PUT /api/identities/admin/org_memberships/${membership?.['id']}/status`,
    body: '{"status":"active","reason":"x"}',
    host: system.local.teamHost,
    revoke: 'update identity.admins set disabled_at = now() where id = $1',
    of: operator.adminId,
  };
}

/** Sends the headers, and the body after `between`. @returns the answer. */
async function sendLate(
  api: keyof typeof READS,
  { cookie, target, body, host }: { cookie: string; target: string; body: string; host: string },
  between: () => Promise<unknown>,
): Promise<string> {
  const instance = system.local.services[api][0] as RunningPart;
  const client = createInstanceClient(instance, system.local.publicHost);
  const headers = [
    `${target} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: http://${host}`,
    `Cookie: ${cookie}`,
    'If-Match: "none"',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  const connection = openConnection(portOf(instance), `${headers.join('\r\n')}\r\n\r\n`);
  // The instance has decided about the headers when it answers others that came after them.
  const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  expect((await client.request(READS[api], { cookie: other.cookie })).status).toBe(200);
  expect(connection.received()).toBe('');
  await between();
  connection.socket.write(body);
  await connection.ended;
  client.close();
  return connection.received();
}

test.each([
  ['an owner whose membership is revoked', 'employer', ofOwner, 403, 'org_membership_inactive'],
  ['one with an invalid body', 'employer', () => ofOwner('x'), 403, 'org_membership_inactive'],
  ['an owner who moves to another company', 'employer', ofMovedOwner, 403, 'org_membership_required'],
  ['a user whose session ends', 'identity', ofVisitor, 401, 'session_required'],
  ['an operator who is disabled', 'identity', ofStaff, 401, 'session_required'],
] as const)('G1 D2: %s before the body arrives gets no answer of it', async (_, api, of, status, code) => {
  const request = await of();
  const answer = await sendLate(api, request, () => sql(request.revoke, [request.of]));
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"code":"${code}"`));
});

test.each([
  ['employer', ofOwner, 412],
  ['identity', ofVisitor, 410],
  ['identity', ofStaff, 412],
] as const)(
  'D2: a late body of a caller of %s whose access has not ended is answered',
  async (api, of, status) => {
    expect(await sendLate(api, await of(), async () => undefined)).toMatch(`HTTP/1.1 ${status} `);
  },
);
