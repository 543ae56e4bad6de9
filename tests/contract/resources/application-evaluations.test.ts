import {
  makeApplication,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apiSender } from '#support/api-sender.ts';

/** Rounds of each race; `make assurance` runs a thousand. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

let system: TestSystem;
let owner: TestPerson;
let member: TestPerson;
let talent: TestPerson;
let applicationId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 2 });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  [member, talent] = await Promise.all([
    makeColleague(system.database, owner, 'member'),
    makePerson(system.database, { talent: 'active' }),
  ]);
  await system.database.query("update identity.users set name = 'Mika Member' where id = $1", [
    member.userId,
  ]);
  applicationId = await apply(talent);
});
afterAll(() => system.stop());

const apply = ({ userId }: { userId: string }) =>
  makeApplication(system.database, { companyId: owner.companyId, userId });

const send = apiSender(() => system);
const rate = (who: TestPerson, value: string, id = applicationId) =>
  send('PUT', `/employer/applications/${id}/rating`, who, { value });
const unrate = (who: TestPerson) => send('DELETE', `/employer/applications/${applicationId}/rating`, who);
const ratings = (who: TestPerson) => send('GET', `/employer/applications/${applicationId}/ratings`, who);
const assign = (who: TestPerson, assignee: string | null, ifMatch = '*', id = applicationId) =>
  send('PUT', `/employer/applications/${id}/assignment`, { ...who, ifMatch }, { assignee });
const read = async (who: TestPerson, id = applicationId) =>
  (await send('GET', `/employer/applications/${id}`, who)).body;
const listed = async (who: TestPerson, query: string) =>
  (await send('GET', `/employer/applications?${query}`, who)).body.items.map(({ id }: { id: string }) => id);
const revoke = (who: TestPerson) =>
  send('PATCH', `/employer/org_memberships/${who.membershipId}`, owner, { status: 'revoked' });
const newsOf = async (who: TestPerson) =>
  (await send('GET', '/identities/users/current/notifications', who)).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'application_assigned',
  );
const eventsOf = async () => {
  const rows = await system.database.query<{ action: string; change: string; reason: string }>(
    'select action, change, reason from identity.audit_events where subject_id = $1 order by id',
    [applicationId],
  );
  return rows.map(({ action, change, reason }) => [action, change, reason]);
};

/** A member of the company who has applied to it. */
async function makeMemberWhoApplied(): Promise<TestPerson> {
  const person = await makePerson(system.database, { talent: 'active' });
  const [row] = await system.database.query<{ id: string }>(
    "insert into employer.org_memberships (user_id, company_id, role) values ($1, $2, 'member') returning id",
    [person.userId, owner.companyId],
  );
  return { ...person, membershipId: row?.id ?? null };
}

