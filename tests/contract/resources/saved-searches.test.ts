import { addressOf, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let owner: TestPerson;
beforeAll(async () => {
  // One that its limit ends is tried again after a minute, for which no test here waits.
  const environment = { SEARCH_MILLIS: '20000' };
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'talent'], instances: 2, environment });
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(() => system.stop());

const SEARCHES = '/api/talent/saved_searches';
const WORDS = { query: 'glazier', location: '' };

const send = ({ cookie }: { cookie: string }, method: string, path: string, body?: object) =>
  system.publicHost.request(path, { method, cookie, body });
const save = (user: TestPerson, search: object, frequency = 'daily') =>
  send(user, 'POST', SEARCHES, { search, frequency });
const change = (user: TestPerson, id: string, frequency: string) =>
  send(user, 'PATCH', `${SEARCHES}/${id}`, { frequency });
const listOf = async (user: TestPerson) => (await send(user, 'GET', SEARCHES)).body.items;

/** A post that was published some time ago. */
async function makePost(title: string, age: string, state = 'published'): Promise<void> {
  await system.database.query(
    `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
     values ($1, $2, 'Panes of the harbour.', 'Porto', 'full_time', $4, now() - $3::interval)`,
    [owner.companyId, title, age, state],
  );
}

/** As if the last mail had been sent some time ago, and the next one were due. */
async function makeDue(id: string, since = '1 day'): Promise<void> {
  await system.database.query(
    'update talent.saved_searches set mailed_until = now() - $2::interval, next_mail_at = now() where id = $1',
    [id, since],
  );
}

/** A post that has just been published, with its country. */
async function makePostIn(title: string, location: string, country_code: string): Promise<void> {
  await makePost(title, '10 minutes');
  await system.database.query(
    'update employer.job_posts set location = $2, country_code = $3 where title = $1',
    [title, location, country_code],
  );
}

const isDone = (id: string) =>
  waitFor(async () => {
    const [row] = await system.database.query<{ hours: number; until: number }>(
      `select extract(epoch from next_mail_at - now())::float8 / 3600 as hours,
              extract(epoch from now() - mailed_until)::float8 as until
         from talent.saved_searches where id = $1 and next_mail_at > now() + interval '2 hours'`,
      [id],
    );
    return row;
  });

const mailsTo = async (person: TestPerson) =>
  (await system.local.mails()).filter(({ to }) => to === addressOf(person));

/** What the outbox has had for a user, sent or not. */
const queuedFor = (person: TestPerson) =>
  system.database.query('select id from identity.mail_outbox where to_address = $1', [addressOf(person)]);

