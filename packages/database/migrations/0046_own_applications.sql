-- The page of an own application. docs/decisions/0037-own-applications-and-questions.md

-- The changes of an application's stage and the answers to its offers with what was written, newest first, without who made
-- them. `is_undoable`: whether the last change can still be undone, because its mail waits.
create function identity.find_stage_events(application_id uuid)
  returns table (at timestamptz, action text, change text, message text, is_undoable boolean)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.action, e.change, coalesce(m.message, ''),
         exists (select from identity.mail_outbox o
                  where o.kind = 'application_stage' and o.topic = find_stage_events.application_id
                    and o.state_before is not null and o.attempts = 0 and o.sent_at is null and o.dropped_at is null)
    from identity.audit_events e
    left join talent.application_messages m on m.application_id = e.subject_id and m.sent_at = e.at
   where e.subject_id = find_stage_events.application_id and e.subject_kind = 'application'
     and e.action in ('application.stage_changed', 'application.stage_change_undone',
                      'application.offer_accepted', 'application.offer_declined')
   order by e.id desc
   limit 100
$$;
revoke all on function identity.find_stage_events(uuid) from public;
grant execute on function identity.find_stage_events(uuid) to talent_service;
