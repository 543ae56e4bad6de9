import {
  addressOf,
  makeAdmin,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { nextMail } from '#support/next-mail.ts';
import { passStageDelay } from '#support/stage-delay.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
let postId: string;
beforeAll(async () => {
  system = await startTestSystem();
});
beforeEach(async () => {
  [owner, talent] = await Promise.all([
    makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    makePerson(system.database, { talent: 'active' }),
  ]);
  postId = await makePost('published');
});
afterAll(() => system.stop());

async function makePost(state: 'draft' | 'published' | 'closed', companyId = owner.companyId) {
  const [row] = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, kind, state, published_at)
     values ($1, 'Lamp lighter', 'full_time', $2, now()) returning id`,
    [companyId, state],
  );
  return row?.id ?? '';
}

const send = (method: string, path: string, { cookie }: { cookie: string }, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });
const apply = (who = talent, id = postId, message = 'I like lamps.') =>
  send('POST', `/talent/job_posts/${id}/applications`, who, { message });
const listOfCompany = async (who = owner) =>
  (await send('GET', `/employer/job_posts/${postId}/applications`, who)).body.items;
const move = (id: string, stage: string, who = owner) =>
  send('PATCH', `/employer/applications/${id}`, who, { stage });

describe('applying', () => {
  test('G6: of one account has a limit of 100 in an hour: a further one is refused with when to try again, and is no event', async () => {
    const posts = await Promise.all(Array.from({ length: 101 }, () => makePost('published')));
    const [last = '', ...first] = posts;
    for (const id of first) expect((await apply(talent, id)).status).toBe(201);
    // Refused for another reason, it counts for nothing.
    expect((await apply(talent, first[0])).status).toBe(409);
    const refused = await apply(talent, last);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const seconds = Number(refused.headers['retry-after']);
    expect([seconds > 3000, seconds <= 3600]).toEqual([true, true]);
    const sent = await system.database.query(
      "select from identity.audit_events where actor_id = $1 and action = 'application.created'",
      [talent.userId],
    );
    expect(sent).toHaveLength(100);
    const other = await makePerson(system.database, { talent: 'active' });
    expect((await apply(other, last)).status).toBe(201);
  }, 60_000);

  test('G2: waits for the closing of its post, and is then refused', async () => {
    const { applied } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      // As the service closes it.
      await holder.query('select from employer.job_posts where id = $1 for update', [postId]);
      await holder.query("update employer.job_posts set state = 'closed' where id = $1", [postId]);
      const applied = apply();
      await isWaitedFor(holder);
      return { applied };
    });
    expect(await applied).toMatchObject({ status: 410, body: { code: 'job_post_closed' } });
    expect(await listOfCompany()).toEqual([]);
  });

  test('waits for a change of the questions of its post, and has to answer those', async () => {
    const question = { text: 'May you work in Portugal?', kind: 'yes_no', is_required: true };
    const { applied } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from employer.job_posts where id = $1 for update', [postId]);
      await holder.query('update employer.job_posts set questions = $2 where id = $1', [
        postId,
        JSON.stringify([question]),
      ]);
      const applied = apply();
      await isWaitedFor(holder);
      return { applied };
    });
    expect(await applied).toMatchObject({ status: 409, body: { code: 'questions_changed' } });
    expect(await listOfCompany()).toEqual([]);
  });

  test('for a closed post is refused for that before what is missing', async () => {
    expect(await apply(talent, await makePost('closed'), '')).toMatchObject({ status: 410 });
  });

  test('sends the profile as it is at this moment', async () => {
    const profile = {
      headline: 'Lighter of lamps',
      summary: 'Ten years.',
      skills: ['Lamps'],
      location: 'Porto',
      links: ['https://lamps.example'],
    };
    await send('PUT', '/talent/profiles/current', talent, profile);
    const applied = await apply();
    expect(applied).toMatchObject({
      status: 201,
      body: {
        job_post_id: postId,
        job_post_title: 'Lamp lighter',
        job_post_is_open: true,
        stage: 'submitted',
        message: 'I like lamps.',
      },
    });
    await send('PUT', '/talent/profiles/current', talent, { ...profile, headline: 'Changed since' });
    const seen = await send('GET', `/employer/applications/${applied.body.id}`, owner);
    expect(seen.body).toMatchObject({
      message: 'I like lamps.',
      stage: 'submitted',
      applicant: { ...profile, name: 'Test Person', email: addressOf(talent) },
    });
    expect((await listOfCompany()).map(({ id }: { id: string }) => id)).toEqual([applied.body.id]);
    const post = await send('GET', `/employer/job_posts/${postId}`, owner);
    expect(post.body.application_count).toBe(1);
  });

  test('each own application is read with its own job post and profile', async () => {
    const headlineOf = (headline: string) => ({ headline, summary: '', skills: [], location: '', links: [] });
    const sent = [];
    for (const headline of ['First', 'Second']) {
      await send('PUT', '/talent/profiles/current', talent, headlineOf(headline));
      const post = await makePost('published');
      sent.push({ headline, post, id: (await apply(talent, post)).body.id });
    }
    for (const { headline, post, id } of sent) {
      expect((await send('GET', `/talent/applications/${id}`, talent)).body).toMatchObject({
        application: { id, job_post_id: post },
        profile: { headline },
      });
    }
  });

  test('U16: an empty profile without a message is refused, with the field, and nothing is stored', async () => {
    expect(await apply(talent, postId, ' \n')).toMatchObject({
      status: 422,
      body: { code: 'application_incomplete', errors: [{ field: 'message', code: 'required' }] },
    });
    expect(await listOfCompany()).toEqual([]);
    await system.database.query('insert into talent.profiles (user_id, location) values ($1, $2)', [
      talent.userId,
      'Porto',
    ]);
    expect((await apply(talent, postId, '')).status).toBe(422);
    await system.database.query("update talent.profiles set headline = 'Lighter' where user_id = $1", [
      talent.userId,
    ]);
    expect((await apply(talent, postId, '')).status).toBe(201);
  });

  test('a double click applies once', async () => {
    const answers = await Promise.all([apply(), apply()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('application_exists');
  });

  test.each([
    ['draft', 404, 'not_found'],
    ['closed', 410, 'job_post_closed'],
  ] as const)('for a %s post is %d %s', async (state, status, code) => {
    expect(await apply(talent, await makePost(state))).toMatchObject({ status, body: { code } });
  });

  test('D4: for a post of a disabled company is 404, open or closed', async () => {
    const off = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
      company: 'disabled',
    });
    for (const state of ['published', 'closed'] as const) {
      const id = await makePost(state, off.companyId);
      expect((await apply(talent, id)).status).toBe(404);
      expect((await system.publicHost.request(`/api/talent/job_posts/${id}`)).status).toBe(404);
    }
  });

  test('a closed post is 410 for every user, a draft 404', async () => {
    const statusOf = async (id: string) =>
      (await system.publicHost.request(`/api/talent/job_posts/${id}`)).status;
    expect(await statusOf(await makePost('closed'))).toBe(410);
    expect(await statusOf(await makePost('draft'))).toBe(404);
  });
});

describe('stages', () => {
  test('the company moves it, the talent sees it and gets a mail', async () => {
    const { body } = await apply();
    expect((await move(body.id, 'in_review')).body.stage).toBe('in_review');
    expect((await move(body.id, 'interview')).body.stage).toBe('interview');
    await passStageDelay(system.database, body.id);
    const own = await send('GET', '/talent/applications', talent);
    expect(own.body.items[0]).toMatchObject({ id: body.id, stage: 'interview' });
    const address = addressOf(talent);
    const mail = await nextMail(system, address);
    expect(mail.text).toContain('would like to meet you');
    // The same stage again is no news.
    expect((await move(body.id, 'interview')).body.mail_at).toBeUndefined();
    expect((await system.local.mails()).filter(({ to }) => to === address)).toHaveLength(1);
    const events = await system.database.query(
      'select change from identity.audit_events where subject_id = $1 order by id',
      [body.id],
    );
    expect(events.map(({ change }) => change)).toEqual([
      '',
      'submitted → in_review',
      'in_review → interview',
    ]);
  });

  test.each(['submitted', 'unspecified', 'hired', ''])('never to %j', async (stage) => {
    const { body } = await apply();
    expect(await move(body.id, stage)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test("another company's application is not found, on any path", async () => {
    const { body } = await apply();
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const statuses = await Promise.all([
      send('GET', `/employer/applications/${body.id}`, other),
      move(body.id, 'offer', other),
      send('GET', `/employer/job_posts/${postId}/applications`, other),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('withdrawing', () => {
  test('takes the application and what was sent away, once and for good', async () => {
    await send('PUT', '/talent/profiles/current', talent, {
      headline: 'Mine',
      summary: 'All of it',
      skills: ['Lamps'],
      location: 'Porto',
      links: ['https://lamps.example'],
    });
    const { body } = await apply();
    const withdraw = (who = talent) => send('DELETE', `/talent/applications/${body.id}`, who);
    const stranger = await makePerson(system.database, { talent: 'active' });
    expect((await withdraw(stranger)).status).toBe(404);
    expect((await withdraw()).status).toBe(204);
    expect((await withdraw()).status).toBe(404);
    expect(await listOfCompany()).toEqual([]);
    const withdrawn = await send('GET', `/employer/applications/${body.id}`, owner);
    expect(withdrawn).toMatchObject({
      status: 200,
      body: {
        id: body.id,
        job_post_title: 'Lamp lighter',
        message: '',
        applicant: { name: '', email: '', headline: '', summary: '', skills: [], location: '', links: [] },
        history: [],
        mails: [],
        withdrawn_at: expect.stringMatching(/Z$/),
      },
    });
    expect(await move(body.id, 'offer')).toMatchObject({
      status: 410,
      body: { code: 'application_withdrawn' },
    });
    const [row] = await system.database.query('select * from talent.applications where id = $1', [body.id]);
    expect(row).toMatchObject({
      message: '',
      headline: '',
      summary: '',
      skills: [],
      location: '',
      links: [],
    });
    const own = await send('GET', '/talent/applications', talent);
    expect(own.body.items[0].withdrawn_at).toMatch(/Z$/);
    expect((await apply()).body.code).toBe('application_exists');
  });
});

describe('lists and overviews', () => {
  test('U15: a job post’s own application is found by the post, and by its applicant alone', async () => {
    const other = await makePerson(system.database, { talent: 'active' });
    const { body } = await apply();
    await apply(other);
    const own = (who: TestPerson, id: string) => send('GET', `/talent/applications?job_post_id=${id}`, who);
    expect((await own(talent, postId)).body.items.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    expect((await own(owner, postId)).body.code).toBe('talent_access_required');
    const unknown = await own(talent, '01900000-0000-7000-8000-000000000000');
    expect(unknown).toMatchObject({ status: 200, body: { items: [], next_cursor: '' } });
    expect(await own(talent, 'x')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'job_post_id', code: 'string.uuid' }] },
    });
  });

  test('keyset pages give each application once, newest first, by stage when asked, and mark those with unread messages', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const person = await makePerson(system.database, { talent: 'active' });
      ids.unshift((await apply(person)).body.id);
    }
    await move(ids[2] ?? '', 'interview');
    await system.database.query(
      `insert into talent.messages (application_id, side, author_id, text, delivered_at)
       select id, 'applicant', user_id, 'Are lamps provided?', now() from talent.applications where id = $1`,
      [ids[3]],
    );
    const found: string[] = [];
    const unread: string[] = [];
    let cursor = '';
    do {
      const path = `/employer/job_posts/${postId}/applications?limit=2&cursor=${cursor}`;
      const { body } = await send('GET', path, owner);
      for (const { id, has_unread_messages } of body.items) {
        found.push(id);
        if (has_unread_messages) unread.push(id);
      }
      cursor = body.next_cursor;
    } while (cursor !== '');
    expect(found).toEqual(ids);
    expect(unread).toEqual([ids[3]]);
    const staged = await send('GET', `/employer/job_posts/${postId}/applications?stage=interview`, owner);
    expect(staged.body.items.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
  });

  test("the company's overview counts posts, stages, weeks and what waits", async () => {
    await makePost('draft');
    const [first, second, withdrawn] = await Promise.all(
      [1, 2, 3].map(() => makePerson(system.database, { talent: 'active' })),
    );
    if (first === undefined || second === undefined || withdrawn === undefined) throw new Error('no people');
    await apply(first);
    await move((await apply(second)).body.id, 'offer');
    await send('DELETE', `/talent/applications/${(await apply(withdrawn)).body.id}`, withdrawn);
    await system.database.query(
      "update talent.applications set created_at = now() - interval '7 days' where user_id = $1",
      [second.userId],
    );
    const { status, body } = await send('GET', '/employer/companies/current/overview', owner);
    expect(status).toBe(200);
    expect(body.job_posts).toEqual([
      { state: 'draft', count: 1 },
      { state: 'published', count: 1 },
      { state: 'closed', count: 0 },
    ]);
    expect(body.applications.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { stage: 'submitted', count: 1 },
      { stage: 'offer', count: 1 },
    ]);
    expect(body.weeks).toHaveLength(12);
    expect(body.weeks.slice(-2).map(({ count }: { count: number }) => count)).toEqual([1, 1]);
    expect(body.waiting).toEqual([{ job_post_id: postId, title: 'Lamp lighter', count: 1 }]);
  });

  test('weeks and days are those of UTC, also on a server whose zone has changed its time since', async () => {
    const dayOfYear = (millis: number) => {
      const day = new Date(millis);
      return 1 + Math.floor((millis - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86_400_000);
    };
    // Half a year of summer time, which ended five weeks ago.
    const ended = Date.now() - 35 * 86_400_000;
    const [from, to] = [dayOfYear(ended - 182 * 86_400_000), dayOfYear(ended)];
    const fresh = await startTestSystem({ seed: 'none', apis: ['identity', 'employer'] });
    try {
      const [{ name } = { name: '' }] = await fresh.database.query<{ name: string }>(
        'select current_database() as name',
      );
      await fresh.database.query(`alter database ${name} set timezone = 'AAA0BBB,J${from}/0,J${to}/0'`);
      const company = await makePerson(fresh.database, { membership: { role: 'owner', status: 'active' } });
      const viewer = await makeAdmin(fresh.database, 'viewer');
      // The services' connections are opened before.
      await fresh.database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like '%_service'",
      );
      const overview = await waitFor(async () => {
        const answer = await fresh.publicHost.request('/api/employer/companies/current/overview', company);
        return answer.status === 200 ? answer.body : undefined;
      });
      const weekdays = overview.weeks.map(({ week }: { week: string }) => new Date(week).getUTCDay());
      expect(weekdays).toEqual(Array(12).fill(1));
      const { body } = await fresh.teamHost.request('/api/identities/admin/overview', viewer);
      expect(body.days.at(-1).day).toBe(new Date().toISOString().slice(0, 10));
    } finally {
      await fresh.stop();
    }
  });

  test("the staff's overview counts what waits and what the boundary has decided", async () => {
    const viewer = await makeAdmin(system.database, 'viewer');
    const read = async () =>
      (await system.teamHost.request('/api/identities/admin/overview', viewer)).body as {
        pending_user_count: number;
        decisions: { decision: string; count: number }[];
        days: { day: string; allowed_count: number; refused_count: number }[];
      };
    const before = await read();
    await makePerson(system.database, { talent: 'pending' });
    await system.database.query("select identity.count_access_decisions('{allowed,not_found}', '{5,2}')");
    const after = await read();
    expect(after.pending_user_count).toBe(before.pending_user_count + 1);
    expect(after.decisions.find(({ decision }) => decision === 'not_found')?.count).toBeGreaterThanOrEqual(2);
    expect(after.days).toHaveLength(7);
    expect(after.days.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10) });
    expect(after.days.at(-1)?.refused_count).toBeGreaterThanOrEqual(2);
  });
});
