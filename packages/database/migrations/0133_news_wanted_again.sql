-- News that were due were mailed no more if their user chose "never" and, before their mail, another time again.
-- docs/decisions/0035-notifications-by-mail.md

-- As before; "never" leaves the times as they are: the reporter mails nothing of a kind that its user does not want when it is due.
create or replace function identity.replan_notification_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  for changed in
    select c.kind, c.choice
      from jsonb_each_text(to_jsonb(old)) b join jsonb_each_text(to_jsonb(new)) c (kind, choice) on c.kind = b.key
     where b.value <> c.choice and b.key <> 'version' and c.choice <> 'never'
  loop
    update identity.notifications n
       set mail_at = case
                       when changed.choice = 'at_once' and n.at <= now() then now() + interval '1 minute'
                       else identity.mail_time(n.user_id, n.kind, changed.choice, greatest(n.at, now()))
                     end
     where n.id = any (array(select f.id from identity.notifications f
                              where f.user_id = new.user_id and f.kind = changed.kind and f.read_at is null
                              order by f.id desc limit 1000))
       and (n.mail_at is not null or n.at > now()
            or changed.choice = 'daily' and n.kind = 'application_moved'
               and exists (select from identity.mail_outbox o
                            where o.kind = 'application_stage' and o.topic = n.subject_id and o.notification_kind is not null
                              and o.state = n.value and o.sent_at is null and o.dropped_at is null));
  end loop;
  return null;
end $$;
