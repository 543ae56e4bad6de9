-- The staff's queue of requests for talent access, oldest first, and the profile that they review.

alter table identity.users add column access_requested_at timestamptz;
comment on column identity.users.access_requested_at is
  'when talent_access_state last became pending; null: not since this column exists';

-- A trigger, so that the services of the release before this one set it, too.
create function identity.set_access_requested_at() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.access_requested_at := now();
  return new;
end $$;
revoke all on function identity.set_access_requested_at() from public;

create trigger set_access_requested_at before update of talent_access_state on identity.users
  for each row when (new.talent_access_state = 'pending' and old.talent_access_state <> 'pending')
  execute function identity.set_access_requested_at();
create trigger set_first_access_requested_at before insert on identity.users
  for each row when (new.talent_access_state = 'pending' and new.access_requested_at is null)
  execute function identity.set_access_requested_at();

update identity.users u
   set access_requested_at = coalesce(
         (select max(e.at) from identity.audit_events e
           where e.subject_id = u.id and e.action in ('talent_access.requested', 'talent_access.changed')
             and e.change like '%→ pending'),
         u.created_at)
 where u.talent_access_state = 'pending';

create index users_pending_idx on identity.users (access_requested_at, id) where talent_access_state = 'pending';

-- One profile at a time: identity's role has no other access to the profiles.
create function identity.find_reviewed_profile(user_id uuid)
  returns table (headline text, summary text, skills text[], location text, links text[], updated_at timestamptz)
  language sql stable security definer set search_path = '' as $$
  select p.headline, p.summary, p.skills, p.location, p.links, p.updated_at
    from talent.profiles p where p.user_id = find_reviewed_profile.user_id
$$;
revoke all on function identity.find_reviewed_profile(uuid) from public;
grant execute on function identity.find_reviewed_profile(uuid) to identity_service;
