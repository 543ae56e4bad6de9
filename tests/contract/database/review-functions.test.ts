import { randomBytes } from 'node:crypto';
import {
  createTestDatabase,
  makeAdmin,
  makeJobPost,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeRow } from '#support/function-rows.ts';
import { inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  const isOwner = { membership: { role: 'owner', status: 'active' } } as const;
  [owner, elsewhere] = await Promise.all([makePerson(database, isOwner), makePerson(database, isOwner)]);
});
afterAll(() => database.stop());

const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
const changeCompany = (set: string, { companyId } = owner) => change('employer.companies', set, companyId);
const columnOf = async (relation: string, column: string, id: string | null) =>
  (
    await database.query<{ value: unknown }>(`select ${column} as value from ${relation} where id = $1`, [id])
  )[0]?.value;
const DISABLED = "condition = 'disabled', disabled_at = now(), disabled_reason = 'x'";

test('a change of what two callers may change counts its version', async () => {
  const post = await makeJobPost(database, owner);
  const cases = [
    ['employer.companies', 'condition_version', DISABLED, owner.companyId],
    ['employer.companies', 'review_version', "review_state = 'refused'", owner.companyId],
    ['employer.companies', 'logo_version', "logo_hash = 'x'", owner.companyId],
    ['employer.org_memberships', 'version', "role = 'member'", owner.membershipId],
    ['identity.users', 'talent_access_version', "talent_access_state = 'active'", owner.userId],
    ['employer.job_posts', 'visibility_version', "hidden_at = now(), hidden_reason = 'x'", post],
  ] as const;
  for (const [relation, column, set, id] of cases) {
    const before = Number(await columnOf(relation, column, id));
    await change(relation, set, id);
    expect([column, await columnOf(relation, column, id)]).toEqual([column, before + 1]);
  }
});

test('a change of a membership by staff counts the version that they see', async () => {
  const before = Number(await columnOf('employer.org_memberships', 'staff_version', owner.membershipId));
  await database
    .poolOf('identity_service')
    .query("update employer.org_memberships set status = 'revoked', revoked_by = 'staff' where id = $1", [
      owner.membershipId,
    ]);
  expect(await columnOf('employer.org_memberships', 'staff_version', owner.membershipId)).toBe(before + 1);
});

test('G2: the description that staff hide is kept until they show the post', async () => {
  const post = await makeJobPost(database, owner);
  const hidden = () => columnOf('employer.job_posts', 'hidden_description', post);
  await change('employer.job_posts', "description = 'Before.'", post);
  await change('employer.job_posts', "hidden_at = now(), hidden_reason = 'x', description = 'After.'", post);
  expect(await hidden()).toBe('Before.');
  await change('employer.job_posts', "hidden_at = null, hidden_reason = ''", post);
  expect(await hidden()).toBe('');
});

test('the posts of a company that becomes public are public since then, and those of no other one', async () => {
  const [post, other] = [await makeJobPost(database, owner), await makeJobPost(database, elsewhere)];
  const LONG_AGO =
    "update employer.job_post_filters set public_since = '2020-01-01' where job_post_id = any ($1)";
  await changeCompany("review_state = 'pending'");
  await database.query(LONG_AGO, [[post, other]]);
  await changeCompany("review_state = 'approved'");
  const rows = await database.query(
    `select job_post_id = $1 as is_own, public_since > now() - interval '1 hour' as is_now
       from employer.job_post_filters where job_post_id = any ($2) order by 1`,
    [post, [post, other]],
  );
  expect(rows).toEqual([
    { is_own: false, is_now: false },
    { is_own: true, is_now: true },
  ]);
});

