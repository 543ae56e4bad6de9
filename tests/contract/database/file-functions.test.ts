import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, makeApplication, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeParties, resultOf as resultOfCall } from '#support/function-rows.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let talent: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  [owner, elsewhere, talent] = await makeParties(database);
});
afterAll(() => database.stop());

const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);

interface MadeCv {
  readonly isCurrent?: boolean;
  readonly isUploaded?: boolean;
  readonly folder?: string;
}
const makeCv = async (
  { userId }: TestPerson,
  { isCurrent = false, isUploaded = true, folder }: MadeCv = {},
) => {
  const [row] = await database.query<{ id: string }>(
    `insert into talent.cvs (user_id, name, uploaded_at, is_current, store_folder)
     values ($1, 'cv.pdf', case when $2 then now() end, $3, $4) returning id`,
    [userId, isUploaded, isCurrent, folder],
  );
  const id = `${row?.id}`;
  for (const position of [0, 1])
    await database.query('insert into talent.cv_chunks (cv_id, position, bytes) values ($1, $2, $3)', [
      id,
      position,
      Buffer.from(`${id} ${position}`),
    ]);
  return id;
};
const applyWith = async (cv: string | null, { userId } = talent, { companyId } = owner) => {
  const application = await makeApplication(database, { companyId, userId });
  await database.query('update talent.applications set cv_id = $2 where id = $1', [application, cv]);
  return application;
};
const isThere = async (cv: string) =>
  (await database.query('select from talent.cvs where id = $1', [cv])).length === 1;

describe('a CV', () => {
  const remove = (cv: string) => database.query('select talent.delete_unused_cv($1)', [cv]);

  test('is deleted with its last use alone', async () => {
    const [unused, current, sent, beside] = [
      await makeCv(talent),
      await makeCv(talent, { isCurrent: true }),
      await makeCv(talent),
      await makeCv(talent),
    ];
    await applyWith(sent);
    for (const cv of [unused, current, sent]) await remove(cv);
    expect([await isThere(unused), await isThere(current), await isThere(sent)]).toEqual([false, true, true]);
    expect(await isThere(beside)).toBe(true);
  });

  test('that is being sent with an application is not deleted meanwhile', async () => {
    const cv = await makeCv(talent);
    const application = await applyWith(null);
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      // As the statement that sends an application does.
      await holder.query('select from talent.cvs where id = $1 for key share', [cv]);
      const removing = remove(cv);
      await isWaitedFor(holder);
      await holder.query('update talent.applications set cv_id = $2 where id = $1', [application, cv]);
      return [removing];
    });
    await waiting;
    expect(await isThere(cv)).toBe(true);
  });

  test('U17: leaves with the withdrawal of its application, and those of others stay', async () => {
    const [own, other] = [await makeCv(talent), await makeCv(talent)];
    const [withdrawn] = [await applyWith(own), await applyWith(other)];
    await database.query('update talent.applications set withdrawn_at = now() where id = $1', [withdrawn]);
    expect([await isThere(own), await isThere(other)]).toEqual([false, true]);
  });

  test('B1: a CV is read by the company that it was sent to alone, by application and part', async () => {
    const [own, other] = [await makeCv(talent), await makeCv(talent)];
    const [application, second] = [await applyWith(own), await applyWith(other)];
    const read = async (of: string, { companyId }: TestPerson, cv: string, chunk: number) => {
      const bytes = await resultOf('talent.sent_cv_chunk($1, $2, $3, $4)', [of, companyId, cv, chunk]);
      return bytes === null ? null : String(bytes);
    };
    expect(await read(application, owner, own, 1)).toBe(`${own} 1`);
    expect(await read(application, owner, own, 0)).toBe(`${own} 0`);
    expect(await read(second, owner, other, 1)).toBe(`${other} 1`);
    expect(await read(application, owner, own, 2)).toBeNull();
    expect(await read(application, elsewhere, own, 1)).toBeNull();
    expect(await read(application, owner, other, 1)).toBeNull();
    expect(await read(second, owner, own, 1)).toBeNull();
  });

  test('in a store of documents leaves it at once, or an hour later if its upload was not complete', async () => {
    const [complete, incomplete] = [randomUUID(), randomUUID()];
    const cvs = [
      await makeCv(talent, { folder: complete }),
      await makeCv(talent, { folder: incomplete, isUploaded: false }),
    ];
    await database.query('delete from talent.cvs where id = any ($1)', [cvs]);
    const due = await database.query(
      `select folder = $1 as is_complete, round(extract(epoch from due_at - now()) / 60)::int as minutes
         from talent.deleted_documents where folder = any ($2) order by 1`,
      [complete, [complete, incomplete]],
    );
    expect(due).toEqual([
      { is_complete: false, minutes: 60 },
      { is_complete: true, minutes: 0 },
    ]);
  });

  test('B1: a CV is among the files of its user alone, the newest first, once it is complete', async () => {
    const [first, second] = [await makeCv(talent), await makeCv(talent)];
    await makeCv(talent, { isUploaded: false });
    await makeCv(owner);
    const files = await database.query<{ id: string }>('select id from identity.files_of_user($1)', [
      talent.userId,
    ]);
    expect(files.map(({ id }) => id)).toEqual([second, first]);
  });
});

