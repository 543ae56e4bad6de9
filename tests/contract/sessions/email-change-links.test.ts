import { lockAccess } from '@gatehouse/membership-resolver';
import { addressOf, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makePendingChange } from '#support/email-changes.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let system: TestSystem;
let person: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
});
beforeEach(async () => {
  person = await makePerson(system.database);
  other = await makePerson(system.database);
});
afterAll(() => system.stop());

/** A pending change of the address. @returns the token of its link. */
const request = ({ userId }: TestPerson) => makePendingChange(system.database, userId, `${userId}@new.test`);

const confirm = (token: string) =>
  system.publicHost.request('/api/identities/users/current/email_changes/confirm', {
    method: 'POST',
    cookie: person.cookie,
    body: { token },
  });

const setOfPerson = (values: string) =>
  system.database.query(`update identity.email_changes set ${values} where user_id = $1`, [person.userId]);

const CONFIRMED =
  "confirmed_at = now(), old_email = 'old@made.test', undo_token_hash = sha256(id::text::bytea)";

/** What makes a link void. */
const ENDS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['was used', () => setOfPerson(CONFIRMED)],
  ['was replaced or revoked', () => setOfPerson('ended_at = now()')],
  ['has expired', () => setOfPerson("expires_at = now() - interval '1 second'")],
  ['has another token', () => setOfPerson('token_hash = sha256(id::text::bytea)')],
];

describe('a link to confirm an address', () => {
  test.each([
    ...ENDS,
    [
      'is of another user',
      () =>
        system.database.query('update identity.email_changes set user_id = $2 where user_id = $1', [
          person.userId,
          other.userId,
        ]),
    ],
  ] as const)('G1: that %s is refused without waiting for a write of the user', async (_how, end) => {
    const token = await request(person);
    await end();
    const answer = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: person.userId, mode: 'shared' }]);
      return confirm(token);
    });
    expect([answer.status, answer.body.code]).toEqual([410, 'token_invalid']);
  });

  test.each(ENDS)('G2: that %s while its confirmation waited changes nothing', async (_how, end) => {
    const token = await request(person);
    const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: person.userId, mode: 'exclusive' }]);
      const waiting = confirm(token);
      await isWaitedFor(holder);
      await end();
      return { waiting };
    });
    const answer = await waiting;
    expect([answer.status, answer.body.code]).toEqual([410, 'token_invalid']);
    const [user] = await system.database.query('select email from identity.users where id = $1', [
      person.userId,
    ]);
    expect(user).toEqual({ email: addressOf(person) });
  });
});
