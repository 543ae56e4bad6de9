import { describeEndpoints, wholeContract } from '@gatehouse/contract';
import {
  type ApiAnswer,
  makeAdmin,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const ROWS = 55;

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
let adminCookie: string;
let jobPostId: string;
let notedId: string;
let ownId: string;

beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  talent = await makePerson(system.database, { talent: 'active' });
  const admin = await makeAdmin(system.database, 'viewer');
  adminCookie = admin.cookie;
  const { query } = system.database;
  await query(
    `with person as (
       insert into identity.users (email, name, email_verified_at)
       select 'page' || n || '@pages.test', 'Page ' || n, now() from generate_series(1, $1::int) n
       returning id)
     insert into employer.org_memberships (user_id, company_id, role)
     select id, $2, 'member' from person`,
    [ROWS, owner.companyId],
  );
  // Five of each time of the request: the order within a time is the id's.
  await query("update identity.users set talent_access_state = 'pending' where email like '%@pages.test'");
  await query(
    `update identity.users u set access_requested_at = timestamptz '2026-01-01' + make_interval(secs => (n / 5) * 0.000001)
       from (select id, row_number() over (order by md5(id::text)) as n from identity.users) numbered
      where u.id = numbered.id and u.talent_access_state = 'pending'`,
  );
  // Three of each name and four of each time: the order within them is the id's. All wait for a review, every second one with a change.
  await query(
    `insert into employer.companies (name, review_state, created_at, unreviewed_since, approved_as)
     select 'Page ' || n / 3, s.state, s.at, case s.state when 'approved' then s.at end,
            case s.state when 'approved' then jsonb_build_object('name', '', 'website', '', 'logo', '') end
       from generate_series(1, $1::int) n
      cross join lateral (select (array['pending', 'approved'])[n % 2 + 1] as state,
                                 timestamptz '2026-01-01' + make_interval(hours => n / 4) as at) s`,
    [ROWS],
  );
  // Three of each time of publication; a third has pay in euros, five of each amount, and a third in pounds.
  const posts = await query<{ id: string }>(
    `insert into employer.job_posts
       (company_id, title, kind, state, published_at, pay_minimum, pay_currency, pay_period)
     select $2, 'Lamplighter', 'contract', 'published', timestamptz '2026-01-01' + make_interval(hours => n / 3),
            case when n % 3 > 0 then 20.1 + n / 15 end, (array['EUR', 'GBP'])[n % 3], case when n % 3 > 0 then 'hour' end
       from generate_series(1, $1::int) n
     returning id`,
    [ROWS, owner.companyId],
  );
  jobPostId = posts[0]?.id ?? '';
  await query(
    `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
     select $1, jsonb_build_object('query', 'page ' || n, 'location', ''), 'none', 'infinity'
       from generate_series(1, $2::int) n`,
    [owner.userId, ROWS],
  );
  await query(
    'insert into talent.saved_job_posts (user_id, job_post_id) select $1, id from employer.job_posts',
    [owner.userId],
  );
  await query(
    `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
     select $2, 'page' || n || '@invited.test', 'member', sha256(n::text::bytea), $3, now() + interval '1 day'
       from generate_series(1, $1::int) n`,
    [ROWS, owner.companyId, owner.userId],
  );
  await query(
    `insert into talent.applications (user_id, job_post_id, company_id, message)
     select u.id, $1, $2, '' from identity.users u where u.email like '%@pages.test'`,
    [jobPostId, owner.companyId],
  );
  await query(
    `insert into talent.applications (user_id, job_post_id, company_id, message)
     select $1, j.id, j.company_id, '' from employer.job_posts j`,
    [talent.userId],
  );
  const [noted] = await query<{ id: string }>(
    'select id from talent.applications where job_post_id = $1 and user_id <> $2 limit 1',
    [jobPostId, owner.userId],
  );
  notedId = noted?.id ?? '';
  await query(
    `insert into employer.application_notes (application_id, author_id, text)
     select $1, $2, 'Page ' || n from generate_series(1, $3::int) n`,
    [notedId, owner.userId, ROWS],
  );
  const [own] = await query<{ id: string }>('select id from talent.applications where user_id = $1 limit 1', [
    talent.userId,
  ]);
  ownId = own?.id ?? '';
  for (const [application, side] of [
    [notedId, 'applicant'],
    [ownId, 'company'],
  ] as const) {
    await query(
      `insert into talent.messages (application_id, side, author_id, text, delivered_at)
       select $1, $2, $3, 'Page ' || n, now() from generate_series(1, $4::int) n`,
      [application, side, talent.userId, ROWS],
    );
  }
  await query(
    `insert into talent.messages (application_id, side, author_id, text, delivered_at)
     select a.id, 'company', $2, 'Page', now() from talent.applications a where a.user_id = $1`,
    [talent.userId, owner.userId],
  );
  await query(
    `insert into talent.interviews
       (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, state)
     select a.id, $1, array[now()], 'UTC', 30, 'Page ' || n, '', 'cancelled'
       from unnest($2::uuid[]) a (id), generate_series(1, $3::int) n`,
    [owner.userId, [notedId, ownId], ROWS],
  );
  await query(
    `insert into employer.message_templates (company_id, name, text, changed_by)
     select $1, 'Page ' || n, 'x', $2 from generate_series(1, $3::int) n`,
    [owner.companyId, owner.userId, ROWS],
  );
  await query(
    `insert into employer.application_ratings (application_id, company_id, rater_id, value)
     select $1, $2, u.id, 1 + length(u.name) % 4 from identity.users u
       join talent.applications a on a.id = $1 and a.user_id <> u.id
      where u.email like '%@pages.test' or u.id = $3`,
    [notedId, owner.companyId, owner.userId],
  );
  // A third of the applications has no rating; many have the same.
  await query(
    `insert into employer.application_ratings (application_id, company_id, rater_id, value)
     select a.id, a.company_id, $2, 1 + a.n % 4
       from (select id, company_id, row_number() over (order by md5(id::text)) as n from talent.applications where company_id = $1) a
      where a.n % 3 > 0
     on conflict do nothing`,
    [owner.companyId, owner.userId],
  );
  await query(
    `insert into employer.application_assignments (application_id, membership_id)
     select a.id, $2 from talent.applications a where a.company_id = $1 and a.user_id <> $3`,
    [owner.companyId, owner.membershipId, talent.userId],
  );
  await query(
    `insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at)
     select sha256(n::text::bytea), $1, now() + interval '1 hour', now() + interval '1 hour'
       from generate_series(1, $2::int) n`,
    [admin.adminId, ROWS],
  );
  // Five of each time.
  await query(
    `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, last_seen_at)
     select sha256(n::text::bytea), $1, now() + interval '1 hour', now() + interval '1 hour', now() - make_interval(mins => n / 5)
       from generate_series(1, $2::int) n`,
    [owner.userId, ROWS],
  );
  await query(
    `insert into identity.admins (email, name, role)
     select 'page' || n || '@staff.test', 'Page ' || n, 'viewer' from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await query(
    `insert into identity.staff_requests (admin_id, kind, reason, requested_by)
     select id, 'promote', 'x', id from identity.admins where email like 'page%'`,
  );
  await query(
    `insert into identity.audit_events (actor_kind, action, subject_kind, subject_id)
     select 'system', 'page.turned', 'company', $2 from generate_series(1, $1::int) n`,
    [ROWS, owner.companyId],
  );
  // By the user, and about the user: each of a third kind is both.
  await query(
    `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
     select case when n % 3 = 0 then 'system' else 'user' end, case when n % 3 = 0 then null else $2::uuid end,
            'user.passkey_added', 'user', case when n % 3 = 1 then null else $2::uuid end
       from generate_series(1, $1::int) n`,
    [ROWS, owner.userId],
  );
  // Up to three reports of each.
  await query(
    `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
     select 'job_post', j.id, j.company_id, 'scam', '', sha256(n::text::bytea)
       from (select id, company_id, row_number() over (order by id) as position from employer.job_posts) j,
            generate_series(1, 3) n where n <= 1 + j.position % 3`,
  );
  await query(
    `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
     select uuidv7(), $1, 'role_changed', uuidv7(), 'owner', now() from generate_series(1, $2::int) n`,
    [owner.userId, ROWS],
  );
});
afterAll(() => system.stop());

interface List {
  readonly name: string;
  readonly path: () => string;
  readonly ask: (path: string) => Promise<ApiAnswer>;
  /** Items of a page when no limit is given. */
  readonly standard: number;
}

const asOwner = (path: string) => system.publicHost.request(path, { cookie: owner.cookie });
const asTalent = (path: string) => system.publicHost.request(path, { cookie: talent.cookie });
const asAdmin = (path: string) => system.teamHost.request(path, { cookie: adminCookie });

const LISTS: readonly List[] = [
  { name: 'job posts', path: () => '/api/employer/job_posts?', ask: asOwner, standard: 50 },
  ...['order=title&', 'order=applications&', 'query=lamp&order=title&'].map((query) => ({
    name: `job posts by ${query}`,
    path: () => `/api/employer/job_posts?${query}`,
    ask: asOwner,
    standard: 50,
  })),
  { name: 'memberships', path: () => '/api/employer/org_memberships?', ask: asOwner, standard: 50 },
  { name: 'invitations', path: () => '/api/employer/invitations?', ask: asOwner, standard: 50 },
  {
    name: 'applications for a job post',
    path: () => `/api/employer/job_posts/${jobPostId}/applications?`,
    ask: asOwner,
    standard: 50,
  },
  ...['', 'order=oldest&', 'order=rating&', 'stage=submitted&', 'stage=submitted&order=oldest&'].map(
    (query) => ({
      name: `applications of a company by ${query}`,
      path: () => `/api/employer/applications?query=page&${query}`,
      ask: asOwner,
      standard: 50,
    }),
  ),
  ...['me', 'none', 'me&order=rating', 'none&order=rating'].map((query) => ({
    name: `applications of a company by assignee=${query}`,
    path: () => `/api/employer/applications?assignee=${query}&`,
    ask: asOwner,
    standard: 50,
  })),
  {
    name: 'applications of a company by job post',
    path: () => `/api/employer/applications?query=page&job_post_id=${jobPostId}&`,
    ask: asOwner,
    standard: 50,
  },
  {
    name: 'notes on an application',
    path: () => `/api/employer/applications/${notedId}/notes?`,
    ask: asOwner,
    standard: 50,
  },
  {
    name: 'interviews of a company',
    path: () => `/api/employer/applications/${notedId}/interviews?`,
    ask: asOwner,
    standard: 20,
  },
  {
    name: 'interviews of an applicant',
    path: () => `/api/talent/applications/${ownId}/interviews?`,
    ask: asTalent,
    standard: 20,
  },
  {
    name: 'message templates',
    path: () => '/api/employer/message_templates?',
    ask: asOwner,
    standard: 50,
  },
  {
    name: 'messages to a company',
    path: () => `/api/employer/applications/${notedId}/messages?`,
    ask: asOwner,
    standard: 20,
  },
  {
    name: 'messages to an applicant',
    path: () => `/api/talent/applications/${ownId}/messages?`,
    ask: asTalent,
    standard: 20,
  },
  {
    name: 'ratings of an application',
    path: () => `/api/employer/applications/${notedId}/ratings?`,
    ask: asOwner,
    standard: 50,
  },
  { name: 'saved job posts', path: () => '/api/talent/saved_job_posts?', ask: asOwner, standard: 20 },
  { name: 'saved searches', path: () => '/api/talent/saved_searches?', ask: asOwner, standard: 20 },
  { name: 'own applications', path: () => '/api/talent/applications?', ask: asTalent, standard: 20 },
  {
    name: 'own applications that wait',
    path: () => '/api/talent/applications?is_waiting=true&',
    ask: asTalent,
    standard: 20,
  },
  { name: 'published job posts', path: () => '/api/talent/job_posts?', ask: asTalent, standard: 20 },
  {
    name: 'published job posts of a company',
    path: () => `/api/talent/companies/${owner.companyId}/job_posts?`,
    ask: asTalent,
    standard: 20,
  },
  {
    name: 'found job posts',
    path: () => '/api/talent/job_posts?query=lamplighter&',
    ask: asTalent,
    standard: 20,
  },
  ...['kind=contract&', 'order=pay&', 'query=lamplighter&order=newest&', 'query=lamplighter&order=pay&'].map(
    (query) => ({
      name: `published job posts by ${query}`,
      path: () => `/api/talent/job_posts?currency=EUR&${query}`,
      ask: asTalent,
      standard: 20,
    }),
  ),
  { name: 'sessions of a user', path: () => '/api/identities/user_sessions?', ask: asOwner, standard: 50 },
  { name: 'sessions of an admin', path: () => '/api/identities/admin_sessions?', ask: asAdmin, standard: 50 },
  { name: 'users', path: () => '/api/identities/admin/users?', ask: asAdmin, standard: 50 },
  {
    name: 'notifications',
    path: () => '/api/identities/users/current/notifications?',
    ask: asOwner,
    standard: 20,
  },
  {
    name: 'security events',
    path: () => '/api/identities/users/current/security_events?',
    ask: asOwner,
    standard: 50,
  },
  {
    name: 'job posts of a company, for staff',
    path: () => `/api/identities/admin/companies/${owner.companyId}/job_posts?`,
    ask: asAdmin,
    standard: 20,
  },
  ...['', 'exposure=visible&'].map((query) => ({
    name: `job posts of all companies, for staff, by ${query}`,
    path: () => `/api/identities/admin/job_posts?${query}`,
    ask: asAdmin,
    standard: 50,
  })),
  {
    name: 'pending companies',
    path: () => '/api/identities/admin/company_reviews?',
    ask: asAdmin,
    standard: 50,
  },
  {
    name: 'reported subjects',
    path: () => '/api/identities/admin/reported_subjects?',
    ask: asAdmin,
    standard: 50,
  },
  ...['', 'order=newest&'].map((query) => ({
    name: `companies by ${query}`,
    path: () => `/api/identities/admin/companies?${query}`,
    ask: asAdmin,
    standard: 50,
  })),
  {
    name: 'audit events',
    path: () => '/api/identities/admin/audit_events?action=page.turned&',
    ask: asAdmin,
    standard: 50,
  },
  {
    name: 'access requests',
    path: () => '/api/identities/admin/access_requests?',
    ask: asAdmin,
    standard: 50,
  },
  {
    name: 'staff accounts',
    path: () => '/api/identities/admin/staff_accounts?',
    ask: asAdmin,
    standard: 50,
  },
  {
    name: 'staff requests',
    path: () => '/api/identities/admin/staff_requests?',
    ask: asAdmin,
    standard: 50,
  },
  {
    name: 'audit events of a company since a day',
    path: () => `/api/identities/admin/audit_events?party_id=${owner.companyId}&from=2026-01-01&`,
    ask: asAdmin,
    standard: 50,
  },
];

const idsOf = ({ body }: ApiAnswer): string[] => body.items.map(({ id }: { id: string }) => id);

/** The pages of a list, each with its ids. */
async function pagesOf({ path, ask }: List, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor = '';
  do {
    const answer = await ask(`${path()}limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
    expect(answer.status).toBe(200);
    pages.push(idsOf(answer));
    cursor = answer.body.next_cursor;
  } while (cursor !== '' && pages.length < ROWS * 2);
  return pages;
}

