-- The members who wait for an applicant are notified of the withdrawal, which deletes the assignment and the interview.
-- docs/decisions/0033-notifications.md, docs/decisions/0035-notifications-by-mail.md

-- Notifies the assignee of an application, and the member who has proposed an interview that is open: other members do not wait for it.
-- Before the update: the triggers after it delete both.
create function talent.notify_of_withdrawal() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform identity.notify(
    array(select m.user_id from employer.org_memberships m
           where m.company_id = new.company_id and m.status = 'active' and m.user_id <> new.user_id
             and (m.id in (select s.membership_id from employer.application_assignments s where s.application_id = new.id)
                  or m.user_id in (select i.proposed_by from talent.interviews i
                                    where i.application_id = new.id
                                      and (i.state = 'proposed' and i.starts[cardinality(i.starts)] > now()
                                           or i.state = 'accepted'
                                              and i.accepted_start + make_interval(mins => i.duration_minutes) > now())))),
    'application_withdrawn', new.id, '', 0);
  return new;
end $$;
revoke all on function talent.notify_of_withdrawal() from public;
create trigger notify_of_withdrawal before update of withdrawn_at on talent.applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function talent.notify_of_withdrawal();

-- As before, with the application that its applicant has withdrawn.
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
   where find_notification_subject.kind in ('application_received', 'job_post_visibility_changed')
     and j.id = find_notification_subject.subject_id and m.user_id = find_notification_subject.user_id
  union all
  select c.name, ''
    from employer.companies c
    join employer.org_memberships m on m.company_id = c.id and m.status = 'active'
   where find_notification_subject.kind in ('role_changed', 'company_condition_changed', 'company_reviewed')
     and c.condition = 'active'
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
  union all
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id and c.condition = 'active'
    join employer.org_memberships m on m.company_id = a.company_id and m.status = 'active'
   where find_notification_subject.kind = 'application_withdrawn' and a.id = find_notification_subject.subject_id
     and m.user_id = find_notification_subject.user_id and a.user_id <> m.user_id and a.withdrawn_at is not null
$$;

-- As before, with news of withdrawals.
create or replace function identity.forget_company(
    user_id uuid, company_id uuid, ended_at timestamptz, older_than uuid, max_count integer, out reached uuid)
  language plpgsql set search_path = '' as $$
declare
  seen     constant uuid[] := array(
    select n.id from identity.notifications n
     where n.user_id = forget_company.user_id and (older_than is null or n.id < older_than)
     order by n.id desc limit max_count);
  assigned constant uuid[] := array(
    select s.application_id from employer.org_memberships m join employer.application_assignments s on s.membership_id = m.id
     where m.user_id = forget_company.user_id and m.company_id = forget_company.company_id
       and s.assigned_at <= forget_company.ended_at
     order by s.application_id desc limit max_count);
begin
  delete from identity.notifications n using employer.job_posts j
   where n.id = any (seen) and n.kind in ('application_received', 'job_post_visibility_changed')
     and j.id = n.subject_id and j.company_id = forget_company.company_id;
  delete from identity.notifications n using talent.applications a
   where n.id = any (seen) and a.id = n.subject_id and a.company_id = forget_company.company_id
     and (n.kind in ('application_assigned', 'application_withdrawn')
          or n.kind in ('message_received', 'interview_changed', 'offer_answered') and a.user_id <> forget_company.user_id);
  delete from employer.application_assignments s
   using employer.org_memberships m
   where s.application_id = any (assigned) and s.membership_id = m.id and m.user_id = forget_company.user_id
     and s.assigned_at <= forget_company.ended_at;
  reached := case
    when cardinality(seen) = max_count then seen[max_count]
    when cardinality(assigned) = max_count then '00000000-0000-0000-0000-000000000000'
  end;
end $$;

alter table identity.notification_settings
  add column application_withdrawn text not null default 'at_once'
    constraint notification_settings_application_withdrawn_check check (application_withdrawn in ('at_once', 'daily', 'never'));
grant update (application_withdrawn) on identity.notification_settings to identity_service;

-- As before, with withdrawals.
create or replace trigger count_version before update on identity.notification_settings for each row
  when ((old.application_received, old.application_moved, old.invitation_received, old.role_changed, old.job_post_closed,
         old.message_received, old.interview_changed, old.application_assigned, old.offer_answered,
         old.application_withdrawn)
        is distinct from
        (new.application_received, new.application_moved, new.invitation_received, new.role_changed, new.job_post_closed,
         new.message_received, new.interview_changed, new.application_assigned, new.offer_answered,
         new.application_withdrawn))
  execute function identity.count_version();

create or replace function identity.mail_choice(user_id uuid, kind text) returns text
  language sql stable security definer set search_path = '' as $$
  select case mail_choice.kind
           when 'application_received' then s.application_received
           when 'application_moved' then s.application_moved
           when 'invitation_received' then s.invitation_received
           when 'role_changed' then s.role_changed
           when 'job_post_closed' then s.job_post_closed
           when 'message_received' then s.message_received
           when 'interview_changed' then s.interview_changed
           when 'application_assigned' then s.application_assigned
           when 'offer_answered' then s.offer_answered
           when 'application_withdrawn' then s.application_withdrawn
           when 'digest' then
             case when 'daily' in (s.application_received, s.application_moved, s.role_changed, s.job_post_closed,
                                   s.message_received, s.interview_changed, s.application_assigned, s.offer_answered,
                                   s.application_withdrawn)
                  then 'daily' else 'never' end
           else 'at_once'
         end
    from (select coalesce(o.application_received, 'daily') as application_received,
                 coalesce(o.application_moved, 'at_once') as application_moved,
                 coalesce(o.invitation_received, 'at_once') as invitation_received,
                 coalesce(o.role_changed, 'daily') as role_changed,
                 coalesce(o.job_post_closed, 'daily') as job_post_closed,
                 coalesce(o.message_received, 'at_once') as message_received,
                 coalesce(o.interview_changed, 'at_once') as interview_changed,
                 coalesce(o.application_assigned, 'daily') as application_assigned,
                 coalesce(o.offer_answered, 'at_once') as offer_answered,
                 coalesce(o.application_withdrawn, 'at_once') as application_withdrawn
            from (values (1)) as one (number)
            left join identity.notification_settings o on o.user_id = mail_choice.user_id) s
$$;

create or replace function identity.mail_time(user_id uuid, kind text, choice text, at timestamptz) returns timestamptz
  language sql stable set search_path = '' as $$
  select case
           when mail_time.kind not in ('application_received', 'application_moved', 'role_changed', 'job_post_closed',
                                       'message_received', 'interview_changed', 'application_assigned', 'offer_answered',
                                       'application_withdrawn') then null
           when mail_time.choice = 'daily' then d.today + case when d.today <= mail_time.at then interval '1 day' else '0' end
           -- The change itself queues a mail.
           when mail_time.choice = 'at_once' and mail_time.kind <> 'application_moved' then mail_time.at + interval '1 minute'
         end
    from (select date_trunc('day', mail_time.at, 'UTC') + interval '5 hours'
                 + make_interval(secs => (hashtextextended(mail_time.user_id::text, 0) & 2147483647) % 14400) as today) d
$$;

comment on column identity.notifications.subject_id is
  'without a foreign key. Application: application_moved, application_assigned, application_withdrawn, job_post_closed, message_received, interview_changed, offer_answered; job post: application_received, job_post_visibility_changed; company: role_changed, company_condition_changed, company_reviewed; invitation: invitation_received; user: access_decided';
