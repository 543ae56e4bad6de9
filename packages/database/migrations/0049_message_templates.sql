-- Templates of messages to applicants. docs/decisions/0039-messages-templates-and-interviews.md

create table employer.message_templates (
  id         uuid        constraint message_templates_pkey primary key default uuidv7(),
  company_id uuid        not null constraint message_templates_company_id_fkey references employer.companies,
  name       text        not null,
  text       text        not null,
  changed_at timestamptz not null default now(),
  changed_by uuid        not null,
  version    integer     not null default 1
);
comment on table employer.message_templates is 'texts with placeholders that members begin messages to applicants with';
comment on column employer.message_templates.changed_by is 'without a foreign key: it stays as the id of a user who is gone';
create index message_templates_company_id_id_idx on employer.message_templates (company_id, id desc);

create trigger count_version before update on employer.message_templates for each row
  when ((old.name, old.text) is distinct from (new.name, new.text))
  execute function identity.count_version();

grant select, update (name, text, changed_at, changed_by) on employer.message_templates to employer_service;

-- Adds a template and returns its id. Null: the company has `max` others. The lock makes counting and adding one step.
create function employer.create_message_template(company_id uuid, name text, text text, changed_by uuid, max integer) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  created_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('message templates ' || create_message_template.company_id, 0));
  if (select count(*) from employer.message_templates t where t.company_id = create_message_template.company_id) >= max then
    return null;
  end if;
  insert into employer.message_templates as t (company_id, name, text, changed_by)
  values (create_message_template.company_id, create_message_template.name, create_message_template.text,
          create_message_template.changed_by)
  returning t.id into created_id;
  return created_id;
end $$;

create function employer.delete_message_template(company_id uuid, id uuid) returns boolean
  language sql security definer set search_path = '' as $$
  with deleted as (
    delete from employer.message_templates t
     where t.id = delete_message_template.id and t.company_id = delete_message_template.company_id returning t.id
  )
  select exists (select from deleted)
$$;

revoke all on function employer.create_message_template(uuid, text, text, uuid, integer),
  employer.delete_message_template(uuid, uuid) from public;
grant execute on function employer.create_message_template(uuid, text, text, uuid, integer),
  employer.delete_message_template(uuid, uuid) to employer_service;
