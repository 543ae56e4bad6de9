import { type ApiAnswer, addressOf, DEMO_PASSWORD, makeAdmin } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { hasRedis, startRedis, type TestRedis } from '#support/redis.ts';
import {
  freshAccount,
  freshAddress,
  freshIpv6,
  repeat,
  startThrottledIdentity,
  TEAM_HOST,
  type ThrottledIdentity,
} from '#support/throttled-identity.ts';
import { waitFor } from '#support/wait-for.ts';

const PASSWORD = 'a lake in autumn';
const CHAPTER = 'Limits by address and by account';

const count = (answers: readonly ApiAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

const STORES = ['in memory, one process', ...(hasRedis() ? ['in Redis, two processes'] : [])];

describe.each(STORES)('%s', (store) => {
  const isShared = store.startsWith('in Redis');
  let identity: ThrottledIdentity;
  let redis: TestRedis | null = null;

  beforeAll(async () => {
    redis = isShared ? await startRedis() : null;
    identity = await startThrottledIdentity(isShared ? 2 : 1, redis === null ? {} : { REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await identity.stop();
    await redis?.stop();
  });

  const tryPassword = (...asked: Parameters<ThrottledIdentity['tryPassword']>) =>
    identity.tryPassword(...asked);
  const reset = (...asked: Parameters<ThrottledIdentity['reset']>) => identity.reset(...asked);
  const signUp = (address: string, email = freshAccount()) =>
    identity.postFrom(address, '/users', { name: 'Somebody', email, password: PASSWORD });

  test('F7: resets that are refused for their address spend nothing of the account’s budget', async () => {
    const attacker = freshAddress();
    const spent = await repeat(6, () => reset(attacker, freshAccount()));
    expect(count(spent, 202)).toBe(6);
    const refused = await repeat(11, () => reset(attacker, 'talent@demo.test'));
    expect(count(refused, 429)).toBe(11);
    expect((await reset(freshAddress(), 'talent@demo.test')).status).toBe(202);
    const mails = await identity.database.query(
      "select 1 from identity.mail_outbox where to_address = 'talent@demo.test' and kind = 'password_reset'",
    );
    expect(mails).toHaveLength(1);
  });

  test('F7 G6: one address cannot use up the resets of an account', async () => {
    const attacker = freshAddress();
    const answers = await repeat(6, () => reset(attacker, 'pending@demo.test'));
    expect(count(answers, 202)).toBe(2);
    expect((await reset(freshAddress(), 'pending@demo.test')).status).toBe(202);
  });

  test('F7 G6: one address cannot use up the tries of an account, with refused ones or others', async () => {
    const attacker = freshAddress();
    const answers = await repeat(30, () => tryPassword(attacker, 'newcomer@demo.test'));
    expect([count(answers, 422), count(answers, 429)]).toEqual([5, 25]);
    expect((await tryPassword(freshAddress(), 'newcomer@demo.test', DEMO_PASSWORD)).status).toBe(201);
  });

  test('F7: sign-ins of staff that are refused for their address spend nothing of the account’s budget', async () => {
    const attacker = freshAddress();
    const asStaff = (address: string, email: string) =>
      identity.postFrom(
        address,
        '/admin_sessions',
        { email, password: 'wrong wrong', totp: '000000' },
        TEAM_HOST,
      );
    const spent = await repeat(40, () => asStaff(attacker, freshAccount()));
    expect(count(spent, 422)).toBe(40);
    expect(count(await repeat(60, () => asStaff(attacker, 'viewer@demo.test')), 429)).toBe(60);
    expect((await asStaff(freshAddress(), 'viewer@demo.test')).status).toBe(422);
  });

  test('F10: of 180 parallel tries from one address as many are made as its limit allows', async () => {
    const attacker = freshAddress();
    const answers = await repeat(180, () => tryPassword(attacker, freshAccount()));
    expect([count(answers, 422), count(answers, 429)]).toEqual([40, 140]);
    recordFinding(CHAPTER, {
      tried: `F10: passwords tried in parallel from one address, counted ${store}`,
      counted: { tries: 180, limit: 40, 'tries beyond the limit': 0 },
    });
  });

  test.each(['/admin_enrolments/open', '/admin_enrolments'])(
    'F10: links to enrol are guessed at %s as often as an address may sign up',
    async (path) => {
      const attacker = freshAddress();
      const body = { token: 'A'.repeat(43), password: PASSWORD, totp: '000000' };
      const guess = () =>
        identity.postFrom(attacker, path, path.endsWith('open') ? { token: body.token } : body, TEAM_HOST);
      const answers = await repeat(8, guess);
      expect([count(answers, 410), count(answers, 429)]).toEqual([6, 2]);
      const wait = Number(answers.find(({ status }) => status === 429)?.headers['retry-after']);
      expect(wait).toBeGreaterThan(60);
      expect(wait).toBeLessThanOrEqual(3600);
    },
  );

  test('F10: of parallel tries on one account from many addresses as many are made as its limit allows', async () => {
    const answers = await repeat(60, () => tryPassword(freshAddress(), 'suspended@demo.test'));
    expect([count(answers, 422), count(answers, 429)]).toEqual([15, 45]);
  });

  test('G6: attempts from elsewhere do not slow a user down at a familiar address', async () => {
    const [home, email] = [freshAddress(), 'owner@demo.test'];
    expect((await tryPassword(home, email, DEMO_PASSWORD)).status).toBe(201);
    await repeat(20, () => tryPassword(freshAddress(), email));
    expect((await tryPassword(freshAddress(), email, DEMO_PASSWORD)).status).toBe(429);
    expect((await tryPassword(home, email, DEMO_PASSWORD)).status).toBe(201);
    // After 90 days it is no longer one.
    await identity.database.query(
      "update identity.user_sessions set created_at = created_at - interval '90 days' where address = $1",
      [home],
    );
    await repeat(20, () => tryPassword(freshAddress(), email));
    expect((await tryPassword(home, email, DEMO_PASSWORD)).status).toBe(429);
  });

  test('G6: one customer’s IPv6 addresses use up their own attempts on an account, not those of its owner', async () => {
    const [attacker, email] = [freshIpv6(), 'pending@demo.test'];
    for (let subnet = 0; subnet < 8; subnet += 1)
      for (let host = 1; host <= 5; host += 1) await tryPassword(attacker(subnet, host), email);
    expect((await tryPassword(attacker(9, 1), email)).status).toBe(429);
    expect((await tryPassword(freshAddress(), email, DEMO_PASSWORD)).status).toBe(201);
  });

  test('G6: a familiar device has another IPv6 address of its network every day', async () => {
    const [home, email] = [freshIpv6(), 'talent@demo.test'];
    expect((await tryPassword(home(1, 1), email, DEMO_PASSWORD)).status).toBe(201);
    await repeat(20, () => tryPassword(freshAddress(), email));
    expect((await tryPassword(freshIpv6()(1, 1), email, DEMO_PASSWORD)).status).toBe(429);
    expect((await tryPassword(home(1, 2), email, DEMO_PASSWORD)).status).toBe(201);
  });

  test('G6: an address that is familiar to one user is not to another', async () => {
    const [home, email] = [freshAddress(), 'talent@demo.test'];
    expect((await tryPassword(home, 'member@demo.test', DEMO_PASSWORD)).status).toBe(201);
    await repeat(20, () => tryPassword(freshAddress(), email));
    expect((await tryPassword(home, email, DEMO_PASSWORD)).status).toBe(429);
  });

  test('G6: attempts from elsewhere do not slow staff down at a familiar address', async () => {
    const home = freshAddress();
    const { adminId, sessionId } = await makeAdmin(identity.database, 'viewer');
    await identity.database.query('update identity.admin_sessions set address = $2 where id = $1', [
      sessionId,
      home,
    ]);
    // One who travels: no number of other addresses makes this one strange.
    await identity.database.query(
      `insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at, ended_at, user_agent, address)
       select sha256(convert_to($1::uuid::text || n, 'UTF8')), $1::uuid, now(), now(), now(), '', '10.0.' || n % 250 || '.' || n
         from generate_series(1, 250) n`,
      [adminId],
    );
    const tryFrom = async (address: string) => {
      const body = { email: addressOf({ adminId }), password: 'wrong wrong', totp: '000000' };
      return (await identity.postFrom(address, '/admin_sessions', body, TEAM_HOST)).status;
    };
    for (let time = 0; time < 20; time += 1) await tryFrom(freshAddress());
    expect(await tryFrom(freshAddress())).toBe(429);
    expect(await tryFrom(home)).toBe(422);
    // One that is familiar to another admin, and one of more than 90 days ago, is not.
    const elsewhere = freshAddress();
    const other = await makeAdmin(identity.database, 'viewer');
    await identity.database.query('update identity.admin_sessions set address = $2 where id = $1', [
      other.sessionId,
      elsewhere,
    ]);
    expect(await tryFrom(elsewhere)).toBe(429);
    await identity.database.query(
      "update identity.admin_sessions set created_at = created_at - interval '90 days' where id = $1",
      [sessionId],
    );
    expect(await tryFrom(home)).toBe(429);
  });

  test('F10: of parallel sign-ups from one address as many are taken as its limit allows', async () => {
    const attacker = freshAddress();
    const answers = await repeat(30, () => signUp(attacker));
    expect([count(answers, 202), count(answers, 429)]).toEqual([6, 24]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('F1 G6: one network signs up an address once: its owner’s sign-up from another one is mailed, and stays', async () => {
    const email = freshAccount();
    const signUps = () =>
      identity.database.query<{ id: string }>('select id from identity.sign_ups where email = $1', [email]);
    const attacker = freshAddress();
    expect((await signUp(attacker, email)).status).toBe(202);
    const owner = freshAddress();
    expect((await signUp(owner, email)).status).toBe(202);
    const own = await signUps();
    const attacks = await repeat(4, () => signUp(attacker, email));
    expect(attacks.map(({ status, text }) => [status, text])).toEqual(attacks.map(() => [202, '']));
    expect(await signUps()).toEqual(own);
    const mails = await identity.database.query(
      'select from identity.mail_outbox where to_address = $1 and send_after <= now()',
      [email],
    );
    expect(mails).toHaveLength(2);
  });

  test('right passwords spend nothing of the address’s budget', async () => {
    const office = freshAddress();
    for (let time = 0; time < 45; time += 1)
      expect((await tryPassword(office, 'member@demo.test', DEMO_PASSWORD)).status).toBe(201);
  });

  test('attempts that an outage of the database ends spend nothing, neither of an address nor of its network', async () => {
    const at = freshIpv6();
    const { database } = identity;
    const [{ name } = { name: '' }] = await database.query<{ name: string }>(
      'select current_database() as name',
    );
    await database.query(`alter database ${name} connection limit 0`);
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'identity_service'",
      [name],
    );
    const ended: ApiAnswer[] = [];
    for (let wave = 0; wave < 33; wave += 1)
      ended.push(...(await repeat(5, () => tryPassword(at(wave, 1), 'disabled@demo.test', DEMO_PASSWORD))));
    await database.query(`alter database ${name} connection limit -1`);
    expect(count(ended, 503)).toBe(165);
    // PgBouncer notices the end of an outage within a second.
    await waitFor(async () =>
      (await reset(freshAddress(), freshAccount())).status === 503 ? undefined : true,
    );
    const tried = await repeat(8, () => tryPassword(at(0, 1), 'disabled@demo.test'));
    expect([count(tried, 422), count(tried, 429)]).toEqual([5, 3]);
  });

  test('G6: after a reset by mail the user signs in from there, whatever was tried there and from elsewhere', async () => {
    const [home, email] = [freshAddress(), 'revoked@demo.test'];
    await repeat(5, () => tryPassword(home, email));
    expect((await tryPassword(home, email, DEMO_PASSWORD)).status).toBe(429);
    await reset(home, email);
    const [mail] = await identity.database.query<{ text_body: string }>(
      "select text_body from identity.mail_outbox where to_address = $1 and kind = 'password_reset'",
      [email],
    );
    const token = /#token=([\w-]{43})$/m.exec(mail?.text_body ?? '')?.[1];
    const redeemed = await identity.postFrom(home, '/password_resets/redeem', { token, password: PASSWORD });
    expect(redeemed.status).toBe(204);
    await repeat(20, () => tryPassword(freshAddress(), email));
    expect((await tryPassword(freshAddress(), email, PASSWORD)).status).toBe(429);
    expect((await tryPassword(home, email, PASSWORD)).status).toBe(201);
  });

  test('F10: the addresses of one IPv6 /64 share one limit', async () => {
    const at = freshIpv6();
    const answers = await repeat(45, (host) => reset(at(0, host + 1), freshAccount()));
    expect([count(answers, 202), count(answers, 429)]).toEqual([6, 39]);
  });

  test('F10: the /64s of one IPv6 /56 share a wider limit; the next /56 has its own', async () => {
    const at = freshIpv6();
    // Resets of one network are made one after the other, and wait for three seconds at most.
    const answers: ApiAnswer[] = [];
    for (let first = 0; first < 60; first += 6)
      answers.push(...(await repeat(6, (index) => reset(at(first + index, 1), freshAccount()))));
    expect([count(answers, 202), count(answers, 429)]).toEqual([24, 36]);
    expect((await reset(at(0x100, 1), freshAccount())).status).toBe(202);
  });

  test('F10: an IPv4 address and its IPv6 form are one address', async () => {
    const address = freshAddress();
    const answers = await repeat(14, (index) =>
      reset(index % 2 === 0 ? address : `::ffff:${address}`, freshAccount()),
    );
    expect([count(answers, 202), count(answers, 429)]).toEqual([6, 8]);
  });

  if (isShared) {
    test('F10: an outage of Redis refuses no request, and the process counts for itself', async () => {
      await redis?.stop();
      const attacker = freshAddress();
      const answers = await repeat(60, () => reset(attacker, freshAccount()));
      expect(count(answers, 202)).toBe(12);
      expect(count(answers, 429)).toBe(48);
    });
  }
});
