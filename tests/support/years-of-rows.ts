/**
 * Rows as years of use leave them, beside those of the demo, so that PostgreSQL plans as it does in production: most
 * sessions have ended, most tokens are used, most invitations are closed. To be followed by `vacuum analyze`.
 */
export const YEARS_OF_ROWS = `
  insert into identity.users (email, name, email_verified_at)
  select 'user-' || n || '@made.test', 'User ' || n, now() from generate_series(1, 2000) n;

  insert into identity.credentials (user_id, password_hash)
  select id, '' from identity.users u where not exists (select from identity.credentials c where c.user_id = u.id);

  insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, ended_at, address)
  select sha256(convert_to('user ' || u.id || n, 'UTF8')), u.id, now() + interval '1 day', now() + interval '1 day',
         case when n > 1 then now() end, '192.0.2.' || n
    from identity.users u, generate_series(1, 6) n;

  insert into identity.user_passkeys
    (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
  select u.id, sha256(convert_to('passkey ' || u.id || n, 'UTF8')), '', 0, false, false, '{}', 'Passkey'
    from identity.users u, generate_series(1, 3) n;

  insert into identity.user_browsers (browser_hash, user_id, first_session_id)
  select sha256(convert_to('browser ' || u.id || n, 'UTF8')), u.id, uuidv7()
    from identity.users u, generate_series(1, 3) n;

  insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
  select uuidv7(), u.id, 'role_changed', uuidv7(), 'owner', now(), case when n > 5 then now() end
    from identity.users u, generate_series(1, 20) n;

  insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, reporter_id, closed_at, outcome)
  select 'company', c.id, c.id, 'other', '', u.id, case when n > 1 then now() end, case when n > 1 then 'dismissed' end
    from (select id from employer.companies order by id limit 10) c, (select id from identity.users order by id limit 50) u,
         generate_series(1, 20) n;

  insert into identity.passkey_challenges (challenge_hash, purpose, bound_to)
  select sha256(convert_to('challenge ' || n, 'UTF8')), 'sign_in', sha256(convert_to('browser ' || n, 'UTF8'))
    from generate_series(1, 1000) n;

  insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at, used_at)
  select 'password_reset', sha256(convert_to('reset ' || u.id || n, 'UTF8')), u.id, now() + interval '1 hour',
         case when n > 1 then now() end
    from identity.users u, generate_series(1, 5) n;

  insert into identity.email_changes
    (user_id, new_email, token_hash, confirmed_at, old_email, undo_token_hash, ended_at)
  select u.id, 'new-' || n || u.email, sha256(convert_to('change ' || u.id || n, 'UTF8')),
         case when n < 3 then now() end, case when n < 3 then 'old-' || n || u.email end,
         case when n < 3 then sha256(convert_to('undo ' || u.id || n, 'UTF8')) end, case when n > 1 then now() end
    from identity.users u, generate_series(1, 3) n;

  insert into identity.sign_ups (email, name, password_hash, token_hash, expires_at)
  select 'sign-up-' || n || '@made.test', '', '', sha256(convert_to('sign-up ' || n, 'UTF8')), now() + interval '1 day'
    from generate_series(1, 1000) n;

  insert into identity.admins (email, name, role)
  select 'admin-' || n || '@made.test', 'Admin ' || n, 'viewer' from generate_series(1, 200) n;

  insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at, ended_at, address)
  select sha256(convert_to('admin ' || a.id || n, 'UTF8')), a.id, now() + interval '1 day', now() + interval '1 day',
         case when n > 1 then now() end, '192.0.2.' || n
    from identity.admins a, generate_series(1, 20) n;

  insert into identity.admin_passkeys
    (admin_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
  select a.id, sha256(convert_to('passkey ' || a.id || n, 'UTF8')), '', 0, false, false, '{}', 'Passkey'
    from identity.admins a, generate_series(1, 3) n;

  insert into identity.admin_recovery_codes (code_hash, admin_id)
  select sha256(convert_to('code ' || a.id || n, 'UTF8')), a.id from identity.admins a, generate_series(1, 10) n;

  insert into identity.admin_enrolments (token_hash, admin_id, expires_at, used_at)
  select sha256(convert_to('enrolment ' || a.id || n, 'UTF8')), a.id, now() + interval '1 day',
         case when n > 1 then now() end
    from identity.admins a, generate_series(1, 5) n;

  insert into identity.staff_requests (admin_id, kind, reason, requested_by, expires_at, decided_at, outcome)
  select a.id, 'promote', '', a.id, now() + interval '1 day', case when n > 1 then now() end,
         case when n > 1 then 'declined' end
    from identity.admins a, generate_series(1, 20) n;

  insert into identity.mail_outbox (to_address, subject, text_body, html_body, sent_at, priority)
  select u.email, '', '', '', case when n > 1 then now() end, n % 2
    from identity.users u, generate_series(1, 4) n;

  insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
  select 'user', id, 'user_session.started', 'user_session', id from identity.user_sessions;

  insert into identity.audit_events (id, at, actor_kind, action, subject_kind, subject_id)
  select uuidv7(interval '-6 hours' * n), now() - interval '6 hours' * n, 'system',
         (array['application.created', 'talent_access.requested', 'talent_access.changed', 'company.reviewed'])[1 + n % 4],
         'user', uuidv7()
    from generate_series(1, 2000) n;

  insert into identity.weekly_statistics
    (week, published_job_post_count, application_count, access_request_count, access_decision_count, company_request_count,
     company_decision_count, report_count, closed_report_count)
  select date_trunc('week', now())::date - 7 * n, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(2, 100) n;

  insert into employer.companies (name) select 'Company ' || n from generate_series(1, 500) n;

  insert into employer.org_memberships (user_id, company_id, role)
  select u.id, c.id, 'owner'
    from (select id, row_number() over (order by id) as n from identity.users) u
    join (select id, row_number() over (order by id) as n from employer.companies) c on c.n = (u.n + 3) / 4
  on conflict do nothing;

  insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at, withdrawn_at)
  select m.company_id, 'invited-' || n || '@made.test', 'member',
         sha256(convert_to('invitation ' || m.id || n, 'UTF8')), m.user_id, now() + interval '1 day',
         case when n > 1 then now() end
    from employer.org_memberships m, generate_series(1, 5) n
  on conflict do nothing;

  insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
  select c.id, p.title, p.description, p.location, p.kind, 'published', now() - c.n * interval '1 hour'
    from (select *, row_number() over (order by id) as n from employer.job_posts) p
    join (select id, row_number() over (order by id) as n from employer.companies) c on c.n % 24 = p.n % 24;

  insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
  select u.id, jsonb_build_object('query', 'word ' || n, 'location', ''), (array['daily', 'weekly', 'none'])[1 + n % 3],
         now() + n * interval '1 hour'
    from identity.users u, generate_series(1, 6) n;

  insert into talent.saved_job_posts (user_id, job_post_id)
  select u.id, j.id
    from identity.users u
    join (select id, row_number() over (order by id) as n from employer.job_posts) j
      on j.n % 50 = abs(hashtext(u.id::text)) % 50
  -- The demo's users have saved some.
  on conflict on constraint saved_job_posts_user_id_job_post_id_key do nothing;

  insert into employer.application_notes (application_id, author_id, text)
  select a.id, a.user_id, '' from talent.applications a, generate_series(1, 5) n;

  insert into talent.messages (application_id, side, author_id, text)
  select a.id, case when n % 2 = 0 then 'company' else 'applicant' end, a.user_id, ''
    from talent.applications a, generate_series(1, 5) n;

  insert into talent.interviews
    (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, state)
  select a.id, a.user_id, array[now()], 'UTC', 30, '', '', 'cancelled'
    from talent.applications a, generate_series(1, 3) n;

  insert into employer.message_templates (company_id, name, text, changed_by)
  select c.id, '', '', c.id from employer.companies c, generate_series(1, 50) n;

  insert into employer.application_ratings (application_id, company_id, rater_id, value)
  select a.id, a.company_id, m.user_id, 2 + hashtext(m.id::text || a.id)::bigint % 2
    from talent.applications a join employer.org_memberships m on m.company_id = a.company_id
  on conflict do nothing;

  insert into employer.application_assignments (application_id, membership_id)
  select distinct on (a.id) a.id, m.id
    from talent.applications a join employer.org_memberships m on m.company_id = a.company_id
  on conflict do nothing;
`;
