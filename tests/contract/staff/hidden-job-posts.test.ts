import {
  type ApiClient,
  addressOf,
  createInstanceClient,
  makeAdmin,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commitsAround } from '#support/commits-around.ts';
import { waitFor } from '#support/wait-for.ts';

/** Rounds of each race. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

/** Half a day, for a long run. */
const LONG = 43_200_000;

let system: TestSystem;
let operator: string;
let talents: readonly ApiClient[];
let employers: readonly ApiClient[];
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 2 });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
  const clients = (parts: readonly { url: string }[]) => parts.map((part) => createInstanceClient(part));
  talents = clients(system.local.services.talent);
  employers = clients(system.local.services.employer);
});
afterAll(async () => {
  for (const client of [...talents, ...employers]) client.close();
  await system.stop();
});

const DESCRIPTION = 'Caulk wooden hulls with oakum and pitch, in a small team. '.repeat(2).trim();
const REASON = 'The post asks applicants for a fee.';

const owner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
const admin = (path: string, options: object = {}, cookie = operator) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie, ...options });
const setVisibility = (id: string, visibility: 'hidden' | 'shown', owner_reason = REASON) =>
  admin(`/job_posts/${id}/visibility`, {
    method: 'PUT',
    body: { visibility, reason: ' For staff only ', owner_reason },
  });
const asOwner = ({ cookie }: TestPerson, method: string, path: string, body?: object) =>
  system.publicHost.request(`/api/employer${path}`, { method, cookie, body });
const visitor = (path: string, cookie?: string) =>
  system.publicHost.request(`/api/talent${path}`, cookie === undefined ? {} : { cookie });
const apply = (id: string, { cookie }: TestPerson, client: ApiClient = system.publicHost) =>
  client.request(`/api/talent/job_posts/${id}/applications`, {
    method: 'POST',
    cookie,
    body: { message: 'Hello' },
  });

async function publish(person: TestPerson, title = 'Caulker', description = DESCRIPTION): Promise<string> {
  const made = await asOwner(person, 'POST', '/job_posts', {
    ...{ title, kind: 'full_time', location: 'Porto', description },
    terms: { pay: { minimum: 30_000, currency: 'EUR', period: 'year' } },
  });
  await asOwner(person, 'PATCH', `/job_posts/${made.body.id}`, { state: 'published' });
  return made.body.id;
}

