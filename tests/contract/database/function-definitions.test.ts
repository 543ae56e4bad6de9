import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { functionDefinitions } from '../../mutation/contract/function-definitions.ts';
import { PROBE_SET_UP, probed, reachedBy } from '../../mutation/contract/function-probes.ts';

const definitions = functionDefinitions(fileURLToPath(REPOSITORY_ROOT));

/** Written from the data registry after the migrations. */
const OF_THE_REGISTRY = ['identity.data_export_of', 'identity.erase_applications', 'identity.erase_user'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

const stored = () =>
  database.query<{ name: string; definition: string }>(
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('identity', 'employer', 'talent', 'retention') order by p.oid`,
  );

describe('mutants of functions of the database', () => {
  test('begin with the definitions that the migrations leave, and with all of them', async () => {
    const before = await stored();
    for (const { text } of definitions) await database.query(text);
    expect(await stored()).toEqual(before);
    // Several of one name differ in their arguments.
    const names = before.map(({ name }) => name.replace(/\(.*/, ''));
    expect([...definitions.map(({ name }) => name), ...OF_THE_REGISTRY].toSorted()).toEqual(names.toSorted());
  });

  test('run with the tests that call their functions: a probed one tells its caller, also where it is inlined', async () => {
    for (const sql of [...PROBE_SET_UP, ...definitions.map(probed)]) await database.query(sql);
    const pool = database.poolOf('identity_service');
    const client = await pool.connect();
    const reached = new Set<string | null>();
    client.on('notice', ({ message }) => reached.add(reachedBy(message)));
    await client.query("select identity.is_verified_address('a@example.org')");
    await client.query('select identity.access_lock_key($1, $2)', [
      'user',
      '00000000-0000-0000-0000-000000000000',
    ]);
    await client.query("select identity.lock_user_access('\\x00'), employer.is_expired(null)");
    client.release();
    expect([...reached].toSorted()).toEqual([
      'employer.is_expired',
      'identity.access_lock_key',
      'identity.is_verified_address',
      'identity.lock_user_access',
    ]);
  });
});
