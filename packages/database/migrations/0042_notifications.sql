-- Notifications of users. docs/decisions/0033-notifications.md

create table identity.notifications (
  id         uuid        constraint notifications_pkey primary key,
  user_id    uuid        not null constraint notifications_user_id_fkey references identity.users,
  kind       text        not null,
  subject_id uuid        not null,
  value      text        not null,
  at         timestamptz not null,
  read_at    timestamptz
);
comment on table identity.notifications is
  'notifications in the page: a kind and the id of a subject, whose names are read when the user looks; no access is decided from it';
comment on column identity.notifications.id is 'UUIDv7 of `at`: the order in which the user sees them';
comment on column identity.notifications.subject_id is
  'without a foreign key. Application: application_moved, job_post_closed; job post: application_received; company: role_changed, company_condition_changed; invitation: invitation_received; user: access_decided';
comment on column identity.notifications.value is 'what it has become, such as a stage or a role; one of the words of its kind, perhaps none';
comment on column identity.notifications.at is 'from when the user sees it; in the future while the change can be undone';
create index notifications_user_id_id_idx on identity.notifications (user_id, id desc);
create unique index notifications_unread_key on identity.notifications (user_id, kind, subject_id, value)
  where read_at is null;

-- Notifies users. An unread notification that says the same stays; one that the new one makes untrue goes. One with a delay is
-- seen after it, and until then replaces nothing that is seen.
create function identity.notify(user_ids uuid[], kind text, subject_id uuid, value text, delay_seconds integer) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  -- In one order, so that two transactions cannot wait for each other. Waits for the deletion of an account, and then finds
  -- no row of its user.
  recipients uuid[] := array(select u.id from identity.users u where u.id = any (user_ids) order by u.id for key share);
begin
  delete from identity.notifications n
   where n.user_id = any (recipients) and n.kind = notify.kind and n.subject_id = notify.subject_id and n.read_at is null
     and (n.at > now() or delay_seconds = 0 and n.value <> notify.value
          or exists (select from identity.notifications m
                      where m.user_id = n.user_id and m.kind = n.kind and m.subject_id = n.subject_id
                        and m.read_at is null and m.at <= now() and m.id > n.id));
  insert into identity.notifications (id, user_id, kind, subject_id, value, at)
  select uuidv7(make_interval(secs => delay_seconds)), t.user_id, notify.kind, notify.subject_id, notify.value,
         now() + make_interval(secs => delay_seconds)
    from unnest(recipients) as t (user_id)
  on conflict do nothing;
end $$;

-- Deletes what a user has not seen yet; and, of a change that is undone, what it said at `undone_at` or later.
create function identity.cancel_notification
  (user_id uuid, kind text, subject_id uuid, undone_value text, undone_at timestamptz) returns void
  language sql security definer set search_path = '' as $$
  delete from identity.notifications n
   where n.user_id = cancel_notification.user_id and n.kind = cancel_notification.kind
     and n.subject_id = cancel_notification.subject_id
     and (n.at > now() or n.value = undone_value and n.at >= undone_at)
$$;

