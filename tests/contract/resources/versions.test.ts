import { describeEndpoints, wholeContract } from '@gatehouse/contract';
import { makeAdmin, makeColleague, makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { type VersionedResource, versionedResources } from '#support/versioned-resources.ts';

const endpoints = describeEndpoints(wholeContract);
// After a deletion there is no version: versioned-deletions.test.ts.
const conditional = endpoints.filter(({ if_match, hasEtag }) => if_match && hasEtag).map(({ id }) => id);

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

async function make(id: string): Promise<VersionedResource> {
  const maker = versionedResources(system)[id];
  if (maker === undefined) throw new Error(`${id} needs a maker in tests/support/versioned-resources.ts`);
  return maker();
}

/** The transactions that wrote the rows of a table, and the number of events. */
const written = (table: string) =>
  system.database.query(
    `select (select string_agg(t.xmin::text, ' ' order by t.xmin::text) from ${table} t) as writers,
            (select count(*)::int from identity.audit_events) as events`,
  );

test('G9: every PUT and PATCH needs a version, but those of the caller’s own name, password, passkeys, notifications, ratings, CV, saved jobs and searches, what was read, and the answer to an interview', () => {
  const changes = endpoints.filter(({ method }) => method === 'PUT' || method === 'PATCH');
  expect(changes.filter(({ if_match }) => !if_match).map(({ id }) => id)).toEqual([
    'AdminPasskeyService.UpdateAdminPasskey',
    'NotificationService.MarkNotificationsRead',
    'NotificationService.MarkNotificationRead',
    'PasskeyService.UpdatePasskey',
    'UserService.UpdateCurrentUser',
    'UserService.UpdateCurrentUserPassword',
    'ApplicationEvaluationService.UpdateApplicationRating',
    'ApplicationMessageService.MarkApplicationMessagesRead',
    'CvService.UpdateCurrentCv',
    'TalentInterviewService.UpdateInterviewAnswer',
    'TalentMessageService.MarkTalentMessagesRead',
    'SavedJobPostService.SaveJobPost',
    'SavedSearchService.UpdateSavedSearch',
  ]);
  expect(Object.keys(versionedResources(system)).toSorted()).toEqual(conditional.toSorted());
});

describe.each(conditional)('%s', (id) => {
  test.each([
    [0, 1],
    [1, 0],
  ] as const)(
    'G9 U8: after a change by editor %i, one by editor %i on the older version is refused, and done on the new one',
    async (first, second) => {
      const { change, editors, etag, result } = await make(id);
      const seen = [await etag(0), await etag(1)] as const;
      const done = await change(first, seen[first]);
      expect(done).toMatchObject({ status: 200, body: result(first) });
      expect(done.headers.etag).toBe(done.body.etag);
      const after = [await etag(0), await etag(1)] as const;
      expect(after[first]).toBe(done.body.etag);
      for (const editor of [0, 1] as const) expect(after[editor]).not.toBe(seen[editor]);

      const refused = await change(second, seen[second]);
      expect(refused).toMatchObject({
        status: 412,
        body: {
          code: 'edit_conflict',
          conflict: {
            etag: after[second],
            current: { ...result(first), etag: after[second] },
            changed_by: editors[first].name,
            changed_at: expect.any(String),
          },
        },
      });
      expect(await etag(second)).toBe(after[second]);
      expect((await change(second, refused.body.conflict.etag)).status).toBe(200);
    },
  );

  test('G9 U8: of two changes at the same moment exactly one is done', async () => {
    const { change, etag, isQueued, result, table } = await make(id);
    const seen = [await etag(0), await etag(1)] as const;
    const [both] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      // A read passes; what locks a row, or writes, waits.
      await holder.query(`lock table ${table} in exclusive mode`);
      const changes = Promise.all([change(0, seen[0]), change(1, seen[1])]);
      await isWaitedFor(holder, isQueued ? 1 : 2);
      return [changes];
    });
    const answers = await both;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const winner = answers[0].status === 200 ? 0 : 1;
    expect(answers[winner].body).toMatchObject(result(winner));
    expect(answers[1 - winner]?.body.conflict.current).toMatchObject(result(winner));
    expect(await etag(winner)).toBe(answers[winner].body.etag);
  });

  test('G9: without a version it is refused and changes nothing', async () => {
    const { change, etag } = await make(id);
    const seen = await etag(0);
    expect(await change(0, null)).toMatchObject({ status: 428, body: { code: 'precondition_required' } });
    expect(await etag(0)).toBe(seen);
  });

  test.each(['"0"', 'W/"1"', '1', '""', '"1'])('G9: %s names no version', async (ifMatch) => {
    const { change, etag } = await make(id);
    const seen = await etag(0);
    const tag = ifMatch.replace('1', seen.slice(1, -1));
    expect(await change(0, tag)).toMatchObject({ status: 412, body: { code: 'edit_conflict' } });
    expect(await etag(0)).toBe(seen);
  });

  test('G6: the same change again writes no row and audits nothing', async () => {
    const { change, etag, table } = await make(id);
    expect((await change(0, await etag(0))).status).toBe(200);
    const before = await written(table);
    const [seen, again] = [await etag(0), await change(0, '*')];
    // An answer to an offer and an undo are given once.
    expect([200, 409]).toContain(again.status);
    expect(await etag(0)).toBe(seen);
    expect(await written(table)).toEqual(before);
  });

  test('G9: * is any version, and a list may name the current one', async () => {
    const one = await make(id);
    expect((await one.change(0, '*')).status).toBe(200);
    const two = await make(id);
    expect((await two.change(0, `"0", ${await two.etag(0)}`)).status).toBe(200);
  });
});

