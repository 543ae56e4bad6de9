-- The page of an own application, and screening questions. docs/decisions/0037-own-applications-and-questions.md

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

-- Screening questions of a job post: [{text, kind, is_required}], and what an application was sent with: [{question, kind,
-- answer}], a copy.
alter table employer.job_posts
  add column questions jsonb not null default '[]'
    constraint job_posts_questions_check check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 5);
comment on column employer.job_posts.questions is 'screening questions: [{text, kind, is_required}], at most five';
alter table talent.applications
  add column answers jsonb not null default '[]'
    constraint applications_answers_check check (jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) <= 5);
comment on column talent.applications.answers is
  'the questions as they were asked, with the answers: [{question, kind, answer}]; empty when withdrawn';

create or replace trigger count_version before update on employer.job_posts for each row
  when ((old.title, old.description, old.location, old.kind, old.state, old.pay_minimum, old.pay_maximum, old.pay_currency,
         old.pay_period, old.remote_mode, old.seniority, old.languages, old.expires_on, old.questions)
        is distinct from
        (new.title, new.description, new.location, new.kind, new.state, new.pay_minimum, new.pay_maximum, new.pay_currency,
         new.pay_period, new.remote_mode, new.seniority, new.languages, new.expires_on, new.questions))
  execute function identity.count_version();

-- A withdrawal erases the answers. A trigger, so that pods of the former release do it, too.
create function talent.forget_answers() returns trigger language plpgsql set search_path = '' as $$
begin new.answers := '[]'; return new; end $$;
revoke all on function talent.forget_answers() from public;
create trigger forget_answers before update of withdrawn_at on talent.applications
  for each row when (new.withdrawn_at is not null) execute function talent.forget_answers();

grant insert (questions), update (questions) on employer.job_posts to employer_service;
grant select (questions) on employer.job_posts to talent_service;
grant insert (answers) on talent.applications to talent_service;
