import type { ApplicationStage } from '@gatehouse/contract';
import {
  makeApplication,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  talent = await makePerson(system.database, { talent: 'active' });
});
afterAll(() => system.stop());

const SOON = "now() + interval '1 day'";
const OVER = "now() - interval '1 minute'";

/** Sends an application of the talent in a stage. */
const apply = (stage: ApplicationStage = 'submitted') =>
  makeApplication(system.database, { companyId: owner.companyId, userId: talent.userId, stage });

const propose = (id: string, start: string, state = 'proposed') =>
  system.database.query(
    `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, state)
     values ($1, $2, array[${OVER}, ${start}], 'UTC', 30, '', '', $3)`,
    [id, owner.userId, state],
  );

const write = (id: string, delivered: string) =>
  system.database.query(
    `insert into talent.messages (application_id, side, author_id, text, delivered_at)
     values ($1, 'company', $2, 'Hello.', ${delivered})`,
    [id, owner.userId],
  );

const list = async (query: string) =>
  (await system.publicHost.request(`/api/talent/applications?${query}`, { cookie: talent.cookie })).body;

const waiting = async (): Promise<string[]> =>
  (await list('is_waiting=true')).items.map(({ id }: { id: string }) => id);

describe('what waits for an applicant', () => {
  test('is an open offer, proposed interview times or an unread message, newest application first', async () => {
    const offer = await apply('offer');
    const message = await apply();
    const interview = await apply('interview');
    await apply('in_review');
    await write(message, OVER);
    await propose(interview, SOON);
    expect(await waiting()).toEqual([interview, message, offer]);
    expect((await list('')).items).toHaveLength(4);
    expect((await list('is_waiting=false')).items).toHaveLength(4);
  });

  test('is found however many of a page were sent since, and read in pages', async () => {
    const offers = [await apply('offer'), await apply('offer')];
    for (let sent = 0; sent < 25; sent++) await apply();
    const first = await list('is_waiting=true&limit=1');
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual([offers[1]]);
    const second = await list(`is_waiting=true&limit=1&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual([offers[0]]);
    expect(second.next_cursor).toBe('');
  });

  test('G6: is looked for among the newest 1,000 applications: no request reads all that an account has sent', async () => {
    const [oldest, old] = [await apply('offer'), await apply('offer')];
    await system.database.query(
      `with posts as (
         insert into employer.job_posts (company_id, title, kind, state, published_at)
         select $1, 'Bell founder', 'full_time', 'published', now() from generate_series(1, 998) returning id
       )
       insert into talent.applications (job_post_id, company_id, user_id, message)
       select id, $1, $2, 'Hello.' from posts`,
      [owner.companyId, talent.userId],
    );
    expect(await waiting()).toEqual([old, oldest]);
    const newest = await apply('offer');
    expect(await waiting()).toEqual([newest, old]);
  });

  test('is no interview that is answered, cancelled or over, and no message that is not delivered', async () => {
    for (const state of ['declined', 'cancelled']) await propose(await apply(), SOON, state);
    await propose(await apply(), OVER);
    await write(await apply(), SOON);
    expect(await waiting()).toEqual([]);
  });

  test('is neither an offer nor an interview of a company that is disabled', async () => {
    await apply('offer');
    await propose(await apply(), SOON);
    expect(await waiting()).toHaveLength(2);
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect(await waiting()).toEqual([]);
  });

  test('is never an application of another applicant', async () => {
    await apply('offer');
    talent = await makePerson(system.database, { talent: 'active' });
    expect(await waiting()).toEqual([]);
  });
});

test('an own application reports interview times that its applicant can answer', async () => {
  const id = await apply();
  const reported = async () => {
    const details = await system.publicHost.request(`/api/talent/applications/${id}`, {
      cookie: talent.cookie,
    });
    const [listed] = (await list('')).items;
    expect(details.body.application).toEqual(listed);
    return listed.has_proposed_interview;
  };
  expect(await reported()).toBe(false);
  await propose(id, SOON);
  expect(await reported()).toBe(true);
  await system.database.query("update talent.interviews set state = 'cancelled' where application_id = $1", [
    id,
  ]);
  expect(await reported()).toBe(false);
});
