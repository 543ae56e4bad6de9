-- Mail about answers to offers. docs/decisions/0035-notifications-by-mail.md

alter table identity.notification_settings
  add column offer_answered text not null default 'at_once'
    constraint notification_settings_offer_answered_check check (offer_answered in ('at_once', 'daily', 'never'));
grant update (offer_answered) on identity.notification_settings to identity_service;

-- As before, with answers to offers.
create or replace trigger count_version before update on identity.notification_settings for each row
  when ((old.application_received, old.application_moved, old.invitation_received, old.role_changed, old.job_post_closed,
         old.message_received, old.interview_changed, old.application_assigned, old.offer_answered)
        is distinct from
        (new.application_received, new.application_moved, new.invitation_received, new.role_changed, new.job_post_closed,
         new.message_received, new.interview_changed, new.application_assigned, new.offer_answered))
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
           when 'digest' then
             case when 'daily' in (s.application_received, s.application_moved, s.role_changed, s.job_post_closed,
                                   s.message_received, s.interview_changed, s.application_assigned, s.offer_answered)
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
                 coalesce(o.offer_answered, 'at_once') as offer_answered
            from (values (1)) as one (number)
            left join identity.notification_settings o on o.user_id = mail_choice.user_id) s
$$;

create or replace function identity.mail_time(user_id uuid, kind text, choice text, at timestamptz) returns timestamptz
  language sql stable set search_path = '' as $$
  select case
           when mail_time.kind not in ('application_received', 'application_moved', 'role_changed', 'job_post_closed',
                                       'message_received', 'interview_changed', 'application_assigned', 'offer_answered') then null
           when mail_time.choice = 'daily' then d.today + case when d.today <= mail_time.at then interval '1 day' else '0' end
           -- The change itself queues a mail.
           when mail_time.choice = 'at_once' and mail_time.kind <> 'application_moved' then mail_time.at + interval '1 minute'
         end
    from (select date_trunc('day', mail_time.at, 'UTC') + interval '5 hours'
                 + make_interval(secs => (hashtextextended(mail_time.user_id::text, 0) & 2147483647) % 14400) as today) d
$$;
