-- Messages between a company and an applicant. docs/decisions/0039-messages-templates-and-interviews.md

create table talent.messages (
  id             uuid        constraint messages_pkey primary key default uuidv7(),
  application_id uuid        not null constraint messages_application_id_fkey references talent.applications,
  side           text        not null constraint messages_side_check check (side in ('company', 'applicant')),
  author_id      uuid        not null,
  text           text        not null,
  sent_at        timestamptz not null default now(),
  delivered_at   timestamptz not null default now() + interval '65 seconds',
  undone_at      timestamptz
);
comment on table talent.messages is
  'what a company and an applicant write to each other about an application; deleted with its withdrawal';
comment on column talent.messages.side is 'whose message it is';
comment on column talent.messages.author_id is 'without a foreign key: it stays as the id of a user who is gone';
comment on column talent.messages.delivered_at is
  'from when the other side sees it: five seconds after the last moment of an undo, which has committed by then';
comment on column talent.messages.undone_at is 'when its author undid it; its text is empty, and it still counts for the limits';
create index messages_application_id_id_idx on talent.messages (application_id, id desc);
create index messages_author_id_sent_at_idx on talent.messages (author_id, sent_at);

create table talent.message_reads (
  application_id uuid        not null constraint message_reads_application_id_fkey references talent.applications,
  side           text        not null constraint message_reads_side_check check (side in ('company', 'applicant')),
  read_until     timestamptz not null,
  constraint message_reads_pkey primary key (application_id, side)
);
comment on table talent.message_reads is 'up to which message the applicant, or any member of the company, has read what the other side wrote';
comment on column talent.message_reads.read_until is 'when the newest message that was read was delivered';

grant select on talent.messages, talent.message_reads to employer_service, talent_service;

-- Whom a message notifies: the applicant, or the active members of the company other than the applicant, at most 100, owners first.
create function talent.recipients_of_message(application_id uuid, side text) returns uuid[]
  language sql stable set search_path = '' as $$
  select case recipients_of_message.side
           when 'company' then array[a.user_id]
           else array(select m.user_id from employer.org_memberships m
                       where m.company_id = a.company_id and m.status = 'active' and m.user_id <> a.user_id
                       order by m.role = 'owner' desc, m.id limit 100)
         end
    from talent.applications a where a.id = recipients_of_message.application_id
$$;

-- Sends a message on a locked application. `quota`: which limit is reached, and nothing is sent: `user`, `side` or `thread`.
-- The lock makes counting and sending one step for each author.
create function talent.send_message(application_id uuid, side text, author_id uuid, text text, out id uuid, out quota text)
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('messages ' || send_message.author_id, 0));
  quota := case
    when (select count(*) from talent.messages m
           where m.author_id = send_message.author_id and m.sent_at > now() - interval '1 hour') >= 60 then 'user'
    when (select count(*) from talent.messages m
           where m.application_id = send_message.application_id and m.side = send_message.side
             and m.sent_at > now() - interval '1 hour') >= 20 then 'side'
    when (select count(*) from talent.messages m where m.application_id = send_message.application_id) >= 500 then 'thread'
  end;
  if quota is not null then return; end if;
  insert into talent.messages as m (application_id, side, author_id, text)
  values (send_message.application_id, send_message.side, send_message.author_id, send_message.text)
  returning m.id into send_message.id;
  -- With the message: as the notification is `at` the same moment, and says which message it is about, a later one that is undone
  -- takes no other one's notification along.
  perform identity.notify(talent.recipients_of_message(send_message.application_id, send_message.side), 'message_received',
                          send_message.application_id, send_message.side || ' ' || send_message.id, 65);
end $$;

-- Undoes an own message on a locked application, and returns its text. Null: it is not there, is undone, or can no longer be
-- undone; the transaction must then be rolled back.
create function talent.undo_message(id uuid, side text, author_id uuid) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  undone    record;
  recipient uuid;
  latest    talent.messages;
