-- The applicant accepts or declines an offer. docs/decisions/0031-offers-and-notes.md

alter table talent.applications
  add column offer_answer text constraint applications_offer_answer_check check (offer_answer in ('accepted', 'declined')),
  add constraint applications_offer_answer_stage_check check (offer_answer is null or stage = 'offer');
comment on column talent.applications.offer_answer is 'null: not answered; a change of the stage ends the offer and empties it';
comment on column talent.applications.version is 'of the stage and of the answer to an offer';

-- A trigger, so that a change of the stage by a pod of the former release ends the offer, too.
create function talent.end_offer() returns trigger language plpgsql set search_path = '' as $$
begin new.offer_answer := null; return new; end $$;
revoke all on function talent.end_offer() from public;
create trigger end_offer before update of stage on talent.applications
  for each row when (old.stage <> new.stage) execute function talent.end_offer();

drop trigger count_version on talent.applications;
create trigger count_version before update on talent.applications for each row
  when ((old.stage, old.offer_answer) is distinct from (new.stage, new.offer_answer))
  execute function identity.count_version();

grant update (offer_answer) on talent.applications to talent_service;
grant insert (application_id, message) on talent.application_messages to talent_service;
comment on table talent.application_messages is
  'what a company wrote with a change of the stage, and an applicant with an answer; deleted with the withdrawal of the application';

-- What has happened to an application, newest first, with the names of those who did it.
create function identity.find_application_events(application_id uuid)
  returns table (at timestamptz, action text, change text, actor_name text)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.action, e.change, coalesce(u.name, '')
    from identity.audit_events e left join identity.users u on e.actor_kind = 'user' and u.id = e.actor_id
   where e.subject_id = find_application_events.application_id and e.subject_kind = 'application'
     and e.action in ('application.stage_changed', 'application.stage_change_undone',
                      'application.offer_accepted', 'application.offer_declined')
   order by e.id desc
   limit 100
$$;
revoke all on function identity.find_application_events(uuid) from public;
grant execute on function identity.find_application_events(uuid) to employer_service;
