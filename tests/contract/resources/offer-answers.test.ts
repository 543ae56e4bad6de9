import {
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { apiSender } from '#support/api-sender.ts';
import { passStageDelay } from '#support/stage-delay.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
let id: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'employer', 'talent'] });
});
beforeEach(async () => {
  [owner, talent] = await Promise.all([
    makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    makePerson(system.database, { talent: 'active' }),
  ]);
  const postId = await makeJobPost(system.database, owner);
  const applied = await send('POST', `/talent/job_posts/${postId}/applications`, talent, {
    message: 'Hello.',
  });
  id = applied.body.id;
});
afterAll(() => system.stop());

const send = apiSender(() => system);
const move = (stage: string) => send('PATCH', `/employer/applications/${id}`, owner, { stage });
/** An offer that the applicant sees: its minute is over. */
const offer = async () => {
  await move('offer');
  await passStageDelay(system.database, id);
};
const answer = (value: string, message = '', ifMatch = '*') =>
  send('PUT', `/talent/applications/${id}/offer_answer`, { ...talent, ifMatch }, { answer: value, message });
const own = async () => (await send('GET', '/talent/applications', talent)).body.items[0];
const seen = async () => (await send('GET', `/employer/applications/${id}`, owner)).body;
const withdraw = () => send('DELETE', `/talent/applications/${id}`, talent);
const undo = () => send('DELETE', `/employer/applications/${id}/stage_change`, owner);
const newsFor = async ({ cookie }: TestPerson) =>
  (await send('GET', '/identities/users/current/notifications', { cookie })).body.items
    .filter(({ kind }: { kind: string }) => kind === 'offer_answered')
    .map(({ value, subject_id, job_post_title }: Record<string, string>) => [
      value,
      subject_id,
      job_post_title,
    ]);
const messages = () =>
  system.database.query('select message from talent.application_messages where application_id = $1', [id]);

describe('the members', () => {
  test.each(['accepted', 'declined'])(
    'G10: are notified when an offer is %s, and the applicant is not',
    async (value) => {
      const member = await makeColleague(system.database, owner, 'member');
      const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
      await offer();
      expect(await newsFor(owner)).toEqual([]);
      await answer(value);
      for (const who of [owner, member]) expect(await newsFor(who)).toEqual([[value, id, 'Bell founder']]);
      for (const who of [talent, other]) expect(await newsFor(who)).toEqual([]);
      // The end of an offer is no answer to it.
      await move('interview');
      await offer();
      expect(await newsFor(owner)).toHaveLength(1);
    },
  );

  test('are notified of each answer, also while they have not read the one before', async () => {
    const ids: string[] = [];
    for (const stage of ['interview', 'in_review']) {
      await offer();
      await answer('declined');
      expect(await newsFor(owner)).toEqual([['declined', id, 'Bell founder']]);
      const stored = await system.database.query<{ id: string }>(
        "select id from identity.notifications where user_id = $1 and kind = 'offer_answered' and mail_at is not null",
        [owner.userId],
      );
      ids.push(...stored.map(({ id }) => id));
      await move(stage);
    }
    expect(new Set(ids).size).toBe(2);
  });

  test('G2: lose it with their membership, and with the application', async () => {
    const member = await makeColleague(system.database, owner, 'member');
    await offer();
    await answer('declined');
    await system.database.query("update employer.org_memberships set status = 'revoked' where user_id = $1", [
      member.userId,
    ]);
    expect(await newsFor(member)).toEqual([]);
    expect(await newsFor(owner)).toHaveLength(1);
    await withdraw();
    expect(await newsFor(owner)).toEqual([]);
    const left = await system.database.query(
      "select from identity.notifications where kind = 'offer_answered' and subject_id = $1",
      [id],
    );
    expect(left).toEqual([]);
  });
});

