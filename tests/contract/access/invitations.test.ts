import { addressOf, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createInvitationActs } from '#support/invitations.ts';
import { nextMail } from '#support/next-mail.ts';

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem();
  acts = createInvitationActs(system);
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(() => system.stop());

const send = (method: string, path: string, cookie: string, body?: object) =>
  system.publicHost.request(`/api/employer${path}`, { method, cookie, body });
const invite = (email: string, role = 'member', by = owner) =>
  send('POST', '/invitations', by.cookie, { email, role });
const join = (cookie: string, invitation_token: string) =>
  send('POST', '/org_memberships', cookie, { invitation_token });

const openIds = async (): Promise<readonly string[]> =>
  (await send('GET', '/invitations?limit=50', owner.cookie)).body.items.map(({ id }: { id: string }) => id);

async function tokenFor(email: string): Promise<string> {
  const mail = await nextMail(system, email);
  const token = /\/join#token=([\w-]{43})$/m.exec(mail.text)?.[1];
  if (token === undefined) throw new Error('the mail has no link');
  return token;
}

describe('invitations', () => {
  test('an owner invites by mail, and the person joins once in the role of the invitation', async () => {
    const person = await makePerson(system.database);
    const email = addressOf(person);
    const unused = (await invite(`beside-${email}`)).body.id;
    const created = await invite(email.toUpperCase(), 'owner');
    expect(created).toMatchObject({
      status: 201,
      body: { email, role: 'owner', invited_by_name: 'Test Person' },
    });
    const token = await tokenFor(email);
    expect(created.text).not.toContain(token);
    const joined = await join(person.cookie, token);
    expect(joined).toMatchObject({
      status: 201,
      body: { org_membership: { role: 'owner', status: 'active' }, company: { id: owner.companyId } },
    });
    expect((await send('GET', '/companies/current', person.cookie)).status).toBe(200);
    const late = await makePerson(system.database);
    expect(await join(late.cookie, token)).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
    const { body } = await send('GET', '/invitations', owner.cookie);
    const open = body.items.map(({ id }: { id: string }) => id);
    expect([open.includes(created.body.id), open.includes(unused)]).toEqual([false, true]);
    expect((await send('DELETE', `/invitations/${created.body.id}`, owner.cookie)).status).toBe(404);
  });

  test('an address with spaces around it is refused, in large letters it is the same one', async () => {
    for (const address of [' spaced@invited.test', 'spaced@invited.test ', '\u00a0spaced@invited.test'])
      expect(await invite(address)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
    expect((await invite('Large@Invited.test')).body.email).toBe('large@invited.test');
    expect((await invite('LARGE@invited.test')).body.code).toBe('invitation_exists');
  });

  test('a double click sends one mail', async () => {
    const answers = await Promise.all([invite('twice@invited.test'), invite('twice@invited.test')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('invitation_exists');
    await tokenFor('twice@invited.test');
    expect((await system.local.mails()).filter(({ to }) => to === 'twice@invited.test')).toHaveLength(1);
  });

  test('one that was withdrawn does not work, and makes room for another', async () => {
    const person = await makePerson(system.database);
    const { body } = await invite(addressOf(person));
    const token = await tokenFor(addressOf(person));
    expect((await send('DELETE', `/invitations/${body.id}`, owner.cookie)).status).toBe(204);
    expect((await send('DELETE', `/invitations/${body.id}`, owner.cookie)).status).toBe(404);
    expect((await join(person.cookie, token)).body.code).toBe('token_invalid');
    expect(await openIds()).not.toContain(body.id);
    expect((await invite(addressOf(person))).status).toBe(201);
  });

  test('one whose time is over does not work, and makes room for another', async () => {
    const person = await makePerson(system.database);
    const { body } = await invite(addressOf(person));
    const token = await tokenFor(addressOf(person));
    await system.database.query(
      "update employer.invitations set expires_at = now() - interval '1 second' where id = $1",
      [body.id],
    );
    expect((await join(person.cookie, token)).body.code).toBe('token_invalid');
    // It is not there to be withdrawn.
    expect((await send('DELETE', `/invitations/${body.id}`, owner.cookie)).status).toBe(404);
    const [row] = await system.database.query('select withdrawn_at from employer.invitations where id = $1', [
      body.id,
    ]);
    expect(row).toEqual({ withdrawn_at: null });
    expect(await openIds()).not.toContain(body.id);
    expect((await invite(addressOf(person))).status).toBe(201);
  });

  test('an invitation takes the place of the expired one to its address alone', async () => {
    const [person, accepter] = [await makePerson(system.database), await makePerson(system.database)];
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const email = addressOf(person);
    const add = async (by: TestPerson, address: string, changes: string) => {
      const { id } = await acts.makeInvitation(by, address);
      await system.database.query(
        `update employer.invitations set expires_at = now() - interval '1 second'${changes} where id = $1`,
        [id],
      );
      return id;
    };
    const kept = [
      await add(other, email, ''),
      await add(owner, `beside-${email}`, ''),
      await add(owner, email, `, accepted_at = now(), accepted_by = '${accepter.userId}'`),
      await add(owner, email, ", withdrawn_at = '2026-01-01T00:00:00Z'"),
    ];
    const replaced = await add(owner, email, '');
    expect((await invite(email)).status).toBe(201);
    const timesOf = async (ids: readonly string[]) =>
      (
        await system.database.query<{ withdrawn_at: Date | null }>(
          'select withdrawn_at from employer.invitations where id = any ($1::uuid[]) order by array_position($1::uuid[], id)',
          [ids],
        )
      ).map(({ withdrawn_at }) => withdrawn_at);
    expect(await timesOf(kept)).toEqual([null, null, null, new Date('2026-01-01T00:00:00Z')]);
    expect(await timesOf([replaced])).toEqual([expect.any(Date)]);
  });

  test.each(['active', 'revoked'] as const)(
    'a person with a membership that is %s keeps it, and the invitation stays unused',
    async (status) => {
      const taken = await makePerson(system.database, { membership: { role: 'member', status } });
      const { body } = await invite(addressOf(taken));
      const token = await tokenFor(addressOf(taken));
      expect(await join(taken.cookie, token)).toMatchObject({
        status: 409,
        body: { code: 'org_membership_exists' },
      });
      const { body: list } = await send('GET', '/invitations', owner.cookie);
      expect(list.items.map(({ id }: { id: string }) => id)).toContain(body.id);
    },
  );

  test('pages of open invitations are newest first, with each one once', async () => {
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const made: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      made.unshift((await invite(`${name}@${other.companyId}.test`, 'member', other)).body.id);
    }
    const listed: string[] = [];
    let cursor = '';
    do {
      const { body } = await send('GET', `/invitations?limit=1&cursor=${cursor}`, other.cookie);
      listed.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    } while (cursor !== '' && listed.length < 10);
    expect(listed).toEqual(made);
  });

  test('a member is not invited again', async () => {
    const answer = await invite(addressOf(owner));
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'org_membership_exists', detail: 'This user is already a member of your company.' },
    });
  });

  test('G7: the mail to a verified account names company and inviter, and the one to any other address neither', async () => {
    const verified = addressOf(await makePerson(system.database));
    const unverified = await makePerson(system.database);
    await system.database.query('update identity.users set email_verified_at = null where id = $1', [
      unverified.userId,
    ]);
    const addresses = [verified, `new-${verified}`, addressOf(unverified)];
    for (const address of addresses) await invite(address);
    const mails = await system.database.query(
      'select to_address, kind from identity.mail_outbox where to_address = any ($1) order by id',
      [addresses],
    );
    expect(mails).toEqual([
      { to_address: verified, kind: 'invitation_to_account' },
      { to_address: `new-${verified}`, kind: 'invitation_to_new_address' },
      { to_address: addressOf(unverified), kind: 'invitation_to_new_address' },
    ]);
    const notified = await system.database.query<{ address: string }>(
      `select u.email as address from identity.notifications n join identity.users u on u.id = n.user_id
        where n.kind = 'invitation_received' and u.email = any ($1)`,
      [addresses],
    );
    expect(notified).toEqual([{ address: verified }]);
  });

  test('a mail that waits is of its own invitation: not of a later one for an account that its address has by then', async () => {
    const person = await makePerson(system.database);
    const email = addressOf(person);
    const verify = (at: string) =>
      system.database.query(`update identity.users set email_verified_at = ${at} where id = $1`, [
        person.userId,
      ]);
    await verify('null');
    const { id } = (await invite(email)).body;
    expect((await send('DELETE', `/invitations/${id}`, owner.cookie)).status).toBe(204);
    await verify('now()');
    expect((await invite(email)).status).toBe(201);
    const mails = await system.database.query(
      `select kind, identity.is_mail_current(kind, to_address, topic, subject_ids) as is_current
         from identity.mail_outbox where to_address = $1 order by id`,
      [email],
    );
    expect(mails).toEqual([
      { kind: 'invitation_to_new_address', is_current: false },
      { kind: 'invitation_to_account', is_current: true },
    ]);
  });

  test("another company's invitation is not found", async () => {
    const { body } = await invite('mine@invited.test');
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    expect((await send('DELETE', `/invitations/${body.id}`, other.cookie)).status).toBe(404);
    expect((await send('GET', '/invitations', other.cookie)).body.items).toEqual([]);
  });

  test.each([
    [{}],
    [{ company: { name: 'Both' }, invitation_token: 'A'.repeat(43) }],
    [{ invitation_token: '' }],
  ])('D6: a company or an invitation, and not %j', async (body) => {
    const person = await makePerson(system.database);
    const answer = await send('POST', '/org_memberships', person.cookie, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test('F9: a company invites one address 5 times in 30 days, also after withdrawals; another company is not stopped', async () => {
    const address = 'again-and-again@invited.test';
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await invite(address);
      expect(status).toBe(201);
      expect((await send('DELETE', `/invitations/${body.id}`, owner.cookie)).status).toBe(204);
    }
    const older = await acts.makeInvitation(owner, 'older@invited.test');
    await system.database.query(
      "update employer.invitations set created_at = now() - interval '10 days' where id = $1",
      [older.id],
    );
    const refused = await invite(address);
    const detail = 'Your company has invited this address 5 times in 30 days. Try again in 30 days.';
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', detail } });
    const days = Number(refused.headers['retry-after']) / 86_400;
    expect([days > 29.9, days <= 30]).toEqual([true, true]);
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    expect((await invite(address, 'member', other)).status).toBe(201);
    expect((await invite('another@invited.test')).status).toBe(201);
    await system.database.query(
      `update employer.invitations set created_at = created_at - interval '30 days'
        where id = (select min(id::text)::uuid from employer.invitations where company_id = $1 and email = $2)`,
      [owner.companyId, address],
    );
    expect((await invite(address)).status).toBe(201);
  });

  test('a company cannot flood strangers with mail', async () => {
    const busy = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await system.database.query(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
       select $1::uuid, 'n' || n || '@invited.test', 'member', sha256(convert_to($1::uuid::text || n, 'UTF8')), $2,
              now() + interval '7 days'
         from generate_series(1, 100) as n`,
      [busy.companyId, busy.userId],
    );
    const answer = await invite('one-more@invited.test', 'member', busy);
    expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await system.database.query(
      "update employer.invitations set created_at = now() - interval '1 day' where company_id = $1",
      [busy.companyId],
    );
    expect((await invite('a-day-later@invited.test', 'member', busy)).status).toBe(201);
  });
});