describe('ratings', () => {
  test('are one for each member, who changes and removes it; the members read all with names, and the average', async () => {
    expect((await ratings(owner)).body).toEqual({ items: [], next_cursor: '' });
    expect((await read(owner)).rating).toBeUndefined();
    const first = await rate(member, 'no');
    expect(first).toMatchObject({
      status: 200,
      body: { value: 'no', rater_name: 'Mika Member', is_own: true, is_of_former_member: false },
    });
    const { body: changed } = await rate(member, 'yes');
    expect(changed).toMatchObject({ id: first.body.id, value: 'yes' });
    expect(Date.parse(changed.rated_at)).toBeGreaterThan(Date.parse(first.body.rated_at));
    expect((await rate(member, 'yes')).body).toEqual(changed);
    const { body: own } = await rate(owner, 'strong_yes');
    expect((await ratings(owner)).body.items).toEqual([{ ...changed, is_own: false }, own]);
    expect((await read(owner)).rating).toEqual({ average: 3.5, count: 2, own: 'strong_yes' });
    expect((await unrate(owner)).status).toBe(204);
    expect((await unrate(owner)).status).toBe(204);
    expect((await read(owner)).rating).toEqual({ average: 3, count: 1 });
    expect(await eventsOf()).toEqual([
      ['application.rating_changed', '', ''],
      ['application.rating_changed', '', ''],
      ['application.rating_changed', '', ''],
      ['application.rating_removed', '', ''],
    ]);
  });

  test('are of one application: the same one of another application is another rating', async () => {
    const application = await apply(await other());
    const [one, two] = [await rate(owner, 'yes'), await rate(owner, 'yes', application)];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect((await ratings(owner)).body.items).toEqual([one.body]);
    expect((await read(owner, application)).rating).toEqual({ average: 3, count: 1, own: 'yes' });
  });

  test('of another value than the four are refused', async () => {
    for (const value of ['unspecified', '5', '', 3]) {
      expect(await rate(owner, value as string)).toMatchObject({
        status: 400,
        body: { code: 'input_invalid' },
      });
    }
  });

  test('order the list: the highest average first, what is not rated last and the newest of it first; the neighbours follow it', async () => {
    const [second, third, fourth, fifth, sixth] = [
      await apply(await other()),
      await apply(await other()),
      await apply(await other()),
      await apply(await other()),
      await apply(await other()),
    ];
    await rate(owner, 'no', second);
    await rate(member, 'strong_yes', third);
    await rate(owner, 'yes', third);
    await rate(owner, 'yes', fourth);
    const order = [third, fourth, second, sixth, fifth, applicationId];
    expect(await listed(owner, 'order=rating')).toEqual(order);
    expect(await listed(owner, 'order=rating&stage=submitted')).toEqual(order);
    for (const [index, id] of order.entries()) {
      const { body } = await send('GET', `/employer/applications/${id}/adjacent?order=rating`, owner);
      expect([body.previous?.id, body.next?.id]).toEqual([order[index - 1], order[index + 1]]);
    }
  });

  test('that change between two pages move their own application, and skip or repeat no other one', async () => {
    const values = ['strong_yes', 'yes', 'no', 'strong_no'];
    const ids: string[] = [];
    for (const value of values) {
      const id = await apply(await other());
      await rate(owner, value, id);
      ids.push(id);
    }
    const [first, second, third, fourth] = ids as [string, string, string, string];
    const page = async (cursor = '') =>
      (await send('GET', `/employer/applications?order=rating&limit=2&cursor=${cursor}`, owner)).body;
    const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
    const begun = await page();
    expect(idsOf(begun)).toEqual([first, second]);
    // Now the last one: the next page begins where it was.
    await rate(owner, 'strong_no', second);
    expect(idsOf(await page(begun.next_cursor))).toEqual([third, fourth]);
    // Now the first one.
    await rate(member, 'strong_yes', second);
    await rate(owner, 'strong_yes', second);
    expect(idsOf(await page(begun.next_cursor))).toEqual([third, fourth]);
    await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [
      second,
    ]);
    expect(idsOf(await page(begun.next_cursor))).toEqual([third, fourth]);
  });

  test('of a member who has left stay and count, marked; without a name once the account is deleted', async () => {
    await rate(member, 'strong_no');
    expect((await revoke(member)).status).toBe(200);
    expect((await ratings(owner)).body.items).toMatchObject([{ is_of_former_member: true }]);
    const elsewhere = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    // A user has one membership.
    await system.database.query('delete from employer.org_memberships where id = $1', [member.membershipId]);
    await system.database.query(
      "insert into employer.org_memberships (user_id, company_id, role) values ($1, $2, 'member')",
      [member.userId, elsewhere.companyId],
    );
    expect((await ratings(owner)).body.items).toMatchObject([
      { value: 'strong_no', rater_name: 'Mika Member', is_of_former_member: true },
    ]);
    expect((await read(owner)).rating).toMatchObject({ average: 1, count: 1 });
    await system.database.query('select identity.erase_user($1)', [member.userId]);
    expect((await ratings(owner)).body.items).toMatchObject([
      { value: 'strong_no', rater_name: '', is_of_former_member: true },
    ]);
  });

  test('G11: belong to the export of the rater, and to no export of the applicant', async () => {
    await rate(member, 'strong_no');
    const exportOf = async ({ userId }: TestPerson) => {
      const [row] = await system.database.query<{ data: Record<string, { rows: object[] }> }>(
        'select identity.data_export_of($1) as data',
        [userId],
      );
      return row?.data['employer.application_ratings']?.rows;
    };
    expect(await exportOf(member)).toMatchObject([{ application_id: applicationId, value: 1 }]);
    expect(await exportOf(talent)).toEqual([]);
  });
});

const other = () => makePerson(system.database, { talent: 'active' });

