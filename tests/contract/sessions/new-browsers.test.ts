import { createHash } from 'node:crypto';
import { addressOf, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { givePassword } from '#support/give-password.ts';
import { nextMail } from '#support/next-mail.ts';
import { beginSignIn, makePersonWithPasskey, originOf, signInWith } from '#support/passkey-client.ts';

const PASSWORD = 'a lake in autumn';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
});
afterAll(() => system.stop());

const sql = <Row extends object>(text: string, values: readonly unknown[]) =>
  system.database.query<Row>(text, values);

interface Account {
  readonly id: string;
  readonly email: string;
}

let accounts = 0;
/** An account that has never signed in. */
async function makeAccount(age = '1 minute'): Promise<Account> {
  accounts += 1;
  const email = `browser-${accounts}@made.test`;
  const [row] = await sql<{ id: string }>(
    `insert into identity.users (email, name, email_verified_at, created_at)
     values ($1, 'Ines', now(), now() - $2::interval) returning id`,
    [email, age],
  );
  const id = row?.id ?? '';
  await givePassword(system.database, id, PASSWORD);
  return { id, email };
}

/** Signs in. @param browser the cookie of an earlier sign-in; absent: a new browser. */
async function signIn({ email }: Account, browser?: string, password = PASSWORD) {
  const answer = await system.publicHost.request('/api/identities/user_sessions', {
    method: 'POST',
    body: { email, password },
    headers: { 'user-agent': FIREFOX },
    ...(browser === undefined ? {} : { cookie: browser }),
  });
  const [session, known] = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '');
  return { answer, session: session ?? '', browser: known ?? '' };
}

const mailsTo = async ({ email }: Pick<Account, 'email'>) =>
  (
    await sql<{ subject: string }>(
      "select subject from identity.mail_outbox where to_address = $1 and kind = 'new_sign_in'",
      [email],
    )
  ).length;
const browsersOf = ({ id }: Pick<Account, 'id'>) =>
  sql<{ browser_hash: Buffer }>('select browser_hash from identity.user_browsers where user_id = $1', [id]);

describe('a sign-in from a browser that its user has not used before', () => {
  test('sends a mail with the browser and the way to report it; the first one after the sign-up does not', async () => {
    const account = await makeAccount();
    expect((await signIn(account)).answer.status).toBe(201);
    expect(await mailsTo(account)).toBe(0);
    expect((await signIn(account)).answer.status).toBe(201);
    expect(await mailsTo(account)).toBe(1);
    const mail = await nextMail(system, account.email);
    expect(mail.subject).toBe('New sign-in to your account');
    expect(mail.text).toContain('Firefox on Windows');
    expect(mail.text).toMatch(/\/account\/security$/m);
  });

  test('sends a mail each: a later sign-in replaces none about an earlier one that waits', async () => {
    const account = await makeAccount();
    for (let signIns = 0; signIns < 14; signIns += 1) await signIn(account);
    expect(
      await sql(
        "select from identity.mail_outbox where to_address = $1 and kind = 'new_sign_in' and drop_reason is null",
        [account.email],
      ),
    ).toHaveLength(13);
  });

  test('sends no second mail: the browser is known after its session has ended', async () => {
    const account = await makeAccount();
    await signIn(account);
    const second = await signIn(account);
    await system.publicHost.request('/api/identities/user_sessions/current', {
      method: 'DELETE',
      cookie: second.session,
    });
    const third = await signIn(account, second.browser);
    expect(third.browser).toBe(second.browser);
    expect(await mailsTo(account)).toBe(1);
    expect(await browsersOf(account)).toHaveLength(2);
  });

  test('sends a mail for an old account without sessions: the ones that it had may be gone', async () => {
    const account = await makeAccount('91 days');
    await signIn(account);
    expect(await mailsTo(account)).toBe(1);
  });

  test('sends a mail for a passkey, too', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const assertion = person.authenticator.get(options, { origin: originOf(system) });
    const answer = await signInWith(system.publicHost, assertion, browser);
    expect(answer.status).toBe(201);
    expect(answer.headers['set-cookie']?.[1]).toMatch(/^app_browser_id=[\w-]{43};/);
    expect(await mailsTo({ email: addressOf(person) })).toBe(1);
  });

  test('G6: needs the password: a refused one sends no mail, remembers nothing and sets no cookie', async () => {
    const account = await makeAccount();
    await signIn(account);
    const refused = await signIn(account, undefined, 'a guess');
    expect(refused.answer.status).toBe(422);
    expect(refused.answer.headers['set-cookie']).toBeUndefined();
    expect(await mailsTo(account)).toBe(0);
    expect(await browsersOf(account)).toHaveLength(1);
  });
});

describe('what is remembered of browsers', () => {
  test('G11: is not the same for two users of one browser, and not the token', async () => {
    const [one, other] = [await makeAccount(), await makeAccount()];
    const { browser } = await signIn(one);
    expect((await signIn(other, browser)).browser).toBe(browser);
    await signIn(one, browser);
    await signIn(other, browser);
    expect([await mailsTo(one), await mailsTo(other)]).toEqual([0, 0]);
    const hashes = [...(await browsersOf(one)), ...(await browsersOf(other))].map(({ browser_hash }) =>
      browser_hash.toString('hex'),
    );
    const token = createHash('sha256')
      .update(browser.split('=')[1] ?? '')
      .digest('hex');
    expect(new Set([...hashes, token]).size).toBe(3);
  });

  test('is bounded: the 50 browsers of a user that were last used', async () => {
    const account = await makeAccount();
    const first = await signIn(account);
    await sql(
      `insert into identity.user_browsers (browser_hash, user_id, first_session_id, last_used_at)
       select sha256(convert_to($1 || n, 'UTF8')), $1::uuid, uuidv7(), now() - n * interval '1 hour'
         from generate_series(1, 49) n`,
      [account.id],
    );
    await signIn(account);
    expect(await browsersOf(account)).toHaveLength(50);
    await signIn(account, first.browser);
    expect(await mailsTo(account)).toBe(1);
  });

  test('G3: a report of a session forgets every browser: the next sign-in from each sends a mail', async () => {
    const account = await makeAccount();
    const own = await signIn(account);
    const theirs = await signIn(account);
    const reported = await system.publicHost.request(
      `/api/identities/user_sessions/${theirs.answer.body.session.id}/reports`,
      { method: 'POST', cookie: own.session },
    );
    expect(reported.status).toBe(204);
    await givePassword(system.database, account.id, PASSWORD);
    await signIn(account, own.browser);
    expect(await mailsTo(account)).toBe(2);
    await signIn(account, theirs.browser);
    expect(await mailsTo(account)).toBe(3);
  });
});
