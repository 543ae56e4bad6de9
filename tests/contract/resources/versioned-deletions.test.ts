import { describeEndpoints, wholeContract } from '@gatehouse/contract';
import {
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apiSender, type Sender } from '#support/api-sender.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let system: TestSystem;
let owner: TestPerson;
let colleague: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer'] });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  colleague = await makeColleague(system.database, owner);
  await system.database.query("update identity.users set name = 'Bela Two' where id = $1", [
    colleague.userId,
  ]);
});
afterAll(() => system.stop());

const send = apiSender(() => system);

/** What several members may change and delete, by the endpoint that deletes it. */
const DELETIONS = {
  'JobPostService.DeleteJobPost': {
    path: '/employer/job_posts',
    table: 'employer.job_posts',
    made: { title: 'Lamp lighter', kind: 'full_time' },
    edit: { title: 'By two' },
  },
  'MessageTemplateService.DeleteMessageTemplate': {
    path: '/employer/message_templates',
    table: 'employer.message_templates',
    made: { name: 'First', text: 'Hello.' },
    edit: { name: 'First', text: 'By two' },
  },
};

const deletions = describeEndpoints(wholeContract).filter(({ method }) => method === 'DELETE');

test('G9: a deletion of what several members edit needs a version; the other deletions are listed', () => {
  // A deletion that answers with a version changes what stays: versions.test.ts.
  const versioned = deletions.filter(({ if_match, hasEtag }) => if_match && !hasEtag);
  expect(versioned.map(({ id }) => id)).toEqual(Object.keys(DELETIONS));
  expect(deletions.filter(({ if_match }) => !if_match).map(({ id }) => id)).toEqual([
    'AccountDeletionService.DeleteAccountDeletion',
    'AdminPasskeyService.DeleteAdminPasskey',
    'AdminSessionService.DeleteCurrentAdminSession',
    'AdminSessionService.DeleteAdminSession',
    'AdministrationService.DeleteAdminUserSessions',
    'PasskeyService.DeletePasskey',
    'StaffAccountService.DeleteStaffRequest',
    'UserSessionService.DeleteCurrentUserSession',
    'UserSessionService.DeleteUserSession',
    'UserSessionService.DeleteOtherUserSessions',
    'ApplicationEvaluationService.DeleteApplicationRating',
    'ApplicationNoteService.DeleteApplicationNote',
    'InterviewService.DeleteInterview',
    'InvitationService.DeleteInvitation',
    'ApplicationMessageService.DeleteApplicationMessage',
    'OrgMembershipService.DeleteCurrentOrgMembership',
    'TalentApplicationService.DeleteApplication',
    'CvService.DeleteCurrentCv',
    'TalentMessageService.DeleteTalentMessage',
    'SavedJobPostService.DeleteSavedJobPost',
    'SavedSearchService.DeleteSavedSearch',
  ]);
});

describe.each(Object.entries(DELETIONS))('%s', (_, { path, table, made, edit }) => {
  const make = async (): Promise<{ id: string; etag: string }> =>
    (await send('POST', path, owner, made)).body;
  const remove = (id: string, ifMatch: string, { cookie }: Sender = owner) =>
    send('DELETE', `${path}/${id}`, { cookie, ifMatch });
  const change = (id: string, ifMatch: string) =>
    send('PATCH', `${path}/${id}`, { ...colleague, ifMatch }, edit);
  const stored = (id: string) => system.database.query(`select from ${table} where id = $1`, [id]);

  test('G9: deletes the version that its caller has seen', async () => {
    const { id, etag } = await make();
    expect(await remove(id, etag, colleague)).toMatchObject({ status: 204, text: '' });
    expect(await stored(id)).toEqual([]);
  });

  test('G9: without a version is refused and deletes nothing', async () => {
    const { id } = await make();
    const answer = await system.publicHost.request(`/api${path}/${id}`, {
      method: 'DELETE',
      cookie: owner.cookie,
      headers: { 'if-match': null },
    });
    expect(answer).toMatchObject({ status: 428, body: { code: 'precondition_required' } });
    expect(await stored(id)).toHaveLength(1);
  });

  test('G9: on an older version deletes nothing, and names the current one and who made it', async () => {
    const { id, etag } = await make();
    const changed = await change(id, etag);
    expect(changed.status).toBe(200);
    const refused = await remove(id, etag);
    expect(refused).toMatchObject({
      status: 412,
      body: {
        code: 'edit_conflict',
        conflict: {
          etag: changed.body.etag,
          current: { ...edit, etag: changed.body.etag },
          changed_by: 'Bela Two',
          changed_at: expect.any(String),
        },
      },
    });
    expect(await stored(id)).toHaveLength(1);
    expect((await remove(id, refused.body.conflict.etag)).status).toBe(204);
    expect(await stored(id)).toEqual([]);
  });

  test('G9: of a deletion and an edit of one version at the same moment exactly one is done', async () => {
    const { id, etag } = await make();
    const [both] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      // A read passes; what locks a row, or writes, waits.
      await holder.query(`lock table ${table} in exclusive mode`);
      const writes = Promise.all([remove(id, etag), change(id, etag)]);
      await isWaitedFor(holder, 2);
      return [writes];
    });
    const [deleted, edited] = await both;
    expect([
      [204, 404],
      [412, 200],
    ]).toContainEqual([deleted.status, edited.status]);
    expect(await stored(id)).toHaveLength(deleted.status === 204 ? 0 : 1);
  });
});

test('G9: a conflict with an edit that a deletion has waited for names who made it', async () => {
  const { id, etag } = (
    await send('POST', '/employer/message_templates', owner, { name: 'First', text: 'Hello.' })
  ).body;
  const [removal] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query(
      "update employer.message_templates set text = 'By two', changed_by = $2 where id = $1",
      [id, colleague.userId],
    );
    const waiting = send('DELETE', `/employer/message_templates/${id}`, {
      cookie: owner.cookie,
      ifMatch: etag,
    });
    await isWaitedFor(holder);
    return [waiting];
  });
  expect(await removal).toMatchObject({
    status: 412,
    body: { conflict: { current: { text: 'By two' }, changed_by: 'Bela Two' } },
  });
});
