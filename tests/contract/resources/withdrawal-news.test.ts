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

let system: TestSystem;
let owner: TestPerson;
let assignee: TestPerson;
let proposer: TestPerson;
let talent: TestPerson;
let id: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'employer', 'talent'] });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  [assignee, proposer, talent] = await Promise.all([
    makeColleague(system.database, owner, 'member'),
    makeColleague(system.database, owner, 'member'),
    makePerson(system.database, { talent: 'active' }),
  ]);
  id = await apply(talent);
});
afterAll(() => system.stop());

/** An application at the company. */
const apply = ({ userId }: TestPerson) =>
  makeApplication(system.database, { companyId: owner.companyId, userId });

const send = apiSender(() => system);
const DAY_MILLIS = 86_400_000;
const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MILLIS).toISOString();
const withdraw = (application = id, who = talent) =>
  send('DELETE', `/talent/applications/${application}`, who);
const assign = (who: TestPerson) =>
  send('PUT', `/employer/applications/${id}/assignment`, owner, { assignee: who.membershipId });
/** @returns the id of the interview. */
async function propose(who: TestPerson, start = inDays(2)): Promise<string> {
  const fields = { time_zone: 'Europe/Berlin', duration_minutes: 45, place: 'Pier 4', note: '' };
  const { status, body } = await send('POST', `/employer/applications/${id}/interviews`, who, {
    ...fields,
    starts: [start],
  });
  expect(status).toBe(201);
  return body.id;
}
const answer = (interview: string, accepted_start: string) =>
  send('PUT', `/talent/interviews/${interview}/answer`, talent, { accepted_start, message: '' });
const newsFor = async (who: TestPerson) =>
  (await send('GET', '/identities/users/current/notifications', who)).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'application_withdrawn',
  );
const revoke = (who: TestPerson) =>
  send('PATCH', `/employer/org_memberships/${who.membershipId}`, owner, { status: 'revoked' });

describe('a withdrawal', () => {
  test('notifies the assignee alone, without a word of the applicant', async () => {
    const stranger = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await system.database.query("update identity.users set name = 'Ada Applicant' where id = $1", [
      talent.userId,
    ]);
    await assign(assignee);
    const before = (await send('GET', '/identities/users/current/notifications', talent)).body.items;
    expect((await withdraw()).status).toBe(204);
    const news = await newsFor(assignee);
    expect(news).toMatchObject([
      { value: '', subject_id: id, is_read: false, job_post_title: 'Bell founder' },
    ]);
    expect(JSON.stringify(news)).not.toContain('Ada');
    for (const who of [owner, proposer, stranger]) expect(await newsFor(who)).toEqual([]);
    expect((await send('GET', '/identities/users/current/notifications', talent)).body.items).toEqual(before);
    // The page that the notification leads to.
    const { body: page } = await send('GET', `/employer/applications/${id}`, assignee);
    expect(page).toMatchObject({ id, withdrawn_at: expect.any(String), applicant: { name: '' } });
  });

  test.each([
    ['proposed', async () => void (await propose(proposer))],
    [
      'accepted',
      async () => {
        const start = inDays(2);
        expect((await answer(await propose(proposer, start), start)).status).toBe(200);
      },
    ],
  ])('notifies the member whose interview is %s, once, though the assignee, too', async (_state, arrange) => {
    await arrange();
    await assign(proposer);
    await withdraw();
    expect(await newsFor(proposer)).toMatchObject([{ subject_id: id, job_post_title: 'Bell founder' }]);
    for (const who of [owner, assignee]) expect(await newsFor(who)).toEqual([]);
  });

  test.each([
    ['declined', async () => void (await answer(await propose(proposer), ''))],
    [
      'cancelled',
      async () => void (await send('DELETE', `/employer/interviews/${await propose(proposer)}`, owner)),
    ],
    [
      'over',
      async () => {
        const start = inDays(2);
        await answer(await propose(proposer, start), start);
        await system.database.query(
          `update talent.interviews set starts = array[now() - interval '1 hour'], accepted_start = now() - interval '1 hour'
            where application_id = $1`,
          [id],
        );
      },
    ],
    [
      'proposed for times that are over',
      async () => {
        await propose(proposer);
        await system.database.query(
          "update talent.interviews set starts = array[now() - interval '1 hour'] where application_id = $1",
          [id],
        );
      },
    ],
  ])('does not notify of an interview that is %s', async (_state, arrange) => {
    await arrange();
    await withdraw();
    expect(await newsFor(proposer)).toEqual([]);
  });

  test('of another application notifies neither the assignee nor the proposer of this one', async () => {
    await assign(assignee);
    await propose(proposer);
    const other = await makePerson(system.database, { talent: 'active' });
    expect((await withdraw(await apply(other), other)).status).toBe(204);
    for (const who of [assignee, proposer]) expect(await newsFor(who)).toEqual([]);
  });

  test('G2: notifies no revoked member, and a member loses it with the membership', async () => {
    await assign(assignee);
    await propose(proposer);
    await revoke(proposer);
    await withdraw();
    expect(await newsFor(assignee)).toHaveLength(1);
    await revoke(assignee);
    const left = await system.database.query(
      "select from identity.notifications where kind = 'application_withdrawn' and subject_id = $1",
      [id],
    );
    expect(left).toEqual([]);
  });

  test('S3: names nothing of a company that staff have disabled', async () => {
    await assign(assignee);
    await withdraw();
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect(await newsFor(assignee)).toMatchObject([{ company_name: '', job_post_title: '' }]);
  });

  test('that is refused notifies no member', async () => {
    await assign(assignee);
    const other = await makePerson(system.database, { talent: 'active' });
    expect((await withdraw(id, other)).status).toBe(404);
    await system.database.query("update talent.applications set stage = 'offer' where id = $1", [id]);
    await system.database.query("update talent.applications set offer_answer = 'accepted' where id = $1", [
      id,
    ]);
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'offer_accepted' } });
    expect(await newsFor(assignee)).toEqual([]);
  });
});
