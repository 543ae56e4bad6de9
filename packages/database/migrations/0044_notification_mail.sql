-- Notifications by mail: settings, the time of each mail, mail that its recipient has stopped.
-- docs/decisions/0035-notifications-by-mail.md

create table identity.notification_settings (
  user_id              uuid    constraint notification_settings_pkey primary key
                               constraint notification_settings_user_id_fkey references identity.users,
  application_received text    not null default 'daily'
    constraint notification_settings_application_received_check check (application_received in ('at_once', 'daily', 'never')),
  application_moved    text    not null default 'at_once'
    constraint notification_settings_application_moved_check check (application_moved in ('at_once', 'daily', 'never')),
  invitation_received  text    not null default 'at_once'
    constraint notification_settings_invitation_received_check check (invitation_received in ('at_once', 'never')),
  role_changed         text    not null default 'daily'
    constraint notification_settings_role_changed_check check (role_changed in ('at_once', 'daily', 'never')),
  job_post_closed      text    not null default 'daily'
    constraint notification_settings_job_post_closed_check check (job_post_closed in ('at_once', 'daily', 'never')),
  version              integer not null default 1
);
comment on table identity.notification_settings is
  'when a user gets mail about each kind of notification; without a row, and for a kind without a column, the defaults';
comment on column identity.notification_settings.version is '1: as without a row';

create trigger count_version before update on identity.notification_settings for each row
  when ((old.application_received, old.application_moved, old.invitation_received, old.role_changed, old.job_post_closed)
        is distinct from
        (new.application_received, new.application_moved, new.invitation_received, new.role_changed, new.job_post_closed))
  execute function identity.count_version();

alter table identity.notifications add column mail_at timestamptz;
comment on column identity.notifications.mail_at is
  'when a mail shall report it; null: it was, or none shall, or its change queued a mail of its own';
create index notifications_mail_at_idx on identity.notifications (mail_at) where mail_at is not null;

-- Not valid: each row met the narrower check, and no scan holds the table.
alter table identity.mail_outbox
  add column notification_kind text,
  drop constraint mail_outbox_drop_reason_check,
  add constraint mail_outbox_drop_reason_check
    check (drop_reason in ('replaced', 'undone', 'withdrawn', 'too_old', 'unwanted')) not valid;
comment on column identity.mail_outbox.notification_kind is
  'the kind of notification whose setting its recipient has, or `digest`; null: a mail that is always sent';

-- What a user has chosen for a kind of notification, or for `digest`: daily, if a kind is.
create function identity.mail_choice(user_id uuid, kind text) returns text
  language sql stable security definer set search_path = '' as $$
  select case mail_choice.kind
           when 'application_received' then s.application_received
           when 'application_moved' then s.application_moved
           when 'invitation_received' then s.invitation_received
           when 'role_changed' then s.role_changed
           when 'job_post_closed' then s.job_post_closed
           when 'digest' then
             case when 'daily' in (s.application_received, s.application_moved, s.role_changed, s.job_post_closed)
                  then 'daily' else 'never' end
           else 'at_once'
         end
    from (select coalesce(o.application_received, 'daily') as application_received,
                 coalesce(o.application_moved, 'at_once') as application_moved,
                 coalesce(o.invitation_received, 'at_once') as invitation_received,
                 coalesce(o.role_changed, 'daily') as role_changed,
                 coalesce(o.job_post_closed, 'daily') as job_post_closed
            from (values (1)) as one (number)
            left join identity.notification_settings o on o.user_id = mail_choice.user_id) s
$$;

-- When a mail shall report a notification that the user sees from `at`. At once: a minute later, so that changes that follow
-- each other are one mail. Daily: the next time at the user's own second between 5:00 and 9:00 UTC, which spreads the load.
create function identity.mail_time(user_id uuid, kind text, choice text, at timestamptz) returns timestamptz
  language sql stable set search_path = '' as $$
  select case
           when mail_time.kind not in ('application_received', 'application_moved', 'role_changed', 'job_post_closed') then null
           when mail_time.choice = 'daily' then d.today + case when d.today <= mail_time.at then interval '1 day' else '0' end
           -- The change itself queues a mail.
           when mail_time.choice = 'at_once' and mail_time.kind <> 'application_moved' then mail_time.at + interval '1 minute'
         end
    from (select date_trunc('day', mail_time.at, 'UTC') + interval '5 hours'
                 + make_interval(secs => (hashtextextended(mail_time.user_id::text, 0) & 2147483647) % 14400) as today) d
$$;

create function identity.plan_notification_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.mail_at := identity.mail_time(new.user_id, new.kind, identity.mail_choice(new.user_id, new.kind), new.at);
  return new;
end $$;
create trigger plan_notification_mail before insert on identity.notifications
  for each row execute function identity.plan_notification_mail();

-- A changed setting is also that of what no mail has reported yet. A stage that the user does not see yet has a mail of its own
-- that waits, and that follows the setting when it is sent.
create function identity.replan_notification_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update identity.notifications n
     set mail_at = case
                     when c.choice = 'at_once' and n.at <= now() then now() + interval '1 minute'
                     else identity.mail_time(n.user_id, n.kind, c.choice, greatest(n.at, now()))
                   end
    from jsonb_each_text(to_jsonb(old)) b join jsonb_each_text(to_jsonb(new)) c (kind, choice) on c.kind = b.key
   where b.value <> c.choice and b.key <> 'version'
     and n.user_id = new.user_id and n.kind = c.kind and n.read_at is null and (n.mail_at is not null or n.at > now());
  return null;
