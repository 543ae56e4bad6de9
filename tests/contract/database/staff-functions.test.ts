import {
  createTestDatabase,
  makeAdmin,
  makePerson,
  makeSession,
  type TestDatabase,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

const REFUSED = '42501';

type Staff = 'operator' | 'viewer' | 'disabled';

const make = async (kind: Staff) => {
  const { adminId } = await makeAdmin(database, kind === 'viewer' ? 'viewer' : 'operator');
  if (kind === 'disabled')
    await database.query('update identity.admins set disabled_at = now() where id = $1', [adminId]);
  return adminId;
};

describe('G2: the approval of a second operator counts once, while both are operators', () => {
  interface Situation {
    readonly asker?: Staff;
    readonly second?: Staff;
    readonly isAboutOther?: boolean;
    readonly outcome?: 'approved' | 'declined';
    readonly age?: string;
  }

  /** Whether the transaction that decides the request may then make its subject an operator. */
  const isApproved = async ({
    asker = 'operator',
    second = 'operator',
    isAboutOther = false,
    outcome = 'approved',
    age = '0 s',
  }: Situation) => {
    const [subject, other] = [await make('viewer'), await make('viewer')];
    const [askerId, secondId] = [await make(asker), await make(second)];
    return inHeldTransaction(database.ownerUrl, async (client) => {
      await client.query(
        `insert into identity.staff_requests (admin_id, kind, reason, requested_by, decided_by, outcome, decided_at)
         values ($1, 'promote', '', $2, $3, $4, now() - $5::interval)`,
        [isAboutOther ? other : subject, askerId, secondId, outcome, age],
      );
      const { rows } = await client.query('select identity.has_second_operator($1) as approved', [subject]);
      return rows[0]?.approved;
    });
  };

  test('for the transaction that decides', async () => {
    expect(await isApproved({})).toBe(true);
  });

  test.each<[string, Situation]>([
    ['its asker is a viewer by now', { asker: 'viewer' }],
    ['its asker is disabled by now', { asker: 'disabled' }],
    ['who decides is a viewer', { second: 'viewer' }],
    ['who decides is disabled', { second: 'disabled' }],
    ['it is about another account', { isAboutOther: true }],
    ['it is declined', { outcome: 'declined' }],
    ['an earlier transaction has decided', { age: '1 minute' }],
  ])('not if %s', async (_what, situation) => {
    expect(await isApproved(situation)).toBe(false);
  });

  test('is asked of a link for an active operator, and of none for a disabled one, which cannot sign in', async () => {
    const link = (adminId: string) =>
      database.poolOf('identity_service').query(
        `insert into identity.admin_enrolments (token_hash, admin_id, expires_at)
           values (sha256(uuid_send($1::uuid)), $1, now() + interval '1 hour')`,
        [adminId],
      );
    await expect(link(await make('operator'))).rejects.toMatchObject({ code: REFUSED });
    await link(await make('disabled'));
  });
});

test('G2: no session of a disabled admin begins, whichever release asks for it', async () => {
  await makeSession(database, 'admin', await make('operator'));
  await expect(makeSession(database, 'admin', await make('disabled'))).rejects.toMatchObject({
    code: REFUSED,
  });
});

test('a request for talent access is made once, and is a change of the account', async () => {
  const { userId } = await makePerson(database);
  await database.query("update identity.users set updated_at = '2020-01-01' where id = $1", [userId]);
  const pool = database.poolOf('talent_service');
  const states: unknown[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { rows } = await pool.query('select identity.request_talent_access($1) as state', [userId]);
    states.push(rows[0]?.state);
  }
  expect(states).toEqual(['pending', null]);
  const changed = await database.query(
    "select from identity.users where id = $1 and updated_at > now() - interval '1 hour'",
    [userId],
  );
  expect(changed).toHaveLength(1);
});
