-- Staff accounts that operators change in the browser, and the requests that a second operator approves.
-- docs/decisions/0029-staff-accounts-and-the-second-operator.md

alter table identity.admins
  add column disabled_at timestamptz,
  add column version     integer not null default 1;
comment on column identity.admins.disabled_at is 'null: the account is active, or waits for its enrolment';
comment on column identity.admins.version is 'of role and condition';

create index admins_active_operators_idx on identity.admins (id) where role = 'operator' and disabled_at is null;

create trigger count_version before update on identity.admins for each row
  when ((old.role, old.disabled_at is null) is distinct from (new.role, new.disabled_at is null))
  execute function identity.count_version();

alter table identity.admin_enrolments
  add column created_by  uuid constraint admin_enrolments_created_by_fkey references identity.admins,
  add column approved_by uuid constraint admin_enrolments_approved_by_fkey references identity.admins;
comment on column identity.admin_enrolments.created_by is 'operator who invited; null: admin:invite';
comment on column identity.admin_enrolments.approved_by is 'second operator; null: none was needed';
create index admin_enrolments_created_by_idx on identity.admin_enrolments (created_by) where used_at is null;
create index admin_enrolments_approved_by_idx on identity.admin_enrolments (approved_by) where used_at is null;

create table identity.staff_requests (
  id           uuid        constraint staff_requests_pkey primary key default uuidv7(),
  admin_id     uuid        not null constraint staff_requests_admin_id_fkey references identity.admins,
  kind         text        not null constraint staff_requests_kind_check check (kind in ('enable', 'promote', 'reset')),
  reason       text        not null,
  requested_by uuid        not null constraint staff_requests_requested_by_fkey references identity.admins,
  requested_at timestamptz not null default now(),
  expires_at   timestamptz not null default now() + interval '24 hours',
  decided_by   uuid        constraint staff_requests_decided_by_fkey references identity.admins,
  decided_at   timestamptz,
  outcome      text        constraint staff_requests_outcome_check
                           check (outcome in ('approved', 'declined', 'withdrawn', 'expired')),
  constraint staff_requests_decided_check check ((decided_at is null) = (outcome is null)),
  constraint staff_requests_second_operator_check
    check (outcome is distinct from 'approved' or (decided_by <> requested_by and decided_by <> admin_id)),
  constraint staff_requests_in_time_check check (outcome is distinct from 'approved' or decided_at <= expires_at)
);
comment on table identity.staff_requests is 'power over the platform that one operator asks for and another one approves';
comment on column identity.staff_requests.decided_by is 'null: open, or the access that it depended on has ended';
-- One at a time for each account.
create unique index staff_requests_open_idx on identity.staff_requests (admin_id) where decided_at is null;
create index staff_requests_requested_by_idx on identity.staff_requests (requested_by) where decided_at is null;
create index staff_requests_waiting_idx on identity.staff_requests (id) where decided_at is null;

-- Whether this transaction has approved a request about the admin, and both operators still are operators.
create function identity.has_second_operator(admin_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from identity.staff_requests r
      join identity.admins asker on asker.id = r.requested_by and asker.role = 'operator' and asker.disabled_at is null
      join identity.admins second on second.id = r.decided_by and second.role = 'operator' and second.disabled_at is null
     where r.admin_id = has_second_operator.admin_id and r.outcome = 'approved' and r.decided_at = now())
$$;

-- The identity service cannot make an operator, and cannot make a link for one, without an approved request.
create function identity.require_second_operator() returns trigger language plpgsql as $$
declare
  subject uuid := (pg_catalog.to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if exists (select from identity.admins a where a.id = subject and a.role = 'operator' and a.disabled_at is null)
     and not identity.has_second_operator(subject) then
    raise exception 'an active operator needs the approval of a second operator' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger require_second_operator_of_insert after insert on identity.admins for each row
  when (current_user = 'identity_service' and new.role = 'operator' and new.disabled_at is null)
  execute function identity.require_second_operator('id');
create trigger require_second_operator_of_update after update of role, disabled_at on identity.admins for each row
  when (current_user = 'identity_service' and new.role = 'operator' and new.disabled_at is null
        and (old.role <> 'operator' or old.disabled_at is not null))
  execute function identity.require_second_operator('id');
create trigger require_second_operator_of_link after insert on identity.admin_enrolments for each row
  when (current_user = 'identity_service')
  execute function identity.require_second_operator('admin_id');

-- A change of a fact, and its lock (0009).
create trigger lock_changed_admin before update of role, disabled_at on identity.admins for each row
  when ((old.role <> new.role or old.disabled_at is distinct from new.disabled_at) and current_user = 'identity_service')
  execute function identity.lock_changed_access('admin', 'id');

-- Pods of the release before know no disabled account: the database starts no session of one.
create function identity.refuse_session_of_disabled_admin() returns trigger language plpgsql as $$
begin
  if exists (select from identity.admins a where a.id = new.admin_id and a.disabled_at is not null) then
    raise exception 'the account is disabled' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger refuse_session_of_disabled_admin before insert on identity.admin_sessions for each row
  execute function identity.refuse_session_of_disabled_admin();

create function identity.delete_admin_second_factor(admin_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from identity.admin_second_factors f where f.admin_id = delete_admin_second_factor.admin_id
$$;

revoke all on function identity.has_second_operator(uuid), identity.require_second_operator(),
  identity.refuse_session_of_disabled_admin(), identity.delete_admin_second_factor(uuid) from public;
grant execute on function identity.has_second_operator(uuid), identity.delete_admin_second_factor(uuid)
  to identity_service;
grant insert (email, name, role, disabled_at), update (role, disabled_at) on identity.admins to identity_service;
grant insert (token_hash, admin_id, expires_at, created_by, approved_by) on identity.admin_enrolments to identity_service;
grant select, insert (admin_id, kind, reason, requested_by), update (decided_by, decided_at, outcome)
  on identity.staff_requests to identity_service;

insert into retention.progress (kind, relation, key_column) values ('staff_requests', 'identity.staff_requests', 'id');
create view retention.due_staff_requests as
  select r.id as key, r.expires_at + interval '30 days' as due_at
    from identity.staff_requests r where r.expires_at < now() - interval '30 days';
