import { createHash, randomBytes } from 'node:crypto';
import {
  addressOf,
  createTestDatabase,
  makeAdmin,
  makePerson,
  makeSession,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { resultOf as resultOfCall } from '#support/function-rows.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { addUnusablePasskey } from '#support/staff.ts';

let database: TestDatabase;
let user: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  [user, other] = await Promise.all([makePerson(database), makePerson(database)]);
});
afterAll(() => database.stop());

const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const hash = () => createHash('sha256').update(randomBytes(8)).digest();

describe.each(['user', 'admin'] as const)('S1: a used session of %s', (kind) => {
  const table = `identity.${kind}_sessions`;
  const begin = async (state: Parameters<typeof makeSession>[3] = 'live') => {
    const ownerId = kind === 'user' ? user.userId : (await makeAdmin(database, 'viewer')).adminId;
    const { sessionId } = await makeSession(database, kind, ownerId, state);
    await database.query(`update ${table} set last_seen_at = now() - interval '2 minutes' where id = $1`, [
      sessionId,
    ]);
    return sessionId;
  };
  const TOUCH = `select identity.touch_${kind}_session($1, '2 hours')`;
  const stateOf = async (sessionId: string) => {
    const [row] = await database.query<{ is_seen: boolean; hours: number }>(
      `select last_seen_at > now() - interval '30 seconds' as is_seen,
              round(extract(epoch from idle_expires_at - now()) / 3600)::int as hours from ${table} where id = $1`,
      [sessionId],
    );
    return row;
  };

  test('is seen and lives on, and no other one', async () => {
    const [used, unused] = [await begin(), await begin()];
    await database.query(TOUCH, [used]);
    expect(await stateOf(used)).toEqual({ is_seen: true, hours: 2 });
    expect(await stateOf(unused)).toMatchObject({ is_seen: false });
  });

  test.each(['ended', 'expired', 'idle'] as const)(
    'G1: a session does not live on once it is %s',
    async (state) => {
      const used = await begin(state);
      const before = await stateOf(used);
      await database.query(TOUCH, [used]);
      expect(await stateOf(used)).toEqual(before);
    },
  );

  test('is written at most once a minute', async () => {
    const used = await begin();
    await database.query(`update ${table} set last_seen_at = now() - interval '40 seconds' where id = $1`, [
      used,
    ]);
    await database.query(TOUCH, [used]);
    expect(await stateOf(used)).toMatchObject({ is_seen: false });
  });

  test('G1: the use of a session waits for no transaction that ends it', async () => {
    const used = await begin();
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(`select from ${table} where id = $1 for update`, [used]);
      await database.query(TOUCH, [used]);
    });
    expect(await stateOf(used)).toMatchObject({ is_seen: false });
  });
});

describe('a sign-up', () => {
  const begin = async (age = '-1 day') => {
    const tokenHash = hash();
    await database.query(
      `insert into identity.sign_ups (email, name, token_hash, expires_at)
       values ($1, 'New', $2, now() - $3::interval)`,
      [`${tokenHash.toString('hex')}@new.test`, tokenHash, age],
    );
    return tokenHash;
  };
  const redeem = async (tokenHash: Buffer) =>
    (await database.query('select email from identity.redeem_sign_up($1)', [tokenHash])).length;
  const count = async () => (await database.query('select from identity.sign_ups')).length;

  test('is redeemed once, in time, and no other one', async () => {
    const [one, two, expired] = [await begin(), await begin(), await begin('1 second')];
    expect([await redeem(one), await redeem(one), await redeem(expired)]).toEqual([1, 0, 0]);
    expect(await redeem(two)).toBe(1);
    await database.query('delete from identity.sign_ups');
  });

  test('that has expired is deleted, a hundred at a time, the oldest first, except one that is in use', async () => {
    const [held, oldest] = [await begin('3 days'), await begin('2 days')];
    for (let index = 0; index < 101; index += 1) await begin('1 hour');
    const open = await begin();
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from identity.sign_ups where token_hash = $1 for update', [held]);
      await database.query('select identity.delete_expired_sign_ups()');
    });
    expect(await count()).toBe(4);
    const left = await database.query('select from identity.sign_ups where token_hash = any ($1)', [
      [held, oldest, open],
    ]);
    expect(left).toHaveLength(2);
  });
});

