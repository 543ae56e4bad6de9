-- Ratings of applications by members of the company, and who takes care of each. docs/decisions/0038-hire-as-a-team.md

create table employer.application_ratings (
  id             uuid        constraint application_ratings_pkey primary key default uuidv7(),
  application_id uuid        not null constraint application_ratings_application_id_fkey references talent.applications,
  company_id     uuid        not null,
  rater_id       uuid        not null,
  value          smallint    not null constraint application_ratings_value_check check (value between 1 and 4),
  rated_at       timestamptz not null default now(),
  constraint application_ratings_application_id_rater_id_key unique (application_id, rater_id)
);
comment on table employer.application_ratings is
  'what members of the company think of an application, for members alone; deleted with the withdrawal of the application';
comment on column employer.application_ratings.company_id is 'that of the application, which never changes';
comment on column employer.application_ratings.rater_id is 'without a foreign key: it stays as the id of a user who is gone';
comment on column employer.application_ratings.value is 'from 1, strong no, to 4, strong yes';
create index application_ratings_company_id_application_id_idx
  on employer.application_ratings (company_id, application_id) include (value);
create index application_ratings_rater_id_idx on employer.application_ratings (rater_id);

create table employer.application_assignments (
  application_id uuid        constraint application_assignments_pkey primary key
                             constraint application_assignments_application_id_fkey references talent.applications,
  membership_id  uuid        not null constraint application_assignments_membership_id_fkey
                             references employer.org_memberships on delete cascade,
  assigned_at    timestamptz not null default now()
);
comment on table employer.application_assignments is
  'which active member takes care of an application; ends with the membership and with the withdrawal of the application';
create index application_assignments_membership_id_application_id_idx
  on employer.application_assignments (membership_id, application_id desc);

grant select, insert (application_id, company_id, rater_id, value), update (value, rated_at)
  on employer.application_ratings to employer_service;
grant select, insert (application_id, membership_id), update (membership_id, assigned_at)
  on employer.application_assignments to employer_service;

-- No role deletes rows by itself.
create function employer.delete_application_rating(application_id uuid, rater_id uuid) returns boolean
  language sql security definer set search_path = '' as $$
  with deleted as (
    delete from employer.application_ratings r
     where r.application_id = delete_application_rating.application_id and r.rater_id = delete_application_rating.rater_id
    returning r.id
  )
  select exists (select from deleted)
