-- Keeps `talent.application_search` (0095) up to date. Its locks last until the end of the migration, so this comes last.

alter table talent.application_search
  add constraint application_search_application_id_fkey
  foreign key (application_id) references talent.applications on delete cascade not valid;

create function talent.add_application_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into talent.application_search (application_id, company_id, job_post_id, user_id, profile)
  select new.id, new.company_id, new.job_post_id, new.user_id,
         employer.search_text(new.headline || ' ' || array_to_string(new.skills, ' '))
   where new.withdrawn_at is null;
  return null;
end $$;
revoke all on function talent.add_application_search() from public;
create trigger applications_search_added after insert on talent.applications
  for each row execute function talent.add_application_search();

-- A withdrawal erases what was sent.
create function talent.delete_application_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from talent.application_search s where s.application_id = new.id;
  return null;
end $$;
revoke all on function talent.delete_application_search() from public;
create trigger applications_search_deleted after update of withdrawn_at on talent.applications
  for each row when (new.withdrawn_at is not null) execute function talent.delete_application_search();

-- What was sent, withdrawn or erased since 0095 began to read.
insert into talent.application_search (application_id, company_id, job_post_id, user_id, profile)
select a.id, a.company_id, a.job_post_id, a.user_id, employer.search_text(a.headline || ' ' || array_to_string(a.skills, ' '))
  from talent.applications a
 where a.withdrawn_at is null
   and not exists (select from talent.application_search s where s.application_id = a.id);
delete from talent.application_search s
 where not exists (select from talent.applications a where a.id = s.application_id and a.withdrawn_at is null);