-- Notifies the active members of a company, other than the applicant, of a new application. At most 100: owners first.
create function identity.notify_of_application(application_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  application talent.applications;
begin
  select a.* into strict application from talent.applications a where a.id = application_id;
  perform identity.notify(
    array(select m.user_id from employer.org_memberships m
           where m.company_id = application.company_id and m.status = 'active' and m.user_id <> application.user_id
           order by m.role = 'owner' desc, m.id limit 100),
    'application_received', application.job_post_id, '', 0);
end $$;

-- Notifies the applicants of closed job posts whose applications are open. At most 10,000, the newest.
create function identity.notify_of_closed_posts(job_post_ids uuid[]) returns void
  language sql security definer set search_path = '' as $$
  with recipients as (
    select a.id, u.id as user_id
      from (select p.id, p.user_id from talent.applications p
             where p.job_post_id = any (job_post_ids) and p.withdrawn_at is null and p.stage <> 'rejected'
               and p.offer_answer is null
             order by p.id desc limit 10000) a
      join identity.users u on u.id = a.user_id
     order by u.id
       for key share of u
  )
  insert into identity.notifications (id, user_id, kind, subject_id, value, at)
  select uuidv7(), t.user_id, 'job_post_closed', t.id, '', now() from recipients t
  on conflict do nothing
$$;

-- The names of a notification's subject, as far as the user may see them at this moment.
create function identity.find_notification_subject(user_id uuid, kind text, subject_id uuid)
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
$$;

-- An application that is withdrawn takes its notifications along. Triggers, so that pods of the former release do
-- it, too.
create function identity.delete_notifications_of_application() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n where n.user_id = new.user_id and n.subject_id = new.id;
  return null;
end $$;
create trigger delete_notifications_of_application after update of withdrawn_at on talent.applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function identity.delete_notifications_of_application();

-- The same for an invitation: otherwise a company that invites and withdraws again and again fills a user's list.
create function identity.delete_notification_of_invitation() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n using identity.users u
   where u.email = new.email and n.user_id = u.id and n.kind = 'invitation_received' and n.subject_id = new.id;
  return null;
end $$;
create trigger delete_notification_of_invitation after update of withdrawn_at on employer.invitations
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function identity.delete_notification_of_invitation();

-- A user who loses the access to a company keeps nothing about its applications.
create function identity.delete_notifications_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n using employer.job_posts j
   where n.user_id = old.user_id and n.kind = 'application_received' and j.id = n.subject_id and j.company_id = old.company_id;
  return null;
end $$;
create trigger delete_notifications_of_revoked_member after update of status on employer.org_memberships
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function identity.delete_notifications_of_member();
create trigger delete_notifications_of_former_member after delete on employer.org_memberships
  for each row execute function identity.delete_notifications_of_member();

-- As before, and notifies the applicants of its posts and its members.
create or replace function retention.close_company(company_id uuid, closed_by uuid, mail jsonb) returns void
  language plpgsql set search_path = '' as $$
declare
  closed uuid[];
  member record;
begin
  update employer.companies c
     set condition = 'disabled', disabled_at = now(), disabled_reason = 'Its last owner closed the company.', updated_at = now()
   where c.id = close_company.company_id and c.condition = 'active';
  with posts as (
    update employer.job_posts j set state = 'closed', updated_at = now()
     where j.company_id = close_company.company_id and j.state = 'published'
    returning j.id
  )
  select array_agg(p.id) into closed from posts p;
  perform identity.notify_of_closed_posts(closed);
  update employer.invitations i set withdrawn_at = now()
   where i.company_id = close_company.company_id and i.accepted_at is null and i.withdrawn_at is null;
  for member in
    delete from employer.org_memberships m using identity.users u
     where m.company_id = close_company.company_id and u.id = m.user_id
       and m.user_id <> close_company.closed_by and m.revoked_by is distinct from 'staff'
    returning m.user_id, m.status, u.email
  loop
    if member.status = 'active' then
      perform identity.notify(array[member.user_id], 'company_condition_changed', close_company.company_id, 'closed', 0);
      perform identity.queue_mail(mail || jsonb_build_object('to_address', member.email), '[]');
    end if;
  end loop;
  perform retention.audit_deletion('company.closed', 'company', company_id, 'by its last owner');
end $$;

-- As before, with the applications and exports locked before the user: a change of a stage locks them in this order.
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
  perform from talent.applications a where a.user_id = account_id for update;
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

revoke all on function identity.notify(uuid[], text, uuid, text, integer),
  identity.cancel_notification(uuid, text, uuid, text, timestamptz), identity.notify_of_application(uuid),
  identity.notify_of_closed_posts(uuid[]), identity.find_notification_subject(uuid, text, uuid),
  identity.delete_notifications_of_application(), identity.delete_notification_of_invitation(),
  identity.delete_notifications_of_member() from public;
grant execute on function identity.notify(uuid[], text, uuid, text, integer) to identity_service, employer_service;
grant execute on function identity.cancel_notification(uuid, text, uuid, text, timestamptz),
  identity.notify_of_closed_posts(uuid[]) to employer_service;
grant execute on function identity.notify_of_application(uuid) to talent_service;
grant select, update (read_at) on identity.notifications to identity_service;
grant execute on function identity.find_notification_subject(uuid, text, uuid) to identity_service;

insert into retention.progress (kind, relation, key_column) values ('notifications', 'identity.notifications', 'id');
create view retention.due_notifications as
  select n.id as key, n.at + interval '90 days' as due_at
    from identity.notifications n
   where n.id < (select retention.first_id(now() - interval '90 days')) and n.at < now() - interval '90 days';
