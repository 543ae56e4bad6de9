-- What is no longer needed is removed by the retention job, whose role may call three functions and nothing else.
-- docs/decisions/0024-retention.md

create schema retention;

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then
    create role retention_service nologin;
  end if;
exception
  -- Another database of the same server is being migrated at this moment.
  when duplicate_object or unique_violation then null;
  -- An operator creates the roles: `migrate` grants the rights once this one exists.
  when insufficient_privilege then raise notice 'the role retention_service does not exist yet';
end $$;

create table retention.progress (
  kind            text        constraint progress_pkey primary key,
  relation        text        not null,
  key_column      text        not null,
  last_success_at timestamptz not null default now(),
  removed         bigint      not null default 0,
  oldest_due_at   timestamptz
);
comment on table retention.progress is 'what the retention job has removed; nothing decides by it';
comment on column retention.progress.last_success_at is 'end of the last run that left nothing due; at first the migration';
comment on column retention.progress.oldest_due_at is 'since when the oldest row that the last run left has been due; null: none is left';

insert into retention.progress (kind, relation, key_column) values
  ('user_sessions', 'identity.user_sessions', 'id'),
  ('admin_sessions', 'identity.admin_sessions', 'id'),
  ('sign_ups', 'identity.sign_ups', 'id'),
  ('mail_tokens', 'identity.mail_tokens', 'id'),
  ('admin_enrolments', 'identity.admin_enrolments', 'id'),
  ('invitations', 'employer.invitations', 'id'),
  ('mail_outbox', 'identity.mail_outbox', 'id'),
  ('access_decision_counts', 'identity.access_decision_counts', 'hour'),
  ('search_words', 'employer.search_words', 'word'),
  ('audit_events', 'identity.audit_events', 'id');

-- On a table with millions of rows, create them concurrently before the upgrade. No index holds a column that a read
-- of a session changes.
create index if not exists user_sessions_expires_at_idx on identity.user_sessions (expires_at);
create index if not exists admin_sessions_expires_at_idx on identity.admin_sessions (expires_at);
create index if not exists mail_tokens_expires_at_idx on identity.mail_tokens (expires_at);
create index if not exists invitations_expires_at_idx on employer.invitations (expires_at);

-- The smallest UUIDv7 of a time: ids grow with time, so a bound on the id lets the primary key find a time.
create function retention.first_id(at timestamptz) returns uuid language sql immutable strict return
  (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- The first month of the audit trail that is kept: 24 months before this one.
create function retention.first_audit_month(as_of timestamptz) returns timestamptz language sql stable strict return
  (date_trunc('month', as_of at time zone 'UTC') - interval '24 months') at time zone 'UTC';

-- The rows of each kind that are due, by key. packages/database/src/data-registry states the same times.
create view retention.due_user_sessions as
  select s.id as key, s.expires_at + interval '90 days' as due_at
    from identity.user_sessions s where s.expires_at < now() - interval '90 days';
create view retention.due_admin_sessions as
  select s.id as key, s.expires_at + interval '90 days' as due_at
    from identity.admin_sessions s where s.expires_at < now() - interval '90 days';
create view retention.due_sign_ups as
  select s.id as key, s.expires_at as due_at from identity.sign_ups s where s.expires_at < now();
create view retention.due_mail_tokens as
  select t.id as key, t.expires_at + interval '7 days' as due_at
    from identity.mail_tokens t where t.expires_at < now() - interval '7 days';
create view retention.due_admin_enrolments as
  select e.id as key, e.expires_at + interval '30 days' as due_at
    from identity.admin_enrolments e where e.expires_at < now() - interval '30 days';
create view retention.due_invitations as
  select i.id as key, i.expires_at + interval '90 days' as due_at
    from employer.invitations i where i.expires_at < now() - interval '90 days';
create view retention.due_mail_outbox as
  select o.id as key, o.created_at + interval '30 days' as due_at
    from identity.mail_outbox o
   where o.id < (select retention.first_id(now() - interval '30 days'))
     and o.created_at < now() - interval '30 days' and (o.sent_at is not null or o.dropped_at is not null);
create view retention.due_access_decision_counts as
  select c.hour as key, c.hour + interval '400 days' as due_at
    from identity.access_decision_counts c where c.hour < now() - interval '400 days';
-- Every word of a published post has its stem in the post's document; a word whose stem is in none is in no post.
create view retention.due_search_words as
  select w.word as key, now() as due_at
    from employer.search_words w
   where not exists (select from employer.job_post_search s
                      where s.document @@ plainto_tsquery('employer.job_search', w.word));

-- Removes at most that many keys that are due, and returns how many rows went. A second caller of the kind waits for the
-- first; a row that another transaction has locked waits for the next run.
create function retention.remove_due(kind text, max_keys integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  target retention.progress;
  keys   text[];
  gone   integer;
begin
  select p.* into strict target from retention.progress p where p.kind = remove_due.kind;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('retention ' || kind, 0));
  if kind = 'search_words' then
    -- Found without a lock, which a publication would wait for; then looked at again behind the ones that are running.
    keys := array(select d.key from retention.due_search_words d limit max_keys);
    lock table employer.search_words in share row exclusive mode;
    delete from employer.search_words w
     where w.word = any (keys) and exists (select from retention.due_search_words d where d.key = w.word);
  else
    execute pg_catalog.format(
      'delete from %s where %I in (select d.key from retention.%I d limit $1 for update skip locked)',
      target.relation, target.key_column, 'due_' || kind) using max_keys;
  end if;
  get diagnostics gone = row_count;
  update retention.progress p set removed = p.removed + gone where p.kind = remove_due.kind and gone > 0;
  return gone;
end $$;

-- Ends a run of a kind. Returns since when the oldest row that is left has been due; null: none is left.
create function retention.end_run(kind text) returns timestamptz
  language plpgsql security definer set search_path = '' as $$
declare
  oldest timestamptz;
begin
  perform from retention.progress p where p.kind = end_run.kind;
  if not found then raise exception 'there is no kind %', kind; end if;
  execute pg_catalog.format('select min(d.due_at) from retention.%I d', 'due_' || kind) into oldest;
  update retention.progress p
     set oldest_due_at = oldest, last_success_at = case when oldest is null then now() else p.last_success_at end
   where p.kind = end_run.kind;
  return oldest;
end $$;

-- The right to run the job. `migrate` calls it at each run, because an operator may create the role later.
create function retention.grant_to_job() returns void
  language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then return; end if;
  execute pg_catalog.format('grant connect on database %I to retention_service', pg_catalog.current_database());
  grant usage on schema retention to retention_service;
  grant execute on function retention.remove_due(text, integer), retention.end_run(text),
    retention.step_audit_partitions() to retention_service;
end $$;

revoke all on function retention.first_id(timestamptz), retention.first_audit_month(timestamptz),
  retention.remove_due(text, integer), retention.end_run(text), retention.grant_to_job() from public;

-- Identity reports the progress as metrics.
grant usage on schema retention to identity_service;
grant select (kind, last_success_at, removed, oldest_due_at) on retention.progress to identity_service;
