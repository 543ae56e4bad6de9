-- A mail of a saved search that was dropped after a later one made its search look again from before that one: its posts were mailed twice.
-- docs/decisions/0036-saved-jobs-and-searches.md

-- As before; a search never looks again behind a later mail (uses mail_outbox_topic_idx).
create or replace function identity.drop_outdated_mail(id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  news_ids   uuid[];
  locked_ids uuid[];
  dropped    identity.mail_outbox;
begin
  perform from talent.saved_searches s
    where s.id = (select o.topic from identity.mail_outbox o where o.id = drop_outdated_mail.id and o.kind = 'saved_search')
      for no key update;
  select o.subject_ids into news_ids from identity.mail_outbox o
   where o.id = drop_outdated_mail.id and o.kind <> 'saved_search';
  locked_ids := array(select n.id from identity.notifications n where n.id = any(news_ids) for no key update skip locked);
  if exists (select from identity.notifications n where n.id = any(news_ids) and n.id <> all(locked_ids)) then
    return;
  end if;
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = 'withdrawn', next_attempt_at = 'infinity', text_body = '', html_body = ''
   where o.id = drop_outdated_mail.id and o.sent_at is null and o.dropped_at is null
  returning o.* into dropped;
  update talent.saved_searches s
     set mailed_until = least(s.mailed_until, dropped.news_since), next_mail_at = now()
   where dropped.kind = 'saved_search' and dropped.news_since is not null and s.id = dropped.topic and s.frequency <> 'none'
     and not exists (select from identity.mail_outbox later
                      where later.topic = dropped.topic and later.kind = 'saved_search'
                        and later.news_since > dropped.news_since and later.dropped_at is null);
  update identity.notifications n set mail_at = now()
   where dropped.id is not null and n.id = any(locked_ids) and n.read_at is null
     and identity.is_news_true(n.user_id, n.kind, n.subject_id, n.value);
end $$;
