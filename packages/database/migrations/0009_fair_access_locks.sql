-- Writes take shared, revocations exclusive advisory locks on the keys of the users, companies and admins concerned.
-- These locks are granted first in, first out, so a waiting revocation blocks later writes. Row locks are not fair:
-- new FOR SHARE lockers overtake a waiting UPDATE. docs/decisions/0013-fair-locks-for-revocations.md

-- Two ids with the same 64-bit key share a lock: that can make a transaction wait, and never lets one through.
create function identity.access_lock_key(kind text, id uuid) returns bigint
  language sql immutable strict parallel safe
  return pg_catalog.hashtextextended(kind || ':' || id::text, 0);

-- Takes the locks in the order of the arrays, and holds them until the transaction ends. The caller sorts them.
create function identity.lock_access(kinds text[], ids uuid[], exclusive boolean[]) returns void
  language plpgsql as $$
begin
  for i in 1 .. pg_catalog.cardinality(ids) loop
    if exclusive[i] then
      perform pg_catalog.pg_advisory_xact_lock(identity.access_lock_key(kinds[i], ids[i]));
    else
      perform pg_catalog.pg_advisory_xact_lock_shared(identity.access_lock_key(kinds[i], ids[i]));
    end if;
  end loop;
end $$;

-- What pods of the release before call; a later migration drops both. They take the same shared locks now, so that the
-- writes of old pods, too, end before a revocation is answered.
create or replace function identity.lock_user_access(token_hash bytea) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  session_user_id uuid;
  employing_company_id uuid;
begin
  select s.user_id into session_user_id
    from identity.user_sessions s where s.token_hash = lock_user_access.token_hash;
  if session_user_id is null then return; end if;
  perform identity.lock_access(array['user'], array[session_user_id], array[false]);
  select m.company_id into employing_company_id
    from employer.org_memberships m where m.user_id = session_user_id;
  if employing_company_id is null then return; end if;
  perform identity.lock_access(array['company'], array[employing_company_id], array[false]);
end $$;

create or replace function identity.lock_admin_access(token_hash bytea) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  session_admin_id uuid;
begin
  select s.admin_id into session_admin_id
    from identity.admin_sessions s where s.token_hash = lock_admin_access.token_hash;
  if session_admin_id is null then return; end if;
  perform identity.lock_access(array['admin'], array[session_admin_id], array[false]);
end $$;

-- The exclusive lock of a change of an access fact, whatever the service has taken before: a no-op for a handler that has
-- taken it, as each has to, and the lock itself for pods of the release before. Only for the services' roles: the owner
-- may end a million sessions by one statement, for which there would not be locks enough.
create function identity.lock_changed_access() returns trigger
  language plpgsql as $$
begin
  perform identity.lock_access(
    array[tg_argv[0]], array[(pg_catalog.to_jsonb(old) ->> tg_argv[1])::uuid], array[true]);
  return new;
end $$;

create trigger lock_ended_user_session before update of ended_at on identity.user_sessions
  for each row when (old.ended_at is distinct from new.ended_at and current_user = 'identity_service')
  execute function identity.lock_changed_access('user', 'user_id');

create trigger lock_changed_talent_access before update of talent_access_state on identity.users
  for each row when (old.talent_access_state <> new.talent_access_state and current_user = 'identity_service')
  execute function identity.lock_changed_access('user', 'id');

create trigger lock_changed_org_membership before update of role, status on employer.org_memberships
  for each row when ((old.role <> new.role or old.status <> new.status)
                     and current_user in ('identity_service', 'employer_service'))
  execute function identity.lock_changed_access('user', 'user_id');

create trigger lock_changed_company_condition before update of condition on employer.companies
  for each row when (old.condition <> new.condition and current_user = 'identity_service')
  execute function identity.lock_changed_access('company', 'id');

create trigger lock_ended_admin_session before update of ended_at on identity.admin_sessions
  for each row when (old.ended_at is distinct from new.ended_at and current_user = 'identity_service')
  execute function identity.lock_changed_access('admin', 'admin_id');

revoke all on function identity.access_lock_key(text, uuid), identity.lock_access(text[], uuid[], boolean[]),
  identity.lock_changed_access() from public;
grant execute on function identity.access_lock_key(text, uuid), identity.lock_access(text[], uuid[], boolean[])
  to identity_service, employer_service, talent_service;
