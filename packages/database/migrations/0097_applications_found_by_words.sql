-- A company finds its applications by name and address of the applicant, by headline and skills as they were sent, and by title and
-- location of the job post (`employer.job_posts.list_text`). docs/decisions/0038-hire-as-a-team.md

create table talent.application_search (
  application_id uuid not null constraint application_search_pkey primary key
                 constraint application_search_application_id_fkey references talent.applications on delete cascade,
  company_id     uuid not null constraint application_search_company_id_fkey references employer.companies,
  job_post_id    uuid not null,
  person         text not null,
  profile        text not null
);
comment on table talent.application_search is 'what companies search their applications by; a withdrawn one has no row';
comment on column talent.application_search.person is 'employer.search_text of name and address as they are now; kept by a trigger';
comment on column talent.application_search.profile is 'employer.search_text of headline and skills as they were sent';

-- The newest of a company, which a search reads up to a limit.
create index application_search_company_id_application_id_idx on talent.application_search (company_id, application_id);

create function talent.add_application_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into talent.application_search (application_id, company_id, job_post_id, person, profile)
  select new.id, new.company_id, new.job_post_id, employer.search_text(u.name || ' ' || u.email),
         employer.search_text(new.headline || ' ' || array_to_string(new.skills, ' '))
    from identity.users u where u.id = new.user_id and new.withdrawn_at is null;
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

-- No index has the texts, so that 5,000 applications of a user take a quarter of a second: the transaction holds the user's lock,
-- and a revocation waits for it (G1).
create function talent.rename_in_application_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  renamed constant text := employer.search_text(new.name || ' ' || new.email);
begin
  update talent.application_search s set person = renamed
   where s.application_id in (select a.id from talent.applications a where a.user_id = new.id);
  return null;
end $$;
revoke all on function talent.rename_in_application_search() from public;
create trigger users_applications_renamed after update of name, email on identity.users
  for each row when ((old.name, old.email) is distinct from (new.name, new.email))
  execute function talent.rename_in_application_search();

insert into talent.application_search (application_id, company_id, job_post_id, person, profile)
select a.id, a.company_id, a.job_post_id, employer.search_text(u.name || ' ' || u.email),
       employer.search_text(a.headline || ' ' || array_to_string(a.skills, ' '))
  from talent.applications a join identity.users u on u.id = a.user_id
 where a.withdrawn_at is null;

grant select (application_id, company_id, job_post_id, person, profile) on talent.application_search to employer_service;
