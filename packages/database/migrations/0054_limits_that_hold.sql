-- What an attack on messages and hidden posts has found. docs/decisions/0039-messages-templates-and-interviews.md, 0040-moderation.md

-- As before, but each side of a conversation has its own 500 messages: one side cannot take those of the other (G6).
create or replace function talent.send_message(application_id uuid, side text, author_id uuid, text text, out id uuid, out quota text)
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('messages ' || send_message.author_id, 0));
  quota := case
    when (select count(*) from talent.messages m
           where m.author_id = send_message.author_id and m.sent_at > now() - interval '1 hour') >= 60 then 'user'
    when (select count(*) from talent.messages m
           where m.application_id = send_message.application_id and m.side = send_message.side
             and m.sent_at > now() - interval '1 hour') >= 20 then 'side'
    when (select count(*) from talent.messages m
           where m.application_id = send_message.application_id and m.side = send_message.side) >= 500 then 'thread'
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

-- As before, but it ends within the 60 seconds, too: its commit has all of the five seconds until the delivery.
create or replace function talent.undo_message(id uuid, side text, author_id uuid) returns text
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
  -- An undo that had to wait must not commit after the delivery. The transaction is ended after two seconds without a statement,
  -- and its commit after three (`statement_timeout`).
  if clock_timestamp() >= undone.sent_at + interval '60 seconds' then return null; end if;
  return undone.text;
end $$;

-- The description that staff have hidden: the company can edit the post, and must not publish its former text as another one (G2).
alter table employer.job_posts add column hidden_description text not null default '';
comment on column employer.job_posts.hidden_description is
  'as it was when staff hid the post: no copy of it is published. Empty: the post is not hidden';
update employer.job_posts set hidden_description = description where hidden_at is not null;

-- A trigger: the staff's role does not read descriptions, and pods of the former release hide posts, too.
create function employer.keep_hidden_description() returns trigger language plpgsql as $$
begin
  new.hidden_description := case when new.hidden_at is null then '' else old.description end;
  return new;
end $$;
revoke all on function employer.keep_hidden_description() from public;
create trigger keep_hidden_description before update on employer.job_posts for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null))
  execute function employer.keep_hidden_description();