describe('a challenge of passkeys', () => {
  const begin = async (purpose = 'sign_in', age = '-1 minute') => {
    const [challenge, boundTo] = [hash(), hash()];
    await database.query(
      `insert into identity.passkey_challenges (challenge_hash, purpose, bound_to, expires_at)
       values ($1, $2, $3, now() - $4::interval)`,
      [challenge, purpose, boundTo, age],
    );
    return { challenge, boundTo };
  };
  const use = async (challenge: Buffer, boundTo: Buffer, purpose = 'sign_in') =>
    (
      await database.query('select used_hash from identity.use_passkey_challenge($1, $2, $3)', [
        challenge,
        purpose,
        boundTo,
      ])
    ).length;

  test('G1: a challenge is used once, in time, for its purpose and by its browser', async () => {
    const [one, two, expired] = [await begin(), await begin(), await begin('sign_in', '1 second')];
    expect(await use(one.challenge, two.boundTo)).toBe(0);
    expect(await use(one.challenge, one.boundTo, 'add')).toBe(0);
    expect(await use(expired.challenge, expired.boundTo)).toBe(0);
    expect(await use(hash(), one.boundTo)).toBe(0);
    expect([await use(one.challenge, one.boundTo), await use(one.challenge, one.boundTo)]).toEqual([1, 0]);
    expect(await use(two.challenge, two.boundTo)).toBe(1);
    await database.query('delete from identity.passkey_challenges');
  });

  test('that has expired is deleted, a hundred at a time, the oldest first, except one that is in use', async () => {
    const [held, oldest] = [await begin('sign_in', '3 days'), await begin('sign_in', '2 days')];
    for (let index = 0; index < 101; index += 1) await begin('sign_in', '1 hour');
    const open = await begin();
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from identity.passkey_challenges where challenge_hash = $1 for update', [
        held.challenge,
      ]);
      await database.query('select identity.delete_expired_passkey_challenges()');
    });
    const left = await database.query<{ is_named: boolean }>(
      'select challenge_hash = any ($1) as is_named from identity.passkey_challenges order by 1',
      [[held, oldest, open].map(({ challenge }) => challenge)],
    );
    expect(left.map(({ is_named }) => is_named)).toEqual([false, false, true, true]);
  });
});

describe('B1: what is deleted of an account leaves that of another one', () => {
  const idsOf = async (relation: string, owner: string, ids: readonly string[]) =>
    (await database.query(`select from identity.${relation} where ${owner} = any ($1)`, [ids])).length;

  test('a passkey of a user', async () => {
    const add = async ({ userId }: TestPerson) => {
      const [row] = await database.query<{ id: string }>(
        `insert into identity.user_passkeys
           (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
         values ($1, $2, '\\x00', 0, false, false, '{}', 'key') returning id`,
        [userId, hash()],
      );
      return row?.id;
    };
    const [own, second] = [await add(user), await add(user), await add(other)];
    const left = () => idsOf('user_passkeys', 'user_id', [user.userId, other.userId]);
    await database.query('select identity.delete_user_passkey($1, $2)', [own, other.userId]);
    expect(await left()).toBe(3);
    await database.query('select identity.delete_user_passkey($1, $2)', [own, user.userId]);
    expect(await left()).toBe(2);
    expect(await database.query('select from identity.user_passkeys where id = $1', [second])).toHaveLength(
      1,
    );
  });

  test('a passkey or an authenticator app of an admin', async () => {
    const admins: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const { adminId } = await makeAdmin(database, 'operator');
      await addUnusablePasskey(database, adminId);
      await database.query("insert into identity.admin_second_factors (admin_id, secret) values ($1, 'x')", [
        adminId,
      ]);
      admins.push(adminId);
    }
    const [one, two] = admins;
    const [key] = await database.query<{ id: string }>(
      'select id from identity.admin_passkeys where admin_id = $1',
      [one],
    );
    const left = () => idsOf('admin_passkeys', 'admin_id', admins);
    await database.query('select identity.delete_admin_passkey($1, $2)', [key?.id, two]);
    expect(await left()).toBe(2);
    await database.query('select identity.delete_admin_passkey($1, $2)', [key?.id, one]);
    expect(await left()).toBe(1);
    await database.query('select identity.delete_admin_second_factor($1)', [one]);
    const apps = await database.query(
      'select admin_id from identity.admin_second_factors where admin_id = any ($1)',
      [admins],
    );
    expect(apps).toEqual([{ admin_id: two }]);
  });

  test('a password, and a browser', async () => {
    for (const { userId, sessionId } of [user, other]) {
      await database.query("insert into identity.credentials (user_id, password_hash) values ($1, 'x')", [
        userId,
      ]);
      await database.query('select identity.remember_user_browser($1, $2)', [sessionId, hash()]);
    }
    const ids = [user.userId, other.userId];
    await database.query('select identity.delete_user_password($1)', [user.userId]);
    await database.query('select identity.forget_user_browsers($1)', [user.userId]);
    for (const relation of ['credentials', 'user_browsers']) {
      const left = await database.query(`select user_id from identity.${relation} where user_id = any ($1)`, [
        ids,
      ]);
      expect(left).toEqual([{ user_id: other.userId }]);
    }
  });

  test('G2: a membership, and a revoked one stays: its user does not leave it', async () => {
    const member = await makePerson(database, { membership: { role: 'member', status: 'active' } });
    const revoked = await makePerson(database, { membership: { role: 'member', status: 'revoked' } });
    const leave = ({ membershipId }: TestPerson) =>
      resultOf('employer.delete_active_membership($1)', [membershipId]);
    expect(await leave(revoked)).toBe(false);
    const ids = [member.membershipId, revoked.membershipId];
    const left = () => database.query('select id from employer.org_memberships where id = any ($1)', [ids]);
    expect(await left()).toHaveLength(2);
    expect([await leave(member), await leave(member)]).toEqual([true, false]);
    expect(await left()).toEqual([{ id: revoked.membershipId }]);
  });
});

