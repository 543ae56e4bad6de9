import { randomUUID } from 'node:crypto';
import { makeJobPost, makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { beforeMailDecisions, fromNow, HOUR } from '#support/mail-parties.ts';

let database: TestDatabase;
let owner: TestPerson;
let talent: TestPerson;
let post: string;
let application: string;
const { apply, change, resultOf, insert, changeApplication, withdraw, disable, enable, makeNews } =
  beforeMailDecisions((made) => {
    ({ database, owner, talent, post, application } = made);
  });

describe('a post has a new application', () => {
  const isNew = () => resultOf('identity.has_new_application($1, $2)', [owner.userId, post]);
  const read = (hours: number, values: Readonly<Record<string, unknown>> = {}, who = owner) =>
    makeNews(
      'application_received',
      post,
      { at: fromNow(-9 * HOUR), read_at: fromNow(hours * HOUR), ...values },
      who,
    );

  test('of others, not withdrawn, of this post', async () => {
    expect(await isNew()).toBe(true);
    await withdraw();
    expect(await isNew()).toBe(false);
    await apply(owner);
    await apply(talent, await makeJobPost(database, owner));
    expect(await isNew()).toBe(false);
  });

  test('since its member has read of one', async () => {
    await read(-2);
    expect(await isNew()).toBe(true);
    const soon = fromNow(2 * HOUR);
    await read(2, {}, talent);
    await read(2, { subject_id: randomUUID() });
    await insert('identity.notifications', {
      user_id: owner.userId,
      kind: 'message_received',
      subject_id: post,
      value: '',
      at: fromNow(-9 * HOUR),
      read_at: soon,
    });
    expect(await isNew()).toBe(true);
    const id = await read(2);
    expect(await isNew()).toBe(false);
    await database.query(
      'update identity.notifications n set read_at = a.created_at from talent.applications a where n.id = $1 and a.id = $2',
      [id, application],
    );
    expect(await isNew()).toBe(true);
  });

  test('the newest of all decides', async () => {
    await read(-2);
    await changeApplication("created_at = now() - interval '5 hours'");
    expect(await isNew()).toBe(false);
    await apply(await makePerson(database, { talent: 'active' }));
    expect(await isNew()).toBe(true);
  });

  test('or since the first that the member has not read', async () => {
    await read(2);
    const unread = (hours: number) =>
      makeNews('application_received', post, { at: fromNow(hours * HOUR) }, owner);
    await unread(1);
    expect(await isNew()).toBe(false);
    await unread(-1);
    expect(await isNew()).toBe(true);
  });
});

describe('news is true', () => {
  const isTrue = (kind: string, subject: string, value = '') =>
    resultOf('identity.is_news_true($1, $2, $3, $4)', [owner.userId, kind, subject, value]);

  test.each([
    ['application_moved', ''],
    ['message_received', ''],
    ['interview_changed', 'proposed'],
  ])('of an application that is not withdrawn, at a company that may act: %s', async (kind, value) => {
    expect(await isTrue(kind, application, value)).toBe(true);
    expect(await isTrue(kind, randomUUID(), value)).toBe(false);
    await disable();
    expect(await isTrue(kind, application, value)).toBe(false);
    await enable();
    await withdraw();
    expect(await isTrue(kind, application, value)).toBe(false);
  });

  test('of the stage that its user has seen last, read or not', async () => {
    const moved = (value: string, values: Readonly<Record<string, unknown>> = {}, who = owner) =>
      makeNews('application_moved', application, { value, at: fromNow(-HOUR), ...values }, who);
    const truths = async () => [
      await isTrue('application_moved', application, 'offer'),
      await isTrue('application_moved', application, 'rejected'),
    ];
    await moved('interview', { at: fromNow(HOUR) });
    await moved('interview', {}, talent);
    await moved('interview', { subject_id: randomUUID() });
    await moved('interview', { kind: 'job_post_closed' });
    expect(await truths()).toEqual([true, true]);
    const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
    await moved('offer', { id: ids[0] });
    await moved('rejected', { id: ids[1], read_at: fromNow(0) });
    expect(await truths()).toEqual([false, true]);
    const swap = "value = case value when 'offer' then 'rejected' else 'offer' end";
    await database.query(`update identity.notifications set ${swap} where id = any ($1)`, [ids]);
    expect(await truths()).toEqual([true, false]);
    await disable();
    expect(await truths()).toEqual([false, false]);
  });

  test('of an interview in the state of the news: of proposed times, while one is to come', async () => {
    const id = await insert('talent.interviews', {
      application_id: application,
      proposed_by: owner.userId,
      starts: [fromNow(-HOUR), fromNow(HOUR)],
      time_zone: 'UTC',
      duration_minutes: 30,
      place: '',
      note: '',
      state: 'proposed',
      answer: '',
      proposed_at: fromNow(-HOUR),
      changed_at: fromNow(-HOUR),
      version: 1,
    });
    const truths = async (named = id) => [
      await isTrue('interview_changed', application, `proposed ${named}`),
      await isTrue('interview_changed', application, `accepted ${named}`),
    ];
    expect([await truths(), await truths(randomUUID())]).toEqual([
      [true, false],
      [false, false],
    ]);
    await disable();
    expect(await truths()).toEqual([false, false]);
    await enable();
    await change('talent.interviews', `starts = array[now() - interval '1 minute']`, id);
    expect(await truths()).toEqual([false, false]);
    await change('talent.interviews', "state = 'accepted', accepted_start = starts[1]", id);
    expect(await truths()).toEqual([false, true]);
    await change('talent.interviews', "state = 'cancelled'", id);
    expect(await truths()).toEqual([false, false]);
    for (const value of [`cancelled ${id}`, `declined ${id}`, 'accepted'])
      expect(await isTrue('interview_changed', application, value)).toBe(true);
  });

  test('of an offer until it is answered', async () => {
    const moved = (value: string) => isTrue('application_moved', application, value);
    await changeApplication("stage = 'offer'");
    expect(await moved('offer')).toBe(true);
    await changeApplication("offer_answer = 'declined'");
    expect([await moved('offer'), await moved('interview')]).toEqual([false, true]);
  });

  test('of a post that is closed, while the application is not withdrawn', async () => {
    const closed = () => isTrue('job_post_closed', application);
    await change('employer.job_posts', "state = 'closed'", await makeJobPost(database, owner));
    expect(await closed()).toBe(false);
    await change('employer.job_posts', "state = 'closed'", post);
    expect(await closed()).toBe(true);
    await disable();
    expect(await closed()).toBe(true);
    expect(await isTrue('job_post_closed', randomUUID())).toBe(false);
    await withdraw();
    expect(await closed()).toBe(false);
  });

  test('of a post with a new application', async () => {
    expect(await isTrue('application_received', post)).toBe(true);
    expect(await isTrue('application_received', application)).toBe(false);
  });

  test('of all else', async () => {
    await withdraw();
    for (const [kind, value] of [
      ['interview_changed', 'cancelled'],
      ['role_changed', 'proposed'],
    ] as const)
      expect(await isTrue(kind, application, value)).toBe(true);
  });
});

describe('news wait for a company that is disabled', () => {
  const TWO_WEEKS = 14 * 24 * HOUR;
  const waits = (kind: string, { value = '', subject = application, seconds = 600 - TWO_WEEKS } = {}) =>
    resultOf('identity.is_news_waiting($1, $2, $3, $4)', [kind, subject, value, fromNow(seconds)]);

  test.each([
    ['application_moved', '', true],
    ['message_received', '', true],
    ['interview_changed', 'proposed x', true],
    ['interview_changed', 'cancelled x', false],
    ['job_post_closed', 'proposed x', false],
  ])('%s, %s: %s', async (kind, value, isWaiting) => {
    expect(await waits(kind, { value })).toBe(false);
    await disable();
    expect(await waits(kind, { value })).toBe(isWaiting);
  });

  test('for two weeks, of its own applications that are not withdrawn', async () => {
    await disable();
    expect(await waits('application_moved', { seconds: -TWO_WEEKS })).toBe(false);
    expect(await waits('application_moved', { subject: randomUUID() })).toBe(false);
    await withdraw();
    expect(await waits('application_moved')).toBe(false);
  });
});
