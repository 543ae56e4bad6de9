import {
  makeApplication,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pagesRead } from '#support/pages-read.ts';

/** Of one application: ratings, which its history does not show. */
const EVENTS = 50_000;
/** Of 8 kB. Without an index of their own, the events of the stages are found after hundreds. */
const FEW_PAGES = 100;

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
let applicationId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer', 'talent'] });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  talent = await makePerson(system.database, { talent: 'active' });
  applicationId = await makeApplication(system.database, {
    companyId: owner.companyId,
    userId: talent.userId,
  });
});
afterAll(() => system.stop());

const sql = <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
  system.database.query<Row>(text, values);
const send = (method: string, path: string, { cookie }: { cookie: string }, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });
const move = (stage: string, message = '') =>
  send('PATCH', `/employer/applications/${applicationId}`, owner, { stage, message });

describe('G1: an application that was rated very often', () => {
  beforeEach(async () => {
    expect((await move('in_review')).status).toBe(200);
    await sql(
      `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
       select 'user', $1, 'application.rating_changed', 'application', $2 from generate_series(1, $3)`,
      [owner.userId, applicationId, EVENTS],
    );
    // Others have changes of their stages, too.
    await sql(
      `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
       select 'user', $1, action, 'application', gen_random_uuid()
         from generate_series(1, $2), unnest(array['application.stage_changed', 'application.note_added']) action`,
      [owner.userId, EVENTS],
    );
    await sql('analyze identity.audit_events');
  });

  test.each([
    ['its history', 'identity.find_application_events($1)'],
    ['what its applicant sees of it', 'identity.find_stage_events($1)'],
    ['its last change', "identity.last_change($1, array['application.stage_changed'])"],
  ])('reads few pages for %s', async (_name, call) => {
    const read = { text: `select * from ${call}`, values: [applicationId] };
    expect(await pagesRead(system.database.ownerUrl, read)).toBeLessThan(FEW_PAGES);
  });

  test('keeps the history of its stages', async () => {
    const { body } = await send('GET', `/employer/applications/${applicationId}`, owner);
    expect(body.history).toMatchObject([{ stage: 'in_review' }]);
  });
});

describe('G1: what is deleted with a withdrawal is bounded', () => {
  test('an application keeps the newest 100 messages of its stages', async () => {
    await sql(
      `insert into talent.application_messages (application_id, sent_at, message)
       select $1, now() - n * interval '1 hour', 'message ' || n from generate_series(1, 150) n`,
      [applicationId],
    );
    expect((await move('interview', 'The newest')).status).toBe(200);
    const rows = await sql<{ message: string }>(
      'select message from talent.application_messages where application_id = $1 order by sent_at desc',
      [applicationId],
    );
    expect(rows).toHaveLength(100);
    expect([rows[0]?.message, rows[99]?.message]).toEqual(['The newest', 'message 99']);
  });
});
