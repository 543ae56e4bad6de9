-- A company finds its applications by name and address of the applicant, by headline and skills as they were sent, and by title and
-- location of the job post (`employer.job_posts.list_text`). This part takes no lock that a write waits for: the keys and the triggers
-- follow in 0099, with what has changed meanwhile. docs/decisions/0038-hire-as-a-team.md

create table talent.application_search (
  application_id uuid not null,
  company_id     uuid not null,
  job_post_id    uuid not null,
  user_id        uuid not null,
  profile        text not null
);
comment on table talent.application_search is 'what companies search their applications by; a withdrawn one has no row';
comment on column talent.application_search.profile is 'employer.search_text of headline and skills as they were sent';

insert into talent.application_search (application_id, company_id, job_post_id, user_id, profile)
select a.id, a.company_id, a.job_post_id, a.user_id, employer.search_text(a.headline || ' ' || array_to_string(a.skills, ' '))
  from talent.applications a
 where a.withdrawn_at is null;

alter table talent.application_search add constraint application_search_pkey primary key (application_id);
-- The newest of a company, which a search reads up to a limit.
create index application_search_company_id_application_id_idx on talent.application_search (company_id, application_id);

grant select (application_id, company_id, job_post_id, user_id, profile) on talent.application_search to employer_service;