describe('an offer', () => {
  test.each(['accepted', 'declined'])(
    'is %s once, and the company sees it with the message',
    async (value) => {
      expect(await own()).toMatchObject({ stage: 'submitted', offer_is_open: false });
      await offer();
      const { etag, offer_is_open, offer_answer } = await own();
      expect([offer_is_open, offer_answer]).toEqual([true, undefined]);
      const answered = await answer(value, '  Thank you.\n', etag);
      expect(answered).toMatchObject({
        status: 200,
        body: { id, stage: 'offer', offer_answer: value, offer_is_open: false },
      });
      expect(answered.headers.etag).not.toBe(etag);
      expect(await own()).toEqual(answered.body);
      expect(await seen()).toMatchObject({
        stage: 'offer',
        offer_answer: value,
        timeline: [
          { kind: `offer_${value}`, actor_name: 'Test Person', message: 'Thank you.' },
          { kind: 'stage_changed', stage: 'offer', actor_name: 'Test Person' },
        ],
        history: [{ stage: 'offer' }],
      });
      const list = await send('GET', '/employer/applications', owner);
      expect(list.body.items[0].offer_answer).toBe(value);
      const events = await system.database.query(
        'select action, actor_id, change from identity.audit_events where subject_id = $1 order by id desc limit 1',
        [id],
      );
      expect(events).toEqual([{ action: `application.offer_${value}`, actor_id: talent.userId, change: '' }]);
      expect(await answer('accepted')).toMatchObject({ status: 409, body: { code: 'offer_not_open' } });
    },
  );

  test.each(['submitted', 'in_review', 'interview', 'rejected'])(
    'is not open in the stage %s',
    async (stage) => {
      if (stage !== 'submitted') await move(stage);
      expect(await answer('accepted')).toMatchObject({ status: 409, body: { code: 'offer_not_open' } });
      expect(await seen()).toMatchObject({ stage });
    },
  );

  test('is not open while the company is disabled, nor after a withdrawal', async () => {
    await offer();
    const set = (condition: string) =>
      system.database.query('update employer.companies set condition = $2 where id = $1', [
        owner.companyId,
        condition,
      ]);
    await set('disabled');
    expect((await own()).offer_is_open).toBe(false);
    expect((await answer('accepted')).body.code).toBe('offer_not_open');
    await set('active');
    expect((await withdraw()).status).toBe(204);
    expect((await own()).offer_is_open).toBe(false);
    expect((await answer('accepted')).body.code).toBe('offer_not_open');
  });

  test('of another applicant is not found', async () => {
    await offer();
    const other = await makePerson(system.database, { talent: 'active' });
    const path = `/talent/applications/${id}/offer_answer`;
    expect((await send('PUT', path, other, { answer: 'accepted' })).status).toBe(404);
    expect((await seen()).offer_answer).toBeUndefined();
  });

  test.each(['unspecified', 'maybe', ''])('cannot be answered with %j', async (value) => {
    await offer();
    expect(await answer(value)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test('G9: that the company has ended meanwhile is a conflict, which names the company and no member', async () => {
    await offer();
    const { etag } = await own();
    await move('rejected');
    await passStageDelay(system.database, id);
    const refused = await answer('accepted', 'Yes!', etag);
    expect(refused).toMatchObject({
      status: 412,
      body: { conflict: { current: { stage: 'rejected' }, changed_by: expect.stringMatching(/^Company /) } },
    });
    expect(refused.text).not.toContain('Test Person');
    expect(await messages()).toEqual([]);
  });

  test.each(['in the minute of the change', 'after its undoing'])(
    'F9: a conflict tells of no change that the applicant does not see, %s',
    async (when) => {
      await move('in_review');
      const before = await own();
      await move('rejected');
      if (when === 'after its undoing') expect((await undo()).status).toBe(200);
      const { status, body, text } = await answer('declined', '', '"unknown"');
      expect([status, body.conflict.current]).toEqual([412, before]);
      expect(body.conflict.changed_at).toBe(before.updated_at);
      expect(text).not.toContain('Test Person');
    },
  );

  test('G9: that the applicant has answered in another window is a conflict, which names the applicant', async () => {
    await offer();
    const { etag } = await own();
    expect((await answer('declined')).status).toBe(200);
    expect(await messages()).toEqual([]);
    expect(await answer('accepted', 'Yes!', etag)).toMatchObject({
      status: 412,
      body: {
        conflict: {
          current: { offer_answer: 'declined' },
          changed_by: 'Test Person',
          changed_at: expect.stringMatching(/Z$/),
        },
      },
    });
    expect(await messages()).toEqual([]);
  });

  test('G9: that the applicant has answered meanwhile is not ended without notice', async () => {
    await offer();
    const { etag } = await seen();
    await answer('accepted');
    const path = `/employer/applications/${id}`;
    expect(await send('PATCH', path, { ...owner, ifMatch: etag }, { stage: 'rejected' })).toMatchObject({
      status: 412,
      body: { conflict: { current: { offer_answer: 'accepted' }, changed_by: 'Test Person' } },
    });
  });

  test('ends with a change of the stage, and a new one can be answered', async () => {
    await offer();
    await answer('declined', 'Too early.');
    await move('interview');
    expect((await seen()).offer_answer).toBeUndefined();
    await offer();
    expect((await own()).offer_is_open).toBe(true);
    expect((await answer('accepted')).status).toBe(200);
    expect((await seen()).timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'offer_accepted',
      'stage_changed',
      'stage_changed',
      'offer_declined',
      'stage_changed',
    ]);
  });

  test('F9: that can be undone is not shown, and cannot be answered', async () => {
    await move('offer');
    expect(await own()).toMatchObject({ stage: 'submitted', offer_is_open: false });
    expect(await answer('accepted')).toMatchObject({ status: 409, body: { code: 'offer_not_open' } });
    expect((await seen()).offer_answer).toBeUndefined();
  });

  test('F9: that the company is ending stays as it is until the minute is over, and cannot be answered meanwhile', async () => {
    await offer();
    const { etag } = await own();
    await move('rejected');
    for (const ifMatch of [etag, (await own()).etag]) {
      const refused = await answer('accepted', 'Yes!', ifMatch);
      expect(refused).toMatchObject({ status: 409, body: { code: 'offer_not_open' } });
      expect(refused.body.detail).toMatch(/is changing this application/);
      expect(refused.text).not.toContain('rejected');
    }
    expect(await messages()).toEqual([]);
    expect(await own()).toMatchObject({ stage: 'offer', offer_is_open: true });
    expect((await undo()).status).toBe(200);
    expect(await own()).toMatchObject({ stage: 'offer', offer_is_open: true });
    expect((await answer('accepted')).status).toBe(200);
  });

  test('that is answered cannot be undone, and its mail is still sent', async () => {
    await offer();
    await answer('accepted');
    expect((await seen()).undo_stage).toBeUndefined();
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'stage_change_final' } });
    expect(await seen()).toMatchObject({ stage: 'offer', offer_answer: 'accepted' });
    // It waits, or has just been sent: its minute is over.
    const mails = await system.database.query(
      'select state, dropped_at from identity.mail_outbox where topic = $1',
      [id],
    );
    expect(mails).toEqual([{ state: 'offer', dropped_at: null }]);
  });

  test.each(['accepted', 'declined'])(
    'G9: that is %s ends for good: the change that ends it has no undo, which would ask again',
    async (value) => {
      await offer();
      await answer(value);
      const { undo_stage, mail_at } = (await move('rejected')).body;
      expect([undo_stage, typeof mail_at]).toEqual([undefined, 'string']);
      expect(await undo()).toMatchObject({ status: 409, body: { code: 'stage_change_final' } });
      expect(await own()).toMatchObject({ stage: 'rejected', offer_is_open: false });
      await move('in_review');
      expect((await move('interview')).body.undo_stage).toBe('in_review');
    },
  );

  test('that is answered ends with a message of the company, which is mailed for a stage reported before, too', async () => {
    await move('interview');
    await system.database.query(
      'update identity.mail_outbox set attempts = 1, sent_at = now() where topic = $1',
      [id],
    );
    await offer();
    await answer('declined');
    await send('PATCH', `/employer/applications/${id}`, owner, {
      stage: 'interview',
      message: 'Let us talk.',
    });
    expect(typeof (await seen()).mail_at).toBe('string');
  });
});

