-- One schema per owning service. Ids are UUIDv7, so their order is that of creation. Rows are never deleted: a session
-- ends, a membership is revoked, a company is switched off.

create schema identity;
create schema employer;
create schema talent;

create table identity.users (
  id                  uuid        constraint users_pkey primary key default uuidv7(),
  email               text        not null constraint users_email_key unique
                                  constraint users_email_is_normalised check (email = lower(btrim(email))),
  name                text        not null,
  talent_access_state text        not null default 'none'
                                  constraint users_talent_access_state_check
                                  check (talent_access_state in ('none', 'pending', 'active', 'suspended')),
  email_verified_at   timestamptz,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);

create table identity.credentials (
  user_id       uuid        constraint credentials_pkey primary key
                            constraint credentials_user_id_fkey references identity.users,
  password_hash text        not null,
  updated_at    timestamptz not null default now()
);

create table identity.user_sessions (
  id              uuid        constraint user_sessions_pkey primary key default uuidv7(),
  token_hash      bytea       not null constraint user_sessions_token_hash_key unique
                              constraint user_sessions_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  user_id         uuid        not null constraint user_sessions_user_id_fkey references identity.users,
  created_at      timestamptz not null default now(),
  last_seen_at    timestamptz not null default now(),
  expires_at      timestamptz not null,
  idle_expires_at timestamptz not null,
  ended_at        timestamptz,
  end_reason      text,
  user_agent      text        not null default '',
  address         text        not null default ''
);
comment on column identity.user_sessions.token_hash is 'SHA-256 of the cookie''s token; the token is stored nowhere';
comment on column identity.user_sessions.expires_at is 'absolute limit';
comment on column identity.user_sessions.idle_expires_at is 'idle limit, moved on by touch_user_session';
create index user_sessions_live_by_user_idx on identity.user_sessions (user_id) where ended_at is null;

create table identity.admins (
  id         uuid        constraint admins_pkey primary key default uuidv7(),
  email      text        not null constraint admins_email_key unique
                         constraint admins_email_is_normalised check (email = lower(btrim(email))),
  name       text        not null,
  role       text        not null constraint admins_role_check check (role in ('viewer', 'operator')),
  created_at timestamptz not null default now()
);

create table identity.admin_credentials (
  admin_id      uuid        constraint admin_credentials_pkey primary key
                            constraint admin_credentials_admin_id_fkey references identity.admins,
  password_hash text        not null,
  updated_at    timestamptz not null default now()
);

create table identity.admin_sessions (
  id              uuid        constraint admin_sessions_pkey primary key default uuidv7(),
  token_hash      bytea       not null constraint admin_sessions_token_hash_key unique
                              constraint admin_sessions_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  admin_id        uuid        not null constraint admin_sessions_admin_id_fkey references identity.admins,
  created_at      timestamptz not null default now(),
  last_seen_at    timestamptz not null default now(),
  expires_at      timestamptz not null,
  idle_expires_at timestamptz not null,
  ended_at        timestamptz,
  end_reason      text,
  user_agent      text        not null default '',
  address         text        not null default ''
);

create table identity.mail_tokens (
  id         uuid        constraint mail_tokens_pkey primary key default uuidv7(),
  purpose    text        not null constraint mail_tokens_purpose_check
                         check (purpose in ('email_verification', 'password_reset')),
  token_hash bytea       not null constraint mail_tokens_token_hash_key unique,
  user_id    uuid        not null constraint mail_tokens_user_id_fkey references identity.users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);

create table identity.mail_outbox (
  id              uuid        constraint mail_outbox_pkey primary key default uuidv7(),
  to_address      text        not null,
  subject         text        not null,
  text_body       text        not null,
  html_body       text        not null,
  created_at      timestamptz not null default now(),
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at         timestamptz
);
comment on table identity.mail_outbox is 'mail that a committed transaction has promised; the bodies are emptied once sent';
create index mail_outbox_due_idx on identity.mail_outbox (next_attempt_at) where sent_at is null;

create table identity.audit_events (
  id           uuid        constraint audit_events_pkey primary key default uuidv7(),
  at           timestamptz not null default now(),
  actor_kind   text        not null constraint audit_events_actor_kind_check
                           check (actor_kind in ('user', 'admin', 'system')),
  actor_id     uuid,
  action       text        not null,
  subject_kind text        not null,
  subject_id   uuid,
  reason       text        not null default '',
  change       text        not null default '',
  trace_id     text        not null default ''
);
create index audit_events_action_idx on identity.audit_events (action, id desc);
create index audit_events_subject_id_idx on identity.audit_events (subject_id, id desc);

create table employer.companies (
  id         uuid        constraint companies_pkey primary key default uuidv7(),
  name       text        not null,
  about      text        not null default '',
  website    text        not null default '',
  condition  text        not null default 'active' constraint companies_condition_check
                         check (condition in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index companies_name_idx on employer.companies (lower(name), id);

create table employer.org_memberships (
  id         uuid        constraint org_memberships_pkey primary key default uuidv7(),
  user_id    uuid        not null constraint org_memberships_user_id_key unique
                         constraint org_memberships_user_id_fkey references identity.users,
  company_id uuid        not null constraint org_memberships_company_id_fkey references employer.companies,
  role       text        not null constraint org_memberships_role_check check (role in ('owner', 'member')),
  status     text        not null default 'active' constraint org_memberships_status_check
                         check (status in ('active', 'revoked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on constraint org_memberships_user_id_key on employer.org_memberships is
  'a person has one membership record, whatever its status';
create index org_memberships_company_id_idx on employer.org_memberships (company_id, id);

create table employer.job_posts (
  id           uuid        constraint job_posts_pkey primary key default uuidv7(),
  company_id   uuid        not null constraint job_posts_company_id_fkey references employer.companies,
  title        text        not null,
  description  text        not null default '',
  location     text        not null default '',
  kind         text        not null constraint job_posts_kind_check
                           check (kind in ('full_time', 'part_time', 'contract', 'internship')),
  state        text        not null default 'draft' constraint job_posts_state_check
                           check (state in ('draft', 'published', 'closed')),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  published_at timestamptz,
  search       tsvector    generated always as (
                             setweight(to_tsvector('english', title), 'A') ||
                             setweight(to_tsvector('english', location), 'B') ||
                             setweight(to_tsvector('english', description), 'C')
                           ) stored,
  constraint job_posts_published_at_check check (state = 'draft' or published_at is not null)
);
create index job_posts_company_id_id_idx on employer.job_posts (company_id, id desc);
create index job_posts_published_at_id_idx on employer.job_posts (published_at desc, id desc) where state = 'published';
create index job_posts_search_idx on employer.job_posts using gin (search);

create table talent.profiles (
  user_id    uuid        constraint profiles_pkey primary key
                         constraint profiles_user_id_fkey references identity.users,
  headline   text        not null default '',
  summary    text        not null default '',
  skills     text[]      not null default '{}',
  location   text        not null default '',
  links      text[]      not null default '{}',
  updated_at timestamptz not null default now()
);