describe('an address', () => {
  const isVerified = (of: TestPerson, address: string) =>
    resultOf('identity.has_verified_address($1, $2)', [of.userId, address]);
  const change = (of: TestPerson, address: string) =>
    resultOf('identity.change_address($1, $2)', [of.userId, address]);
  const fresh = () => `${hash().toString('hex')}@fresh.test`;
  /** Of a change that is confirmed and can be undone. */
  const reserve = async (of: TestPerson, address: string, changes = '') => {
    await database.query(
      `insert into identity.email_changes (user_id, new_email, token_hash, confirmed_at, old_email, undo_token_hash)
       values ($1, $2, $3, now(), $4, $3)`,
      [of.userId, fresh(), hash(), address],
    );
    if (changes !== '')
      await database.query(`update identity.email_changes set ${changes} where old_email = $1`, [address]);
  };
  const isReserved = (address: string, except: TestPerson | null) =>
    resultOf('identity.is_address_reserved($1, $2)', [address, except?.userId ?? null]);

  test('B1: an address is verified as that of its user alone', async () => {
    expect(await isVerified(user, addressOf(user))).toBe(true);
    expect(await isVerified(user, addressOf(other))).toBe(false);
    expect(await isVerified(other, addressOf(user))).toBe(false);
    await database.query('update identity.users set email_verified_at = null where id = $1', [user.userId]);
    expect(await isVerified(user, addressOf(user))).toBe(false);
  });

  test('is reserved for the user who can undo its change', async () => {
    const address = fresh();
    expect(await isReserved(address, null)).toBe(false);
    await reserve(user, address);
    expect([await isReserved(address, null), await isReserved(address, other)]).toEqual([true, true]);
    expect(await isReserved(address, user)).toBe(false);
    expect(await isReserved(fresh(), null)).toBe(false);
  });

  test.each([
    'confirmed_at = null, old_email = null, undo_token_hash = null',
    'ended_at = now()',
    "expires_at = now() - interval '1 second'",
  ])('is not reserved after %s', async (changes) => {
    const address = fresh();
    await reserve(user, address, changes);
    expect(await isReserved(address, null)).toBe(false);
  });

  test('that is reserved becomes that of its user alone', async () => {
    const address = fresh();
    await reserve(user, address);
    expect(await change(other, address)).toBe(false);
    expect(await isVerified(other, addressOf(other))).toBe(true);
    expect(await change(user, address)).toBe(true);
  });

  test('is changed of one user, and is verified then; that of another user is not taken', async () => {
    await database.query(
      "update identity.users set email_verified_at = null, updated_at = '2020-01-01' where id = $1",
      [user.userId],
    );
    const address = fresh();
    expect(await change(user, addressOf(other))).toBe(false);
    expect(await change(user, address)).toBe(true);
    expect(await isVerified(user, address)).toBe(true);
    expect(await isVerified(other, addressOf(other))).toBe(true);
    const changed = await database.query(
      "select from identity.users where id = $1 and updated_at > now() - interval '1 hour'",
      [user.userId],
    );
    expect(changed).toHaveLength(1);
  });

  test('of a new account waits for a change of another one, which waits for it as well', async () => {
    const insert = 'insert into identity.users (email, name) values ($1, $2)';
    const acts = [
      [insert, () => change(user, fresh())],
      ['select identity.change_address($1::uuid, $2)', () => database.query(insert, [fresh(), 'New'])],
    ] as const;
    for (const [held, act] of acts) {
      const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holder.query(held, held === insert ? [fresh(), 'New'] : [other.userId, fresh()]);
        const acting = act();
        await isWaitedFor(holder);
        return [acting];
      });
      await waiting;
    }
  });
});

