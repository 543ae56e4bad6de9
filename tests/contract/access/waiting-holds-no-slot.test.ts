import { lockAccess } from '@gatehouse/boundary';
import {
  type ApiAnswer,
  type ApiClient,
  createInstanceClient,
  makeAdmin,
  makePerson,
  makeSession,
  type RunningPart,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DELETION_PATH } from '#support/account-deletions.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

/** Fewer than the requests that wait in a test, and many more than one wave: before they wait, requests hold slots. */
const REQUESTS_AT_ONCE = 60;

let system: TestSystem;
let identity: ApiClient;
let staff: ApiClient;
let other: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({
    seed: 'none',
    apis: ['identity'],
    environment: { REQUESTS_AT_ONCE: String(REQUESTS_AT_ONCE), LOG_LEVEL: 'fatal' },
  });
  const part = system.local.services.identity[0] as RunningPart;
  identity = createInstanceClient(part, system.local.publicHost);
  staff = createInstanceClient(part, system.local.teamHost);
  other = await makePerson(system.database);
});
afterAll(async () => {
  for (const client of [identity, staff]) client.close();
  await system.stop();
});

const readSession = ({ cookie }: Pick<TestPerson, 'cookie'>) =>
  identity.request('/api/identities/user_sessions/current', { cookie });

/** Sends requests in waves: before the next wave, those of the last one have begun to wait. */
async function sendInWaves(
  waves: number,
  ofWave: (wave: number) => readonly Promise<ApiAnswer>[],
): Promise<readonly Promise<ApiAnswer>[]> {
  const sent: Promise<ApiAnswer>[] = [];
  for (let wave = 0; wave < waves; wave += 1) {
    sent.push(...ofWave(wave));
    const { status, text } = await readSession(other);
    expect([wave, status, text]).toEqual([wave, 200, text]);
  }
  return sent;
}

test('G1 G6: revocations that wait, of one account, hold no slot: staff revoke and others read meanwhile', async () => {
  const attacker = await makePerson(system.database);
  const revoked = await makePerson(system.database);
  const { cookie } = await makeAdmin(system.database, 'operator');
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => makeSession(system.database, 'user', attacker.userId)),
  );
  const { answers, ended } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await lockAccess(holder, [{ kind: 'user', id: attacker.userId, mode: 'exclusive' }]);
    const answers = await sendInWaves(8, (wave) =>
      sessions
        .slice((wave % 2) * 10, (wave % 2) * 10 + 10)
        .map((session) =>
          identity.request(DELETION_PATH, { method: 'POST', cookie: session.cookie, body: {} }),
        ),
    );
    await isWaitedFor(holder);
    const ended = await staff.request(`/api/identities/admin/users/${revoked.userId}/sessions`, {
      method: 'DELETE',
      cookie,
    });
    return { answers, ended };
  });
  expect([ended.status, ended.text]).toEqual([204, ended.text]);
  const refused = (await Promise.all(answers)).filter(({ text }) => text.includes('at once'));
  expect(refused).toEqual([]);
});

test('G6: sign-ins that wait for a hash hold no slot: others read meanwhile, and each sign-in is answered', async () => {
  const answers = await sendInWaves(18, (wave) =>
    Array.from({ length: 5 }, (_, index) =>
      identity.request('/api/identities/user_sessions', {
        method: 'POST',
        body: { email: `unknown-${wave}-${index}@slots.test`, password: 'wrong wrong' },
      }),
    ),
  );
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([422]));
});