describe('a version', () => {
  const owner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const company = (cookie: string, method: string, options: object = {}) =>
    system.publicHost.request('/api/employer/companies/current', { method, cookie, ...options });

  test('G9: is required after the rule, so that a refused caller learns nothing', async () => {
    const { cookie } = await makePerson(system.database);
    const answer = await company(cookie, 'PATCH', { body: {}, headers: { 'if-match': null } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'org_membership_required' } });
  });

  test('G9: stays when a save changes nothing', async () => {
    const { cookie } = await owner();
    const before = (await company(cookie, 'GET')).body;
    const saved = await company(cookie, 'PATCH', {
      body: { name: before.name, about: before.about },
      headers: { 'if-match': before.etag },
    });
    expect(saved).toMatchObject({ status: 200, body: { etag: before.etag } });
  });

  test('G9: is a new one after a write of the release before, which knows none', async () => {
    const { cookie, companyId } = await owner();
    const { etag } = (await company(cookie, 'GET')).body;
    const client = new pg.Client({ connectionString: system.database.roleUrl('employer_service') });
    await client.connect();
    await client.query("update employer.companies set about = 'Old pod', updated_at = now() where id = $1", [
      companyId,
    ]);
    await client.end();
    const refused = await company(cookie, 'PATCH', {
      body: { about: 'New pod' },
      headers: { 'if-match': etag },
    });
    expect(refused).toMatchObject({
      status: 412,
      body: { conflict: { current: { about: 'Old pod' }, changed_by: '' } },
    });
    expect(refused.body.conflict.changed_at).toBeUndefined();
  });

  test('G9: a user does not learn which admin made it', async () => {
    const one = await owner();
    const colleague = await makeColleague(system.database, one);
    const path = `/api/employer/org_memberships/${colleague.membershipId}`;
    const { cookie } = await makeAdmin(system.database, 'operator');
    await system.teamHost.request(`/api/identities/admin/org_memberships/${colleague.membershipId}/status`, {
      method: 'PUT',
      cookie,
      body: { status: 'revoked', reason: 'x' },
    });
    const refused = await system.publicHost.request(path, {
      method: 'PATCH',
      cookie: one.cookie,
      body: { role: 'member' },
      headers: { 'if-match': '"1"' },
    });
    expect(refused).toMatchObject({
      status: 412,
      body: {
        conflict: {
          changed_by: 'Gatehouse staff',
          current: { status: 'revoked', revoked_by: 'staff' },
        },
      },
    });
  });

  test('G1 G9: no change by an owner makes the staff’s revocation refer to an older version', async () => {
    const one = await owner();
    const colleague = await makeColleague(system.database, one);
    const { cookie } = await makeAdmin(system.database, 'operator');
    const detail = await system.teamHost.request(`/api/identities/admin/companies/${one.companyId}`, {
      cookie,
    });
    const member = detail.body.members.find(({ id }: { id: string }) => id === colleague.membershipId);
    for (const body of [{ role: 'member' }, { status: 'revoked' }, { status: 'active' }]) {
      const path = `/api/employer/org_memberships/${colleague.membershipId}`;
      const answer = await system.publicHost.request(path, { method: 'PATCH', cookie: one.cookie, body });
      expect(answer.status).toBe(200);
    }
    expect((await company(one.cookie, 'PATCH', { body: { name: 'Renamed', about: 'x' } })).status).toBe(200);
    const put = (path: string, etag: string, body: object) =>
      system.teamHost.request(`/api/identities/admin/${path}`, {
        method: 'PUT',
        cookie,
        body: { ...body, reason: 'x' },
        headers: { 'if-match': etag },
      });
    expect(
      await put(`org_memberships/${member.id}/status`, member.etag, { status: 'revoked' }),
    ).toMatchObject({ status: 200, body: { revoked_by: 'staff' } });
    expect(
      await put(`companies/${one.companyId}/condition`, detail.body.company.etag, { condition: 'disabled' }),
    ).toMatchObject({ status: 200, body: { condition: 'disabled' } });
  });
});
