-- The lists of a company's job posts: search by title and location, order by title, and the deletion of drafts.

alter table employer.job_posts add column list_text text collate "C" not null default '';
comment on column employer.job_posts.list_text is
  'employer.search_text of title and location: what the company''s own list searches and sorts by; kept by a trigger';

create function employer.set_list_text() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.list_text := employer.search_text(new.title || ' ' || new.location);
  return new;
end $$;
revoke all on function employer.set_list_text() from public;

create trigger set_list_text before insert or update of title, location on employer.job_posts
  for each row execute function employer.set_list_text();
update employer.job_posts set list_text = employer.search_text(title || ' ' || location);

grant usage on schema extensions to employer_service;
grant execute on function employer.search_text(text) to employer_service;

-- Counting the applications of each post of a company, for the order by their number, and listing those of one post.
create index applications_company_id_job_post_id_idx on talent.applications (company_id, job_post_id, id desc)
  where withdrawn_at is null;

-- The one deletion of the employer service: a company's own draft. Null: no such post; otherwise the state it had.
create function employer.delete_draft(job_post_id uuid, company_id uuid) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  found_state text;
begin
  select j.state into found_state from employer.job_posts j
   where j.id = delete_draft.job_post_id and j.company_id = delete_draft.company_id for update;
  if found_state = 'draft' then
    delete from employer.job_posts j where j.id = delete_draft.job_post_id;
  end if;
  return found_state;
end $$;
revoke all on function employer.delete_draft(uuid, uuid) from public;
grant execute on function employer.delete_draft(uuid, uuid) to employer_service;
