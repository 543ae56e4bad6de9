import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withSecretsKey } from '#support/secrets-key.ts';
import { waitFor } from '#support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

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
    const before = await withSecretsKey(database, `${oldKey}`, async (signIn) => {
      expect((await signIn()).status).toBe(201);
      return headers();
    });
    // Known everywhere before it encrypts anything.
    await withSecretsKey(database, `${oldKey},${newKey}`, async (signIn) => {
      expect((await signIn()).status).toBe(201);
      expect(await headers()).toBe(before);
    });
    await withSecretsKey(database, `${newKey},${oldKey}`, async (signIn) => {
      await waitFor(async () => ((await headers()) === before ? undefined : true));
      expect((await signIn()).status).toBe(201);
    });
    await withSecretsKey(database, `${newKey}`, async (signIn) => {
      expect((await signIn()).status).toBe(201);
    });
  });

  test('F11: a key that decrypts nothing stops no start, signs no admin in', async () => {
    await withSecretsKey(database, randomBytes(32).toString('base64'), async (signIn) => {
      expect(await signIn()).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    });
    await withSecretsKey(database, `${newKey}`, async (signIn) => expect((await signIn()).status).toBe(201));
  });
});
