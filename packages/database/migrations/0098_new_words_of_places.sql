-- New words of places (0096) are marked when a post is published.

-- Words and those of a place among them, otherwise as `add_search_words(text, uuid)`: in order, so that two posts with the same new
-- words cause no deadlock, and none from a company that was the first with 10,000.
create function employer.add_search_words(raw text, place text, company_id uuid) returns void language sql
begin atomic
  with asked as (
    select words.word, bool_or(words.is_place) as is_place
      from (select w.word, false as is_place
              from regexp_split_to_table(employer.search_text(add_search_words.raw), ' ') as w (word)
            union all
            select w.word, true
              from regexp_split_to_table(employer.search_text(add_search_words.place), ' ') as w (word)) as words
     where words.word collate pg_catalog.pg_unicode_fast ~ '^[[:alpha:]]{4,24}$'
     group by words.word
  ), unknown as (
    select a.word, a.is_place
      from asked a
     where not exists (select from employer.search_words s where s.word = a.word)
     order by a.word
     limit (select greatest(0, 10000 - count(*)) from employer.search_words s where s.company_id = add_search_words.company_id)
  ), known as (
    select a.word, a.is_place
      from asked a join employer.search_words s on s.word = a.word
     where a.is_place and not s.is_place
  )
  insert into employer.search_words as s (word, company_id, is_place)
  select added.word, add_search_words.company_id, added.is_place
    from (select * from unknown union all select * from known) as added
   order by added.word
  on conflict (word) do update set is_place = true where excluded.is_place and not s.is_place;
end;
revoke all on function employer.add_search_words(text, text, uuid) from public;

-- As before, with the words of places.
create or replace function employer.refresh_job_post_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  company_name text;
  place        text;
begin
  if new.state <> 'published' then
    delete from employer.job_post_search where job_post_id = new.id;
    return null;
  end if;
  -- The row's lock: a company that is being renamed is waited for, and a later renaming sees this post.
  select c.name into strict company_name from employer.companies c where c.id = new.company_id for share;
  place := concat_ws(' ', new.location, employer.country_words(new.country_code));
  insert into employer.job_post_search (job_post_id, company_id, location, document)
  values (new.id, new.company_id, employer.search_text(new.location),
          employer.search_document(new.title, place, new.description, company_name))
  on conflict (job_post_id) do update set location = excluded.location, document = excluded.document;
  perform employer.add_search_words(concat_ws(' ', new.title, company_name, new.description), place, new.company_id);
  return null;
end $$;
