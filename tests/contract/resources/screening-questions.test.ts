import {
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
let talent: TestPerson;
let postId: string;

const QUESTIONS = [
  { text: 'Do you have a welding licence?', kind: 'yes_no', is_required: true },
  { text: 'When could you start?', kind: 'short_text', is_required: false },
  { text: 'What was your largest bell?', kind: 'long_text', is_required: true },
];
const [LICENCE, START, LARGEST] = QUESTIONS.map(({ text }) => text);
const ANSWERS = [
  { question: LICENCE, answer: 'yes' },
  { question: START, answer: '' },
  { question: LARGEST, answer: ' Two tonnes.\nFor Ghent. ' },
];
const SENT = [
  { question: LICENCE, kind: 'yes_no', answer: 'yes' },
  { question: START, kind: 'short_text', answer: '' },
  { question: LARGEST, kind: 'long_text', answer: 'Two tonnes.\nFor Ghent.' },
];

beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer', 'talent'] });
});
beforeEach(async () => {
  [owner, talent] = await Promise.all([
    makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    makePerson(system.database, { talent: 'active' }),
  ]);
  const made = await create({ items: QUESTIONS });
  postId = made.body.id;
  await change({ state: 'published' });
});
afterAll(() => system.stop());

const send = apiSender(() => system);
const create = (questions: object) =>
  send('POST', '/employer/job_posts', owner, {
    title: 'Bell founder',
    description: 'Bronze. '.repeat(20),
    location: 'Ghent',
    kind: 'full_time',
    questions,
  });
const change = (body: object, ifMatch = '*') =>
  send('PATCH', `/employer/job_posts/${postId}`, { ...owner, ifMatch }, body);
const post = async () => (await send('GET', `/employer/job_posts/${postId}`, owner)).body;
const apply = (answers?: readonly object[]) =>
  send('POST', `/talent/job_posts/${postId}/applications`, talent, { message: 'Hello.', answers });
const stored = () =>
  system.database.query('select answers from talent.applications where user_id = $1', [talent.userId]);

describe('the questions of a job post', () => {
  test('are created, shown on the public page and kept by a change of other fields', async () => {
    expect((await change({ title: 'Founder of bells' })).body.questions).toEqual({ items: QUESTIONS });
    const shown = await system.publicHost.request(`/api/talent/job_posts/${postId}`);
    expect(shown.body.questions).toEqual({ items: QUESTIONS });
    const list = await system.publicHost.request('/api/talent/job_posts');
    expect(list.body.items[0]).not.toHaveProperty('questions');
  });

  test('G9: are part of the version', async () => {
    const { etag } = await post();
    const items = [{ text: '  Why bells? ', kind: 'long_text', is_required: false }];
    const changed = await change({ questions: { items } }, etag);
    expect(changed.body.questions).toEqual({ items: [{ ...items[0], text: 'Why bells?' }] });
    const refused = await change({ questions: { items: [] } }, etag);
    expect(refused).toMatchObject({
      status: 412,
      body: { code: 'edit_conflict', conflict: { current: { questions: changed.body.questions } } },
    });
    expect((await change({ questions: { items: [] } })).body.questions).toEqual({ items: [] });
  });

  test.each<[string, readonly object[], string]>([
    [
      'more than five',
      Array.from({ length: 6 }, (_, n) => ({ text: `Question ${n}`, kind: 'yes_no' })),
      'questions.items',
    ],
    ['one without text', [{ text: '  ', kind: 'yes_no' }], 'questions.items[0].text'],
    ['one without a kind', [{ text: 'Why?' }], 'questions.items[0].kind'],
    ['one of two lines', [{ text: 'Why\nnot?', kind: 'yes_no' }], 'questions.items[0].text'],
    ['one that is too long', [{ text: 'x'.repeat(201), kind: 'yes_no' }], 'questions.items[0].text'],
    [
      'the same one twice',
      [
        { text: 'Why?', kind: 'yes_no' },
        { text: ' Why? ', kind: 'long_text' },
      ],
      'questions.items[1].text',
    ],
  ])('are refused with %s, and nothing is changed', async (_, items, field) => {
    const refused = await change({ questions: { items } });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'input_invalid', errors: [expect.objectContaining({ field })] },
    });
    expect((await create({ items })).status).toBe(400);
    expect((await post()).questions).toEqual({ items: QUESTIONS });
  });
});

