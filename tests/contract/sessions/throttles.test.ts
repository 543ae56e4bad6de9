import { type ChildService, findFreePort, startChildService } from '@gatehouse/local-system';
import {
  type ApiAnswer,
  type ApiClient,
  createApiClient,
  createTestDatabase,
  DEMO_PASSWORD,
  type TestDatabase,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { hasRedis, startRedis, type TestRedis } from '#support/redis.ts';

/** How many requests one address sends to fill the memory; `THROTTLE_REQUESTS` makes 100 000 of it. */
const REQUESTS = Number(process.env['THROTTLE_REQUESTS'] ?? 3000);
const CHAPTER = 'Limits by address and by account';
const MAX_KEYS = 200;

const LIMITS = {
  SIGN_IN_FAILURES_PER_ACCOUNT: '5',
  SIGN_IN_FAILURES_PER_ADDRESS: '40',
  SIGN_UPS_PER_ADDRESS: '6',
  PASSWORD_RESETS: '6',
  THROTTLE_KEYS: String(MAX_KEYS),
};

let nextSubnet = 0;
/** An IPv4 address that no other test uses. */
const freshAddress = () => `198.18.${Math.floor(nextSubnet / 250)}.${(nextSubnet++ % 250) + 1}`;
/** An address of the first /64 of a /56 that no other test uses. */
const freshIpv6 = () => {
  nextSubnet += 1;
  const block = (0x1000 + nextSubnet).toString(16);
  return (subnet: number, host: number) => `2001:db8:${block}:${subnet.toString(16)}::${host.toString(16)}`;
};
let nextAccount = 0;
const freshAccount = () => `account-${nextAccount++}@throttled.test`;

const count = (answers: readonly ApiAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

const HOST = 'www.throttled.test';
const STORES = ['in memory, one process', ...(hasRedis() ? ['in Redis, two processes'] : [])];

describe.each(STORES)('%s', (store) => {
  const isShared = store.startsWith('in Redis');
  let database: TestDatabase;
  let redis: TestRedis | null = null;
  let metricsPort: number;
  const services: ChildService[] = [];
  const instances: ApiClient[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = isShared ? await startRedis() : null;
    metricsPort = await findFreePort();
    const environment = {
      ...LIMITS,
      DATABASE_URL: database.roleUrl('identity_service'),
      PUBLIC_HOST: HOST,
      TEAM_HOST: 'team.throttled.test',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'fatal',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      ...(redis === null ? prometheusOn(metricsPort) : { REDIS_URL: redis.url }),
    };
    const starting = { name: 'identity', entry: 'services/identity/src/main.ts', environment };
    for (let instance = 0; instance < (isShared ? 2 : 1); instance += 1) {
      const service = await startChildService({ ...starting, onOutput: () => undefined });
      services.push(service);
      instances.push(createApiClient({ port: Number(new URL(service.url).port), host: HOST }));
    }
  });
  afterAll(async () => {
    for (const client of instances) client.close();
    for (const service of services) await service.stop();
    await database.stop();
    await redis?.stop();
  });

  let turn = 0;
  /** A request that reaches one of the instances from an address, as the ingress would pass it on. */
  const postFrom = (address: string, path: string, body: object, host = HOST) => {
    const client = instances[turn++ % instances.length];
    if (client === undefined) throw new Error('no instance runs');
    return client.request(`/api/identities${path}`, {
      method: 'POST',
      body,
      headers: { host, 'x-forwarded-for': address },
    });
  };
  const tryPassword = (address: string, email: string, password = 'wrong wrong') =>
    postFrom(address, '/user_sessions', { email, password });
  const reset = (address: string, email: string) => postFrom(address, '/password_resets', { email });
  const signUp = (address: string) =>
    postFrom(address, '/users', { name: 'Somebody', email: freshAccount(), password: 'a lake in autumn' });
  const repeat = (times: number, ask: (index: number) => Promise<ApiAnswer>) =>
    Promise.all(Array.from({ length: times }, (_, index) => ask(index)));

  test('F7: resets that are refused for their address spend nothing of the account’s budget', async () => {
    const attacker = freshAddress();
    const spent = await repeat(6, () => reset(attacker, freshAccount()));
    expect(count(spent, 202)).toBe(6);
    const refused = await repeat(11, () => reset(attacker, 'talent@demo.test'));
    expect(count(refused, 429)).toBe(11);
    expect((await reset(freshAddress(), 'talent@demo.test')).status).toBe(202);
    const mails = await database.query(
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
      postFrom(
        address,
        '/admin_sessions',
        { email, password: 'wrong wrong', totp: '000000' },
        'team.throttled.test',
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
  });

  test('F10: of parallel sign-ups from one address as many are taken as its limit allows', async () => {
    const attacker = freshAddress();
    const answers = await repeat(30, () => signUp(attacker));
    expect([count(answers, 202), count(answers, 429)]).toEqual([6, 24]);
  });

  test('right passwords spend nothing of the address’s budget', async () => {
    const office = freshAddress();
    for (let time = 0; time < 45; time += 1)
      expect((await tryPassword(office, 'member@demo.test', DEMO_PASSWORD)).status).toBe(201);
  });

  test('F10: the addresses of one IPv6 /64 share one limit', async () => {
    const at = freshIpv6();
    const answers = await repeat(45, (host) => reset(at(0, host + 1), freshAccount()));
    expect([count(answers, 202), count(answers, 429)]).toEqual([6, 39]);
  });

  test('F10: the /64s of one IPv6 /56 share a wider limit; the next /56 has its own', async () => {
    const at = freshIpv6();
    const answers = await repeat(60, (subnet) => reset(at(subnet, 1), freshAccount()));
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
    return;
  }

  /** The keys that the stores of the process hold, by their names. */
  const keysHeld = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const lines = [
      ...text.matchAll(/^gatehouse_throttle_keys\{.*gatehouse_throttle_name="([^"]+)".*\} (\d+)/gm),
    ];
    return new Map(lines.map(([, name, held]) => [name, Number(held)]));
  };

  test('F7: requests without end, each for another account, do not fill the memory', async () => {
    const attacker = freshAddress();
    for (let sent = 0; sent < REQUESTS; sent += 100) {
      await repeat(50, () => reset(attacker, freshAccount()));
      await repeat(50, () => tryPassword(attacker, freshAccount()));
    }
    // From elsewhere each time: here the address refuses nothing, and the store itself must be bounded.
    for (let sent = 0; sent < MAX_KEYS * 2; sent += 50)
      await repeat(50, () => reset(freshAddress(), freshAccount()));
    const held = await keysHeld();
    expect(held.get('password-reset:address')).toBe(MAX_KEYS);
    for (const keys of held.values()) expect(keys).toBeLessThanOrEqual(MAX_KEYS);
    // What the one address has spent is not forgotten for the many that came once.
    expect((await reset(attacker, freshAccount())).status).toBe(429);
    recordFinding(CHAPTER, {
      tried: 'F7: requests of one address, each for another account, and of many addresses',
      counted: {
        requests: REQUESTS + MAX_KEYS * 2,
        'keys a store may hold': MAX_KEYS,
        'keys beyond that': 0,
      },
    });
  }, 600_000);
});

/** Metrics as the chart exports them. */
function prometheusOn(port: number): Record<string, string> {
  return {
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
  };
}