describe('saved searches', () => {
  test('are saved with a name, listed last saved first, changed and removed', async () => {
    const user = await makePerson(system.database);
    const search = {
      query: ' glazier ',
      location: ' Porto ',
      kind: 'full_time',
      minimum_pay: 40_000,
      currency: 'EUR',
      order: 'pay',
    };
    const saved = await save(user, search, 'weekly');
    expect(saved).toMatchObject({
      status: 201,
      body: {
        name: 'Full-time jobs in Porto for “glazier”, from EUR 40,000 a year',
        search: { ...search, query: 'glazier', location: 'Porto' },
        frequency: 'weekly',
      },
    });
    const second = await save(user, WORDS, 'none');
    expect((await listOf(user)).map(({ id }: { id: string }) => id)).toEqual([second.body.id, saved.body.id]);
    expect(await change(user, saved.body.id, 'daily')).toMatchObject({
      status: 200,
      body: { frequency: 'daily' },
    });
    expect((await send(user, 'DELETE', `${SEARCHES}/${saved.body.id}`)).status).toBe(204);
    expect((await send(user, 'DELETE', `${SEARCHES}/${saved.body.id}`)).status).toBe(404);
    expect(await listOf(user)).toEqual([second.body]);
  });

  test('the same search is saved once, and keeps its frequency', async () => {
    const user = await makePerson(system.database);
    const answers = await Promise.all([save(user, WORDS), save(user, { location: '', query: 'glazier ' })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await save(user, WORDS, 'none')).toMatchObject({ status: 201, body: { frequency: 'daily' } });
    expect(await listOf(user)).toHaveLength(1);
  });

  test.each([
    ['no search', undefined, 'search'],
    ['pay without a currency', { ...WORDS, minimum_pay: 1 }, 'currency'],
    ['17 words', { query: 'a '.repeat(17), location: '' }, 'search.query'],
    ['an unknown kind', { ...WORDS, kind: 'gig' }, 'search.kind'],
  ])('%s is refused', async (_, search, field) => {
    const user = await makePerson(system.database);
    const answer = await send(user, 'POST', SEARCHES, {
      ...(search === undefined ? {} : { search }),
      frequency: 'daily',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  test('G6: a user saves 20, also with requests at the same time', async () => {
    const user = await makePerson(system.database);
    const saveWord = (n: number) => save(user, { query: `word ${n}`, location: '' }, 'none');
    for (let n = 0; n < 18; n++) expect((await saveWord(n)).status).toBe(201);
    const answers = await Promise.all([18, 19, 20, 21].map(saveWord));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'saved_quota_reached',
        detail: 'You have saved 20 searches. Remove one, then save this one.',
      },
    });
    expect(await listOf(user)).toHaveLength(20);
  });
});

describe('the mail about a saved search', () => {
  test('names the posts since the last one that match, newest first, and links to the others', async () => {
    const user = await makePerson(system.database);
    for (let n = 1; n <= 12; n++) await makePost(`Thatcher ${n}`, `${n + 1} minutes`);
    await makePost('Thatcher of last week', '8 days');
    await makePost('Thatcher, closed', '10 minutes', 'closed');
    await makePost('Thatcher of this moment', '0 seconds');
    const { body } = await save(user, { query: 'thatcher', location: '' });
    await makeDue(body.id);
    const [mail] = await waitFor(async () => {
      const mails = await mailsTo(user);
      return mails.length > 0 ? mails : undefined;
    });
    expect(mail?.subject).toBe('12 new jobs: Jobs for “thatcher”');
    const named = [...(mail?.text ?? '').matchAll(/^Thatcher.*$/gm)].map(([line]) => line.split(',')[0]);
    expect(named).toEqual(Array.from({ length: 10 }, (_, n) => `Thatcher ${n + 1}`));
    expect(mail?.text).toMatch(/\/jobs\?query=thatcher&order=newest$/m);
    expect(mail?.text).toMatch(/\/saved\/searches$/m);
    const { hours, until } = await isDone(body.id);
    expect(hours).toBeGreaterThan(23);
    expect(until).toBeGreaterThan(59);
    // What is published while the search runs is in the next mail.
    await system.database.query(
      "update talent.saved_searches set next_mail_at = now() - interval '1 day' where id = $1",
      [body.id],
    );
    await isDone(body.id);
    expect(await queuedFor(user)).toHaveLength(1);
  });

  test.each(['PT', 'portugal', 'Portugal, Faro'])(
    'about a place finds it by its country, which it names: %s',
    async (location) => {
      const user = await makePerson(system.database);
      await makePostIn(`Brazier ${location.length}`, 'Faro', 'PT');
      await makePostIn('Brazier in Denmark', 'Odense', 'DK');
      const { body } = await save(user, { query: 'brazier', location });
      await makeDue(body.id, '1 hour');
      const [mail] = await waitFor(async () => {
        const mails = await mailsTo(user);
        return mails.length > 0 ? mails : undefined;
      });
      expect(mail?.text).toMatch(new RegExp(`^Brazier ${location.length}, .*, Faro, Portugal$`, 'm'));
      expect(mail?.text).not.toContain('Denmark');
    },
  );

  /** The subject of the only mail of a user. */
  const subjectOf = async (user: TestPerson) =>
    (
      await waitFor(async () => {
        const mails = await mailsTo(user);
        return mails.length > 0 ? mails : undefined;
      })
    ).map(({ subject }) => subject);

  test.each([
    [
      'whose company staff approve later',
      "update employer.companies set review_state = 'pending' where id = $1",
      "update employer.companies set review_state = 'approved' where id = $1",
    ],
    [
      'whose company staff disable and enable again',
      "update employer.companies set condition = 'disabled' where id = $1",
      "update employer.companies set condition = 'active' where id = $1",
    ],
    [
      'that staff hide and show again',
      "update employer.job_posts set hidden_at = now(), hidden_reason = 'Spam.' where company_id = $1",
      "update employer.job_posts set hidden_at = null, hidden_reason = '' where company_id = $1",
    ],
  ])('names a post %s', async (_, withhold, show) => {
    const [user, other] = [
      await makePerson(system.database),
      await makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    ];
    await system.database.query(
      `insert into employer.job_posts (company_id, title, location, kind, state, published_at)
       values ($1, 'Fletcher', 'Porto', 'full_time', 'published', now() - interval '3 days')`,
      [other.companyId],
    );
    await system.database.query(withhold, [other.companyId]);
    const { body } = await save(user, { query: 'fletcher', location: '' });
    await makeDue(body.id, '4 days');
    await isDone(body.id);
    expect(await queuedFor(user)).toEqual([]);
    await system.database.query(show, [other.companyId]);
    // The window has passed the publication. What was shown a minute ago has committed.
    await system.database.query(
      `update employer.job_post_filters set public_since = public_since - interval '2 minutes' where company_id = $1`,
      [other.companyId],
    );
    await makeDue(body.id, '1 day');
    await isDone(body.id);
    expect(await subjectOf(user)).toEqual(['1 new job: Jobs for “fletcher”']);
    await system.database.query("update employer.job_posts set state = 'closed' where company_id = $1", [
      other.companyId,
    ]);
  });

  test('of a search for “remote” names posts of remote work, whatever their location', async () => {
    const user = await makePerson(system.database);
    await makePost('Scrivener', '10 minutes');
    await system.database.query(
      "update employer.job_posts set remote_mode = 'remote' where title = 'Scrivener'",
    );
    const { body } = await save(user, { query: 'scrivener', location: 'Remote' });
    await makeDue(body.id);
    await isDone(body.id);
    expect(await subjectOf(user)).toEqual([expect.stringMatching(/^1 new job:/)]);
  });

  test('F9: names no post whose title or place is the address of a page', async () => {
    const user = await makePerson(system.database);
    await makePost('Chandler', '10 minutes');
    await makePost('Chandler: see https://evil.example/login', '11 minutes');
    await makePost('Chandler with Node.js', '12 minutes');
    const { body } = await save(user, { query: 'chandler', location: '' });
    await makeDue(body.id);
    await isDone(body.id);
    const [mail] = await waitFor(async () => {
      const mails = await mailsTo(user);
      return mails.length > 0 ? mails : undefined;
    });
    expect(mail?.subject).toBe('3 new jobs: Jobs for “chandler”');
    expect([...(mail?.text ?? '').matchAll(/^Chandler[^,]*/gm)].map(([line]) => line)).toEqual([
      'Chandler',
      'Chandler with Node.js',
    ]);
    expect(mail?.text).not.toContain('evil.example');
  });

  test('is not sent when nothing is new, for no frequency, and for the matches of a corrected word', async () => {
    const user = await makePerson(system.database);
    await makePost('Cooper', '3 days');
    await makePost('Basketweaver', '10 minutes');
    const ids = [];
    for (const query of ['cooper', 'basketwaever'])
      ids.push((await save(user, { query, location: '' }, 'weekly')).body.id);
    const silent = await save(user, { query: 'basketweaver', location: '' }, 'none');
    for (const id of [silent.body.id, ...ids]) await makeDue(id);
    for (const id of ids) expect((await isDone(id)).hours).toBeGreaterThan(24 * 6.9);
    expect(await queuedFor(user)).toEqual([]);
    const untried = await system.database.query(
      'select from talent.saved_searches where id = $1 and attempts = 0 and next_mail_at <= now()',
      [silent.body.id],
    );
    expect(untried).toHaveLength(1);
    // From now on, not from when it was saved.
    await change(user, silent.body.id, 'daily');
    const [row] = await system.database.query<{ fresh: boolean }>(
      "select mailed_until > now() - interval '1 minute' as fresh from talent.saved_searches where id = $1",
      [silent.body.id],
    );
    expect(row?.fresh).toBe(true);
  });

  test('is due an interval after the last one when its frequency changes', async () => {
    const user = await makePerson(system.database);
    const { body } = await save(user, { query: 'nothing', location: '' }, 'weekly');
    await system.database.query(
      `update talent.saved_searches
          set mailed_until = now() - interval '1 hour', next_mail_at = now() + interval '167 hours' where id = $1`,
      [body.id],
    );
    const intervals = async () =>
      (
        await system.database.query<{ last: number; next: number }>(
          `select round(extract(epoch from now() - mailed_until) / 3600)::int as last,
                  extract(epoch from next_mail_at - mailed_until)::float8 / 3600 as next
             from talent.saved_searches where id = $1`,
          [body.id],
        )
      )[0];
    await change(user, body.id, 'daily');
    expect(await intervals()).toEqual({ last: 1, next: 24 });
    await change(user, body.id, 'weekly');
    expect(await intervals()).toEqual({ last: 1, next: 24 * 7 });
    await change(user, body.id, 'none');
    await system.database.query('update talent.saved_searches set attempts = 3 where id = $1', [body.id]);
    await change(user, body.id, 'daily');
    expect(await intervals()).toEqual({ last: 0, next: 24 });
    expect(
      await system.database.query('select attempts from talent.saved_searches where id = $1', [body.id]),
    ).toEqual([{ attempts: 0 }]);
  });

  test('is queued once each, whatever the number of instances', async () => {
    await makePost('Sluice master', '10 minutes');
    const users = await Promise.all(Array.from({ length: 12 }, () => makePerson(system.database)));
    const saved = await Promise.all(
      users.map((user) => save(user, { query: 'sluice master', location: '' })),
    );
    await system.database.query(
      "update talent.saved_searches set mailed_until = now() - interval '1 day', next_mail_at = now() where id = any ($1)",
      [saved.map(({ body }) => body.id)],
    );
    for (const { body } of saved) await isDone(body.id);
    for (const user of users) expect(await queuedFor(user)).toHaveLength(1);
  });

  test('F8: a search that fails is tried again later, and delays no other one', async () => {
    const [user, other] = [await makePerson(system.database), await makePerson(system.database)];
    await makePost('Wainwright', '10 minutes');
    const failing = await save(user, { query: 'wainwright', location: '' });
    // What no request can save.
    await system.database.query(
      `update talent.saved_searches set search = '{"query": "", "location": "", "minimum_pay": "x"}' where id = $1`,
      [failing.body.id],
    );
    const healthy = await save(other, { query: 'wainwright', location: '' });
    await makeDue(failing.body.id, '2 days');
    await makeDue(healthy.body.id);
    await isDone(healthy.body.id);
    expect(await queuedFor(other)).toHaveLength(1);
    const [row] = await system.database.query<{ attempts: number; is_kept: boolean }>(
      `select attempts, mailed_until < now() - interval '1 day' and next_mail_at > now() as is_kept
         from talent.saved_searches where id = $1`,
      [failing.body.id],
    );
    expect(row).toEqual({ attempts: 1, is_kept: true });
  });

  test('F8: a search that fails again and again is tried at growing intervals', async () => {
    const user = await makePerson(system.database);
    const { body } = await save(user, { query: 'wainwright', location: '' });
    await system.database.query(
      `update talent.saved_searches
          set search = '{"query": "", "location": "", "minimum_pay": "x"}', attempts = 3, next_mail_at = now()
        where id = $1`,
      [body.id],
    );
    const minutes = await waitFor(async () => {
      const [row] = await system.database.query<{ minutes: number }>(
        `select extract(epoch from next_mail_at - now())::float8 / 60 as minutes
           from talent.saved_searches where id = $1 and attempts = 4 and next_mail_at > now() + interval '2 minutes'`,
        [body.id],
      );
      return row?.minutes;
    });
    expect(Math.ceil(minutes)).toBe(8);
  });

  test('G7: goes to the verified address of its user alone, whatever the service names', async () => {
    const user = await makePerson(system.database);
    const { body } = await save(user, { query: 'nothing', location: '' }, 'none');
    const queue = () =>
      system.database.query('select talent.queue_saved_search_mail($1, $2, $3)', [
        body.id,
        JSON.stringify({
          to_address: 'stranger@made.test',
          kind: 'password_reset',
          audience: 'verified',
          subject: 'x',
          text_body: '',
          html_body: '',
          priority: 1,
        }),
        '[]',
      ]);
    await queue();
    const rows = await system.database.query(
      "select to_address, kind from identity.mail_outbox where to_address in ($1, 'stranger@made.test')",
      [addressOf(user)],
    );
    expect(rows).toEqual([{ to_address: addressOf(user), kind: 'saved_search' }]);
    await system.database.query('update identity.users set email_verified_at = null where id = $1', [
      user.userId,
    ]);
    await queue();
    expect(await queuedFor(user)).toHaveLength(1);
  });
});