describe('the answers of an application', () => {
  test('are a copy, which the company and the applicant read, whatever the job post asks later', async () => {
    const applied = await apply(ANSWERS.toReversed());
    expect(applied.status).toBe(201);
    await change({ questions: { items: [{ text: 'Another?', kind: 'yes_no', is_required: true }] } });
    const { id } = applied.body;
    const seen = await send('GET', `/employer/applications/${id}`, owner);
    expect(seen.body.answers).toEqual(SENT);
    const own = await send('GET', `/talent/applications/${id}`, talent);
    expect(own.body.answers).toEqual(SENT);
    const member = await makeColleague(system.database, owner, 'member');
    const moved = await send('PATCH', `/employer/applications/${id}`, member, { stage: 'in_review' });
    expect(moved.body.answers).toEqual(SENT);
    const list = await send('GET', '/employer/applications', owner);
    expect(list.body.items).toMatchObject([{ answers: [], history: [], timeline: [], mails: [] }]);
  });

  test('are in the CSV export, those above 200 characters shortened', async () => {
    await apply([
      { question: LICENCE, answer: 'yes' },
      { question: START, answer: 'y'.repeat(200) },
      { question: LARGEST, answer: '🔔'.repeat(201) },
    ]);
    const { body } = await send('POST', '/employer/application_exports', owner, {});
    expect(body.csv).toContain(
      `"${LICENCE} yes\n${START} ${'y'.repeat(200)}\n${LARGEST} ${'🔔'.repeat(200)}…"`,
    );
  });

  test('are accepted with “no” for a choice, and with 200 characters for a short one', async () => {
    const start = '🔔'.repeat(200);
    const [, , largest] = ANSWERS;
    const answers = [{ question: LICENCE, answer: 'no' }, { question: START, answer: start }, largest ?? {}];
    expect((await apply(answers)).status).toBe(201);
    expect(await stored()).toMatchObject([{ answers: [{ answer: 'no' }, { answer: start }, {}] }]);
  });

  test.each<[string, string | undefined, string, string]>([
    ['a required one that is empty', LARGEST, ' \n ', 'required'],
    ['a required choice that is empty', LICENCE, '', 'required'],
    ['a choice of another word', LICENCE, 'perhaps', 'answer.yes_no'],
    ['a short one of two lines', START, 'Now.\nOr later.', 'answer.short_text'],
    ['a short one with control characters (G7)', START, 'Now.\tOr \u202alater.', 'answer.short_text'],
    ['a short one that is too long', START, 'x'.repeat(201), 'answer.short_text'],
    ['one above 2,000 characters', LARGEST, 'x'.repeat(2001), 'string.max_len'],
  ])('are refused with %s at its field, and nothing is sent', async (_, question, answer, code) => {
    const answers = ANSWERS.map((one) => (one.question === question ? { question, answer } : one));
    const at = answers.findIndex((one) => one.question === question);
    expect(await apply(answers)).toMatchObject({
      status: 400,
      body: { code: 'input_invalid', errors: [{ field: `answers[${at}].answer`, code }] },
    });
    expect(await stored()).toEqual([]);
  });

  test.each<[string, readonly object[] | undefined]>([
    ['none', undefined],
    ['one of them', ANSWERS.slice(1)],
    ['another one', [...ANSWERS.slice(1), { question: 'Do you weld?', answer: 'yes' }]],
    ['one more', [...ANSWERS, { question: 'Do you weld?', answer: 'yes' }]],
    ['one of them twice', [...ANSWERS.slice(1), ANSWERS[1] ?? {}]],
  ])('to other questions are refused: %s', async (_, answers) => {
    expect(await apply(answers)).toMatchObject({
      status: 409,
      body: { code: 'questions_changed', detail: 'Read the questions, answer them and send it again.' },
    });
    expect(await stored()).toEqual([]);
  });

  test('U17: are erased by a withdrawal, also by a pod of the former release', async () => {
    const { body } = await apply(ANSWERS);
    await send('DELETE', `/talent/applications/${body.id}`, talent);
    expect(await stored()).toEqual([{ answers: [] }]);
    expect((await send('GET', `/talent/applications/${body.id}`, talent)).body.answers).toEqual([]);
    expect((await send('GET', `/employer/applications/${body.id}`, owner)).body.answers).toEqual([]);
  });
});
