import {
  makeApplication,
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { passStageDelay } from '#support/stage-delay.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
let id: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer', 'talent'] });
});
beforeEach(async () => {
  [owner, talent] = await Promise.all([
    makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    makePerson(system.database, { talent: 'active' }),
  ]);
  const postId = await makeJobPost(system.database, owner);
  await send('PUT', '/talent/profiles/current', talent, {
    headline: 'Founder of bells',
    summary: 'Ten years.\nIn bronze.',
    skills: ['bronze', 'tuning'],
    location: 'Ghent',
    links: ['https://bells.example'],
  });
  const applied = await send('POST', `/talent/job_posts/${postId}/applications`, talent, {
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
    body,
  });
const move = (stage: string, message = '') =>
  send('PATCH', `/employer/applications/${id}`, owner, { stage, message });
const own = (who = talent) => send('GET', `/talent/applications/${id}`, who);
const toldOf = async () => (await own()).body.events.map(({ kind, stage }: never) => stage ?? kind);

const undo = () => send('DELETE', `/employer/applications/${id}/stage_change`, owner);
const passDelay = () => passStageDelay(system.database, id);

/** What the applicant reads of the stage, its version included, in the list and on the application's page, which agree. */
async function seenStage() {
  const [listed] = (await send('GET', '/talent/applications', talent)).body.items;
  const { application, events } = (await own()).body;
  expect(application).toEqual(listed);
  const { stage, offer_is_open, offer_answer, updated_at, etag } = application;
  return { stage, offer_is_open, offer_answer, updated_at, etag, told: events.length };
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

  test.each(['interview', 'offer', 'rejected'])(
    'F9: does not show the stage %s while it can be undone, and shows it afterwards, when an undo is refused',
    async (stage) => {
      const before = await seenStage();
      expect(before).toMatchObject({ stage: 'submitted', offer_is_open: false });
      await move(stage);
      expect(await seenStage()).toEqual(before);
      expect((await undo()).status).toBe(200);
      expect(await seenStage()).toEqual(before);
      await move(stage);
      await passDelay();
      expect(await seenStage()).toMatchObject({ stage, offer_is_open: stage === 'offer', told: 1 });
      expect(await undo()).toMatchObject({ status: 409, body: { code: 'stage_change_final' } });
    },
  );

  test('F9: shows no stage between, and of several changes the last one', async () => {
    await move('interview');
    await passDelay();
    const before = await seenStage();
    expect(before.stage).toBe('interview');
    await move('rejected');
    await move('offer');
    expect(await seenStage()).toEqual(before);
    expect((await undo()).status).toBe(200);
    expect(await seenStage()).toEqual(before);
    await passDelay();
    expect((await seenStage()).stage).toBe('rejected');
  });

  test('F9: that goes back to the stage that the applicant sees shows no other time of it', async () => {
    await move('interview');
    await passDelay();
    const before = await seenStage();
    await move('rejected');
    await move('interview');
    expect(await seenStage()).toEqual(before);
  });

  test('shows a stage that sends no mail at once: it cannot be undone', async () => {
    await move('rejected');
    await move('in_review');
    expect((await seenStage()).stage).toBe('in_review');
  });

  test('F9: moved with others shows its stage after the minute, too', async () => {
    const [{ etag }] = (await send('GET', '/employer/applications', owner)).body.items;
    const moved = await send('POST', '/employer/application_moves', owner, {
      stage: 'rejected',
      items: [{ id, etag }],
    });
    expect(moved.body.items).toMatchObject([{ outcome: 'moved', is_undoable: true }]);
    expect((await seenStage()).stage).toBe('submitted');
    await passDelay();
    expect((await seenStage()).stage).toBe('rejected');
    const again = await send('POST', '/employer/application_move_undos', owner, {
      items: [{ id, etag: moved.body.items[0].etag }],
    });
    expect(again.body.items).toMatchObject([{ outcome: 'stage_change_final' }]);
  });

  test('F9: is final after its minute, however long its mail waits: the applicant has read the stage', async () => {
    await move('rejected', 'Not for us.');
    await passDelay();
    await system.database.query(
      `update identity.mail_outbox
          set next_attempt_at = now() + interval '1 hour', send_after = now() + interval '1 hour', created_at = now()
        where topic = $1`,
      [id],
    );
    const seen = await send('GET', `/employer/applications/${id}`, owner);
    expect([seen.body.undo_stage, typeof seen.body.mail_at]).toEqual([undefined, 'string']);
    expect(await seenStage()).toMatchObject({ stage: 'rejected', told: 1 });
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'stage_change_final' } });
  });

  test('F9: an undo that has to wait beyond its minute is refused: its commit could come after the stage is shown', async () => {
    await move('rejected');
    await system.database.query(
      `update talent.applications
          set updated_at = now() - interval '58.5 seconds', stage_seen_from = now() + interval '6.5 seconds'
        where id = $1`,
      [id],
    );
    const client = new pg.Client({ connectionString: system.database.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select from identity.notifications where user_id = $1 for update', [talent.userId]);
      const undone = undo();
      await waitFor(async () => {
        const [row] = await system.database.query<{ is_over: boolean }>(
          "select clock_timestamp() > updated_at + interval '60.2 seconds' as is_over from talent.applications where id = $1",
          [id],
        );
        return row?.is_over === true ? true : undefined;
      });
      await client.query('rollback');
      expect(await undone).toMatchObject({ status: 409, body: { code: 'stage_change_final' } });
    } finally {
      await client.end();
    }
    const seen = await send('GET', `/employer/applications/${id}`, owner);
    expect(seen.body.stage).toBe('rejected');
  });

  test('F9: an export has the stage that the applicant sees, and no message with a stage that was not reported', async () => {
    const exported = async () => {
      const [row] = await system.database.query<{ of: Record<string, { rows: never[] }> }>(
        'select identity.data_export_of($1) as of',
        [talent.userId],
      );
      const [application] = row?.of['talent.applications']?.rows ?? [];
      return {
        application,
        messages: row?.of['talent.application_messages']?.rows,
        news: row?.of['identity.notifications']?.rows.map(({ value }) => value).toSorted(),
        mails: row?.of['identity.mail_outbox']?.rows.length,
      };
    };
    await move('rejected');
    expect(await exported()).toMatchObject({ news: [], mails: 0 });
    await undo();
    expect(await exported()).toMatchObject({ news: [], mails: 0 });
    await move('interview', 'Come by.');
    await passDelay();
    await move('in_review', 'Between us.');
    await passDelay();
    await move('rejected', 'Not for us.');
    const { updated_at, ...before } = await seenStage();
    const { application, messages } = await exported();
    expect(application).toMatchObject({ stage: 'in_review' });
    expect(Date.parse((application as { updated_at: string } | undefined)?.updated_at ?? '')).toBe(
      Date.parse(updated_at),
    );
    expect(messages).toMatchObject([{ message: 'Come by.' }]);
    await undo();
    await passDelay();
    expect(before).toMatchObject({ stage: 'in_review' });
    expect((await exported()).messages).toMatchObject([{ message: 'Come by.' }]);
    await move('rejected', 'At last.');
    await passDelay();
    expect(await exported()).toMatchObject({
      messages: [{ message: 'Come by.' }, { message: 'At last.' }],
      news: ['interview', 'rejected'],
    });
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
    await passDelay();
    await send('PUT', `/talent/applications/${id}/offer_answer`, talent, {
      answer: 'declined',
      message: 'No, thank you.',
    });
    expect((await own()).body.events).toMatchObject([
      { kind: 'offer_declined', message: 'No, thank you.' },
      { kind: 'stage_reported', stage: 'offer', message: '' },
    ]);
  });

  test('has its interviews among its stages, newest first, and none of another own application', async () => {
    const other = await makeApplication(system.database, {
      companyId: owner.companyId,
      userId: talent.userId,
      title: 'Caulker',
    });
    const propose = (application: string, note: string) =>
      send('POST', `/employer/applications/${application}/interviews`, owner, {
        starts: [new Date(Date.now() + 86_400_000).toISOString()],
        time_zone: 'Europe/Berlin',
        duration_minutes: 45,
        place: 'Pier 4',
        note,
      });
    await move('interview');
    await passDelay();
    expect((await propose(id, 'Bring bells.')).status).toBe(201);
    expect((await propose(other, 'Bring oakum.')).status).toBe(201);
    await move('offer');
    await passDelay();
    // Between the two stages, which are now 132 and 66 seconds old.
    await system.database.query(
      "update talent.interviews set proposed_at = proposed_at - interval '100 seconds' where application_id = $1",
      [id],
    );
    expect((await own()).body.events).toMatchObject([
      { kind: 'stage_reported', stage: 'offer' },
      { kind: 'interview_proposed', message: 'Bring bells.' },
      { kind: 'stage_reported', stage: 'interview' },
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

describe('the job post of an own application', () => {
  const change = (table: 'job_posts' | 'companies', assignments: string) =>
    system.database.query(
      `update employer.${table} t set ${assignments} from talent.applications a
        where a.id = $1 and t.id = ${table === 'job_posts' ? 'a.job_post_id' : 'a.company_id'}`,
      [id],
    );

  test.each([
    ['published', 'updated_at = now()'],
    ['closed', "state = 'closed'"],
    ['expired', "expires_on = current_date - 2, languages = array['de']"],
  ])('is read with it while it is %s', async (_state, assignments) => {
    await change('job_posts', "description = 'Cast **bells**.', remote_mode = 'remote'");
    await change('job_posts', assignments);
    const { application, job_post } = (await own()).body;
    expect(job_post).toMatchObject({
      id: application.job_post_id,
      title: 'Bell founder',
      description: 'Cast **bells**.',
      terms: { remote_mode: 'remote' },
      company: { id: owner.companyId },
    });
    // No copy: as the company changes it.
    await change('job_posts', "description = 'Cast bells and **tune** them.'");
    expect((await own()).body.job_post.description).toBe('Cast bells and **tune** them.');
  });

  test('is that of this application, and not of another own one', async () => {
    const other = await makeApplication(system.database, {
      companyId: owner.companyId,
      userId: talent.userId,
      title: 'Caulker',
    });
    const titleOf = async (application = '') =>
      (await send('GET', `/talent/applications/${application}`, talent)).body.job_post.title;
    expect([await titleOf(id), await titleOf(other)]).toEqual(['Bell founder', 'Caulker']);
  });

  test.each([
    ['it is hidden', 'job_posts', "hidden_at = now(), hidden_reason = 'Spam.'"],
    ['it is hidden and closed', 'job_posts', "state = 'closed', hidden_at = now(), hidden_reason = 'Spam.'"],
    ['it is a draft', 'job_posts', "state = 'draft'"],
    [
      'its company is disabled',
      'companies',
      "condition = 'disabled', disabled_reason = 'x', disabled_at = now(), updated_at = now()",
    ],
    ['its company waits for its review', 'companies', "review_state = 'pending'"],
  ] as const)('B1: is not read while %s', async (_state, table, assignments) => {
    await change('job_posts', "description = 'Cast bells.'");
    expect((await own()).body.job_post).toMatchObject({ description: 'Cast bells.' });
    await change(table, assignments);
    const answer = await own();
    expect(answer.body).toMatchObject({ application: { id } });
    expect(answer.body).not.toHaveProperty('job_post');
    expect(answer.text).not.toContain('Cast bells.');
  });

  test('B1: is not read of a withdrawn application, nor by another applicant of the same post', async () => {
    await change('job_posts', "state = 'closed', description = 'Cast bells.'");
    const other = await makePerson(system.database, { talent: 'active' });
    await system.database.query(
      `insert into talent.applications (job_post_id, company_id, user_id)
       select job_post_id, company_id, $2 from talent.applications where id = $1`,
      [id, other.userId],
    );
    const answer = await own(other);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect(answer.text).not.toContain('Cast bells.');
    expect((await own()).text).toContain('Cast bells.');
    expect((await send('DELETE', `/talent/applications/${id}`, talent)).status).toBe(204);
    const withdrawn = await own();
    expect(withdrawn.body.application.withdrawn_at).toEqual(expect.any(String));
    expect(withdrawn.body).not.toHaveProperty('job_post');
  });
});
