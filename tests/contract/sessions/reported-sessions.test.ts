import type { SecurityEvent } from '@gatehouse/contract/wire';
import {
  addressOf,
  makeColleague,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makePendingChange } from '#support/email-changes.ts';
import { givePassword } from '#support/give-password.ts';
import { createInvitationActs } from '#support/invitations.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { nextMail } from '#support/next-mail.ts';
import { addPasskey, makePersonWithPasskey, originOf, signInWithPasskey } from '#support/passkey-client.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';

const OLD_PASSWORD = 'a lake in autumn';
const NEW_PASSWORD = 'a kettle on the sill';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
  acts = createInvitationActs(system);
});
afterAll(() => system.stop());

const sql = <Row extends object>(text: string, values: readonly unknown[]) =>
  system.database.query<Row>(text, values);
const post = (path: string, body?: object, cookie?: string) =>
  system.publicHost.request(`/api/identities${path}`, {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
const signIn = (email: string, password: string) => post('/user_sessions', { email, password });
const report = ({ cookie }: Pick<TestPerson, 'cookie'>, sessionId: string) =>
  post(`/user_sessions/${sessionId}/reports`, undefined, cookie);
const isLive = async ({ cookie }: Pick<TestPerson, 'cookie'>) =>
  (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status === 200;

async function makeUser(person?: TestPerson): Promise<TestPerson> {
  const user = person ?? (await makePerson(system.database));
  await givePassword(system.database, user.userId, OLD_PASSWORD);
  return user;
}
const makeTheirs = ({ userId }: TestPerson) => makeSession(system.database, 'user', userId);

const EARLIER_PASSKEYS = 'Your earlier passkeys still sign in.';
/** The text of the mail that a report sends. */
const reportMailTo = async (person: TestPerson) => {
  const mail = await nextMail(system, addressOf(person), { subject: 'Set a new password' });
  return mail.text;
};

const eventsOf = async ({ cookie }: Pick<TestPerson, 'cookie'>) =>
  (await system.publicHost.request('/api/identities/users/current/security_events', { cookie })).body
    .items as readonly SecurityEvent[];

describe('a session that its user reports', () => {
  test('G3: ends with all others and with the password, until the link in the mail sets another one', async () => {
    const own = await makeUser();
    const email = addressOf(own);
    const theirs = await makeTheirs(own);
    await post('/password_resets', { email });
    const reset = await nextMailedToken(system, email, 'reset-password');
    const pending = await makePendingChange(system.database, own.userId, `new-${email}`);
    expect((await report(own, theirs.sessionId)).status).toBe(204);

    expect([await isLive(own), await isLive(theirs)]).toEqual([false, false]);
    expect(await signIn(email, OLD_PASSWORD)).toMatchObject({
      status: 422,
      body: { code: 'credentials_invalid' },
    });
    const redeem = (token: string) => post('/password_resets/redeem', { token, password: NEW_PASSWORD });
    expect((await redeem(reset)).status).toBe(410);
    const { cookie } = await makeTheirs(own);
    const confirmed = await post('/users/current/email_changes/confirm', { token: pending }, cookie);
    expect(confirmed.status).toBe(410);

    expect((await redeem(await nextMailedToken(system, email, 'reset-password', [reset]))).status).toBe(204);
    expect((await signIn(email, OLD_PASSWORD)).status).toBe(422);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(201);
    expect(
      await sql(
        'select action, actor_id, session_id, change from identity.audit_events where subject_id = $1',
        [theirs.sessionId],
      ),
    ).toEqual([
      {
        action: 'user_session.reported',
        actor_id: own.userId,
        session_id: own.sessionId,
        change: '2 sessions ended',
      },
    ]);
    const reasons = await sql('select end_reason from identity.user_sessions where id = any($1)', [
      [own.sessionId, theirs.sessionId],
    ]);
    expect(reasons).toEqual([{ end_reason: 'reported' }, { end_reason: 'reported' }]);
    expect(await reportMailTo(own)).not.toContain(EARLIER_PASSKEYS);
  });

  test('G3: takes its passkey and those added since along, and leaves earlier ones, of which the mail tells', async () => {
    const own = await makePersonWithPasskey(system);
    const origin = originOf(system);
    const [second, third] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()];
    await addPasskey(system.publicHost, own.cookie, second, origin);
    const begun = await signInWithPasskey(system.publicHost, second, origin);
    await addPasskey(system.publicHost, own.cookie, third, origin);
    expect((await report(own, begun.body.session.id)).status).toBe(204);
    const statuses = await Promise.all(
      [own.authenticator, second, third].map(
        async (authenticator) => (await signInWithPasskey(system.publicHost, authenticator, origin)).status,
      ),
    );
    expect(statuses).toEqual([201, 422, 422]);
    const removed =
      "select from identity.audit_events where subject_id = $1 and action = 'user.passkey_removed'";
    expect(await sql(removed, [own.userId])).toHaveLength(2);
    expect(await reportMailTo(own)).toContain(EARLIER_PASSKEYS);
  });

  test('G2: revokes the open invitations that were sent since it began', async () => {
    const own = await makeUser(await acts.makeOwner());
    const earlier = await acts.makeInvitation(own, 'earlier@reported.test');
    const theirs = await makeTheirs(own);
    const later = await acts.makeInvitation(own, 'later@reported.test', 'owner');
    expect((await report(own, theirs.sessionId)).status).toBe(204);
    expect([await acts.isOpen(earlier.id), await acts.isOpen(later.id)]).toEqual([true, false]);
  });

  test('G2 G3: changes no invitation that is closed, of a colleague or of another company, and no passkey of others', async () => {
    const own = await makeUser(await acts.makeOwner());
    const other = await makePersonWithPasskey(system);
    const colleague = await makeColleague(system.database, own);
    const elsewhere = await acts.makeOwner();
    const theirs = await makeTheirs(own);
    const origin = originOf(system);
    const added = new SoftwareAuthenticator();
    await addPasskey(system.publicHost, other.cookie, added, origin);
    const made = [
      await acts.makeInvitation(own, 'accepted@kept.test'),
      await acts.makeInvitation(own, 'withdrawn@kept.test'),
      await acts.makeInvitation(own, 'expired@kept.test'),
      await acts.makeInvitation(colleague, 'colleague@kept.test'),
      await acts.makeInvitation({ ...own, companyId: elsewhere.companyId }, 'elsewhere@kept.test'),
    ];
    const ids = made.map(({ id }) => id);
    await sql(
      `update employer.invitations
          set accepted_at = case when id = $1 then now() - interval '1 second' end,
              accepted_by = case when id = $1 then $4::uuid end,
              withdrawn_at = case when id = $2 then now() - interval '1 second' end,
              expires_at = case when id = $3 then now() - interval '1 second' else expires_at end
        where id in ($1, $2, $3)`,
      [...ids.slice(0, 3), colleague.userId],
    );
    const rows = () => sql('select * from employer.invitations where id = any($1) order by id', [ids]);
    const before = await rows();
    expect((await report(own, theirs.sessionId)).status).toBe(204);
    expect(await rows()).toEqual(before);
    for (const authenticator of [other.authenticator, added]) {
      expect((await signInWithPasskey(system.publicHost, authenticator, origin)).status).toBe(201);
    }
  });

  test('G3: takes along what an earlier session of its browser added', async () => {
    const own = await makeUser(await acts.makeOwner());
    const email = addressOf(own);
    const origin = originOf(system);
    const first = await signIn(email, OLD_PASSWORD);
    const [session = '', browser = ''] = (first.headers['set-cookie'] ?? []).map(
      (one) => one.split(';')[0] ?? '',
    );
    const added = new SoftwareAuthenticator();
    await addPasskey(system.publicHost, session, added, origin);
    const invitation = await acts.makeInvitation(own, 'between@reported.test');
    const second = await post('/user_sessions', { email, password: OLD_PASSWORD }, browser);
    expect((await report(own, second.body.session.id)).status).toBe(204);
    expect((await signInWithPasskey(system.publicHost, added, origin)).status).toBe(422);
    expect(await acts.isOpen(invitation.id)).toBe(false);
  });

  test('cancels a deletion of the account', async () => {
    const own = await makeUser();
    const theirs = await makeTheirs(own);
    expect((await post('/users/current/deletion', {}, theirs.cookie)).status).toBe(201);
    expect((await report(own, theirs.sessionId)).status).toBe(204);
    expect(await sql('select deletion_due_at from identity.users where id = $1', [own.userId])).toEqual([
      { deletion_due_at: null },
    ]);
  });

  test('can have ended before, and cannot be of another user', async () => {
    const [own, other] = [await makeUser(), await makeUser()];
    for (const id of [other.sessionId, UNKNOWN]) {
      expect(await report(own, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect([await isLive(own), await isLive(other)]).toEqual([true, true]);
    expect((await signIn(addressOf(other), OLD_PASSWORD)).status).toBe(201);
    const { sessionId } = await makeSession(system.database, 'user', own.userId, 'ended');
    expect((await report(own, sessionId)).status).toBe(204);
    expect((await signIn(addressOf(own), OLD_PASSWORD)).status).toBe(422);
  });

  test('G3: is not reported with a stolen session whose authentication is old: nothing changes', async () => {
    const own = await makeUser();
    const stolen = await makeTheirs(own);
    await sql(
      "update identity.user_sessions set authenticated_at = now() - interval '10 minutes' where id = $1",
      [stolen.sessionId],
    );
    expect(await report(stolen, own.sessionId)).toMatchObject({
      status: 403,
      body: { code: 'fresh_authentication_required' },
    });
    expect(await isLive(own)).toBe(true);
    expect((await signIn(addressOf(own), OLD_PASSWORD)).status).toBe(201);
  });

  test('is named by its sign-in in the security log, unless it is the one that reads', async () => {
    const person = await makeUser();
    const [first, second] = [
      await signIn(addressOf(person), OLD_PASSWORD),
      await signIn(addressOf(person), OLD_PASSWORD),
    ];
    const cookie = second.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const log = await system.publicHost.request('/api/identities/users/current/security_events', { cookie });
    expect(log.body.items.map(({ session_id }: { session_id?: string }) => session_id)).toEqual([
      undefined,
      first.body.session.id,
    ]);
  });

  test('is not offered again in the security log', async () => {
    const person = await makeUser();
    const first = await signIn(addressOf(person), OLD_PASSWORD);
    expect((await report(person, first.body.session.id)).status).toBe(204);
    expect(
      (await eventsOf(await makeTheirs(person)))
        .filter(({ action }) => action === 'user_session.started')
        .map(({ session_id }) => session_id),
    ).toStrictEqual([undefined]);
  });

  test('the log names the browser of the one who ended a session, not of the session that ended', async () => {
    const person = await makeUser();
    const ended = await makeTheirs(person);
    await sql(
      "update identity.user_sessions set address = case id when $1 then '192.0.2.1' else '192.0.2.2' end",
      [ended.sessionId],
    );
    const answer = await system.publicHost.request(`/api/identities/user_sessions/${ended.sessionId}`, {
      method: 'DELETE',
      cookie: person.cookie,
    });
    expect(answer.status).toBe(204);
    const [newest] = await eventsOf(person);
    expect(newest).toMatchObject({ action: 'user_session.ended', address: '192.0.2.2' });
  });
});
