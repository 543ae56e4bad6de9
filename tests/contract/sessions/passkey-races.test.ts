import {
  type ApiClient,
  createInstanceClient,
  makeAdmin,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { addPasskey, makePersonWithPasskey, originOf, signInWithPasskey } from '#support/passkey-client.ts';
import { percentile } from '#support/percentile.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';

/** Rounds of each race; `make assurance` runs a thousand. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

/** Half a day, for a long run. */
const LONG = 43_200_000;

let system: TestSystem;
let origin: string;
let instances: ApiClient[];
let operator: string;
beforeAll(async () => {
  const many = '1000000000';
  system = await startTestSystem({
    apis: ['identity'],
    instances: 2,
    environment: {
      SIGN_IN_FAILURES_PER_ACCOUNT: many,
      SIGN_IN_FAILURES_PER_ADDRESS: many,
      PASSKEY_CHALLENGES_PER_ADDRESS: many,
    },
  });
  origin = originOf(system);
  instances = system.local.services.identity.map((part) =>
    createInstanceClient(part, system.local.publicHost),
  );
  operator = (await makeAdmin(system.database, 'operator')).cookie;
});
afterAll(async () => {
  for (const client of instances) client.close();
  await system.stop();
});

const at = (index: number) => instances[index % instances.length] as ApiClient;

const liveSessionsOf = async (userId: string) =>
  (
    await system.database.query<{ id: string }>(
      'select id from identity.user_sessions where user_id = $1 and ended_at is null',
      [userId],
    )
  ).map(({ id }) => id);

/** Signs in with a passkey on each instance, again and again until `change` is answered. */
async function whileSigningIn(
  authenticator: SoftwareAuthenticator,
  change: () => Promise<{ status: number }>,
) {
  const statuses: number[] = [];
  let isChanged = false;
  const trying = Array.from({ length: 3 }, async (_, loop) => {
    while (!isChanged) statuses.push((await signInWithPasskey(at(loop), authenticator, origin)).status);
  });
  const changed = await change();
  isChanged = true;
  await Promise.all(trying);
  return { changed, statuses };
}

function record(tried: string, signIns: number): void {
  recordFinding('Credentials that change under requests', {
    tried,
    counted: { rounds: ROUNDS, 'sign-ins': signIns, 'sessions that survived': 0 },
  });
}

describe('sign-ins with a passkey', () => {
  test(
    'G1 G3: while it is removed: no session that began with it survives',
    async () => {
      let tries = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await makePersonWithPasskey(system);
        await addPasskey(system.publicHost, person.cookie, new SoftwareAuthenticator(), origin);
        const { changed, statuses } = await whileSigningIn(person.authenticator, () =>
          at(round).request(`/api/identities/passkeys/${person.passkeyId}`, {
            method: 'DELETE',
            cookie: person.cookie,
          }),
        );
        expect(changed.status).toBe(204);
        expect(statuses.filter((status) => ![201, 422].includes(status))).toEqual([]);
        expect(await liveSessionsOf(person.userId)).toEqual([person.sessionId]);
        tries += statuses.length;
      }
      record('sign-ins with a passkey while it is removed', tries);
    },
    LONG,
  );

  test(
    'G1 G3: while the user loses the verified address: every sign-in after it is refused',
    async () => {
      let tries = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await makePersonWithPasskey(system);
        const { statuses } = await whileSigningIn(person.authenticator, async () => {
          await system.database.query(
            `with locked as (select identity.lock_access('{user}', array[$1::uuid], '{true}'))
             update identity.users set email_verified_at = null from locked where id = $1`,
            [person.userId],
          );
          return { status: 200 };
        });
        const late = await signInWithPasskey(at(round), person.authenticator, origin);
        expect(late.status).toBe(422);
        expect(statuses.filter((status) => ![201, 422].includes(status))).toEqual([]);
        tries += statuses.length;
      }
      record('sign-ins with a passkey while its user is disabled', tries);
    },
    LONG,
  );

  test(
    'G1: while staff sign the user out everywhere: the sessions of before end, and the answer takes no longer than a second',
    async () => {
      let tries = 0;
      const millis: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await makePersonWithPasskey(system);
        let before: readonly string[] = [];
        const { changed, statuses } = await whileSigningIn(person.authenticator, async () => {
          before = await liveSessionsOf(person.userId);
          const startedAt = performance.now();
          const answer = await system.teamHost.request(
            `/api/identities/admin/users/${person.userId}/sessions`,
            { method: 'DELETE', cookie: operator },
          );
          millis.push(performance.now() - startedAt);
          return answer;
        });
        expect(changed.status).toBe(204);
        const live = await liveSessionsOf(person.userId);
        expect(live.filter((id) => before.includes(id))).toEqual([]);
        tries += statuses.length;
      }
      // A busy machine may make some of a short run late; one that has to wait for the sign-ins always is.
      expect(percentile(millis, ROUNDS >= 100 ? 0.99 : 0)).toBeLessThan(1000);
      record('sign-ins with a passkey while staff sign the user out', tries);
    },
    LONG,
  );

  test(
    'one assertion that is sent to every instance at once starts one session',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await makePersonWithPasskey(system);
        const path = '/api/identities/passkey_challenges/sign_in';
        const begun = await at(round).request(path, { method: 'POST' });
        const cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
        const passkey = person.authenticator.get(begun.body.options, { origin });
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, index) =>
            at(index).request('/api/identities/user_sessions/passkey', {
              method: 'POST',
              body: { passkey },
              cookie,
            }),
          ),
        );
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
        expect(await liveSessionsOf(person.userId)).toHaveLength(2);
      }
    },
    LONG,
  );
});