describe('what staff have approved of a company', () => {
  const LOOK = "name = 'A', website = 'https://a.test/', logo_hash = ''";
  const keep = ({ companyId } = owner) =>
    database.query('select employer.keep_what_was_approved($1)', [companyId]);
  const stateOf = async ({ companyId } = owner) => {
    const [row] = await database.query<{
      name: string | null;
      is_now: boolean | null;
      shown: readonly unknown[];
    }>(
      `select approved_as ->> 'name' as name, unreviewed_since > now() - interval '1 hour' as is_now,
              shown_meanwhile as shown from employer.companies where id = $1`,
      [companyId],
    );
    return row;
  };
  const NONE = { name: null, is_now: null, shown: [] };
  const shown = async () =>
    ((await stateOf())?.shown ?? []).map((look) => {
      const { name, seconds } = look as { name: string; seconds: number };
      return [name, Math.round(Number(seconds))];
    });
  /** As if the change had waited for the staff for these seconds. */
  const since = (seconds: number) =>
    changeCompany(`unreviewed_since = now() - interval '${seconds} seconds'`);
  beforeEach(() => changeCompany(LOOK));

  test('is kept of one company, once, while it is approved', async () => {
    await keep();
    expect(await stateOf()).toEqual({ name: 'A', is_now: true, shown: [] });
    expect(await stateOf(elsewhere)).toEqual(NONE);
    await changeCompany("name = 'B'");
    await keep();
    expect(await stateOf()).toMatchObject({ name: 'A' });
    await changeCompany("review_state = 'pending'", elsewhere);
    await keep(elsewhere);
    expect(await stateOf(elsewhere)).toEqual(NONE);
  });

  test('is forgotten with the decision, and what was shown meanwhile as well', async () => {
    await keep();
    await since(100);
    await changeCompany("name = 'B'");
    expect(await shown()).toEqual([['A', 100]]);
    await changeCompany("review_state = 'refused'");
    expect(await stateOf()).toEqual(NONE);
  });

  test('is followed by each look that ends, with the seconds that others leave it', async () => {
    await keep();
    await since(100);
    await changeCompany("name = 'B'");
    await since(130);
    await changeCompany("name = 'C'");
    expect(await shown()).toEqual([
      ['A', 100],
      ['B', 30],
    ]);
    // A look that comes again is there once.
    await since(140);
    await changeCompany("name = 'A'");
    await since(150);
    await changeCompany("name = 'D'");
    expect(await shown()).toEqual([
      ['B', 30],
      ['C', 10],
      ['A', 110],
    ]);
  });

  test('G6: an approved look is followed by at most 20 others, those that were shown longest', async () => {
    await keep();
    const looks = Array.from({ length: 25 }, (_, index) => ({
      name: `L${index}`,
      website: '',
      logo: '',
      seconds: index + 1,
    }));
    await since(1000);
    await database.query('update employer.companies set shown_meanwhile = $2 where id = $1', [
      owner.companyId,
      JSON.stringify(looks),
    ]);
    await changeCompany("name = 'B'");
    const names = (await shown()).map(([name]) => name);
    expect([names.length, names[0], names[18], names[19]]).toEqual([20, 'L24', 'L6', 'A']);
    // What the 19 others leave of the time.
    expect((await shown()).at(-1)).toEqual(['A', 1000 - (25 * 26) / 2 + (6 * 7) / 2]);
  });
});

describe('reports of disabled companies', () => {
  const report = async ({ companyId }: TestPerson) => {
    const [row] = await database.query<{ id: string }>(
      `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
       values ('company', $1, $1, 'scam', '', $2) returning id`,
      [companyId, randomBytes(32)],
    );
    return `${row?.id}`;
  };
  const close = async (max: number) => {
    const [row] = await database.query<{ is_found: boolean }>(
      'select identity.close_reports_of_disabled_companies($1) as is_found',
      [max],
    );
    return row?.is_found;
  };
  const outcomes = async (ids: readonly string[]) => {
    const rows = await database.query<{ outcome: string | null }>(
      'select outcome from identity.abuse_reports where id = any ($1) order by id',
      [ids],
    );
    return rows.map(({ outcome }) => outcome);
  };

  test('are closed, so many at a time, and no others', async () => {
    const ids = [await report(owner), await report(owner), await report(owner), await report(elsewhere)];
    await change('identity.abuse_reports', "closed_at = '2020-01-01', outcome = 'dismissed'", `${ids[0]}`);
    await changeCompany(DISABLED);
    expect(await close(1)).toBe(true);
    expect((await outcomes(ids)).filter((outcome) => outcome === 'company_disabled')).toHaveLength(1);
    expect([await close(9), await close(9)]).toEqual([true, false]);
    expect(await outcomes(ids)).toEqual(['dismissed', 'company_disabled', 'company_disabled', null]);
    expect(
      await columnOf('identity.abuse_reports', "closed_at > now() - interval '1 hour'", `${ids[1]}`),
    ).toBe(true);
  });

  test('that a transaction holds are left to the next time', async () => {
    const [held, free] = [await report(owner), await report(owner)];
    await changeCompany(DISABLED);
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from identity.abuse_reports where id = $1 for update', [held]);
      expect(await close(9)).toBe(true);
    });
    expect(await outcomes([held, free])).toEqual([null, 'company_disabled']);
    expect(await close(9)).toBe(true);
  });
});

