-- The list of a company's applications across its job posts, an application's history, and the company's messages.

create index applications_company_id_id_idx on talent.applications (company_id, id desc) where withdrawn_at is null;
create index applications_company_id_stage_id_idx on talent.applications (company_id, stage, id desc)
  where withdrawn_at is null;

-- The time is that of the transaction, and so that of the audit event of the same change.
create table talent.application_messages (
  application_id uuid        not null constraint application_messages_application_id_fkey references talent.applications,
  sent_at        timestamptz not null default now(),
  message        text        not null,
  constraint application_messages_pkey primary key (application_id, sent_at)
);
comment on table talent.application_messages is
  'what a company wrote to an applicant with a change of the stage; deleted with the withdrawal of the application';

grant select (application_id, sent_at, message), insert (application_id, message) on talent.application_messages
  to employer_service;

-- A withdrawal erases what was exchanged (decision 0008). A trigger, so that pods of the former release do it, too.
create function talent.delete_application_messages() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from talent.application_messages m where m.application_id = new.id;
  return null;
end $$;
revoke all on function talent.delete_application_messages() from public;
create trigger delete_application_messages after update of withdrawn_at on talent.applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function talent.delete_application_messages();

-- The changes of an application's stage, newest first, with the names of the members who made them.
create function identity.find_stage_changes(application_id uuid)
  returns table (at timestamptz, action text, change text, actor_name text)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.action, e.change, coalesce(u.name, '')
    from identity.audit_events e left join identity.users u on e.actor_kind = 'user' and u.id = e.actor_id
   where e.subject_id = find_stage_changes.application_id and e.subject_kind = 'application'
     and e.action in ('application.stage_changed', 'application.stage_change_undone')
   order by e.id desc
   limit 50
$$;
revoke all on function identity.find_stage_changes(uuid) from public;
grant execute on function identity.find_stage_changes(uuid) to employer_service;
