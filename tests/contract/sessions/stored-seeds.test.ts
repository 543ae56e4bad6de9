import { randomBytes } from 'node:crypto';
import type { Queryable } from '@gatehouse/boundary';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { createSecondFactors, ownerOf, seedOf } from '#services/identity/src/second-factor/second-factors.ts';
import { createSeedEncryption } from '#services/identity/src/second-factor/seed-encryption.ts';
import {
  reencryptSeeds,
  startSeedReencryption,
} from '#services/identity/src/second-factor/seed-reencryption.ts';
import { createTotpSecret } from '#services/identity/src/second-factor/totp.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { waitFor } from '#support/wait-for.ts';

const [OLD, NEW, STRANGE] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const oldEncryption = createSeedEncryption([OLD]);
const encryption = createSeedEncryption([NEW, OLD]);

interface StoredRow {
  readonly admin_id: string;
  readonly secret: string | null;
  readonly encrypted_secret: Buffer | null;
  readonly last_used_step: string;
  readonly is_new: boolean;
}

let database: TestDatabase;
const databases: TestDatabase[] = [];
beforeEach(async () => {
  database = await createTestDatabase({ seed: 'none' });
  databases.push(database);
});
afterAll(() => Promise.all(databases.map((made) => made.stop())));

async function createAdmins(count: number): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `insert into identity.admins (email, name, role)
     select 'admin-' || n || '@seeds.test', 'Admin', 'viewer' from generate_series(1, $1::int) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id).toSorted();
}

/** Stores a seed, written an hour ago. */
async function store(id: string, stored: { secret?: string; encrypted?: Buffer; step?: number }) {
  await database.query(
    `insert into identity.admin_second_factors (admin_id, secret, encrypted_secret, last_used_step, updated_at)
     values ($1, $2, $3, $4, now() - interval '1 hour')`,
    [id, stored.secret ?? null, stored.encrypted ?? null, stored.step ?? 0],
  );
}

async function storedRows(): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = await database.query<StoredRow>(
    `select admin_id, secret, encrypted_secret, last_used_step, updated_at > now() - interval '30 minutes' as is_new
       from identity.admin_second_factors`,
  );
  return new Map(rows.map((row) => [row.admin_id, row]));
}

const pool = () => database.poolOf('identity_service');

const transaction = (): Queryable => ({
  query: async (named, values) => (await pool().query({ ...named, values: [...values] })).rows,
});

const codeOf = (seed: string, step = 0) =>
  new TOTP({ secret: seed }).generate({ timestamp: Date.now() + step * 30_000 });

const newAdminId = '01900000-0000-7000-8000-000000000000';

const currentStep = () => Math.floor(Date.now() / 30_000);

describe('F11: the pass over the stored seeds', () => {
  test('F11: encrypts each plain or older seed of several batches once, and leaves unknown ones', async () => {
    const ids = await createAdmins(230);
    const seeds = new Map(ids.map((id) => [id, createTotpSecret()]));
    const kinds = ['old', 'plain', 'both', 'new', 'strange'] as const;
    const strange = createSeedEncryption([STRANGE]);
    const kindOf = (index: number) => kinds[index % kinds.length];
    for (const [index, id] of ids.entries()) {
      const seed = seeds.get(id) ?? '';
      const kind = kindOf(index);
      const by = { old: oldEncryption, new: encryption, strange, both: oldEncryption, plain: undefined };
      // Where there are two, only the plain one is still right.
      const text = kind === 'both' ? createTotpSecret() : seed;
      const encrypted = kind === undefined ? undefined : by[kind]?.encrypt(text, ownerOf(id));
      await store(id, {
        ...(kind === 'plain' || kind === 'both' ? { secret: seed } : {}),
        ...(encrypted === undefined ? {} : { encrypted }),
      });
    }
    const before = await storedRows();
    expect(await reencryptSeeds(pool(), encryption)).toEqual({ reencrypted: 138, unreadable: 46 });
    const after = await storedRows();
    for (const [index, id] of ids.entries()) {
      const row = after.get(id);
      if (['new', 'strange'].includes(kindOf(index) ?? '')) {
        expect(row).toEqual(before.get(id));
        continue;
      }
      if (row === undefined) throw new Error('a row is gone');
      expect(row.secret).toBeNull();
      expect(row.encrypted_secret?.subarray(0, 9)).toEqual(encryption.newestHeader);
      expect(seedOf(row, id, encryption)).toBe(seeds.get(id));
    }
    expect(await reencryptSeeds(pool(), encryption)).toEqual({ reencrypted: 0, unreadable: 46 });
    expect(await storedRows()).toEqual(after);
  });

  test('F11: waits for a sign-in that uses the seed, and encrypts what that has left', async () => {
    const [id = ''] = await createAdmins(1);
    await store(id, { encrypted: oldEncryption.encrypt('OLDSEED', ownerOf(id)) });
    const { pass } = await inHeldTransaction(database.ownerUrl, async (signIn) => {
      await signIn.query('update identity.admin_second_factors set encrypted_secret = $1', [
        oldEncryption.encrypt('NEWSEED', ownerOf(id)),
      ]);
      const waiting = reencryptSeeds(pool(), encryption);
      await isWaitedFor(signIn);
      return { pass: waiting };
    });
    expect(await pass).toEqual({ reencrypted: 1, unreadable: 0 });
    const row = (await storedRows()).get(id);
    expect(row === undefined ? undefined : seedOf(row, id, encryption)).toBe('NEWSEED');
  });

  test('F11: erases the seeds of expired links alone', async () => {
    const [id] = await createAdmins(1);
    await database.query(
      `insert into identity.admin_enrolments (token_hash, admin_id, expires_at, encrypted_totp_secret)
       select sha256(n::text::bytea), $1, now() + n * interval '1 hour', 'seed' from unnest(array[-1, 1]) n`,
      [id],
    );
    await reencryptSeeds(pool(), encryption);
    expect(
      await database.query(
        'select expires_at > now() as is_open, encrypted_totp_secret is not null as has_seed from identity.admin_enrolments order by 1',
      ),
    ).toEqual([
      { is_open: false, has_seed: false },
      { is_open: true, has_seed: true },
    ]);
  });
});

describe('F11: the task that encrypts in the background', () => {
  /** What the task logs until it ends or is stopped. */
  async function logOf(run: (lines: readonly unknown[][]) => Promise<void>, database = pool()) {
    const lines: unknown[][] = [];
    const note = (level: string) => (fields: unknown, text: string) => void lines.push([level, fields, text]);
    const log = { info: note('info'), warn: note('warn'), error: note('error') };
    const task = startSeedReencryption(
      database,
      encryption,
      log as unknown as Parameters<typeof startSeedReencryption>[2],
    );
    await run(lines);
    await task.stop();
    return lines;
  }

  const seedStored = async () =>
    [...(await storedRows()).values()].every(({ secret }) => secret === null) ? true : undefined;

  test('F11: says how many seeds it has encrypted, and how many no key decrypts', async () => {
    const [one = '', two = ''] = await createAdmins(2);
    await store(one, { secret: createTotpSecret() });
    await store(two, { encrypted: createSeedEncryption([STRANGE]).encrypt('SEED', ownerOf(two)) });
    const lines = await logOf(async (written) => {
      await waitFor(async () => (written.length === 2 ? true : undefined));
    });
    expect(lines).toEqual([
      ['info', { count: 1 }, expect.stringContaining('re-encrypted')],
      ['error', { count: 1 }, expect.stringContaining('cannot sign in')],
    ]);
  });

  test('F11: says nothing when every seed has the newest key', async () => {
    const [id = ''] = await createAdmins(1);
    await store(id, { encrypted: encryption.encrypt('SEED', ownerOf(id)) });
    expect(await logOf(async () => void (await waitFor(seedStored)))).toEqual([]);
  });

  test('F11: goes on when the database does not answer, and says so', async () => {
    const failing = { connect: () => Promise.reject(new Error('no database')) };
    const lines = await logOf(
      async (written) => {
        await waitFor(async () => (written.length === 1 ? true : undefined));
      },
      failing as unknown as ReturnType<typeof pool>,
    );
    expect(lines).toEqual([
      [
        'warn',
        { err: expect.objectContaining({ message: 'no database' }) },
        expect.stringContaining('retrying'),
      ],
    ]);
  });
});

describe('F11: a one-time code', () => {
  test('F11: is used for its admin alone, and brings a seed to the newest key', async () => {
    const [one = '', two = ''] = await createAdmins(2);
    const seed = createTotpSecret();
    for (const id of [one, two]) await store(id, { encrypted: oldEncryption.encrypt(seed, ownerOf(id)) });
    const before = await storedRows();
    const factors = createSecondFactors(encryption);
    expect(await factors.useTotp(transaction(), one, codeOf(seed))).toBe(true);
    const after = await storedRows();
    expect(after.get(two)).toEqual(before.get(two));
    const used = after.get(one);
    if (used === undefined) throw new Error('the row is gone');
    expect(used.encrypted_secret?.subarray(0, 9)).toEqual(encryption.newestHeader);
    expect([seedOf(used, one, encryption), used.is_new]).toEqual([seed, true]);
    expect(Number(used.last_used_step)).toBeGreaterThanOrEqual(currentStep() - 1);
    // A seed with the newest key stays as it is.
    await factors.useTotp(transaction(), one, codeOf(seed));
    expect((await storedRows()).get(one)?.encrypted_secret).toEqual(used.encrypted_secret);
  });

  test('F11: of the next time step counts as that step, so that it works once', async () => {
    const [id = ''] = await createAdmins(1);
    const seed = createTotpSecret();
    await store(id, { secret: seed });
    const factors = createSecondFactors(encryption);
    const next = codeOf(seed, 1);
    expect(await factors.useTotp(transaction(), id, next)).toBe(true);
    expect(await factors.useTotp(transaction(), id, next)).toBe(false);
    expect(await factors.useTotp(transaction(), id, codeOf(seed))).toBe(false);
    expect((await storedRows()).get(id)?.secret).toBeNull();
  });

  test('F11: of a row without a seed is an error that says so', () => {
    expect(() => seedOf({ secret: null, encrypted_secret: null }, newAdminId, encryption)).toThrow(
      'a second factor has no seed',
    );
  });

  test('F11: of an admin without a second factor is wrong', async () => {
    const [id = ''] = await createAdmins(1);
    expect(await createSecondFactors(encryption).useTotp(transaction(), id, '123456')).toBe(false);
  });

  test('F11: a new app replaces all of the former one, and another admin’s stays', async () => {
    const [one = '', two = ''] = await createAdmins(2);
    for (const id of [one, two]) await store(id, { secret: createTotpSecret(), step: 7 });
    const before = await storedRows();
    const seed = createTotpSecret();
    await createSecondFactors(encryption).replace(transaction(), one, { seed, usedStep: 12 });
    const after = await storedRows();
    expect(after.get(two)).toEqual(before.get(two));
    expect(after.get(one)).toMatchObject({ secret: null, last_used_step: '12', is_new: true });
    const row = after.get(one);
    expect(row === undefined ? undefined : seedOf(row, one, encryption)).toBe(seed);
  });

  test('F11: a new seed has 160 bits (RFC 4226, 4)', () => {
    expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  });
});
