import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withSecretsKey } from '#support/secrets-key.ts';
import { waitFor } from '#support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

test('F11: the log says when all seeds have the new key, and when no key decrypts them', async () => {
  const makeKey = () => randomBytes(32).toString('base64');
  const [oldKey, newKey, strangeKey] = [makeKey(), makeKey(), makeKey()];
  const logged = (lines: readonly string[], text: string) =>
    waitFor(async () => lines.find((line) => line.includes(text)));
  await withSecretsKey(database, oldKey, async (signIn) => {
    expect((await signIn()).status).toBe(201);
  });
  await withSecretsKey(database, `${newKey},${oldKey}`, async (_signIn, lines) => {
    expect(await logged(lines, 're-encrypted the seeds of second factors')).toContain('"level":"info"');
  });
  await withSecretsKey(database, strangeKey, async (_signIn, lines) => {
    expect(await logged(lines, 'no key of SECRETS_KEY decrypts these')).toContain('"level":"error"');
  });
});