begin
  update talent.messages m set text = '', undone_at = now()
   where m.id = undo_message.id and m.side = undo_message.side and m.author_id = undo_message.author_id
     and m.undone_at is null and clock_timestamp() < m.sent_at + interval '60 seconds'
  returning old.text, m.application_id, m.sent_at, m.delivered_at into undone;
  if undone is null then return null; end if;
  foreach recipient in array talent.recipients_of_message(undone.application_id, undo_message.side) loop
    perform identity.cancel_notification(recipient, 'message_received', undone.application_id, null, null);
  end loop;
  -- This message may have taken the notification of an earlier one, which was not delivered yet.
  select m.* into latest from talent.messages m
   where m.application_id = undone.application_id and m.side = undo_message.side and m.undone_at is null
     and m.delivered_at > undone.sent_at
   order by m.delivered_at desc, m.id desc limit 1;
  if latest.id is not null then
    perform identity.notify(talent.recipients_of_message(undone.application_id, undo_message.side), 'message_received',
                            undone.application_id, undo_message.side || ' ' || latest.id,
                            greatest(0, ceil(extract(epoch from latest.delivered_at - now())))::int);
  end if;
  -- An undo that had to wait must not commit after the delivery.
  if clock_timestamp() > undone.delivered_at - interval '2 seconds' then return null; end if;
  return undone.text;
end $$;

