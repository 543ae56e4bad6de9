-- An applicant sees a new stage when it can no longer be undone. docs/decisions/0037-own-applications-and-questions.md

alter table talent.applications
  add column stage_seen_from timestamptz,
  add column seen_stage      text constraint applications_seen_stage_check
                             check (seen_stage in ('submitted', 'in_review', 'interview', 'offer', 'rejected')),
  add column seen_since      timestamptz;
comment on column talent.applications.stage_seen_from is
  'from when the applicant sees `stage`: in the future while the company can undo it; null: since `updated_at`';
comment on column talent.applications.seen_stage is 'what the applicant sees until then';
comment on column talent.applications.seen_since is 'since when the applicant sees `seen_stage`';

-- A trigger, so that pods of the former release delay a stage, too. An undo ends with the first 60 of the 65 seconds: the others
-- are those of its commit, so that no applicant reads what is undone. A stage without a mail, and the end of an offer that was
-- answered, cannot be undone.
create function talent.delay_stage() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.stage_seen_from is null or old.stage_seen_from <= now() or old.offer_answer is not null then
    new.seen_stage := old.stage;
    new.seen_since := coalesce(old.stage_seen_from, old.updated_at);
  end if;
  new.stage_seen_from := case
    when new.stage = new.seen_stage then new.seen_since
    when new.stage in ('interview', 'offer', 'rejected') and old.offer_answer is null then now() + interval '65 seconds'
  end;
  return new;
end $$;
revoke all on function talent.delay_stage() from public;
create trigger delay_stage before update of stage on talent.applications
  for each row when (old.stage <> new.stage) execute function talent.delay_stage();

-- Whether an undo of the last change can still begin.
create function talent.is_stage_undoable(application_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from talent.applications a
                  where a.id = is_stage_undoable.application_id
                    and clock_timestamp() < a.stage_seen_from - interval '5 seconds')
$$;
revoke all on function talent.is_stage_undoable(uuid) from public;

grant select (stage_seen_from, seen_stage, seen_since) on talent.applications to talent_service;

-- As before, but an undo drops only the mail of a change that it can undo: in its first 60 seconds, however long the mail waits
-- for its limits or for a mail server, and whenever it is redirected to a new address.
create or replace function identity.drop_waiting_mail(kind text, topic uuid, reason text)
  returns table (state_before text)
  language sql security definer set search_path = '' as $$
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = drop_waiting_mail.reason, next_attempt_at = 'infinity',
         text_body = '', html_body = ''
   where o.kind = drop_waiting_mail.kind and o.topic = drop_waiting_mail.topic
     and o.attempts = 0 and o.sent_at is null and o.dropped_at is null
     and (drop_waiting_mail.reason <> 'undone'
          or o.state_before is not null and talent.is_stage_undoable(o.topic))
  returning o.state_before
$$;

-- As before, with a state before for those 60 seconds only.
create or replace function identity.find_topic_mail(kind text, topic uuid)
  returns table (waits_until timestamptz, state_before text, told_state text)
  language sql stable security definer set search_path = '' as $$
  select max(o.send_after) filter (where o.attempts = 0 and o.sent_at is null),
         max(o.state_before) filter (where o.attempts = 0 and o.sent_at is null
                                       and talent.is_stage_undoable(o.topic)),
         (array_agg(o.state order by o.send_after desc) filter (where o.attempts > 0 or o.sent_at is not null))[1]
    from identity.mail_outbox o
   where o.kind = find_topic_mail.kind and o.topic = find_topic_mail.topic
     and (o.dropped_at is null or o.drop_reason = 'unwanted')
$$;

-- As before; a stage is undoable until the applicant sees it.
create or replace function identity.find_stage_events(application_id uuid)
  returns table (at timestamptz, action text, change text, message text, is_undoable boolean)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.action, e.change, coalesce(m.message, ''),
         exists (select from talent.applications a
                  where a.id = find_stage_events.application_id and a.stage_seen_from > now())
    from identity.audit_events e
    left join talent.application_messages m on m.application_id = e.subject_id and m.sent_at = e.at
   where e.subject_id = find_stage_events.application_id and e.subject_kind = 'application'
     and e.action in ('application.stage_changed', 'application.stage_change_undone',
                      'application.offer_accepted', 'application.offer_declined')
   order by e.id desc
   limit 100
$$;
