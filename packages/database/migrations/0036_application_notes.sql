-- Notes of a company's members on an application. docs/decisions/0031-offers-and-notes.md

create table employer.application_notes (
  id             uuid        constraint application_notes_pkey primary key default uuidv7(),
  application_id uuid        not null constraint application_notes_application_id_fkey references talent.applications,
  author_id      uuid        not null,
  text           text        not null,
  created_at     timestamptz not null default now(),
  edited_at      timestamptz,
  version        integer     not null default 1
);
comment on table employer.application_notes is
  'what members of the company write about an application, for members alone; deleted with the withdrawal of the application';
comment on column employer.application_notes.author_id is 'without a foreign key: it stays as the id of a user who is gone';
create index application_notes_application_id_id_idx on employer.application_notes (application_id, id desc);

create trigger count_version before update on employer.application_notes for each row
  when (old.text <> new.text)
  execute function identity.count_version();

grant select, insert (application_id, author_id, text), update (text, edited_at) on employer.application_notes
  to employer_service;

-- No role deletes rows by itself.
create function employer.delete_application_note(note_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from employer.application_notes n where n.id = note_id
$$;
revoke all on function employer.delete_application_note(uuid) from public;
grant execute on function employer.delete_application_note(uuid) to employer_service;

-- A withdrawal erases what was written about the applicant. A trigger, so that pods of the former release do it, too.
create function employer.delete_application_notes() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from employer.application_notes n where n.application_id = new.id;
  return null;
end $$;
revoke all on function employer.delete_application_notes() from public;
create trigger delete_application_notes after update of withdrawn_at on talent.applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function employer.delete_application_notes();

-- As before, with notes. They have a limit of their own: however many there are, the stages stay.
create or replace function identity.find_application_events(application_id uuid)
  returns table (at timestamptz, action text, change text, actor_name text)
  language sql stable security definer set search_path = '' as $$
  select e.at, e.action, e.change, coalesce(u.name, '')
    from (
      (select * from identity.audit_events e
        where e.subject_id = find_application_events.application_id and e.subject_kind = 'application'
          and e.action in ('application.stage_changed', 'application.stage_change_undone',
                           'application.offer_accepted', 'application.offer_declined')
        order by e.id desc
        limit 100)
      union all
      (select * from identity.audit_events e
        where e.subject_id = find_application_events.application_id and e.subject_kind = 'application'
          and e.action in ('application.note_added', 'application.note_deleted')
        order by e.id desc
        limit 100)
    ) e left join identity.users u on e.actor_kind = 'user' and u.id = e.actor_id
   order by e.id desc
$$;
