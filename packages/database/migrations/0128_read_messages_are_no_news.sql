-- The notification of an undone or withheld message returns to an earlier one only if the other side has not read that one.
-- docs/decisions/0039-messages-templates-and-interviews.md

-- As before, without messages that are read.
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
     and not exists (select from talent.message_reads r
                      where r.application_id = m.application_id and r.side <> m.side and r.read_until >= m.delivered_at)
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

create or replace function talent.withhold_messages(author_ids uuid[], side text, company_id uuid) returns void
  language plpgsql set search_path = '' as $$
declare
  withheld uuid[];
begin
  with undone as (
    update talent.messages m set undone_at = clock_timestamp(), is_withheld = true
      from talent.applications a
     where a.id = m.application_id and m.author_id = any (author_ids) and m.side = withhold_messages.side
       and (withhold_messages.company_id is null or a.company_id = withhold_messages.company_id)
       and m.undone_at is null and m.sent_at > now() - interval '65 seconds' and m.delivered_at > clock_timestamp()
    returning m.id
  )
  select array_agg(u.id) into withheld from undone u;
  if withheld is null then return; end if;
  -- Such a message may have taken the notification of an earlier one, which was not delivered yet. No row is added: it could be of a
  -- member whose membership another transaction ends.
  update identity.notifications n
     set value = withhold_messages.side || ' ' || earlier.id, at = earlier.delivered_at
    from (select m.application_id, min(m.sent_at) as since, array_agg(m.side || ' ' || m.id) as told
            from talent.messages m where m.id = any (withheld) group by m.application_id) w
   cross join lateral (select m.id, m.delivered_at from talent.messages m
                        where m.application_id = w.application_id and m.side = withhold_messages.side
                          and m.undone_at is null and m.delivered_at > w.since
                          and not exists (select from talent.message_reads r
                                           where r.application_id = m.application_id and r.side <> m.side
                                             and r.read_until >= m.delivered_at)
                        order by m.delivered_at desc, m.id desc limit 1) earlier
   where n.kind = 'message_received' and n.subject_id = w.application_id and n.value = any (w.told);
  delete from identity.notifications n using talent.messages m
   where m.id = any (withheld) and n.kind = 'message_received' and n.subject_id = m.application_id
     and n.value = m.side || ' ' || m.id;
end $$;
