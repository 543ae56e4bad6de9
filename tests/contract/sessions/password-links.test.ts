import { createSecretToken } from '@gatehouse/boundary';
import { type ApiAnswer, makePerson } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeResetToken } from '#support/make-reset-token.ts';
import { freshAddress, startThrottledIdentity, type ThrottledIdentity } from '#support/throttled-identity.ts';

const LIMIT = 3;
const PASSWORD = 'a lake in autumn';

let identity: ThrottledIdentity;
beforeAll(async () => {
  identity = await startThrottledIdentity(1, { SIGN_IN_FAILURES_PER_ADDRESS: String(LIMIT) });
});
afterAll(() => identity.stop());

/** A link to reset a password. @param works false: its user has no verified address any more. */
async function resetLink(works: boolean): Promise<string> {
  const { userId } = await makePerson(identity.database);
  const token = await makeResetToken(identity.database, userId);
  if (!works) {
    await identity.database.query('update identity.users set email_verified_at = null where id = $1', [
      userId,
    ]);
  }
  return token;
}

/** A link to undo a change of the address. @param works false: another account has the old one by now. */
async function undoLink(works: boolean): Promise<string> {
  const { userId } = await makePerson(identity.database);
  const other = await makePerson(identity.database);
  const { token, tokenHash } = createSecretToken();
  await identity.database.query(
    `insert into identity.email_changes (user_id, new_email, token_hash, confirmed_at, undo_token_hash, old_email)
     select $1::uuid, $1 || '@new.test', sha256($2::bytea), now(), $2,
            case when $3::boolean then $1 || '@old.test' else (select email from identity.users where id = $4::uuid) end`,
    [userId, tokenHash, works, other.userId],
  );
  return token;
}

const waitOf = ({ headers }: ApiAnswer) => Number(headers['retry-after']);

describe.each([
  ['resets a password', '/password_resets/redeem', resetLink],
  ['undoes a change of the address', '/email_changes/undo', undoLink],
] as const)('a link that %s', (_what, path, makeLink) => {
  const use = (address: string, token: string) =>
    identity.postFrom(address, path, { token, password: PASSWORD });

  test('G6: lets an address hash as many passwords in vain as its sign-ins may fail', async () => {
    const [address, link] = [freshAddress(), await makeLink(false)];
    for (let count = 0; count < LIMIT; count += 1) expect((await use(address, link)).status).toBe(410);
    const refused = await use(address, link);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(waitOf(refused)).toBeGreaterThan(600);
    expect(waitOf(refused)).toBeLessThanOrEqual(900);
    expect((await use(freshAddress(), link)).status).toBe(410);
  });

  test('G6: counts neither with a wrong token, for which nothing is hashed, nor when it works, nor as a sign-in', async () => {
    const address = freshAddress();
    for (let count = 0; count <= LIMIT; count += 1) {
      expect((await use(address, createSecretToken().token)).status).toBe(410);
      expect((await use(address, await makeLink(true))).status).toBe(204);
    }
    for (let count = 0; count < LIMIT; count += 1) {
      expect((await identity.tryPassword(address, `unknown-${count}@made.test`)).status).toBe(422);
    }
    expect((await use(address, await makeLink(true))).status).toBe(204);
  });
});