describe('the assignment', () => {
  test('names an active member, is filtered by, and notifies a member whom another one has assigned', async () => {
    const before = (await read(owner)).assignment;
    expect(before).toEqual({ assignee_name: '', is_own: false, etag: '"none"' });
    const assigned = await assign(owner, member.membershipId, before.etag);
    expect(assigned).toMatchObject({
      status: 200,
      body: { membership_id: member.membershipId, assignee_name: 'Mika Member', is_own: false },
    });
    expect((await read(member)).assignment).toEqual({ ...assigned.body, is_own: true });
    expect(await newsOf(member)).toMatchObject([
      { subject_id: applicationId, job_post_title: 'Bell founder' },
    ]);
    expect(await listed(member, 'assignee=me')).toEqual([applicationId]);
    expect(await listed(owner, `assignee=${member.membershipId}`)).toEqual([applicationId]);
    expect(await listed(owner, 'assignee=me')).toEqual([]);
    expect(await listed(owner, 'assignee=none')).toEqual([]);

    expect(await assign(owner, 'me', before.etag)).toMatchObject({
      status: 412,
      body: { code: 'edit_conflict' },
    });
    expect((await assign(owner, 'me')).body).toMatchObject({ is_own: true });
    expect([await newsOf(member), await newsOf(owner)]).toEqual([[], []]);
    expect((await assign(owner, 'none')).body).toEqual(before);
    expect(await listed(owner, 'assignee=none')).toEqual([applicationId]);
  });

  test('has the time of the newest assignee', async () => {
    await assign(owner, member.membershipId);
    await system.database.query(
      "update employer.application_assignments set assigned_at = now() - interval '1 hour' where application_id = $1",
      [applicationId],
    );
    await assign(owner, 'me');
    expect(
      await system.database.query(
        "select assigned_at > now() - interval '1 minute' as is_new from employer.application_assignments where application_id = $1",
        [applicationId],
      ),
    ).toEqual([{ is_new: true }]);
  });

  test('of the member who has it already changes nothing', async () => {
    const first = (await assign(owner, member.membershipId)).body;
    expect((await assign(owner, member.membershipId, first.etag)).body).toEqual(first);
    expect(await eventsOf()).toHaveLength(1);
  });

  test('G1: names no member whose membership has ended, nor one of another company, nor the applicant', async () => {
    const revoked = await makeColleague(system.database, owner, 'member');
    await revoke(revoked);
    const applicant = await makeMemberWhoApplied();
    const stranger = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const own = await apply(applicant);
    expect(await assign(owner, revoked.membershipId)).toMatchObject({
      status: 409,
      body: { code: 'assignee_unavailable' },
    });
    expect(await assign(owner, applicant.membershipId, '*', own)).toMatchObject({
      status: 409,
      body: { code: 'assignee_unavailable' },
    });
    expect((await assign(owner, stranger.membershipId)).status).toBe(404);
    for (const text of ['', 'you', 'ME', '*']) expect((await assign(owner, text)).status).toBe(400);
    expect((await read(owner)).assignment.etag).toBe('"none"');
  });

  test('G1: ends with the membership, and does not come back with it', async () => {
    await assign(owner, member.membershipId);
    await revoke(member);
    expect((await read(owner)).assignment).toEqual({ assignee_name: '', is_own: false, etag: '"none"' });
    expect(await listed(owner, 'assignee=none')).toEqual([applicationId]);
    expect(
      await system.database.query(
        "select from identity.notifications where kind = 'application_assigned' and subject_id = $1",
        [applicationId],
      ),
    ).toEqual([]);
    await send('PATCH', `/employer/org_memberships/${member.membershipId}`, owner, { status: 'active' });
    expect((await read(owner)).assignment.etag).toBe('"none"');
    await assign(owner, member.membershipId);
    expect((await send('DELETE', '/employer/org_memberships/current', member)).status).toBe(204);
    expect((await read(owner)).assignment.etag).toBe('"none"');
  });

  test('G1: of a member who is revoked at that moment never survives, nor does a rating by that member', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const racer = await makeColleague(system.database, owner, 'member');
      const [assigned, rated, revoked] = await Promise.all([
        assign(owner, racer.membershipId),
        rate(racer, 'yes'),
        revoke(racer),
      ]);
      expect([[200, 409].includes(assigned.status), revoked.status]).toEqual([true, 200]);
      expect((await read(owner)).assignment.etag).toBe('"none"');
      const rows = await system.database.query<{ rated_at: Date }>(
        'select from employer.application_ratings where rater_id = $1',
        [racer.userId],
      );
      expect(rows).toHaveLength(rated.status === 200 ? 1 : 0);
      expect((await rate(racer, 'no')).body.code).toBe('org_membership_inactive');
      expect((await assign(racer, 'me')).body.code).toBe('org_membership_inactive');
    }
  });
});