-- Notes that a side has read up to a message of the other side, and the notification of the user who has. False: the side sees no
-- such message.
create function talent.mark_messages_read(application_id uuid, side text, user_id uuid, newest_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  newest talent.messages;
begin
  select m.* into newest from talent.messages m
   where m.id = newest_id and m.application_id = mark_messages_read.application_id and m.side <> mark_messages_read.side
     and m.undone_at is null and m.delivered_at <= now();
  if newest.id is null then return false; end if;
  insert into talent.message_reads as r (application_id, side, read_until)
  values (newest.application_id, mark_messages_read.side, newest.delivered_at)
  on conflict on constraint message_reads_pkey do update set read_until = excluded.read_until
    where r.read_until < excluded.read_until;
  update identity.notifications n set read_at = now()
   where n.user_id = mark_messages_read.user_id and n.kind = 'message_received' and n.subject_id = newest.application_id
     and n.read_at is null
     and exists (select from talent.messages m
                  where m.id = split_part(n.value, ' ', 2)::uuid and m.delivered_at <= newest.delivered_at);
  return true;
end $$;

revoke all on function talent.recipients_of_message(uuid, text), talent.send_message(uuid, text, uuid, text),
  talent.undo_message(uuid, text, uuid), talent.mark_messages_read(uuid, text, uuid, uuid) from public;
grant execute on function talent.send_message(uuid, text, uuid, text), talent.undo_message(uuid, text, uuid),
  talent.mark_messages_read(uuid, text, uuid, uuid) to employer_service, talent_service;

-- A withdrawal deletes what was exchanged, and what it has told the members.
create function talent.delete_messages() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from talent.messages m where m.application_id = new.id;
  delete from talent.message_reads r where r.application_id = new.id;
  delete from identity.notifications n using employer.org_memberships m
   where m.company_id = new.company_id and n.user_id = m.user_id and n.kind = 'message_received' and n.subject_id = new.id;
  return null;
end $$;
revoke all on function talent.delete_messages() from public;
create trigger delete_messages after update of withdrawn_at on talent.applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function talent.delete_messages();

-- A member whose access ends keeps nothing about the applications of the company.
create function identity.delete_conversations_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n using talent.applications a
   where n.user_id = old.user_id and n.kind = 'message_received' and a.id = n.subject_id and a.company_id = old.company_id
     and a.user_id <> old.user_id;
  return null;
end $$;
revoke all on function identity.delete_conversations_of_member() from public;
create trigger delete_conversations_of_revoked_member after update of status on employer.org_memberships
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function identity.delete_conversations_of_member();
create trigger delete_conversations_of_former_member after delete on employer.org_memberships
  for each row execute function identity.delete_conversations_of_member();

comment on column identity.notifications.subject_id is
  'without a foreign key. Application: application_moved, job_post_closed, message_received; job post: application_received; company: role_changed, company_condition_changed; invitation: invitation_received; user: access_decided';
comment on column identity.notifications.value is
  'what it has become, such as a stage or a role; one of the words of its kind, perhaps none. Behind a space the id of a message, which no user sees';

alter table identity.notification_settings
  add column message_received text not null default 'at_once'
    constraint notification_settings_message_received_check check (message_received in ('at_once', 'daily', 'never'));
grant update (message_received) on identity.notification_settings to identity_service;
create or replace trigger count_version before update on identity.notification_settings for each row
  when ((old.application_received, old.application_moved, old.invitation_received, old.role_changed, old.job_post_closed,
         old.message_received)
        is distinct from
        (new.application_received, new.application_moved, new.invitation_received, new.role_changed, new.job_post_closed,
         new.message_received))
  execute function identity.count_version();

-- As before, with messages.
create or replace function identity.mail_choice(user_id uuid, kind text) returns text
  language sql stable security definer set search_path = '' as $$
  select case mail_choice.kind
           when 'application_received' then s.application_received
           when 'application_moved' then s.application_moved
           when 'invitation_received' then s.invitation_received
           when 'role_changed' then s.role_changed
           when 'job_post_closed' then s.job_post_closed
           when 'message_received' then s.message_received
           when 'digest' then
             case when 'daily' in (s.application_received, s.application_moved, s.role_changed, s.job_post_closed,
                                   s.message_received)
                  then 'daily' else 'never' end
           else 'at_once'
         end
    from (select coalesce(o.application_received, 'daily') as application_received,
                 coalesce(o.application_moved, 'at_once') as application_moved,
                 coalesce(o.invitation_received, 'at_once') as invitation_received,
                 coalesce(o.role_changed, 'daily') as role_changed,
                 coalesce(o.job_post_closed, 'daily') as job_post_closed,
                 coalesce(o.message_received, 'at_once') as message_received
            from (values (1)) as one (number)
            left join identity.notification_settings o on o.user_id = mail_choice.user_id) s
$$;

create or replace function identity.mail_time(user_id uuid, kind text, choice text, at timestamptz) returns timestamptz
  language sql stable set search_path = '' as $$
  select case
           when mail_time.kind not in ('application_received', 'application_moved', 'role_changed', 'job_post_closed',
                                       'message_received') then null
           when mail_time.choice = 'daily' then d.today + case when d.today <= mail_time.at then interval '1 day' else '0' end
           -- The change itself queues a mail.
           when mail_time.choice = 'at_once' and mail_time.kind <> 'application_moved' then mail_time.at + interval '1 minute'
         end
    from (select date_trunc('day', mail_time.at, 'UTC') + interval '5 hours'
                 + make_interval(secs => (hashtextextended(mail_time.user_id::text, 0) & 2147483647) % 14400) as today) d
$$;

-- As before; and while a message about the same application is unread, further ones are mailed an hour after it at the earliest.
create or replace function identity.plan_notification_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.mail_at := identity.mail_time(new.user_id, new.kind, identity.mail_choice(new.user_id, new.kind), new.at);
  if new.kind = 'message_received' and new.mail_at is not null then
    select greatest(new.mail_at, max(coalesce(n.mail_at, n.at + interval '1 hour'))) into new.mail_at
      from identity.notifications n
     where n.user_id = new.user_id and n.kind = new.kind and n.subject_id = new.subject_id and n.read_at is null;
  end if;
  return new;
end $$;

-- The names of the application that a message is about, as far as the applicant, or an active member of an active company, may see
-- them at this moment.
create function identity.find_conversation_subject(user_id uuid, kind text, subject_id uuid)
  returns table (company_name text, job_post_title text)
  language sql stable security definer set search_path = '' as $$
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id
   where find_conversation_subject.kind = 'message_received'
     and a.id = find_conversation_subject.subject_id and a.withdrawn_at is null
     and (a.user_id = find_conversation_subject.user_id
          or c.condition = 'active'
             and exists (select from employer.org_memberships m
                          where m.company_id = c.id and m.status = 'active'
                            and m.user_id = find_conversation_subject.user_id))
$$;
revoke all on function identity.find_conversation_subject(uuid, text, uuid) from public;
grant execute on function identity.find_conversation_subject(uuid, text, uuid) to identity_service;
