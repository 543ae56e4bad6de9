import { randomUUID } from 'node:crypto';
import {
  type ApiAnswer,
  type ApiClient,
  createInstanceClient,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { recordFinding } from '#support/assurance.ts';
import { createEnrolmentToken } from '#support/enrolment-token.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

/** Rounds of each race; `make assurance` asks for more. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 8);
const LONG = 60_000 + ROUNDS * 3000;
const UNLIMITED = '1000000';

let system: TestSystem;
let owner: pg.Client;
let instances: readonly ApiClient[];
beforeAll(async () => {
  system = await startTestSystem({
    apis: ['identity'],
    seed: 'none',
    instances: 2,
    environment: {
      SIGN_UPS_PER_ADDRESS: UNLIMITED,
      SIGN_IN_FAILURES_PER_ACCOUNT: UNLIMITED,
      SIGN_IN_FAILURES_PER_ADDRESS: UNLIMITED,
    },
  });
  owner = new pg.Client({ connectionString: system.database.ownerUrl });
  await owner.connect();
  instances = system.local.services.identity.map((part) => createInstanceClient(part));
});
afterAll(async () => {
  for (const client of instances) client.close();
  await owner.end();
  await system.stop();
});

const newEmail = () => `racer-${randomUUID()}@staff.test`;

const invite = (email: string) => createEnrolmentToken(system.database.ownerUrl, { email });

/** Posts to one of the two processes. */
const post = (instance: number, path: string, body: object, cookie?: string): Promise<ApiAnswer> =>
  (instances[instance % 2] as ApiClient).request(`/api/identities/${path}`, {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
const open = (instance: number, token: string) => post(instance, 'admin_enrolments/open', { token });
const complete = (instance: number, token: string, seed: string, password: string) =>
  post(instance, 'admin_enrolments', { token, password, totp: new TOTP({ secret: seed }).generate() });
const signIn = (instance: number, email: string, password: string, totp: string) =>
  post(instance, 'admin_sessions', { email, password, totp });
const passwordOf = (name: string | number) => `a heron on the weir ${name}`;
const haveOneCode = (one: string, other: string) => {
  const codesOf = (secret: string) =>
    [-60, -30, 0, 30].map((seconds) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 }),
    );
  return codesOf(one).some((code) => codesOf(other).includes(code));
};
const statusesOf = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status);

async function keptSeeds(): Promise<number> {
  const { rows } = await owner.query(
    'select id from identity.admin_enrolments where used_at is not null and num_nonnulls(totp_secret, encrypted_totp_secret) > 0',
  );
  return rows.length;
}

