-- A place with a typing error is compared with the words of locations alone: "Portp" is not "ports". docs/decisions/0018-a-search-that-forgives.md

alter table employer.search_words add column is_place boolean not null default false;
comment on column employer.search_words.is_place is 'whether the location or the country of a published job post has or had the word';

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

-- Still empty, so that it locks the table for a moment alone; 0100 fills it.
create index search_words_place_idx on employer.search_words using gist (word extensions.gist_trgm_ops (siglen = 64))
  where is_place;