describe('a job post that staff hide', () => {
  test('is in no public list, search, count or page, and is there again once staff show it', async () => {
    const person = await owner();
    const id = await publish(person, 'Zymurgist');
    const other = await publish(person, 'Lamplighter', `${DESCRIPTION} By night.`);
    const idsOf = async (path: string) =>
      (await visitor(path)).body.items.map((item: { id: string }) => item.id);
    const lists = [
      '/job_posts?limit=100',
      '/job_posts?query=zymurgist',
      '/job_posts?kind=full_time&limit=100',
      '/job_posts?order=pay&currency=EUR&limit=100',
      `/companies/${person.companyId}/job_posts`,
    ];
    for (const client of talents) {
      const found = await client.request('/api/talent/job_posts?query=zymurgist&count_to=10');
      expect(found.body).toMatchObject({ match_count: 1 });
    }
    expect((await setVisibility(id, 'hidden')).status).toBe(200);
    for (const path of lists)
      expect([path, await idsOf(path)]).not.toEqual([path, expect.arrayContaining([id])]);
    for (const client of talents) {
      expect((await client.request(`/api/talent/job_posts/${id}`)).status).toBe(404);
      const found = await client.request(
        '/api/talent/job_posts?query=zymurgist&count_to=10&count_options=true',
      );
      expect(found.body).toMatchObject({ items: [], match_count: 0 });
    }
    expect((await visitor(`/companies/${person.companyId}`)).status).toBe(200);
    await setVisibility(other, 'hidden');
    expect((await visitor(`/companies/${person.companyId}`)).status).toBe(404);
    expect((await setVisibility(id, 'shown', '')).status).toBe(200);
    expect((await visitor(`/job_posts/${id}`)).status).toBe(200);
    expect(await idsOf('/job_posts?query=zymurgist')).toEqual([id]);
  });

  test('stays in the list of who saved it without its content, and cannot be saved', async () => {
    const [person, saver] = [await owner(), await makePerson(system.database)];
    const id = await publish(person);
    const save = () =>
      system.publicHost.request(`/api/talent/saved_job_posts/${id}`, { method: 'PUT', cookie: saver.cookie });
    expect((await save()).status).toBe(204);
    await setVisibility(id, 'hidden');
    const { body } = await visitor('/saved_job_posts', saver.cookie);
    expect(body.items).toEqual([{ id, saved_at: expect.any(String) }]);
    expect((await save()).status).toBe(404);
  });

  test('takes no application; the company reads and decides those that were sent', async () => {
    const person = await owner();
    const [first, second] = [
      await makePerson(system.database, { talent: 'active' }),
      await makePerson(system.database, { talent: 'active' }),
    ];
    const id = await publish(person);
    const sent = await apply(id, first);
    expect(sent.status).toBe(201);
    await setVisibility(id, 'hidden');
    expect((await apply(id, second)).status).toBe(404);
    const own = await visitor(`/applications/${sent.body.id}`, first.cookie);
    expect(own.body.application).toMatchObject({ job_post_title: 'Caulker', job_post_is_open: false });
    expect(
      await asOwner(person, 'PATCH', `/applications/${sent.body.id}`, { stage: 'interview' }),
    ).toMatchObject({ status: 200 });
  });

  test('G2: its company reads why, and publishes it again by no state, edit or copy', async () => {
    const person = await owner();
    const id = await publish(person);
    const path = `/job_posts/${id}`;
    await setVisibility(id, 'hidden');
    expect((await asOwner(person, 'GET', path)).body).toMatchObject({
      state: 'published',
      hidden: { reason: REASON, at: expect.any(String) },
    });
    expect((await asOwner(person, 'PATCH', path, { title: 'Boat builder' })).status).toBe(200);
    expect((await asOwner(person, 'PATCH', path, { state: 'closed' })).status).toBe(200);
    expect(await asOwner(person, 'PATCH', path, { state: 'published' })).toMatchObject({
      status: 409,
      body: { code: 'job_post_hidden', detail: 'It can be published again once staff show it.' },
    });
    const refused = {
      status: 409,
      body: {
        code: 'job_post_hidden',
        detail:
          'Gatehouse staff have hidden a job post with the same description. Change the description, or contact us.',
      },
    };
    const copy = await asOwner(person, 'POST', '/job_posts', {
      ...{ title: 'Another title', kind: 'contract', location: 'Lisbon' },
      description: ` ${DESCRIPTION.toUpperCase().replaceAll(',', ' –')}!`,
    });
    const copied = `/job_posts/${copy.body.id}`;
    expect(await asOwner(person, 'PATCH', copied, { state: 'published' })).toMatchObject(refused);
    // Published with another text, and then given the hidden one.
    const description = `${DESCRIPTION} And paint them.`;
    expect((await asOwner(person, 'PATCH', copied, { state: 'published', description })).status).toBe(200);
    expect(await asOwner(person, 'PATCH', copied, { description: DESCRIPTION })).toMatchObject(refused);
    // Another company may use the same words.
    await publish(await owner());
    expect((await visitor(`/job_posts/${id}`)).status).toBe(404);
    expect((await setVisibility(id, 'shown', '')).status).toBe(200);
    expect((await asOwner(person, 'GET', path)).body.hidden).toBeUndefined();
    expect((await asOwner(person, 'PATCH', path, { state: 'published' })).status).toBe(200);
    expect((await visitor(`/job_posts/${id}`)).status).toBe(200);
  });

  test('is edited further by its company while it is closed', async () => {
    const person = await owner();
    const id = await publish(person);
    const path = `/job_posts/${id}`;
    await setVisibility(id, 'hidden');
    expect((await asOwner(person, 'PATCH', path, { state: 'closed' })).status).toBe(200);
    const edited = await asOwner(person, 'PATCH', path, { description: 'Without what staff objected to.' });
    expect(edited).toMatchObject({ status: 200, body: { state: 'closed' } });
  });

  test('leaves another post with the same text as it is, which its company may still edit', async () => {
    const person = await owner();
    const other = await publish(person);
    await setVisibility(await publish(person), 'hidden');
    const edited = await asOwner(person, 'PATCH', `/job_posts/${other}`, { title: 'Boat builder' });
    expect(edited).toMatchObject({ status: 200, body: { state: 'published' } });
    expect((await visitor(`/job_posts/${other}`)).status).toBe(200);
  });

  test('G2: its company does not make its text free by editing it', async () => {
    const person = await owner();
    const id = await publish(person);
    await setVisibility(id, 'hidden');
    const edited = `${DESCRIPTION} And paint them.`;
    expect((await asOwner(person, 'PATCH', `/job_posts/${id}`, { description: edited })).status).toBe(200);
    const copy = await asOwner(person, 'POST', '/job_posts', {
      ...{ title: 'Caulker', kind: 'full_time', location: 'Porto', description: DESCRIPTION },
    });
    const copied = `/job_posts/${copy.body.id}`;
    const publishing = (fields: object) =>
      asOwner(person, 'PATCH', copied, { state: 'published', ...fields });
    const refused = { status: 409, body: { code: 'job_post_hidden' } };
    for (const fields of [{}, { description: edited }])
      expect(await publishing(fields)).toMatchObject(refused);
    await setVisibility(id, 'shown', '');
    expect((await publishing({})).status).toBe(200);
  });

  test('mails and notifies its active owners once, and no other user', async () => {
    const person = await owner();
    const colleague = await makeColleague(system.database, person);
    const member = await makeColleague(system.database, person, 'member');
    const id = await publish(person);
    await setVisibility(id, 'hidden');
    await setVisibility(id, 'hidden', 'Again.');
    const mailsTo = async (person: TestPerson) =>
      (await system.local.mails()).filter(({ to }) => to === addressOf(person));
    for (const one of [person, colleague]) {
      const mail = await waitFor(async () => (await mailsTo(one)).at(0));
      expect(mail.subject).toBe('Your job post “Caulker” is hidden');
      expect(mail.text).toContain(`The reason: ${REASON}`);
      expect(mail.text).not.toContain('For staff only');
      const { body } = await system.publicHost.request('/api/identities/users/current/notifications', {
        cookie: one.cookie,
      });
      expect(body.items).toMatchObject([
        {
          kind: 'job_post_visibility_changed',
          value: 'hidden',
          subject_id: id,
          job_post_title: 'Caulker',
        },
      ]);
    }
    expect(await mailsTo(member)).toEqual([]);
    const rows = await system.database.query(
      "select 1 from identity.mail_outbox where topic = $1 and kind = 'job_post_visibility_changed'",
      [id],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('staff', () => {
  test('see what a company has published with the reason, and no draft', async () => {
    const person = await owner();
    const draft = (await asOwner(person, 'POST', '/job_posts', { title: 'Draft', kind: 'contract' })).body.id;
    const id = await publish(person);
    await publish(await owner(), 'Of another company');
    await setVisibility(id, 'hidden');
    const viewer = (await makeAdmin(system.database, 'viewer')).cookie;
    const list = await admin(`/companies/${person.companyId}/job_posts`, {}, viewer);
    expect(list.body.items).toMatchObject([
      {
        ...{ id, visibility: 'hidden', owner_reason: REASON, is_public: false, state: 'published' },
        hidden_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await admin(`/job_posts/${id}`, {}, viewer)).body).toMatchObject({
      job_post: { id, company_id: person.companyId },
      description: DESCRIPTION,
      questions: [],
    });
    expect((await admin(`/job_posts/${draft}`)).status).toBe(404);
    expect((await setVisibility(draft, 'hidden')).status).toBe(404);
    const history = await admin(`/audit_events?party_id=${person.companyId}&action=job_post.hidden`);
    expect(history.body.items).toMatchObject([{ subject_id: id, reason: 'For staff only' }]);
    const events = await admin(`/audit_events?subject_id=${id}&action=job_post.hidden`);
    expect(events.body.items).toMatchObject([
      { reason: 'For staff only', subject_company_id: person.companyId, actor_kind: 'admin' },
    ]);
  });

  test('see the terms of a post, each that it states', async () => {
    const person = await owner();
    const stated = {
      pay: { minimum: 17.5, maximum: 21, currency: 'GBP', period: 'hour' },
      ...{ remote_mode: 'hybrid', seniority: 'lead', languages: ['en', 'de'], expires_on: '2999-12-31' },
    };
    const id = await publish(person);
    const termsOf = async () => (await admin(`/job_posts/${id}`)).body.terms;
    expect(await termsOf()).toEqual({
      pay: { minimum: 30_000, currency: 'EUR', period: 'year' },
      languages: [],
      expires_on: '',
    });
    expect((await asOwner(person, 'PATCH', `/job_posts/${id}`, { terms: stated })).status).toBe(200);
    expect(await termsOf()).toEqual(stated);
    await asOwner(person, 'PATCH', `/job_posts/${id}`, { terms: { languages: [], expires_on: '' } });
    expect(await termsOf()).toEqual({ languages: [], expires_on: '' });
  });

  test('show a post again: its company no longer reads why it was hidden, and the audit trail says who', async () => {
    const id = await publish(await owner());
    const isPublic = async () => (await admin(`/job_posts/${id}`)).body.job_post.is_public;
    expect(await isPublic()).toBe(true);
    await setVisibility(id, 'hidden');
    expect(await isPublic()).toBe(false);
    const { body } = await setVisibility(id, 'shown', 'It asks for no fee.');
    expect(await isPublic()).toBe(true);
    expect(body).toMatchObject({ visibility: 'shown', owner_reason: '' });
    expect(body.hidden_at).toBeUndefined();
    const events = await admin(`/audit_events?subject_id=${id}&action=job_post.shown`);
    expect(events.body.items).toMatchObject([{ reason: 'For staff only', actor_kind: 'admin' }]);
  });

  test('hide no post without a message to the company', async () => {
    const id = await publish(await owner());
    expect(await setVisibility(id, 'hidden', ' ')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'owner_reason' }] },
    });
    expect((await visitor(`/job_posts/${id}`)).status).toBe(200);
  });

  test('count no post whose last day is over as one that visitors see', async () => {
    const id = await publish(await owner());
    const before = (await admin('/overview')).body;
    await system.database.query('update employer.job_posts set expires_on = current_date - 2 where id = $1', [
      id,
    ]);
    const after = (await admin('/overview')).body;
    expect(after.published_job_post_count).toBe(before.published_job_post_count - 1);
    expect(after.hidden_job_post_count).toBe(before.hidden_job_post_count);
  });

  test('see a hidden post counted as hidden', async () => {
    const id = await publish(await owner());
    const before = (await admin('/overview')).body;
    await setVisibility(id, 'hidden');
    const after = (await admin('/overview')).body;
    expect(after.hidden_job_post_count).toBe(before.hidden_job_post_count + 1);
    expect(after.published_job_post_count).toBe(before.published_job_post_count - 1);
    // A closed one is not published, and not counted.
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [id]);
    const closed = (await admin('/overview')).body;
    expect(closed.hidden_job_post_count).toBe(before.hidden_job_post_count);
  });
});

test(
  'G1: applications in flight while a post is hidden: none commits after it, through any instance',
  async () => {
    let accepted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await publish(await owner());
      const people = await Promise.all(
        Array.from({ length: 12 }, () => makePerson(system.database, { talent: 'active' })),
      );
      const sending = people.map((person, index) => apply(id, person, talents[index % talents.length]));
      await Promise.race(sending);
      const hidden = await setVisibility(id, 'hidden');
      const late = people.map((person, index) => apply(id, person, talents[index % talents.length]));
      expect(hidden.status).toBe(200);
      const statuses = (await Promise.all(sending)).map(({ status }) => status);
      for (const { status } of await Promise.all(late)) expect(status).toBe(404);
      const sent = {
        actorIds: people.map(({ userId }) => userId),
        actions: ['application.created'],
      } as const;
      const before = statuses.filter((status) => status === 201).length;
      expect(await commitsAround(system.database, 'job_post.hidden', sent)).toEqual({ before, after: 0 });
      const stored = 'select from talent.applications where job_post_id = $1';
      expect(await system.database.query(stored, [id])).toHaveLength(before);
      accepted += before;
    }
    expect(accepted).toBeGreaterThan(0);
  },
  LONG,
);

test(
  'G1 G2: a copy that is published while the post is hidden is public before the answer, or never',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await owner();
      const id = await publish(person);
      const copies = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const made = await asOwner(person, 'POST', '/job_posts', {
            ...{ title: 'Copy', kind: 'full_time', location: 'Porto', description: DESCRIPTION },
          });
          return made.body.id as string;
        }),
      );
      const publishing = copies.map((copy, index) =>
        employers[index % employers.length]?.request(`/api/employer/job_posts/${copy}`, {
          method: 'PATCH',
          cookie: person.cookie,
          body: { state: 'published' },
        }),
      );
      expect((await setVisibility(id, 'hidden')).status).toBe(200);
      const published = async () =>
        (await visitor(`/companies/${person.companyId}/job_posts`)).body.items.length as number;
      const atAnswer = await published();
      for (const answer of await Promise.all(publishing)) expect([200, 409]).toContain(answer?.status);
      expect(await published()).toBe(atAnswer);
    }
  },
  LONG,
);
