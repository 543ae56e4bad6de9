-- Invitations into companies, applications, the second factor of the staff, and counts of the boundary's decisions.

create table employer.invitations (
  id           uuid        constraint invitations_pkey primary key default uuidv7(),
  company_id   uuid        not null constraint invitations_company_id_fkey references employer.companies,
  email        text        not null constraint invitations_email_is_normalised check (email = lower(btrim(email))),
  role         text        not null constraint invitations_role_check check (role in ('owner', 'member')),
  token_hash   bytea       not null constraint invitations_token_hash_key unique
                           constraint invitations_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  invited_by   uuid        not null constraint invitations_invited_by_fkey references identity.users,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  accepted_by  uuid        constraint invitations_accepted_by_fkey references identity.users,
  withdrawn_at timestamptz,
  constraint invitations_accepted_check check ((accepted_at is null) = (accepted_by is null))
);
comment on column employer.invitations.token_hash is 'SHA-256 of the token in the mail; the token is stored in no table but, until it is sent, in the mail''s text';
comment on column employer.invitations.withdrawn_at is 'null: neither taken back by an owner nor, after its time, replaced by a new one';
create unique index invitations_open_idx on employer.invitations (company_id, email)
  where accepted_at is null and withdrawn_at is null;

create table talent.applications (
  id           uuid        constraint applications_pkey primary key default uuidv7(),
  job_post_id  uuid        not null constraint applications_job_post_id_fkey references employer.job_posts,
  company_id   uuid        not null constraint applications_company_id_fkey references employer.companies,
  user_id      uuid        not null constraint applications_user_id_fkey references identity.users,
  message      text        not null default '',
  headline     text        not null default '',
  summary      text        not null default '',
  skills       text[]      not null default '{}',
  location     text        not null default '',
  links        text[]      not null default '{}',
  stage        text        not null default 'submitted' constraint applications_stage_check
                           check (stage in ('submitted', 'in_review', 'interview', 'offer', 'rejected')),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint applications_job_post_id_user_id_key unique (job_post_id, user_id)
);
comment on table talent.applications is 'one a person and job post; the profile stands in it as it was sent';
comment on column talent.applications.company_id is 'of the job post, which never changes it; here for the index';
comment on column talent.applications.updated_at is 'when it came to its stage';
comment on column talent.applications.withdrawn_at is 'null: not withdrawn; with it go the message and the profile';
create index applications_job_post_id_id_idx on talent.applications (job_post_id, id desc) where withdrawn_at is null;
create index applications_company_id_created_at_idx on talent.applications (company_id, created_at)
  where withdrawn_at is null;
create index applications_user_id_id_idx on talent.applications (user_id, id desc);

alter table identity.admin_sessions add column second_factor_at timestamptz not null default now();
comment on column identity.admin_sessions.second_factor_at is 'when the last one-time code was given';

create table identity.admin_second_factors (
  admin_id       uuid        constraint admin_second_factors_pkey primary key
                             constraint admin_second_factors_admin_id_fkey references identity.admins,
  secret         text        not null,
  last_used_step bigint      not null default 0,
  updated_at     timestamptz not null default now()
);
comment on column identity.admin_second_factors.secret is 'base32, for RFC 6238 with SHA-1, 30 seconds and 6 digits';
comment on column identity.admin_second_factors.last_used_step is 'time step of the last code that was taken: a code works once';

create table identity.admin_recovery_codes (
  code_hash bytea       constraint admin_recovery_codes_pkey primary key,
  admin_id  uuid        not null constraint admin_recovery_codes_admin_id_fkey references identity.admins,
  used_at   timestamptz
);
comment on column identity.admin_recovery_codes.code_hash is 'SHA-256 of the code, which has 80 random bits';
comment on column identity.admin_recovery_codes.used_at is 'null: can still be used';
create index admin_recovery_codes_admin_id_idx on identity.admin_recovery_codes (admin_id);

create table identity.admin_enrolments (
  id          uuid        constraint admin_enrolments_pkey primary key default uuidv7(),
  token_hash  bytea       not null constraint admin_enrolments_token_hash_key unique
                          constraint admin_enrolments_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  admin_id    uuid        not null constraint admin_enrolments_admin_id_fkey references identity.admins,
  totp_secret text        not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);
comment on table identity.admin_enrolments is 'one-time links that set an admin''s password and second factor';

create table identity.access_decision_counts (
  hour     timestamptz not null,
  decision text        not null,
  count    bigint      not null,
  constraint access_decision_counts_pkey primary key (hour, decision)
);
comment on table identity.access_decision_counts is 'how often the boundary decided what, over all services; nothing decides by it';

-- Adds counts to the running hour. Every service counts; only identity reads.
create function identity.count_access_decisions(decisions text[], counts bigint[]) returns void
  language sql security definer set search_path = '' as $$
  insert into identity.access_decision_counts as c (hour, decision, count)
  select date_trunc('hour', now(), 'UTC'), d.decision, d.count
    from unnest(count_access_decisions.decisions, count_access_decisions.counts) as d (decision, count)
   order by d.decision
  on conflict (hour, decision) do update set count = c.count + excluded.count
$$;

revoke all on function identity.count_access_decisions(text[], bigint[]) from public;
grant execute on function identity.count_access_decisions(text[], bigint[])
  to identity_service, employer_service, talent_service;

grant select (second_factor_at), insert (second_factor_at), update (second_factor_at)
  on identity.admin_sessions to identity_service;
-- Who is an admin, and in which role, is not the running service's to say: links are made by the owner of the database.
revoke insert on identity.admins from identity_service;
grant select, insert, update (secret, last_used_step, updated_at) on identity.admin_second_factors to identity_service;
grant select, insert, update (used_at) on identity.admin_recovery_codes to identity_service;
grant select, update (used_at) on identity.admin_enrolments to identity_service;
grant select on identity.access_decision_counts to identity_service;

-- Mail of the employer's side: into the outbox and nothing more.
grant insert (to_address, subject, text_body, html_body) on identity.mail_outbox to employer_service;

grant select, insert (company_id, email, role, token_hash, invited_by, expires_at),
  update (accepted_at, accepted_by, withdrawn_at) on employer.invitations to employer_service;

grant usage on schema talent to employer_service;
grant select, update (stage, updated_at) on talent.applications to employer_service;
grant select, insert (job_post_id, company_id, user_id, message, headline, summary, skills, location, links),
  update (withdrawn_at, message, headline, summary, skills, location, links) on talent.applications to talent_service;

create index audit_events_actor_id_idx on identity.audit_events (actor_id, id desc);
create index mail_tokens_user_id_idx on identity.mail_tokens (user_id) where used_at is null;
