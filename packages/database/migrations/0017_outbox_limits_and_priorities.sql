-- The outbox limits how many mails an address gets, sends security mail first, and holds mail back that may still change.
-- The columns have defaults and the old grants stay, so that a release before this one keeps working beside it.

alter table identity.mail_outbox
  add column kind         text        not null default '',
  add column priority     smallint    not null default 1
                          constraint mail_outbox_priority_check check (priority in (0, 1)),
  add column topic        uuid,
  add column state        text,
  add column state_before text,
  add column send_after   timestamptz not null default now(),
  add column dropped_at   timestamptz,
  add column drop_reason  text        constraint mail_outbox_drop_reason_check
                          check (drop_reason in ('replaced', 'undone', 'withdrawn', 'too_old')),
  add constraint mail_outbox_dropped_check check ((dropped_at is null) = (drop_reason is null));
comment on column identity.mail_outbox.kind is 'key of the mail in packages/mail; empty for mail of releases before this column';
comment on column identity.mail_outbox.priority is '0: sign-in and security; 1: everything else';
comment on column identity.mail_outbox.topic is 'id of what the mail is about (application, company); a newer mail of the same kind and topic replaces one that waits';
comment on column identity.mail_outbox.state is 'state of the topic that the mail reports; null where it reports none';
comment on column identity.mail_outbox.state_before is 'state of the topic before the change that the mail reports, for undo';
comment on column identity.mail_outbox.send_after is 'planned time: after the delay of its kind and within the limits of its recipient';
comment on column identity.mail_outbox.dropped_at is 'null: sent, or still to be sent; the bodies are emptied with it';
comment on column identity.mail_outbox.attempts is 'counted when a dispatcher claims the mail: 0 means that no attempt has begun';
comment on column identity.mail_outbox.next_attempt_at is 'not to be claimed before; a claim moves it on, so that a mail whose dispatcher died is tried again';

create index mail_outbox_waiting_idx on identity.mail_outbox (priority, next_attempt_at)
  where sent_at is null and dropped_at is null;
create index mail_outbox_recipient_idx on identity.mail_outbox (to_address, kind, send_after);
create index mail_outbox_topic_idx on identity.mail_outbox (topic) where topic is not null;

-- Whether an address belongs to an account that has proved it; the addresses of admins are set by the operator.
create function identity.is_verified_address(address text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from identity.users u
                  where u.email = is_verified_address.address and u.email_verified_at is not null)
      or exists (select from identity.admins a where a.email = is_verified_address.address)
$$;

-- Adds a mail to the outbox and returns its planned time; null: dropped, the address has had too many.
-- `mail`: a row of the outbox, with `audience` and `delay_seconds`. `limits`: [{scope: topic | recipient, count, seconds}].
-- The advisory lock makes counting and adding one step for each address and kind.
create function identity.queue_mail(mail jsonb, limits jsonb) returns timestamptz
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
    (to_address, subject, text_body, html_body, kind, priority, topic, state, state_before, send_after, next_attempt_at)
  values (row.to_address, row.subject, row.text_body, row.html_body, row.kind, row.priority, row.topic, row.state,
          row.state_before, planned, planned);
  return planned;
end $$;

-- Drops the mail about a topic that waits and that no dispatcher has claimed; returns one row where there was one.
create function identity.drop_waiting_mail(kind text, topic uuid, reason text)
  returns table (state_before text)
  language sql security definer set search_path = '' as $$
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = drop_waiting_mail.reason, next_attempt_at = 'infinity',
         text_body = '', html_body = ''
   where o.kind = drop_waiting_mail.kind and o.topic = drop_waiting_mail.topic
     and o.attempts = 0 and o.sent_at is null and o.dropped_at is null
  returning o.state_before
$$;

-- The mail about a topic: when a waiting one goes out, the state before the change it reports, and the state that the
-- recipient was last told.
create function identity.find_topic_mail(kind text, topic uuid)
  returns table (waits_until timestamptz, state_before text, told_state text)
  language sql stable security definer set search_path = '' as $$
  select max(o.send_after) filter (where o.attempts = 0 and o.sent_at is null),
         max(o.state_before) filter (where o.attempts = 0 and o.sent_at is null),
         (array_agg(o.state order by o.send_after desc) filter (where o.attempts > 0 or o.sent_at is not null))[1]
    from identity.mail_outbox o
   where o.kind = find_topic_mail.kind and o.topic = find_topic_mail.topic and o.dropped_at is null
$$;

revoke all on function identity.is_verified_address(text), identity.queue_mail(jsonb, jsonb),
  identity.drop_waiting_mail(text, uuid, text), identity.find_topic_mail(text, uuid) from public;
grant execute on function identity.is_verified_address(text), identity.queue_mail(jsonb, jsonb)
  to identity_service, employer_service;
grant execute on function identity.drop_waiting_mail(text, uuid, text) to employer_service, talent_service;
grant execute on function identity.find_topic_mail(text, uuid) to employer_service;
grant update (dropped_at, drop_reason) on identity.mail_outbox to identity_service;
