import { randomBytes } from 'node:crypto';
import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data/staff';
import { startChildService } from '@gatehouse/local-system';
import {
  type ApiAnswer,
  createApiClient,
  createTestDatabase,
  DEMO_PASSWORD,
  type TestDatabase,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { waitFor } from '#support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

/** Runs identity with the keys while `work` runs. */
async function withKeys<T>(
  secretsKey: string,
  work: (signIn: () => Promise<ApiAnswer>, lines: readonly string[]) => Promise<T>,
): Promise<T> {
  const lines: string[] = [];
  const identity = await startChildService({
    name: 'identity',
    entry: 'services/identity/src/main.ts',
    environment: {
      DATABASE_URL: database.roleUrl('identity_service'),
      PUBLIC_HOST: 'www.rotation.test',
      TEAM_HOST: 'team.rotation.test',
      SECRETS_KEY: secretsKey,
    },
    onOutput: (line) => lines.push(line),
  });
  const client = createApiClient({ port: Number(new URL(identity.url).port), host: 'team.rotation.test' });
  const signIn = async () => {
    await database.query('update identity.admin_second_factors set last_used_step = 0');
    const totp = new TOTP({ secret: DEMO_TOTP_SECRET }).generate();
    const body = { email: 'admin@demo.test', password: DEMO_PASSWORD, totp };
    return client.request('/api/identities/admin_sessions', { method: 'POST', body });
  };
  try {
    return await work(signIn, lines);
  } finally {
    client.close();
    await identity.stop();
  }
}

/** The headers (version and key id) of all stored seeds, each once, when all of them are encrypted. */
const headers = () =>
  waitFor(async () => {
    const rows = await database.query<{ header: string | null }>(
      'select distinct substring(encrypted_secret from 1 for 9)::text as header from identity.admin_second_factors',
    );
    const found = rows.map(({ header }) => header);
    return found.length === 1 && found[0] !== null ? found[0] : undefined;
  });

describe('F11: rotating SECRETS_KEY', () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));

  test('F11: old, then both, then the new one alone: sign-ins go on, and every seed comes to the new key', async () => {
    const before = await withKeys(`${oldKey}`, async (signIn) => {
      expect((await signIn()).status).toBe(201);
      return headers();
    });
    // Known everywhere before it encrypts anything.
    await withKeys(`${oldKey},${newKey}`, async (signIn) => {
      expect((await signIn()).status).toBe(201);
      expect(await headers()).toBe(before);
    });
    await withKeys(`${newKey},${oldKey}`, async (signIn, lines) => {
      await waitFor(async () => ((await headers()) === before ? undefined : true));
      expect((await signIn()).status).toBe(201);
      await waitFor(async () =>
        lines.find((line) => line.includes('re-encrypted the seeds of second factors')),
      );
    });
    await withKeys(`${newKey}`, async (signIn) => {
      expect((await signIn()).status).toBe(201);
    });
  });

  test('F11: a key that decrypts nothing stops no start, signs no admin in, and says so', async () => {
    await withKeys(randomBytes(32).toString('base64'), async (signIn, lines) => {
      await waitFor(async () => lines.find((line) => line.includes('no key of SECRETS_KEY decrypts these')));
      expect(await signIn()).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    });
    await withKeys(`${newKey}`, async (signIn) => expect((await signIn()).status).toBe(201));
  });
});
