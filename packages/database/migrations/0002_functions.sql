-- What a service's role may do only in one exact way. Each function runs with the owner's rights.

-- Locks the facts of a session until the caller's transaction ends, so that a write which races a revocation commits
-- before it or is refused. FOR SHARE itself would need a right to update, which no service has on another's rows.
create function identity.lock_user_access(token_hash bytea) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  session_user_id uuid;
  employing_company_id uuid;
begin
  select s.user_id into session_user_id
    from identity.user_sessions s where s.token_hash = lock_user_access.token_hash for share;
  perform 1 from identity.users u where u.id = session_user_id for share;
  select m.company_id into employing_company_id
    from employer.org_memberships m where m.user_id = session_user_id for share;
  perform 1 from employer.companies c where c.id = employing_company_id for share;
end $$;

create function identity.lock_admin_access(token_hash bytea) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  session_admin_id uuid;
begin
  select s.admin_id into session_admin_id
    from identity.admin_sessions s where s.token_hash = lock_admin_access.token_hash for share;
  perform 1 from identity.admins a where a.id = session_admin_id for share;
end $$;

-- Moves a live session's idle limit on, at most once a minute; never waits and never revives.
create function identity.touch_user_session(session_id uuid, idle_limit interval) returns void
  language sql security definer set search_path = '' as $$
  update identity.user_sessions
     set last_seen_at = now(), idle_expires_at = now() + idle_limit
   where id = (select s.id from identity.user_sessions s
                where s.id = session_id and s.ended_at is null and s.expires_at > now() and s.idle_expires_at > now()
                  and s.last_seen_at < now() - interval '1 minute'
                  for update skip locked)
$$;

create function identity.touch_admin_session(session_id uuid, idle_limit interval) returns void
  language sql security definer set search_path = '' as $$
  update identity.admin_sessions
     set last_seen_at = now(), idle_expires_at = now() + idle_limit
   where id = (select s.id from identity.admin_sessions s
                where s.id = session_id and s.ended_at is null and s.expires_at > now() and s.idle_expires_at > now()
                  and s.last_seen_at < now() - interval '1 minute'
                  for update skip locked)
$$;

-- The one change of talent access that a person makes: from none to pending. Null: it was another state.
create function identity.request_talent_access(user_id uuid) returns text
  language sql security definer set search_path = '' as $$
  update identity.users set talent_access_state = 'pending', updated_at = now()
   where id = user_id and talent_access_state = 'none'
  returning talent_access_state
$$;

revoke all on function identity.lock_user_access(bytea), identity.lock_admin_access(bytea),
  identity.touch_user_session(uuid, interval), identity.touch_admin_session(uuid, interval),
  identity.request_talent_access(uuid) from public;
