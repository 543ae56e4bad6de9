-- A place with a typing error is compared with the words of locations alone: "Portp" is not "ports". docs/decisions/0018-a-search-that-forgives.md

alter table employer.search_words add column is_place boolean not null default false;
comment on column employer.search_words.is_place is 'whether the location or the country of a published job post has or had the word';

-- The locations of now; 0098 adds those of later. Words whose company had no room for more are not among them.
update employer.search_words s set is_place = true
 where s.word in (select regexp_split_to_table(f.location, ' ') from employer.job_post_filters f);

create index search_words_place_idx on employer.search_words using gist (word extensions.gist_trgm_ops (siglen = 64))
  where is_place;
analyze employer.search_words;
