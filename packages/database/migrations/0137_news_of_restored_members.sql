-- An application that a restored member was notified of joined an unread notification of before the revocation, which the next step of
-- `forget_company` deleted: the member never learned of the application. docs/decisions/0033-notifications.md

-- As in 0129, but an unread notification that is still to be deleted makes room for the new one.
create or replace function identity.notify(user_ids uuid[], kind text, subject_id uuid, value text, delay_seconds integer)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  -- In one order, so that two transactions cannot wait for each other. Waits for the deletion of an account, and then finds
  -- no row of its user.
  recipients uuid[] := array(select u.id from identity.users u where u.id = any (user_ids) order by u.id for key share);
begin
  delete from identity.notifications n
   where n.user_id = any (recipients) and n.kind = notify.kind and n.subject_id = notify.subject_id and n.read_at is null
     and (n.at > now()
          or delay_seconds = 0
             and (n.value <> notify.value
                  or exists (select from identity.former_members f where f.user_id = n.user_id and n.id < f.notification_id))
          or exists (select from identity.notifications m
                      where m.user_id = n.user_id and m.kind = n.kind and m.subject_id = n.subject_id
                        and (m.read_at is null or n.value = notify.value) and m.at <= now() and m.id > n.id));
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
