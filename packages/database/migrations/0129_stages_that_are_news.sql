-- A digest announced a stage that a later one had replaced: the mail with the company's letter had reported the later one, or its user had read it.
-- docs/decisions/0035-notifications-by-mail.md

-- As before; a stage only while no later one was seen, read or not. Uses notifications_subject_id_user_id_idx.
create or replace function identity.is_news_true(user_id uuid, kind text, subject_id uuid, value text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case
           when is_news_true.kind = 'application_received'
             then identity.has_new_application(is_news_true.user_id, is_news_true.subject_id)
           when is_news_true.kind = 'application_moved' and is_news_true.value <> (
             select (array_agg(n.value order by n.id desc))[1]
               from identity.notifications n
              where n.subject_id = is_news_true.subject_id and n.user_id = is_news_true.user_id
                and n.kind = 'application_moved' and n.at <= now()) then false
           when is_news_true.kind in ('application_moved', 'message_received')
                or is_news_true.kind = 'interview_changed' and is_news_true.value like 'proposed%' then exists (
             select from talent.applications a join employer.companies c on c.id = a.company_id
              where a.id = is_news_true.subject_id and a.withdrawn_at is null and c.condition = 'active')
           when is_news_true.kind = 'job_post_closed' then exists (
             select from talent.applications a join employer.job_posts j on j.id = a.job_post_id
              where a.id = is_news_true.subject_id and a.withdrawn_at is null and j.state = 'closed')
           else true
         end
$$;

-- As before; an unread notification that says the same makes room for the new one, too, once a later one was seen: the return to a stage is news.
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