$$;
create function employer.delete_application_assignment(application_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from employer.application_assignments s where s.application_id = delete_application_assignment.application_id
$$;

-- A withdrawal erases how the applicant was evaluated.
create function employer.delete_application_evaluation() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from employer.application_ratings r where r.application_id = new.id;
  delete from identity.notifications n
   using employer.application_assignments s join employer.org_memberships m on m.id = s.membership_id
   where s.application_id = new.id and n.user_id = m.user_id and n.kind = 'application_assigned' and n.subject_id = new.id;
  delete from employer.application_assignments s where s.application_id = new.id;
  return null;
end $$;
create trigger delete_application_evaluation after update of withdrawn_at on talent.applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function employer.delete_application_evaluation();

-- A member whose membership is revoked takes care of nothing, also after it is restored. A trigger, so that revocations by pods
-- of the former release and by staff do it, too. The key cascades for a membership that is deleted.
create function employer.delete_assignments_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from employer.application_assignments s where s.membership_id = new.id;
  return null;
end $$;
create trigger delete_assignments_of_member after update of status on employer.org_memberships
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function employer.delete_assignments_of_member();

revoke all on function employer.delete_application_rating(uuid, uuid), employer.delete_application_assignment(uuid),
  employer.delete_application_evaluation(), employer.delete_assignments_of_member() from public;
grant execute on function employer.delete_application_rating(uuid, uuid), employer.delete_application_assignment(uuid)
  to employer_service;

-- As before, with assignments.
create or replace function identity.delete_notifications_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n using employer.job_posts j
   where n.user_id = old.user_id and n.kind = 'application_received' and j.id = n.subject_id and j.company_id = old.company_id;
  delete from identity.notifications n using talent.applications a
   where n.user_id = old.user_id and n.kind = 'application_assigned' and a.id = n.subject_id and a.company_id = old.company_id;
  return null;
end $$;

-- As before, with assignments.
create or replace function identity.find_notification_subject(user_id uuid, kind text, subject_id uuid)
  returns table (company_name text, job_post_title text)
  language sql stable security definer set search_path = '' as $$
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id
   where find_notification_subject.kind in ('application_moved', 'job_post_closed')
     and a.id = find_notification_subject.subject_id and a.user_id = find_notification_subject.user_id
  union all
  select c.name, j.title
    from employer.job_posts j
    join employer.companies c on c.id = j.company_id and c.condition = 'active'
    join employer.org_memberships m on m.company_id = j.company_id and m.status = 'active'
   where find_notification_subject.kind = 'application_received'
     and j.id = find_notification_subject.subject_id and m.user_id = find_notification_subject.user_id
  union all
  select c.name, ''
    from employer.companies c
    join employer.org_memberships m on m.company_id = c.id and m.status = 'active'
   where find_notification_subject.kind in ('role_changed', 'company_condition_changed') and c.condition = 'active'
     and c.id = find_notification_subject.subject_id and m.user_id = find_notification_subject.user_id
  union all
  select c.name, ''
    from employer.invitations i
    join identity.users u on u.email = i.email and u.email_verified_at is not null
    join employer.companies c on c.id = i.company_id and c.condition = 'active'
    join employer.org_memberships m
      on m.user_id = i.invited_by and m.company_id = i.company_id and m.role = 'owner' and m.status = 'active'
   where find_notification_subject.kind = 'invitation_received' and i.id = find_notification_subject.subject_id
     and u.id = find_notification_subject.user_id
     and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
  union all
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id and c.condition = 'active'
    join employer.org_memberships m on m.company_id = a.company_id and m.status = 'active'
   where find_notification_subject.kind = 'application_assigned' and a.id = find_notification_subject.subject_id
     and m.user_id = find_notification_subject.user_id and a.user_id <> m.user_id and a.withdrawn_at is null
$$;
comment on column identity.notifications.subject_id is
  'without a foreign key. Application: application_moved, application_assigned, job_post_closed; job post: application_received; company: role_changed, company_condition_changed; invitation: invitation_received; user: access_decided';

-- As before, with the applications locked in the order of their ids.
create or replace function retention.delete_account(account_id uuid, mails jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  account       identity.users;
  membership    employer.org_memberships;
  is_last_owner boolean;
begin
  -- Waits for running writes of the user and of the company, and later ones wait for it, as for each revocation (G1).
  perform identity.lock_access(array['user'], array[account_id], array[true]);
  select m.* into membership from employer.org_memberships m where m.user_id = account_id;
  if membership.id is not null then
    perform identity.lock_access(array['company'], array[membership.company_id], array[true]);
    select m.* into membership from employer.org_memberships m where m.user_id = account_id;
  end if;
  -- A transaction that holds these rows may be notifying the user: before the user's own row, which a notification locks.
  -- By id, as a move of several applications locks them.
  perform from talent.applications a where a.user_id = account_id order by a.id for update;
  perform from identity.data_exports e where e.user_id = account_id for update;
  -- Waits for transactions that have added rows of the user without that lock.
  select u.* into account from identity.users u where u.id = account_id and u.deletion_due_at < now() for update;
  if account.id is null then return null; end if;

  is_last_owner := membership.id is not null and membership.role = 'owner' and membership.status = 'active'
    and not exists (select from employer.org_memberships m
                     where m.company_id = membership.company_id and m.id <> membership.id
                       and m.role = 'owner' and m.status = 'active');
  if is_last_owner and account.deletion_closes_company_id is distinct from membership.company_id then
    update identity.users u set deletion_due_at = now() + interval '7 days' where u.id = account_id;
    perform retention.audit_deletion('user.deletion_postponed', 'user', account_id, 'last owner of a company');
    perform identity.queue_mail((mails -> 'postponed') || jsonb_build_object('to_address', account.email), '[]');
    return 'postponed';
  end if;

  perform retention.audit_deletion('application.withdrawn', 'application', a.id, '')
     from talent.applications a where a.user_id = account_id and a.withdrawn_at is null;
  with withdrawn as (
    update employer.invitations i set withdrawn_at = now()
     where i.invited_by = account_id and i.accepted_at is null and i.withdrawn_at is null
    returning i.id
  )
  insert into identity.audit_events (actor_kind, action, subject_kind, subject_id)
  select 'system', 'invitation.withdrawn', 'invitation', w.id from withdrawn w;
  if is_last_owner then
    perform retention.close_company(membership.company_id, account_id, mails -> 'company_closed');
  elsif membership.status = 'active' then
    perform retention.audit_deletion('org_membership.ended', 'company', membership.company_id,
                                     'active, ' || membership.role || ' → none');
  end if;
  perform identity.erase_user(account_id);
  perform retention.audit_deletion('user.deleted', 'user', account_id, '');
  perform identity.queue_mail((mails -> 'deleted') || jsonb_build_object('to_address', account.email), '[]');
  update retention.progress p set removed = p.removed + 1 where p.kind = 'account_deletions';
  return 'deleted';
end $$;

-- As before, but not skipping the accounts of users who are being notified at that moment: members who keep moving their
-- applications would keep them from being deleted (G11).
create or replace function retention.lock_due_accounts(max_accounts integer) returns setof uuid
  language sql security definer set search_path = '' as $$
  select u.id from identity.users u where u.deletion_due_at < now() order by u.deletion_due_at limit max_accounts
     for no key update skip locked
$$;