describe('the browsers of a user', () => {
  const remember = (sessionId: string, browser: Buffer) =>
    resultOf('identity.remember_user_browser($1, $2)', [sessionId, browser]);
  const begin = async ({ userId } = user) => (await makeSession(database, 'user', userId)).sessionId;
  const since = async (sessionId: string) => {
    const [row] = await database.query<{ browser_since: string }>(
      'select browser_since from identity.user_sessions where id = $1',
      [sessionId],
    );
    return row?.browser_since;
  };

  test('are known again, each user’s own, since the session that began in them', async () => {
    const [one, two] = [hash(), hash()];
    expect(await remember(user.sessionId, one)).toBe(false);
    expect(await since(user.sessionId)).toBe(user.sessionId);
    const [again, elsewhere] = [await begin(), await begin()];
    expect(await remember(again, one)).toBe(false);
    expect(await since(again)).toBe(user.sessionId);
    expect(await remember(elsewhere, two)).toBe(true);
    expect(await since(elsewhere)).toBe(elsewhere);
    expect(await remember(await begin(other), one)).toBe(true);
    expect([await since(user.sessionId), await since(again)]).toEqual([user.sessionId, user.sessionId]);
  });

  test('are new without a mail at the first sign-in of a young account, and with one at that of an old account', async () => {
    expect(await remember(user.sessionId, hash())).toBe(false);
    await database.query("update identity.users set created_at = now() - interval '91 days' where id = $1", [
      other.userId,
    ]);
    expect(await remember(other.sessionId, hash())).toBe(true);
  });

  test('are the fifty that were used last, of each user', async () => {
    const kept = hash();
    await remember(other.sessionId, hash());
    await remember(user.sessionId, kept);
    await database.query(
      `insert into identity.user_browsers (browser_hash, user_id, first_session_id, last_used_at)
       select sha256(uuid_send(gen_random_uuid())), $1, gen_random_uuid(), now() - make_interval(mins => n)
         from generate_series(1, 49) n`,
      [user.userId],
    );
    await database.query(
      "update identity.user_browsers set last_used_at = now() - interval '1 day' where first_session_id = $1",
      [user.sessionId],
    );
    // Used again, it is not the one that goes.
    await remember(await begin(), kept);
    const oldest =
      'select from identity.user_browsers where user_id = $1 order by last_used_at limit 1 for update';
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(oldest, [user.userId]);
      // What a transaction holds is left to the next sign-in.
      expect(await remember(await begin(), hash())).toBe(true);
    });
    await database.query(
      "delete from identity.user_browsers where user_id = $1 and last_used_at > now() - interval '1 minute' and browser_hash <> $2",
      [user.userId, createHash('sha256').update(user.userId).update(kept).digest()],
    );
    await remember(await begin(), hash());
    const rows = await database.query<{ user_id: string; minutes: number }>(
      `select user_id, round(extract(epoch from now() - last_used_at) / 60)::int as minutes
         from identity.user_browsers where user_id = any ($1) order by last_used_at`,
      [[user.userId, other.userId]],
    );
    const own = rows.filter(({ user_id }) => user_id === user.userId);
    expect([rows.length, own.length, own[0]?.minutes]).toEqual([51, 50, 48]);
    expect(await remember(await begin(), kept)).toBe(false);
  });
});