test('B1: staff review the profile and the career of the user they name', async () => {
  for (const [user, headline] of [
    [owner, 'Own'],
    [elsewhere, 'Other'],
  ] as const)
    await database.query(
      `insert into talent.profiles (user_id, headline, summary, skills, location, links, career)
       values ($1, $2, '', '{}', '', '{}', jsonb_build_object('positions', '[]'::jsonb, 'education', jsonb_build_array($2::text)))`,
      [user.userId, headline],
    );
  const profiles = await database.query('select headline from identity.find_reviewed_profile($1)', [
    owner.userId,
  ]);
  expect(profiles).toEqual([{ headline: 'Own' }]);
  const careers = await database.query(
    "select career -> 'education' as education from identity.find_reviewed_career($1)",
    [owner.userId],
  );
  expect(careers).toEqual([{ education: ['Own'] }]);
});

describe('the last change of a subject', () => {
  const add = (
    kind: 'user' | 'admin' | 'system',
    actor: string | null,
    action: string,
    subject = owner.companyId,
  ) =>
    database.query(
      `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
       values ($1, $2, $3, 'company', $4)`,
      [kind, actor, action, subject],
    );
  const ACTIONS = ['company.enabled', 'company.disabled'];
  const FIND = 'select actor_kind, actor_name from identity.last_change($1, $2)';
  const find = (role: 'identity_service' | 'employer_service') =>
    database
      .poolOf(role)
      .query(FIND, [owner.companyId, ACTIONS])
      .then(({ rows }) => rows);

  test('is the newest of its actions, and of no other subject', async () => {
    expect(await find('identity_service')).toEqual([]);
    await add('user', elsewhere.userId, 'company.enabled');
    await add('system', null, 'company.disabled');
    await add('user', owner.userId, 'company.changed');
    await add('user', owner.userId, 'company.enabled', elsewhere.companyId);
    expect(await find('identity_service')).toEqual([{ actor_kind: 'system', actor_name: null }]);
  });

  test('B1: the last change names its user to all, and its admin to staff alone', async () => {
    await change('identity.users', "name = 'Uma User'", elsewhere.userId);
    const { adminId } = await makeAdmin(database, 'operator');
    await change('identity.admins', "name = 'Ada Admin'", adminId);
    await add('user', elsewhere.userId, 'company.enabled');
    const byUser = [{ actor_kind: 'user', actor_name: 'Uma User' }];
    expect([await find('identity_service'), await find('employer_service')]).toEqual([byUser, byUser]);
    await add('admin', adminId, 'company.enabled');
    expect(await find('identity_service')).toEqual([{ actor_kind: 'admin', actor_name: 'Ada Admin' }]);
    expect(await find('employer_service')).toEqual([{ actor_kind: 'admin', actor_name: null }]);
  });

  test('G6: the last change is looked for among the newest thousand events', async () => {
    await add('system', null, 'company.enabled');
    const more = (count: number) =>
      database.query(
        `insert into identity.audit_events (actor_kind, action, subject_kind, subject_id)
         select 'system', 'company.changed', 'company', $1 from generate_series(1, $2::int)`,
        [owner.companyId, count],
      );
    await more(999);
    expect(await find('identity_service')).toHaveLength(1);
    await more(1);
    expect(await find('identity_service')).toEqual([]);
  });
});