describe('a withdrawal', () => {
  test('is refused while an offer is accepted, and possible after the company has ended it', async () => {
    await offer();
    await answer('accepted');
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'offer_accepted' } });
    expect((await seen()).applicant.name).toBe('Test Person');
    await move('interview');
    expect((await withdraw()).status).toBe(204);
  });

  test('drops the mail about the stage that waits', async () => {
    await move('interview');
    const waiting = () =>
      system.database.query(
        'select from identity.mail_outbox where topic = $1 and sent_at is null and dropped_at is null',
        [id],
      );
    expect(await waiting()).toHaveLength(1);
    expect((await withdraw()).status).toBe(204);
    expect(await waiting()).toEqual([]);
  });

  test.each([
    ['the answer to an offer', () => answer('accepted')],
    ['a withdrawal', withdraw],
  ])('G11: %s finds nothing when the application is erased at that moment', async (_, ask) => {
    const eraser = new pg.Client({ connectionString: system.database.ownerUrl });
    await eraser.connect();
    try {
      await eraser.query('begin');
      await eraser.query('delete from talent.applications where id = $1', [id]);
      const asked = ask();
      await waitFor(async () => {
        const rows = await system.database.query(
          "select from pg_stat_activity where datname = current_database() and usename = 'talent_service' and wait_event_type = 'Lock'",
        );
        return rows.length > 0 ? true : undefined;
      });
      await eraser.query('commit');
      expect(await asked).toMatchObject({ status: 404, body: { code: 'not_found' } });
    } finally {
      await eraser.end();
    }
  });

  test('after a declined offer erases the message of the answer', async () => {
    await offer();
    await answer('declined', 'Found another one.');
    expect(await messages()).toHaveLength(1);
    expect((await withdraw()).status).toBe(204);
    expect(await messages()).toEqual([]);
    const { offer_answer, timeline, withdrawn_at } = await seen();
    expect([offer_answer, timeline, typeof withdrawn_at]).toEqual([undefined, [], 'string']);
  });

  test('at the moment of an acceptance: one of the two is done', async () => {
    for (let round = 0; round < 5; round += 1) {
      await system.database.query(
        "update talent.applications set stage = 'offer', offer_answer = null, withdrawn_at = null where id = $1",
        [id],
      );
      const [accepted, withdrawn] = await Promise.all([answer('accepted'), withdraw()]);
      const { offer_answer, withdrawn_at } = await own();
      expect([accepted.status, withdrawn.status]).toEqual(
        withdrawn_at === undefined ? [200, 409] : [409, 204],
      );
      expect(offer_answer).toBe(withdrawn_at === undefined ? 'accepted' : undefined);
    }
  });
});
