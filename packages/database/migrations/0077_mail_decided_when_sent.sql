-- What a mail says is decided again when it is sent. docs/decisions/0017-forms-of-text-and-audiences-of-mail.md

alter table identity.mail_outbox
  add column subject_ids uuid[],
  add column news_since  timestamptz;
comment on column identity.mail_outbox.subject_ids is 'job posts that a mail about a saved search names; null: none';
comment on column identity.mail_outbox.news_since is 'from when such a mail has the news of its search';

-- Whether a mail may still be sent: of a stage, while the company may act and the application is not withdrawn; of an invitation,
-- while it is open; of a saved search, while visitors see each post that it names. All others are about what has happened.
create function identity.is_mail_current(kind text, to_address text, topic uuid, subject_ids uuid[]) returns boolean
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
           else true
         end
$$;

-- Drops a mail that is not current. The posts that such a mail of a saved search still had are in the next one, which is due now.
-- The search is locked first, as everywhere.
create function identity.drop_outdated_mail(id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  dropped identity.mail_outbox;
begin
  perform from talent.saved_searches s
    where s.id = (select o.topic from identity.mail_outbox o where o.id = drop_outdated_mail.id and o.kind = 'saved_search')
      for no key update;
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = 'withdrawn', next_attempt_at = 'infinity', text_body = '', html_body = ''
   where o.id = drop_outdated_mail.id and o.sent_at is null and o.dropped_at is null
  returning o.* into dropped;
  update talent.saved_searches s
     set mailed_until = least(s.mailed_until, dropped.news_since), next_mail_at = now()
   where dropped.kind = 'saved_search' and dropped.news_since is not null and s.id = dropped.topic and s.frequency <> 'none';
end $$;

-- As before, with what a mail names.
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
     notification_kind, subject_ids, news_since)
  values (row.to_address, row.subject, row.text_body, row.html_body, row.kind, row.priority, row.topic, row.state,
          row.state_before, planned, planned, row.notification_kind, row.subject_ids, row.news_since);
  return planned;
end $$;

revoke all on function identity.is_mail_current(text, text, uuid, uuid[]), identity.drop_outdated_mail(uuid) from public;
grant execute on function identity.is_mail_current(text, text, uuid, uuid[]), identity.drop_outdated_mail(uuid)
  to identity_service;
