-- The documents of the posts of a renamed company follow in short steps, outside of the transaction that renames it: with all of
-- them in it, a company with many posts could not be renamed, and a revocation waited for the attempt (G1).
-- docs/decisions/0018-a-search-that-forgives.md

create table employer.renamed_companies (
  company_id  uuid        constraint renamed_companies_pkey primary key
                          constraint renamed_companies_company_id_fkey references employer.companies on delete cascade,
  renamed_at  timestamptz not null default now(),
  job_post_id uuid
);
comment on table employer.renamed_companies is 'companies whose posts the search may still find by the name of before';
comment on column employer.renamed_companies.job_post_id is
  'the posts up to this one have the new name in their documents; null: none has';

-- As before, but the documents follow. The row waits for a step that is running, and each later step reads the new name.
create or replace function employer.rename_in_job_post_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into employer.renamed_companies as r (company_id) values (new.id)
    on conflict on constraint renamed_companies_pkey do update set renamed_at = now(), job_post_id = null;
  perform employer.add_search_words(new.name);
  return null;
end $$;

-- Replaces the name in documents of the company that was renamed first, for about `max_millis`; with as many posts as a quota
-- allows, that takes several calls. A post that is published meanwhile has the new name already: its transaction has read it under
-- the lock of the company's row. False: no company waits that another transaction does not work on.
create function employer.rename_in_documents(max_millis integer) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  ends_at constant timestamptz := clock_timestamp() + make_interval(secs => max_millis / 1000.0);
  renamed employer.renamed_companies;
  post_id uuid;
begin
  select r.* into renamed from employer.renamed_companies r order by r.renamed_at limit 1 for update skip locked;
  if renamed.company_id is null then return false; end if;
  for post_id in
    select s.job_post_id from employer.job_post_search s
     where s.company_id = renamed.company_id
       and (renamed.job_post_id is null or s.job_post_id > renamed.job_post_id)
     order by s.job_post_id
  loop
    update employer.job_post_search s
       set document = ts_filter(s.document, '{a,c,d}') || employer.search_head(c.name, 'B')
      from employer.companies c
     where s.job_post_id = post_id and c.id = s.company_id;
    if clock_timestamp() >= ends_at then
      update employer.renamed_companies r set job_post_id = post_id where r.company_id = renamed.company_id;
      return true;
    end if;
  end loop;
  delete from employer.renamed_companies r where r.company_id = renamed.company_id;
  return true;
end $$;
revoke all on function employer.rename_in_documents(integer) from public;
grant execute on function employer.rename_in_documents(integer) to employer_service;