describe.each([
  ['CVs', "talent.begin_cv_upload($1, 'cv.pdf', $2) is not null", 'talent.cv_uploads'],
  ['logos', 'employer.begin_logo_upload($1, $2)', 'employer.logo_uploads'],
])('G6: uploads of %s', (_what, call, counts) => {
  const begin = ({ userId } = talent) => resultOf(call, [userId, 2]);

  test('are at most so many of a user on a day', async () => {
    expect([await begin(), await begin(), await begin(), await begin()]).toEqual([true, true, false, false]);
    expect(await begin(owner)).toBe(true);
    const yesterday = `update ${counts} set on_day = on_day - 1 where user_id = $1`;
    await database.query(yesterday, [talent.userId]);
    expect([await begin(), await begin(), await begin()]).toEqual([true, true, false]);
  });
});

test('a new upload of a CV replaces the user’s own ones that are not complete', async () => {
  const [complete, incomplete, other] = [
    await makeCv(talent),
    await makeCv(talent, { isUploaded: false }),
    await makeCv(owner, { isUploaded: false }),
  ];
  await resultOf("talent.begin_cv_upload($1, 'new.pdf', 9)", [talent.userId]);
  expect([await isThere(complete), await isThere(incomplete), await isThere(other)]).toEqual([
    true,
    false,
    true,
  ]);
});

describe('the logo of a company', () => {
  const IMAGE = randomBytes(16);
  const hashOf = (image: Buffer) => createHash('sha256').update(image).digest('hex');
  const set = ({ companyId }: TestPerson, image: Buffer | null) =>
    database.query('select employer.set_company_logo($1, $2)', [companyId, image]);
  const remove = ({ companyId }: TestPerson, hash: string, reason: string) =>
    resultOf('employer.remove_company_logo($1, $2, $3)', [companyId, hash, reason]);
  const stateOf = async ({ companyId }: TestPerson) => {
    const [row] = await database.query<{
      logo_hash: string;
      logo_version: number;
      image: Buffer;
      hash: string;
    }>(
      `select c.logo_hash, c.logo_version, l.hash, l.image
         from employer.companies c left join employer.company_logos l on l.company_id = c.id where c.id = $1`,
      [companyId],
    );
    return row;
  };
  const NONE = { logo_hash: '', hash: null, image: null };

  test('is set, replaced and removed of one company', async () => {
    await set(elsewhere, IMAGE);
    await set(owner, IMAGE);
    await database.query("update employer.company_logos set uploaded_at = '2020-01-01'");
    const next = randomBytes(16);
    await set(owner, next);
    const replaced = { logo_hash: hashOf(next), hash: hashOf(next), image: next, logo_version: 3 };
    expect(await stateOf(owner)).toEqual(replaced);
    const uploaded = await database.query<{ is_now: boolean }>(
      "select uploaded_at > now() - interval '1 hour' as is_now from employer.company_logos where company_id = $1",
      [owner.companyId],
    );
    expect(uploaded).toEqual([{ is_now: true }]);
    // The same again is no new version.
    await set(owner, next);
    expect(await stateOf(owner)).toEqual(replaced);
    await set(owner, null);
    expect(await stateOf(owner)).toEqual({ ...NONE, logo_version: 4 });
    expect(await stateOf(elsewhere)).toMatchObject({ logo_hash: hashOf(IMAGE), image: IMAGE });
  });

  test('is removed by staff if it is still the one they have seen, and noted with their last reason', async () => {
    await set(elsewhere, IMAGE);
    await set(owner, IMAGE);
    const hash = hashOf(IMAGE);
    expect(await remove(owner, hashOf(randomBytes(16)), 'Another one.')).toBe(false);
    expect(await stateOf(owner)).toMatchObject({ logo_hash: hash });
    expect(await remove(owner, hash, 'First.')).toBe(true);
    expect(await remove(owner, hash, 'Without one.')).toBe(false);
    expect(await stateOf(owner)).toMatchObject(NONE);
    expect(await stateOf(elsewhere)).toMatchObject({ logo_hash: hash });
    await database.query("update employer.removed_logos set removed_at = '2020-01-01'");
    await set(owner, IMAGE);
    expect(await remove(owner, hash, 'Second.')).toBe(true);
    const removed = await database.query(
      `select hash, reason, removed_at > now() - interval '1 hour' as is_now
         from employer.removed_logos where company_id = any ($1)`,
      [[owner.companyId, elsewhere.companyId]],
    );
    expect(removed).toEqual([{ hash, reason: 'Second.', is_now: true }]);
  });

  test('that its company replaces meanwhile is not removed', async () => {
    await set(owner, IMAGE);
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select employer.set_company_logo($1, $2)', [owner.companyId, randomBytes(16)]);
      const removing = remove(owner, hashOf(IMAGE), 'Late.');
      await isWaitedFor(holder);
      return [removing];
    });
    expect(await waiting).toBe(false);
    expect((await stateOf(owner))?.logo_hash).not.toBe('');
  });
});