describe('who reads an evaluation', () => {
  test('B1: no applicant, no other company and no visitor reads or writes one', async () => {
    await rate(owner, 'strong_no');
    await assign(owner, member.membershipId);
    const stranger = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    for (const [who, status] of [
      [talent, 403],
      [stranger, 404],
      [{ cookie: '' } as TestPerson, 401],
    ] as const) {
      const answers = [
        await ratings(who),
        await rate(who, 'yes'),
        await unrate(who),
        await assign(who, 'me'),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status]);
    }
    const own = await Promise.all([
      send('GET', '/talent/applications', talent),
      send('GET', `/talent/applications/${applicationId}`, talent),
    ]);
    expect(own.map(({ status }) => status)).toEqual([200, 200]);
    expect(own.map(({ text }) => text).join()).not.toMatch(/Mika|strong_no|rating|assign/);
    expect((await read(owner)).rating).toMatchObject({ count: 1 });
  });

  test('B1: a member who is the applicant reads neither, in no list, filter, order or export', async () => {
    const applicant = await makeMemberWhoApplied();
    await system.database.query("update employer.org_memberships set role = 'owner' where id = $1", [
      applicant.membershipId,
    ]);
    const own = await apply(applicant);
    await rate(owner, 'strong_yes', own);
    await rate(owner, 'strong_no');
    await assign(owner, member.membershipId, '*', own);
    const path = `/employer/applications/${own}`;
    const refused = [
      await send('GET', `${path}/ratings`, applicant),
      await rate(applicant, 'yes', own),
      await send('DELETE', `${path}/rating`, applicant),
      await assign(applicant, 'me', '*', own),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('own_application'));
    const seen = await read(applicant, own);
    expect([seen.rating, seen.assignment]).toEqual([undefined, undefined]);
    const moved = await send(
      'PATCH',
      path,
      { ...applicant, ifMatch: '"0"' },
      { stage: 'in_review', message: '' },
    );
    expect(moved.text).not.toMatch(/"rating"|"assignment"|Mika/);
    // As if it were not rated.
    expect(await listed(applicant, 'order=rating')).toEqual([applicationId, own]);
    expect(await listed(owner, 'order=rating')).toEqual([own, applicationId]);
    expect(await listed(applicant, `assignee=${member.membershipId}`)).toEqual([]);
    expect(await listed(applicant, 'assignee=none')).toContain(own);
    const { csv } = (await send('POST', '/employer/application_exports', applicant, {})).body;
    expect(csv).not.toMatch(/Mika|4\.00/);
    expect(csv).toContain('1.00,1,');
    expect((await send('POST', '/employer/application_exports', owner, {})).body.csv).toMatch(
      /4\.00,1,Mika Member/,
    );
  });
});

describe('the end of an evaluation', () => {
  const left = async () =>
    (
      await Promise.all(
        ['application_ratings', 'application_assignments'].map((table) =>
          system.database.query(`select from employer.${table} where application_id = $1`, [applicationId]),
        ),
      )
    ).flat();

  test('a withdrawal deletes it, at the same moment, too, and none is added', async () => {
    await assign(owner, member.membershipId);
    const [withdrawn, rated, assigned] = await Promise.all([
      send('DELETE', `/talent/applications/${applicationId}`, talent),
      rate(member, 'yes'),
      assign(member, 'me'),
    ]);
    expect([
      withdrawn.status,
      [200, 410].includes(rated.status),
      [200, 410].includes(assigned.status),
    ]).toEqual([204, true, true]);
    expect(await left()).toEqual([]);
    expect(await newsOf(member)).toEqual([]);
    expect((await rate(member, 'yes')).body.code).toBe('application_withdrawn');
    expect((await assign(member, 'me')).body.code).toBe('application_withdrawn');
    expect((await read(owner)).assignment).toBeUndefined();
  });

  test('G11: the deletion of the applicant’s account deletes it', async () => {
    await rate(owner, 'yes');
    await assign(owner, member.membershipId);
    await system.database.query('select identity.erase_user($1)', [talent.userId]);
    expect(await left()).toEqual([]);
  });
});
