-- The audit trail in months. The table of before becomes the default partition of a new table with its name: nothing is
-- copied or scanned, so the locks are short, and statements that are prepared by name go on. The retention job then makes
-- it the first partition, step by step. docs/decisions/0024-retention.md

alter table identity.audit_events rename to audit_events_default;
alter table identity.audit_events_default rename constraint audit_events_pkey to audit_events_default_pkey;
alter index identity.audit_events_action_idx rename to audit_events_default_action_idx;
alter index identity.audit_events_subject_id_idx rename to audit_events_default_subject_id_idx;
alter index identity.audit_events_actor_id_idx rename to audit_events_default_actor_id_idx;

create table identity.audit_events (
  like identity.audit_events_default including defaults including constraints including comments
) partition by range (id);
comment on table identity.audit_events is
  'who did what to whom, when and why; rows do not change, and go with their month after 24 months';
alter table identity.audit_events add constraint audit_events_pkey primary key (id);
create index audit_events_action_idx on identity.audit_events (action, id desc);
create index audit_events_subject_id_idx on identity.audit_events (subject_id, id desc);
create index audit_events_actor_id_idx on identity.audit_events (actor_id, id desc);
alter table identity.audit_events attach partition identity.audit_events_default default;

-- Whole months go with their partition; these are the rows of the partitions without a month.
create view retention.due_audit_events as
  select e.id as key, e.at + interval '24 months' as due_at
    from identity.audit_events e where e.id < (select retention.first_id(retention.first_audit_month(now())));

-- The rights of each role go over to the new table: through it, they need none on the partitions.
do $$
declare
  granted record;
begin
  for granted in
    select r.rolname, x.privilege_type, '' as columns
      from pg_class c, aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
     where c.oid = 'identity.audit_events_default'::regclass and x.grantee <> c.relowner
    union all
    select r.rolname, x.privilege_type, format('(%I)', a.attname)
      from pg_attribute a, aclexplode(a.attacl) x join pg_roles r on r.oid = x.grantee
     where a.attrelid = 'identity.audit_events_default'::regclass
  loop
    execute format('grant %s %s on identity.audit_events to %I',
                   granted.privilege_type, granted.columns, granted.rolname);
    execute format('revoke %s %s on identity.audit_events_default from %I',
                   granted.privilege_type, granted.columns, granted.rolname);
  end loop;
end $$;

-- The next short step of keeping the partitions, and what it did; null: nothing is left to do. Each step is a transaction
-- of its own. Their names say their months: audit_events_until_2027_02, audit_events_2027_02.
create function retention.step_audit_partitions_as_of(as_of timestamptz) returns text
  language plpgsql set search_path = '' as $$
declare
  this_month timestamp := date_trunc('month', as_of at time zone 'UTC');
  month_id   constant text := 'YYYY_MM';
  bound      record;
  part       record;
  new_bound  timestamp;
  covered_to timestamp;
begin
  perform pg_advisory_xact_lock(hashtextextended('retention audit_events', 0));

  if not exists (select from pg_catalog.pg_inherits i
                  where i.inhparent = 'identity.audit_events'::regclass
                    and i.inhrelid <> 'identity.audit_events_default'::regclass) then
    select c.conname as name, c.convalidated as is_valid, to_timestamp(right(c.conname, 7), month_id)::timestamp as until
      into bound from pg_catalog.pg_constraint c
     where c.conrelid = 'identity.audit_events_default'::regclass and c.conname like 'audit\_events\_until\_%';
    -- A bound that is near would refuse events if the next steps were late.
    if bound.name is null or bound.until < as_of at time zone 'UTC' + interval '7 days' then
      if bound.name is not null then
        execute format('alter table identity.audit_events_default drop constraint %I', bound.name);
      end if;
      new_bound := this_month + interval '2 months';
      execute format('alter table identity.audit_events_default add constraint %I check (id < %L) not valid',
                     'audit_events_until_' || to_char(new_bound, month_id),
                     retention.first_id(new_bound at time zone 'UTC'));
      return 'bounded the first partition';
    end if;
    if not bound.is_valid then
      -- Reads every row, beside readers and writers.
      execute format('alter table identity.audit_events_default validate constraint %I', bound.name);
      return 'validated the first partition';
    end if;
    alter table identity.audit_events detach partition identity.audit_events_default;
    execute format('alter table identity.audit_events_default rename to %I', bound.name);
    execute format('alter table identity.audit_events attach partition identity.%I for values from (minvalue) to (%L)',
                   bound.name, retention.first_id(bound.until at time zone 'UTC'));
    execute format('alter table identity.%I drop constraint %I', bound.name, bound.name);
    -- For events of a month whose partition is late: an event is never refused.
    create table identity.audit_events_default partition of identity.audit_events default;
    return 'split off the default partition';
  end if;

  for part in
    select c.relname as name,
           to_timestamp(right(c.relname, 7), month_id)::timestamp
             + case when c.relname like 'audit\_events\_until\_%' then interval '0' else interval '1 month' end as until
      from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'identity.audit_events'::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
     order by until
  loop
    if part.until at time zone 'UTC' <= retention.first_audit_month(as_of) then
      execute format('with gone as (select count(*) as rows from identity.%I)
                      update retention.progress p set removed = p.removed + gone.rows from gone
                       where p.kind = ''audit_events''', part.name);
      execute format('alter table identity.audit_events detach partition identity.%I', part.name);
      execute format('drop table identity.%I', part.name);
      return 'removed ' || part.name;
    end if;
    covered_to := greatest(covered_to, part.until);
  end loop;

  -- A month whose events are in the default partition stays there.
  for part in
    select 'audit_events_' || to_char(m.month, month_id) as name, retention.first_id(m.month at time zone 'UTC') as first,
           retention.first_id((m.month + interval '1 month') at time zone 'UTC') as next
      from generate_series(this_month, this_month + interval '3 months', interval '1 month') as m (month)
     where m.month >= coalesce(covered_to, m.month)
  loop
    if not exists (select from identity.audit_events_default d where d.id >= part.first and d.id < part.next) then
      execute format('create table identity.%I partition of identity.audit_events for values from (%L) to (%L)',
                     part.name, part.first, part.next);
      return 'created ' || part.name;
    end if;
  end loop;
  return null;
end $$;

create function retention.step_audit_partitions() returns text
  language sql security definer set search_path = '' return retention.step_audit_partitions_as_of(now());

revoke all on function retention.step_audit_partitions_as_of(timestamptz), retention.step_audit_partitions() from public;
select retention.grant_to_job();
