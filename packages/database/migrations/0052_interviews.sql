-- Proposals of interviews. docs/decisions/0039-messages-templates-and-interviews.md

create table talent.interviews (
  id               uuid          constraint interviews_pkey primary key default uuidv7(),
  application_id   uuid          not null constraint interviews_application_id_fkey references talent.applications,
  proposed_by      uuid          not null,
  starts           timestamptz[] not null constraint interviews_starts_check check (cardinality(starts) between 1 and 5),
  time_zone        text          not null,
  duration_minutes integer       not null constraint interviews_duration_minutes_check check (duration_minutes between 5 and 480),
  place            text          not null,
  note             text          not null,
  state            text          not null default 'proposed'
    constraint interviews_state_check check (state in ('proposed', 'accepted', 'declined', 'cancelled')),
  accepted_start   timestamptz,
  answer           text          not null default '',
  proposed_at      timestamptz   not null default now(),
  changed_at       timestamptz   not null default now(),
  version          integer       not null default 1,
  constraint interviews_accepted_start_check check (accepted_start is null or accepted_start = any (starts)),
  constraint interviews_accepted_check check (state <> 'accepted' or accepted_start is not null)
);
comment on table talent.interviews is
  'times that a company proposes for an interview, and what the applicant has answered; deleted with the withdrawal of the application';
comment on column talent.interviews.proposed_by is 'without a foreign key: it stays as the id of a user who is gone';
comment on column talent.interviews.starts is 'in the order of time';
comment on column talent.interviews.time_zone is 'IANA zone of the member who proposed';
comment on column talent.interviews.place is 'a place or the address of a video call';
comment on column talent.interviews.answer is 'what the applicant wrote with the answer';
create index interviews_application_id_id_idx on talent.interviews (application_id, id desc);
create index interviews_proposed_by_proposed_at_idx on talent.interviews (proposed_by, proposed_at);
create unique index interviews_proposed_key on talent.interviews (application_id) where state = 'proposed';

create trigger count_version before update on talent.interviews for each row
  when (old.state <> new.state)
  execute function identity.count_version();

grant select, insert (application_id, proposed_by, starts, time_zone, duration_minutes, place, note),
  update (state, changed_at) on talent.interviews to employer_service;
grant select, update (state, accepted_start, answer, changed_at) on talent.interviews to talent_service;

-- Notifies the other side of a change: the applicant, or the member who has proposed, or the members as of an applicant's message
-- once that member is gone.
create function talent.notify_of_interview(interview_id uuid) returns void
  language sql security definer set search_path = '' as $$
  select identity.notify(
           case when i.state in ('proposed', 'cancelled') then array[a.user_id]
                when exists (select from employer.org_memberships m
                              where m.user_id = i.proposed_by and m.company_id = a.company_id and m.status = 'active')
                then array[i.proposed_by]
                else talent.recipients_of_message(a.id, 'applicant') end,
           'interview_changed', a.id, i.state, 0)
    from talent.interviews i join talent.applications a on a.id = i.application_id
   where i.id = interview_id
$$;
revoke all on function talent.notify_of_interview(uuid) from public;
grant execute on function talent.notify_of_interview(uuid) to employer_service, talent_service;

-- A withdrawal deletes them, and what they have told the members.
create function talent.delete_interviews() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from talent.interviews i where i.application_id = new.id;
  delete from identity.notifications n using employer.org_memberships m
   where m.company_id = new.company_id and n.user_id = m.user_id and n.kind = 'interview_changed' and n.subject_id = new.id;
  return null;
end $$;
revoke all on function talent.delete_interviews() from public;
create trigger delete_interviews after update of withdrawn_at on talent.applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function talent.delete_interviews();

-- As before, with interviews.
create or replace function identity.delete_conversations_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n using talent.applications a
   where n.user_id = old.user_id and n.kind in ('message_received', 'interview_changed') and a.id = n.subject_id
     and a.company_id = old.company_id and a.user_id <> old.user_id;
  return null;
end $$;

create or replace function identity.find_conversation_subject(user_id uuid, kind text, subject_id uuid)
  returns table (company_name text, job_post_title text)
  language sql stable security definer set search_path = '' as $$
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id
   where find_conversation_subject.kind in ('message_received', 'interview_changed')
     and a.id = find_conversation_subject.subject_id and a.withdrawn_at is null
     and (a.user_id = find_conversation_subject.user_id
          or c.condition = 'active'
             and exists (select from employer.org_memberships m
                          where m.company_id = c.id and m.status = 'active'
                            and m.user_id = find_conversation_subject.user_id))
$$;

alter table identity.notification_settings
  add column interview_changed text not null default 'at_once'
    constraint notification_settings_interview_changed_check check (interview_changed in ('at_once', 'daily', 'never'));
grant update (interview_changed) on identity.notification_settings to identity_service;
create or replace trigger count_version before update on identity.notification_settings for each row
  when ((old.application_received, old.application_moved, old.invitation_received, old.role_changed, old.job_post_closed,
         old.message_received, old.interview_changed)
        is distinct from
        (new.application_received, new.application_moved, new.invitation_received, new.role_changed, new.job_post_closed,
         new.message_received, new.interview_changed))
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
           when 'digest' then
             case when 'daily' in (s.application_received, s.application_moved, s.role_changed, s.job_post_closed,
                                   s.message_received, s.interview_changed)
                  then 'daily' else 'never' end
           else 'at_once'
         end
    from (select coalesce(o.application_received, 'daily') as application_received,
                 coalesce(o.application_moved, 'at_once') as application_moved,
                 coalesce(o.invitation_received, 'at_once') as invitation_received,
                 coalesce(o.role_changed, 'daily') as role_changed,
                 coalesce(o.job_post_closed, 'daily') as job_post_closed,
                 coalesce(o.message_received, 'at_once') as message_received,
                 coalesce(o.interview_changed, 'at_once') as interview_changed
            from (values (1)) as one (number)
            left join identity.notification_settings o on o.user_id = mail_choice.user_id) s
$$;

create or replace function identity.mail_time(user_id uuid, kind text, choice text, at timestamptz) returns timestamptz
  language sql stable set search_path = '' as $$
  select case
           when mail_time.kind not in ('application_received', 'application_moved', 'role_changed', 'job_post_closed',
                                       'message_received', 'interview_changed') then null
           when mail_time.choice = 'daily' then d.today + case when d.today <= mail_time.at then interval '1 day' else '0' end
           -- The change itself queues a mail.
           when mail_time.choice = 'at_once' and mail_time.kind <> 'application_moved' then mail_time.at + interval '1 minute'
         end
    from (select date_trunc('day', mail_time.at, 'UTC') + interval '5 hours'
                 + make_interval(secs => (hashtextextended(mail_time.user_id::text, 0) & 2147483647) % 14400) as today) d
$$;

comment on column identity.notifications.subject_id is
  'without a foreign key. Application: application_moved, application_assigned, job_post_closed, message_received, interview_changed; job post: application_received, job_post_visibility_changed; company: role_changed, company_condition_changed, company_reviewed; invitation: invitation_received; user: access_decided';
