-- A mail of a saved search that was dropped after a later one made its search look again from before that one: its posts were mailed twice.
-- A mail of a stage whose company staff had disabled was dropped, and its applicant never got it when they enabled the company.
-- docs/decisions/0017-forms-of-text-and-audiences-of-mail.md, docs/decisions/0036-saved-jobs-and-searches.md

-- As before; a search never looks again behind a later mail (uses mail_outbox_topic_idx), and a mail of a stage that is outdated only
-- because its company is disabled waits, for two weeks at most. `send_after` follows: the three days of a mail that no server accepts
-- begin when it may be sent.
create or replace function identity.drop_outdated_mail(id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  news_ids   uuid[];
  locked_ids uuid[];
  dropped    identity.mail_outbox;
begin
  update identity.mail_outbox o
     set send_after = now(), next_attempt_at = now() + interval '1 hour'
   where o.id = drop_outdated_mail.id and o.kind = 'application_stage' and o.sent_at is null and o.dropped_at is null
     and o.created_at > now() - interval '14 days'
     and exists (select from talent.applications a join employer.companies c on c.id = a.company_id
                  where a.id = o.topic and a.withdrawn_at is null and a.stage = o.state and c.condition = 'disabled');
  if found then
    return;
  end if;
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
     and (identity.is_news_true(n.user_id, n.kind, n.subject_id, n.value)
          or identity.is_news_waiting(n.kind, n.subject_id, n.value, n.at));
end $$;
