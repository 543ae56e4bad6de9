-- Work history and education of profiles, and of applications as they were sent. docs/decisions/0042-work-history-and-education.md

-- {positions: [{key, employer_name, title, from_month, to_month, description}], education: [{key, school, degree, from_year,
-- to_year}]}, each newest first.
alter table talent.profiles
  add column career jsonb not null default '{"positions": [], "education": []}'
    constraint profiles_career_check check (jsonb_array_length(career -> 'positions') <= 15 and jsonb_array_length(career -> 'education') <= 10);
comment on column talent.profiles.career is
  '{positions: [{key, employer_name, title, from_month, to_month, description}], education: [{key, school, degree, from_year, to_year}]}';
alter table talent.applications
  add column career jsonb not null default '{"positions": [], "education": []}'
    constraint applications_career_check check (jsonb_array_length(career -> 'positions') <= 15 and jsonb_array_length(career -> 'education') <= 10);
comment on column talent.applications.career is 'the career of the profile as it was sent; empty when withdrawn';

create or replace trigger count_version before update on talent.profiles for each row
  when ((old.headline, old.summary, old.skills, old.location, old.links, old.career)
        is distinct from (new.headline, new.summary, new.skills, new.location, new.links, new.career))
  execute function identity.count_version();

-- A withdrawal erases it. A trigger, so that pods of the former release do it, too.
create function talent.forget_career() returns trigger language plpgsql set search_path = '' as $$
begin new.career := '{"positions": [], "education": []}'; return new; end $$;
revoke all on function talent.forget_career() from public;
create trigger forget_career before update of withdrawn_at on talent.applications
  for each row when (new.withdrawn_at is not null) execute function talent.forget_career();

-- One at a time, as `identity.find_reviewed_profile`, which pods of the former release call.
create function identity.find_reviewed_career(user_id uuid) returns table (career jsonb)
  language sql stable security definer set search_path = '' as $$
  select p.career from talent.profiles p where p.user_id = find_reviewed_career.user_id
$$;
revoke all on function identity.find_reviewed_career(uuid) from public;
grant execute on function identity.find_reviewed_career(uuid) to identity_service;

grant update (career) on talent.profiles to talent_service;
grant insert (career) on talent.applications to talent_service;