test('the lists are those of the contract', () => {
  const paths = LISTS.map(({ path }) => path().replace(/^\/api|\?.*/g, ''));
  const lists = describeEndpoints(wholeContract).filter(({ defaultLimit }) => defaultLimit !== null);
  const untried = lists.filter(({ path }) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !paths.some((tried) => pattern.test(tried));
  });
  expect(untried.map(({ path }) => path)).toEqual([]);
});

describe.each(LISTS)('the list of $name', (list) => {
  test('is the same, each item once, in pages of any size', async () => {
    const whole = (await pagesOf(list, 100)).flat();
    expect(whole.length).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(whole).size).toBe(whole.length);
    const pages = await pagesOf(list, 7);
    expect(pages.flat()).toEqual(whole);
    const sizes = pages.map((page) => page.length);
    expect(sizes.slice(0, -1)).toEqual(Array(Math.ceil(whole.length / 7) - 1).fill(7));
  });

  test('ends where the last page is full, and goes on where one item is left', async () => {
    const { length } = (await pagesOf(list, 100)).flat();
    expect((await pagesOf(list, length)).map((page) => page.length)).toEqual([length]);
    expect((await pagesOf(list, length - 1)).map((page) => page.length)).toEqual([length - 1, 1]);
  });

  test('has a page of its standard size where none is asked for', async () => {
    const answer = await list.ask(list.path());
    expect(idsOf(answer)).toHaveLength(list.standard);
    expect(answer.body.next_cursor).not.toBe('');
  });
});
