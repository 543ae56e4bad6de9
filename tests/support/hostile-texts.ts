import type { TestSystem } from '@gatehouse/testkit';

/** Begins right to left, and has a word that no line can hold, Hebrew and an emoji of several code points. */
export const HOSTILE_TEXT = `مرحبا ${'W'.repeat(60)} שלום 👩🏽‍🚀`;

const ONE_WORD = 'W'.repeat(40);

/** Rows of each list. */
const ROWS = 300;

/** The fields of writes that pages show: `fillWithHostileTexts` fills each. */
export const SHOWN_FIELDS = [
  ...[
    'name',
    'email',
    'about',
    'website',
    'title',
    'description',
    'location',
    'message',
    'headline',
    'summary',
    'text',
  ],
  ...['skills', 'links', 'reason', 'owner_reason', 'question', 'answer', 'place', 'note', 'query'],
  ...['employer_name', 'from_month', 'to_month', 'school', 'degree', 'from_year', 'to_year'],
];

/** Overwrites every text that a person has written with the hostile one, and fills each list. */
export async function fillWithHostileTexts({ database }: TestSystem): Promise<void> {
  const text = `'${HOSTILE_TEXT}'`;
  const link = `[${HOSTILE_TEXT}](https://made.test/${'w'.repeat(200)})`;
  const rich = [`# ${HOSTILE_TEXT}`, HOSTILE_TEXT, `- **${HOSTILE_TEXT}**`, `999. ${link}`]
    .map((part) => `'${part}'`)
    .join(' || repeat(chr(10), 2) || ');
  const skills = `array(select n || '${ONE_WORD.slice(2)}' from generate_series(10, 39) n)`;
  const links = `array['https://made.test/${'w'.repeat(200)}', 'https://made.test/b']`;
  const company = "(select id from employer.companies where website = 'hostile')";
  const job = `(select id from employer.job_posts where company_id = ${company} and state = 'published' order by id limit 1)`;
  const five = (parts: string) =>
    `(select jsonb_agg(jsonb_build_object(${parts})) from generate_series(1, 5) n)`;
  const questions = five(`'text', n || ${text}, 'kind', 'long_text', 'is_required', true`);
  const answers = five(`'question', n || ${text}, 'kind', 'long_text', 'answer', ${text}`);
  const entries = (count: number, parts: string) =>
    `(select jsonb_agg(jsonb_build_object('key', n, ${parts})) from generate_series(1, ${count}) n)`;
  const positions = entries(
    15,
    `'employer_name', ${text}, 'title', ${text}, 'from_month', '2001-01', 'to_month', '', 'description', ${text}`,
  );
  const education = entries(
    10,
    `'school', ${text}, 'degree', ${text}, 'from_year', '2001', 'to_year', '2005'`,
  );
  const career = `jsonb_build_object('positions', ${positions}, 'education', ${education})`;
  for (const statement of [
    `update employer.companies set website = 'hostile' where name = 'Harbour & Pine'`,
    `update identity.users set name = ${text}`,
    `update identity.admins set name = ${text}`,
    `insert into identity.staff_requests (admin_id, kind, reason, requested_by) select id, 'reset', ${text}, id from identity.admins`,
    `update employer.companies set name = ${text}, about = ${rich}, disabled_reason = ${text}`,
    `update employer.job_posts set title = ${text}, description = ${rich}, location = ${text}, questions = ${questions}`,
    `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
     select ${company}, ${text}, ${rich}, ${text}, 'full_time', 'published', now() from generate_series(1, ${ROWS})`,
    `with person as (
       insert into identity.users (email, name, email_verified_at)
       select repeat('w', 60) || n || '@' || repeat('w', 60) || '.test', ${text}, now() from generate_series(1, ${ROWS}) n
       returning id
     ), member as (
       insert into employer.org_memberships (user_id, company_id, role) select id, ${company}, 'member' from person
     )
     insert into talent.applications (user_id, job_post_id, company_id, message) select id, ${job}, ${company}, '' from person`,
    `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
     select ${company}, repeat('w', 60) || n || '@made.test', 'member', sha256(n::text::bytea), m.user_id, now() + interval '1 day'
       from (select user_id from employer.org_memberships where company_id = ${company} and role = 'owner' limit 1) m,
            generate_series(1, ${ROWS}) n`,
    `insert into talent.applications (user_id, job_post_id, company_id, message)
     select u.id, j.id, j.company_id, '' from identity.users u, employer.job_posts j
      where u.email = 'talent@demo.test' and j.state = 'published' on conflict do nothing`,
    `update talent.applications set message = ${text}, headline = ${text}, summary = ${text}, location = ${text},
            skills = ${skills}, links = ${links}, answers = ${answers}, career = ${career}`,
    `with event as (
       insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, change)
       select 'user', a.user_id, 'application.stage_changed', 'application', a.id, 'submitted → offer'
         from talent.applications a where a.company_id = ${company} returning subject_id
     )
     insert into talent.application_messages (application_id, message) select subject_id, ${text} from event`,
    `insert into employer.application_notes (application_id, author_id, text)
     select a.id, u.id, ${text} from talent.applications a, identity.users u
      where a.company_id = ${company} and u.email = 'owner@demo.test'`,
    `insert into employer.message_templates (company_id, name, text, changed_by)
     select ${company}, ${text}, ${text}, u.id from identity.users u where u.email = 'owner@demo.test'`,
    `insert into talent.interviews
       (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, answer, state, accepted_start, answered_at)
     select a.id, u.id, array[now() + interval '1 day'], 'UTC', 30, ${text}, ${text}, ${text}, 'accepted', now() + interval '1 day', now()
       from talent.applications a, identity.users u where a.company_id = ${company} and u.email = 'owner@demo.test'`,
    `insert into talent.messages (application_id, side, author_id, text, delivered_at)
     select a.id, s.side, case s.side when 'company' then u.id else a.user_id end, ${text}, now()
       from talent.applications a, identity.users u, (values ('company'), ('applicant')) s (side)
      where a.company_id = ${company} and u.email = 'owner@demo.test'`,
    `update talent.profiles set headline = ${text}, summary = ${text}, location = ${text}, skills = ${skills}, links = ${links},
            career = ${career}`,
    `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, reason, change)
     select 'user', u.id, 'company.changed', 'company', ${company}, ${text}, ${text}
       from (select id from identity.users limit 1) u, generate_series(1, ${ROWS})`,
    `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
     select s.kind, s.id, s.company_id, 'other', ${text}, sha256(n::text::bytea)
       from (select 'company' as kind, c.id, c.id as company_id from employer.companies c where c.id = ${company}
             union all select 'job_post', j.id, j.company_id from employer.job_posts j where j.company_id = ${company} and j.state = 'published') s,
            generate_series(1, 3) n`,
    `update identity.abuse_reports set text = ${text}`,
    `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
     select id, jsonb_build_object('query', ${text}, 'location', ${text}), 'daily', now() + interval '1 day' from identity.users
      where email in ('owner@demo.test', 'talent@demo.test')`,
    `update employer.companies set website = 'https://made.test/${'w'.repeat(250)}'`,
    `update employer.companies
        set approved_as = jsonb_build_object('name', ${text} || name, 'website', website || 'w', 'logo', ''), unreviewed_since = now(),
            shown_meanwhile = jsonb_build_array(
              jsonb_build_object('name', ${text}, 'website', website || 'ww', 'logo', '', 'seconds', 3600))
      where review_state = 'approved'`,
    ...['user', 'admin'].map(
      (kind) => `insert into identity.${kind}_passkeys
       (${kind}_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
     select id, sha256(id::text::bytea), '', 0, false, false, '{}', ${text} from identity.${kind}s`,
    ),
  ]) {
    await database.query(statement);
  }
}

/** Hides a job post and refuses its company, with the hostile text as what their owners read: afterwards neither is public. */
export async function hideWithHostileTexts({ database }: TestSystem, jobPostId: string): Promise<void> {
  await database.query('update employer.job_posts set hidden_at = now(), hidden_reason = $2 where id = $1', [
    jobPostId,
    HOSTILE_TEXT,
  ]);
  await database.query(
    `update employer.companies set review_state = 'refused', review_reason = $2
      where id = (select company_id from employer.job_posts where id = $1)`,
    [jobPostId, HOSTILE_TEXT],
  );
}