end $$;
create trigger replan_notification_mail after update on identity.notification_settings
  for each row execute function identity.replan_notification_mail();

-- As before; and further applications for a job post are mailed again, also while the notification of the first ones is unread:
-- with the next digest, or after an hour.
create or replace function identity.notify(user_ids uuid[], kind text, subject_id uuid, value text, delay_seconds integer)
  returns void language plpgsql security definer set search_path = '' as $$
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
  insert into identity.notifications as n (id, user_id, kind, subject_id, value, at)
  select uuidv7(make_interval(secs => delay_seconds)), t.user_id, notify.kind, notify.subject_id, notify.value,
         now() + make_interval(secs => delay_seconds)
    from unnest(recipients) as t (user_id)
  on conflict do nothing;
  if notify.kind = 'application_received' then
    update identity.notifications n
       set mail_at = case c.choice
                       when 'at_once' then now() + interval '1 hour'
                       else identity.mail_time(n.user_id, n.kind, c.choice, now())
                     end
      from (select m.id, identity.mail_choice(m.user_id, m.kind) as choice
              from identity.notifications m
             where m.user_id = any (recipients) and m.kind = notify.kind and m.subject_id = notify.subject_id
               and m.read_at is null and m.mail_at is null
             order by m.user_id for update) c
     where n.id = c.id and c.choice <> 'never';
  end if;
end $$;

-- No digest reports a stage whose mail has the company's own words: that mail is always sent.
create function identity.keep_stage_out_of_digest(application_id uuid) returns void
  language sql security definer set search_path = '' as $$
  update identity.notifications n set mail_at = null
    from talent.applications a
   where a.id = application_id and n.user_id = a.user_id and n.kind = 'application_moved' and n.subject_id = a.id
     and n.read_at is null and n.at > now()
$$;

-- As before, with the kind of notification.
create or replace function identity.queue_mail(mail jsonb, limits jsonb) returns timestamptz
  language plpgsql security definer set search_path = '' as $$
declare
  row      identity.mail_outbox := jsonb_populate_record(null::identity.mail_outbox, mail);
  planned  timestamptz := now() + make_interval(secs => coalesce((mail ->> 'delay_seconds')::float8, 0));
  bound    record;
  freed_at timestamptz;
begin
  if mail ->> 'audience' is distinct from 'unverified' and not identity.is_verified_address(row.to_address) then
    raise exception 'a mail of the kind % goes to verified addresses only', row.kind;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('mail ' || row.kind || ' ' || row.to_address, 0));
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = 'replaced', next_attempt_at = 'infinity', text_body = '', html_body = ''
   where o.to_address = row.to_address and o.kind = row.kind and o.topic is not distinct from row.topic
     and o.attempts = 0 and o.sent_at is null and o.dropped_at is null;
  for bound in select * from jsonb_to_recordset(limits) as l (scope text, count integer, seconds float8) loop
    select o.send_after + make_interval(secs => bound.seconds) into freed_at
      from identity.mail_outbox o
     where o.to_address = row.to_address and o.kind = row.kind and o.dropped_at is null
       and (bound.scope = 'recipient' or o.topic is not distinct from row.topic)
       and o.send_after > now() - make_interval(secs => bound.seconds)
     order by o.send_after desc offset bound.count - 1 limit 1;
    planned := greatest(planned, freed_at);
  end loop;
  if planned > now() + interval '1 day' then
    return null;
  end if;
  insert into identity.mail_outbox
    (to_address, subject, text_body, html_body, kind, priority, topic, state, state_before, send_after, next_attempt_at,
     notification_kind)
  values (row.to_address, row.subject, row.text_body, row.html_body, row.kind, row.priority, row.topic, row.state,
          row.state_before, planned, planned, row.notification_kind);
  return planned;
end $$;

-- As before; a mail that the applicant has stopped counts as sent: the page has reported its stage.
create or replace function identity.find_topic_mail(kind text, topic uuid)
  returns table (waits_until timestamptz, state_before text, told_state text)
  language sql stable security definer set search_path = '' as $$
  select max(o.send_after) filter (where o.attempts = 0 and o.sent_at is null),
         max(o.state_before) filter (where o.attempts = 0 and o.sent_at is null),
         (array_agg(o.state order by o.send_after desc) filter (where o.attempts > 0 or o.sent_at is not null))[1]
    from identity.mail_outbox o
   where o.kind = find_topic_mail.kind and o.topic = find_topic_mail.topic
     and (o.dropped_at is null or o.drop_reason = 'unwanted')
$$;

revoke all on function identity.mail_choice(uuid, text), identity.mail_time(uuid, text, text, timestamptz),
  identity.plan_notification_mail(), identity.replan_notification_mail(), identity.keep_stage_out_of_digest(uuid)
  from public;
grant execute on function identity.mail_choice(uuid, text) to identity_service;
grant execute on function identity.keep_stage_out_of_digest(uuid) to employer_service;
grant select, insert (user_id),
  update (application_received, application_moved, invitation_received, role_changed, job_post_closed)
  on identity.notification_settings to identity_service;
grant update (mail_at) on identity.notifications to identity_service;