describe('G3 F11: enrolments that race', () => {
  test(
    'F11: of two openings at once one seed works, and the other never does',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const token = await invite(newEmail());
        const opened = await Promise.all([open(0, token), open(1, token)]);
        expect(statusesOf(opened)).toEqual([200, 200]);
        const seeds = opened.map(({ body }) => String(body.totp_secret));
        expect(seeds[0]).not.toBe(seeds[1]);
        const [first, second] = seeds as [string, string];
        const answers = [
          await complete(0, token, first, passwordOf(1)),
          await complete(1, token, second, passwordOf(2)),
        ];
        expect([
          [201, 410],
          [422, 201],
        ]).toContainEqual(statusesOf(answers));
        expect(await keptSeeds()).toBe(0);
      }
      recordFinding('Enrolment', {
        tried: 'a link is opened twice at once, and each seed tried',
        counted: { rounds: ROUNDS, 'survivors of an earlier opening': 0 },
      });
    },
    LONG,
  );

  test(
    'F11: an opening that races a redemption comes before it and makes its seed void, or finds the link used',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const email = newEmail();
        const token = await invite(email);
        const seed = String((await open(0, token)).body.totp_secret);
        const [completed, opened] = await Promise.all([
          complete(round, token, seed, passwordOf(1)),
          open(round + 1, token),
        ]);
        if (opened.status === 200 && completed.status === 201) {
          // Two seeds have one code once in 300,000 rounds.
          expect({ isSameCode: haveOneCode(seed, String(opened.body.totp_secret)) }).toEqual({
            isSameCode: true,
          });
          continue;
        }
        expect([
          [201, 410],
          [422, 200],
        ]).toContainEqual([completed.status, opened.status]);
        if (opened.status === 200) {
          expect((await complete(0, token, seed, passwordOf(1))).body.code).toBe('totp_invalid');
          expect((await complete(0, token, String(opened.body.totp_secret), passwordOf(2))).status).toBe(201);
        }
        expect((await open(0, token)).status).toBe(410);
        expect(await keptSeeds()).toBe(0);
      }
      recordFinding('Enrolment', {
        tried: 'a link is opened while it is redeemed',
        counted: { rounds: ROUNDS, 'survivors of an earlier opening': 0 },
      });
    },
    LONG,
  );

  test(
    'G3 F11: of two redemptions at once one counts, with its password and its recovery codes',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const email = newEmail();
        const token = await invite(email);
        const seed = String((await open(0, token)).body.totp_secret);
        const answers = await Promise.all([0, 1].map((one) => complete(one, token, seed, passwordOf(one))));
        expect(statusesOf(answers).toSorted()).toEqual([201, 410]);
        const winner = answers.findIndex(({ status }) => status === 201);
        const [code] = answers.flatMap(({ body }) => (body.recovery_codes ?? []) as string[]);
        expect((await signIn(0, email, passwordOf(1 - winner), String(code))).body.code).toBe(
          'credentials_invalid',
        );
        expect((await signIn(0, email, passwordOf(winner), String(code))).status).toBe(201);
        expect(await keptSeeds()).toBe(0);
      }
      recordFinding('Enrolment', {
        tried: 'a link is redeemed twice at once',
        counted: { rounds: ROUNDS, 'second redemptions': 0 },
      });
    },
    LONG,
  );

  test(
    'G3 F11: no session that an old password and old codes start outlives the enrolment that replaces them',
    async () => {
      const email = newEmail();
      const enrol = async (password: string) => {
        const token = await invite(email);
        const seed = String((await open(0, token)).body.totp_secret);
        return { token, seed, password };
      };
      let old = await enrol(passwordOf('of the start'));
      let codes = (await complete(0, old.token, old.seed, old.password)).body.recovery_codes as string[];
      let signedIn = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const next = await enrol(passwordOf(round));
        await owner.query('update identity.admin_second_factors set last_used_step = 0');
        const tries = [new TOTP({ secret: old.seed }).generate(), ...codes.slice(0, 3)];
        const [completed, ...sessions] = await Promise.all([
          complete(round, next.token, next.seed, next.password),
          ...tries.map((code, index) => signIn(index, email, old.password, code)),
        ]);
        expect(completed?.status).toBe(201);
        for (const session of sessions) {
          expect([201, 422]).toContain(session.status);
          if (session.status !== 201) continue;
          signedIn += 1;
          const cookie = session.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
          const current = await (instances[0] as ApiClient).request(
            '/api/identities/admin_sessions/current',
            { cookie },
          );
          expect(current.status).toBe(401);
        }
        codes = completed?.body.recovery_codes;
        expect((await signIn(0, email, old.password, String(codes[9]))).body.code).toBe(
          'credentials_invalid',
        );
        expect((await signIn(0, email, next.password, String(codes[9]))).status).toBe(201);
        old = next;
      }
      recordFinding('Enrolment', {
        tried: 'an admin signs in with the old password and the old codes while a link replaces them',
        counted: { rounds: ROUNDS, 'sign-ins that came first': signedIn, 'sessions that survived': 0 },
      });
    },
    LONG,
  );
});

describe('sign-ins of the staff that race', () => {
  test('a code works once for two requests that wait for each other', async () => {
    const email = newEmail();
    const token = await invite(email);
    const { totp_secret } = (await open(0, token)).body;
    expect((await complete(0, token, totp_secret, passwordOf('twice'))).status).toBe(201);
    // As if its code had not been used: a test does not wait for the next half minute.
    await owner.query('update identity.admin_second_factors set last_used_step = 0');
    const code = new TOTP({ secret: totp_secret }).generate();
    const answers = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query(
        `select from identity.admin_second_factors f join identity.admins a on a.id = f.admin_id
          where a.email = $1 for update of f`,
        [email],
      );
      // One to each process: in one of them they would run one after the other.
      const both = [0, 1].map((instance) => signIn(instance, email, passwordOf('twice'), code));
      await isWaitedFor(holder, 2);
      return both;
    });
    expect(statusesOf(await Promise.all(answers)).toSorted()).toEqual([201, 422]);
  });
});
