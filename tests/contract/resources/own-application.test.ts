import {
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
let id: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  [owner, talent] = await Promise.all([
    makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    makePerson(system.database, { talent: 'active' }),
  ]);
  const [post] = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, kind, state, published_at)
     values ($1, 'Bell founder', 'full_time', 'published', now()) returning id`,
    [owner.companyId],
  );
  await send('PUT', '/talent/profiles/current', talent, {
    headline: 'Founder of bells',
    summary: 'Ten years.\nIn bronze.',
    skills: ['bronze', 'tuning'],
    location: 'Ghent',
    links: ['https://bells.example'],
  });
  const applied = await send('POST', `/talent/job_posts/${post?.id}/applications`, talent, {
    message: 'Hello.',
  });
  id = applied.body.id;
});
afterAll(() => system.stop());

const send = (method: string, path: string, { cookie }: { cookie: string }, body?: object) =>
  system.publicHost.request(`/api${path}`, {
    method,
    cookie,
    headers: { 'if-match': '*' },
    ...(body === undefined ? {} : { body }),
  });
const move = (stage: string, message = '') =>
  send('PATCH', `/employer/applications/${id}`, owner, { stage, message });
const own = (who = talent) => send('GET', `/talent/applications/${id}`, who);
const toldOf = async () => (await own()).body.events.map(({ kind, stage }: never) => stage ?? kind);

/** As if the minute in which a stage can be undone were over, and its mail were sent. */
async function passDelay(): Promise<void> {
  await system.database.query(
    `with events as (update identity.audit_events set at = at - interval '2 minutes' where subject_id = $1)
     update talent.application_messages set sent_at = sent_at - interval '2 minutes' where application_id = $1`,
    [id],
  );
  await system.database.query(
    'update identity.mail_outbox set sent_at = now() where topic = $1 and dropped_at is null',
    [id],
  );
}

describe('an own application', () => {
  test('has everything that was sent, also after the profile has changed', async () => {
    await send('PUT', '/talent/profiles/current', talent, {
      headline: 'Another',
      summary: '',
      skills: [],
      location: '',
      links: [],
    });
    const answer = await own();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        application: { id, job_post_title: 'Bell founder', stage: 'submitted', message: 'Hello.' },
        profile: {
          headline: 'Founder of bells',
          summary: 'Ten years.\nIn bronze.',
          skills: ['bronze', 'tuning'],
          location: 'Ghent',
          links: ['https://bells.example'],
        },
        events: [],
      },
    });
    const [listed] = (await send('GET', '/talent/applications', talent)).body.items;
    expect(answer.body.application).toEqual(listed);
  });

  test('has a stage with its message once a mail reports it, and no word of who made it', async () => {
    await move('interview', 'Come by on Monday.');
    expect(await toldOf()).toEqual([]);
    await passDelay();
    const answer = await own();
    expect(answer.body.events).toEqual([
      {
        kind: 'stage_reported',
        stage: 'interview',
        at: expect.any(String),
        message: 'Come by on Monday.',
      },
    ]);
    expect(answer.text).not.toContain('Test Person');
  });

  test('has no stage that can still be undone, however long its mail waits', async () => {
    await move('rejected', 'Not for us.');
    await system.database.query(
      "update identity.audit_events set at = at - interval '1 hour' where subject_id = $1",
      [id],
    );
    expect(await toldOf()).toEqual([]);
    expect((await send('DELETE', `/employer/applications/${id}/stage_change`, owner)).status).toBe(200);
    await passDelay();
    const answer = await own();
    expect([answer.body.events, answer.text.includes('Not for us')]).toEqual([[], false]);
  });

  test('has no message of a stage that sends no mail, and no note', async () => {
    await move('in_review', 'Between us.');
    await send('POST', `/employer/applications/${id}/notes`, owner, { text: 'A private note.' });
    await passDelay();
    const { body, text } = await own();
    expect(body.events).toEqual([]);
    expect(text).not.toMatch(/Between us|private note/);
  });

  test('has the answer to an offer with its message', async () => {
    await move('offer');
    await send('PUT', `/talent/applications/${id}/offer_answer`, talent, {
      answer: 'declined',
      message: 'No, thank you.',
    });
    expect((await own()).body.events).toMatchObject([
      { kind: 'offer_declined', message: 'No, thank you.' },
      { kind: 'stage_reported', stage: 'offer', message: '' },
    ]);
  });

  test('U17: that is withdrawn has nothing left but its dates', async () => {
    await move('interview', 'Come by on Monday.');
    await passDelay();
    await send('DELETE', `/talent/applications/${id}`, talent);
    expect((await own()).body).toMatchObject({
      application: { id, message: '', withdrawn_at: expect.any(String) },
      profile: { headline: '', summary: '', skills: [], location: '', links: [] },
      events: [],
    });
  });

  test('B1: is not found by another applicant, nor by the company', async () => {
    const other = await makePerson(system.database, { talent: 'active' });
    const member = await makeColleague(system.database, owner, 'member');
    expect((await own(other)).body.code).toBe('not_found');
    expect((await own(member)).status).toBe(403);
  });
});
