-- Mails with news, such as digests, wait for up to a day: whether all of it may still be told is decided again when they are sent.
-- docs/decisions/0035-notifications-by-mail.md

comment on column identity.mail_outbox.subject_ids is
  'job posts that a mail about a saved search names; notifications that a mail with news has; null: none';

-- As before; a mail with news may be sent while its user has read none of it and may see the subject of each.
create or replace function identity.is_mail_current(kind text, to_address text, topic uuid, subject_ids uuid[]) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case
           when is_mail_current.topic is null then true
           when is_mail_current.kind = 'application_stage' then exists (
             select from talent.applications a join employer.companies c on c.id = a.company_id
              where a.id = is_mail_current.topic and a.withdrawn_at is null and c.condition = 'active')
           when is_mail_current.kind in ('invitation_to_account', 'invitation_to_new_address') then exists (
             select from employer.invitations i join employer.companies c on c.id = i.company_id
              where i.company_id = is_mail_current.topic and i.email = is_mail_current.to_address
                and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() and c.condition = 'active')
           when is_mail_current.kind = 'saved_search' then not exists (
             select from unnest(is_mail_current.subject_ids) as named (id)
              where not exists (
                select from employer.job_post_filters f join employer.companies c on c.id = f.company_id
                 where f.job_post_id = named.id and c.condition = 'active' and c.review_state = 'approved'
                   and not employer.is_expired(f.expires_on)))
           else not exists (
             select from unnest(is_mail_current.subject_ids) as reported (id)
              where not exists (
                select from identity.notifications n
                 where n.id = reported.id and n.read_at is null
                   and (n.kind <> 'application_received' or identity.has_new_application(n.user_id, n.subject_id))
                   and (n.kind = 'role_changed' and n.value = 'revoked'
                        or exists (select from identity.find_notification_subject(n.user_id, n.kind, n.subject_id))
                        or exists (select from identity.find_conversation_subject(n.user_id, n.kind, n.subject_id)))))
         end
$$;

-- As before; what such a mail with news still had is due again. A notification that a transaction is changing at this moment is not
-- waited for: that could deadlock with a revocation (G1), and the mail is decided again at its next attempt.
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
   where dropped.kind = 'saved_search' and dropped.news_since is not null and s.id = dropped.topic and s.frequency <> 'none';
  update identity.notifications n set mail_at = now()
   where dropped.id is not null and n.id = any(locked_ids) and n.read_at is null;
end $$;
