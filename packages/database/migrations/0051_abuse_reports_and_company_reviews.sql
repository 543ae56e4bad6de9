-- Reports of abuse from public pages. docs/decisions/0040-moderation.md

create table identity.abuse_reports (
  id           uuid        constraint abuse_reports_pkey primary key default uuidv7(),
  subject_kind text        not null constraint abuse_reports_subject_kind_check check (subject_kind in ('job_post', 'company')),
  subject_id   uuid        not null,
  company_id   uuid        not null constraint abuse_reports_company_id_fkey references employer.companies,
  reason       text        not null constraint abuse_reports_reason_check
                           check (reason in ('scam', 'fee', 'discrimination', 'offensive', 'not_a_job', 'other')),
  text         text        not null,
  reporter_id  uuid        constraint abuse_reports_reporter_id_fkey references identity.users,
  address_hash bytea,
  created_at   timestamptz not null default now(),
  closed_at    timestamptz,
  outcome      text        constraint abuse_reports_outcome_check check (outcome in ('dismissed', 'hidden', 'company_disabled')),
  constraint abuse_reports_reporter_check check ((reporter_id is null) <> (address_hash is null)),
  constraint abuse_reports_closed_check check ((closed_at is null) = (outcome is null))
);
comment on table identity.abuse_reports is 'reports of job posts and companies from their public pages';
comment on column identity.abuse_reports.subject_id is 'a job post or a company, without a foreign key';
comment on column identity.abuse_reports.company_id is 'the company, or that of the job post';
comment on column identity.abuse_reports.address_hash is
  'HMAC of the network of a visitor without an account: one open report of each for a subject';
comment on column identity.abuse_reports.outcome is 'what staff did; null: the report is open';

-- One open report of each reporter for a subject.
create unique index abuse_reports_of_user_key on identity.abuse_reports (subject_id, reporter_id)
  where closed_at is null and reporter_id is not null;
create unique index abuse_reports_of_address_key on identity.abuse_reports (subject_id, address_hash)
  where closed_at is null and address_hash is not null;
create index abuse_reports_open_idx on identity.abuse_reports (subject_id, id desc) where closed_at is null;
create index abuse_reports_open_of_company_idx on identity.abuse_reports (company_id) where closed_at is null;
create index abuse_reports_reporter_id_idx on identity.abuse_reports (reporter_id) where reporter_id is not null;
create index abuse_reports_closed_at_idx on identity.abuse_reports (closed_at) where closed_at is not null;

grant select, insert (subject_kind, subject_id, company_id, reason, text, reporter_id, address_hash),
  update (closed_at, outcome) on identity.abuse_reports to identity_service;

-- 90 days after staff have decided.
insert into retention.progress (kind, relation, key_column) values ('abuse_reports', 'identity.abuse_reports', 'id');
create view retention.due_abuse_reports as
  select r.id as key, r.closed_at + interval '90 days' as due_at
    from identity.abuse_reports r where r.closed_at < now() - interval '90 days';

-- The review of new companies: companies of before count as approved. Which new ones wait for it is the configuration's matter;
-- every read asks this column alone.
alter table employer.companies
  add column review_state   text    not null default 'approved'
    constraint companies_review_state_check check (review_state in ('pending', 'approved', 'refused')),
  add column review_reason  text    not null default '',
  add column review_version integer not null default 1;
comment on column employer.companies.review_state is 'what it has published is public only while it is approved';
comment on column employer.companies.review_reason is 'what staff tell the owners of a refused company; empty: nothing, or it is not refused';
comment on column employer.companies.review_version is 'of the review';
create index companies_pending_review_idx on employer.companies (created_at, id) where review_state = 'pending';

create function employer.count_review_version() returns trigger language plpgsql as $$
begin new.review_version := old.review_version + 1; return new; end $$;
revoke all on function employer.count_review_version() from public;
create trigger count_review_version before update on employer.companies for each row
  when (old.review_state <> new.review_state)
  execute function employer.count_review_version();

grant insert (review_state) on employer.companies to employer_service;
grant update (review_state, review_reason) on employer.companies to identity_service;
grant select (review_state) on employer.companies to talent_service;
