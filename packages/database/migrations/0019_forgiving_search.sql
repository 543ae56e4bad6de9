-- The search document of each published job post, for a search that forgives accents, compounds, unfinished words and
-- typing errors (decision 0018). Triggers keep it, so the services of the former release do, too; `job_posts.search`
-- stays until a later release.

-- Both extensions are trusted: the owner of the database may create them.
create schema if not exists extensions;
create extension if not exists unaccent schema extensions;
create extension if not exists pg_trgm schema extensions;
do $$
declare
  extension text;
begin
  -- An operator may have created them in another schema.
  for extension in
    select e.extname from pg_catalog.pg_extension e
     where e.extname in ('unaccent', 'pg_trgm') and e.extnamespace <> 'extensions'::regnamespace
  loop
    execute format('alter extension %I set schema extensions', extension);
  end loop;
end $$;

-- English stems of all words, also of those that English texts hardly distinguish: "IT" is a word of a job search.
create text search dictionary employer.every_word (template = pg_catalog.snowball, language = english);
create text search configuration employer.job_search (copy = pg_catalog.english);
alter text search configuration employer.job_search
  alter mapping for asciiword, asciihword, hword_asciipart with employer.every_word;
alter text search configuration employer.job_search
  alter mapping for word, hword, hword_part with extensions.unaccent, employer.every_word;

-- Words as they are written: an unfinished word is the beginning of one of these.
create text search configuration employer.job_words (copy = pg_catalog.simple);
alter text search configuration employer.job_words
  alter mapping for word, hword, hword_part with extensions.unaccent, pg_catalog.simple;

-- The words of a text, in lower case, without accents, one space apart. services/talent splits a query in the same way.
create function employer.search_text(raw text) returns text language sql stable return
  trim(regexp_replace(
    extensions.unaccent(replace(replace(
      lower(normalize(raw, nfkc) collate pg_catalog.pg_unicode_fast), 'c++', 'cplusplus'), 'c#', 'csharp')),
    '[^[:alnum:]]+', ' ', 'g'));

-- A title, a company's name or a location: stems, words as written, and neighbours as one word ("front end": "frontend").
create function employer.search_head(raw text, weight "char") returns tsvector language sql stable
begin atomic
  select setweight(
           to_tsvector('employer.job_search',
             concat_ws(' ', string_agg(w.word, ' ' order by w.n), string_agg(w.word || w.next, ' ' order by w.n)))
             || to_tsvector('employer.job_words', coalesce(string_agg(w.word, ' ' order by w.n), '')),
           search_head.weight)
    from (select s.word, s.n, lead(s.word) over (order by s.n) as next
            from regexp_split_to_table(employer.search_text(search_head.raw), ' ') with ordinality as s (word, n)) as w;
end;

-- A description: stems, and hyphenated words also as one word ("e-commerce": "ecommerce").
create function employer.search_body(raw text) returns tsvector language sql stable
begin atomic
  select setweight(
           to_tsvector('employer.job_search', concat_ws(' ', employer.search_text(search_body.raw),
             employer.search_text(string_agg(replace(m.compound[1], '-', ''), ' ')))), 'D')
    from regexp_matches(search_body.raw collate pg_catalog.pg_unicode_fast,
                        '([[:alnum:]]+-[-[:alnum:]]+)', 'g') as m (compound);
end;

-- The document of a post: title A, company B, location C, description D. The name is last, to be replaced alone.
create function employer.search_document(title text, location text, description text, company_name text)
  returns tsvector language sql stable return
  employer.search_head(title, 'A') || employer.search_head(location, 'C') || employer.search_body(description)
    || employer.search_head(company_name, 'B');

create table employer.job_post_search (
  job_post_id uuid     constraint job_post_search_pkey primary key
                       constraint job_post_search_job_post_id_fkey references employer.job_posts on delete cascade,
  company_id  uuid     not null,
  location    text     not null,
  document    tsvector not null
);
comment on table employer.job_post_search is 'published job posts as the public search reads them; kept by triggers';
comment on column employer.job_post_search.location is 'employer.search_text of the location';
comment on column employer.job_post_search.document is 'employer.search_document';
create index job_post_search_document_idx on employer.job_post_search using gin (document);
create index job_post_search_company_id_idx on employer.job_post_search (company_id);

create table employer.search_words (word text constraint search_words_pkey primary key);
comment on table employer.search_words is 'words that published job posts have or had: what a typing error may have meant';
create index search_words_word_idx on employer.search_words using gist (word extensions.gist_trgm_ops (siglen = 64));

-- In order, so that two posts with the same new words cause no deadlock.
create function employer.add_search_words(raw text) returns void language sql
begin atomic
  insert into employer.search_words (word)
  select distinct w.word
    from regexp_split_to_table(employer.search_text(add_search_words.raw), ' ') as w (word)
   where w.word collate pg_catalog.pg_unicode_fast ~ '^[[:alpha:]]{4,24}$'
   order by w.word
  on conflict do nothing;
end;

create function employer.refresh_job_post_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  company_name text;
begin
  if new.state <> 'published' then
    delete from employer.job_post_search where job_post_id = new.id;
    return null;
  end if;
  -- The row's lock: a company that is being renamed is waited for, and a later renaming sees this post.
  select c.name into strict company_name from employer.companies c where c.id = new.company_id for share;
  insert into employer.job_post_search (job_post_id, company_id, location, document)
  values (new.id, new.company_id, employer.search_text(new.location),
          employer.search_document(new.title, new.location, new.description, company_name))
  on conflict (job_post_id) do update set location = excluded.location, document = excluded.document;
  perform employer.add_search_words(concat_ws(' ', new.title, new.location, company_name, new.description));
  return null;
end $$;

-- Replaces the name in the documents of the company's published posts, of which a quota limits the number.
create function employer.rename_in_job_post_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update employer.job_post_search
     set document = ts_filter(document, '{a,c,d}') || employer.search_head(new.name, 'B')
   where company_id = new.id;
  perform employer.add_search_words(new.name);
  return null;
end $$;

-- The posts of before, first without a lock that keeps writes waiting.
insert into employer.job_post_search (job_post_id, company_id, location, document)
select j.id, j.company_id, employer.search_text(j.location),
       employer.search_document(j.title, j.location, j.description, c.name)
  from employer.job_posts j join employer.companies c on c.id = j.company_id
 where j.state = 'published';

create trigger job_posts_published after insert on employer.job_posts
  for each row when (new.state = 'published') execute function employer.refresh_job_post_search();
create trigger job_posts_changed after update of state, title, location, description on employer.job_posts
  for each row when (
    new.state is distinct from old.state
    or new.state = 'published' and (new.title, new.location, new.description)
         is distinct from (old.title, old.location, old.description))
  execute function employer.refresh_job_post_search();
create trigger companies_renamed after update of name on employer.companies
  for each row when (new.name is distinct from old.name) execute function employer.rename_in_job_post_search();

-- The triggers' locks are held from here on: what has changed meanwhile follows.
delete from employer.job_post_search s
 where not exists (select from employer.job_posts j where j.id = s.job_post_id and j.state = 'published');
insert into employer.job_post_search (job_post_id, company_id, location, document)
select j.id, j.company_id, employer.search_text(j.location),
       employer.search_document(j.title, j.location, j.description, c.name)
  from employer.job_posts j join employer.companies c on c.id = j.company_id
 where j.state = 'published' and greatest(j.updated_at, c.updated_at) > now() - interval '1 hour'
on conflict (job_post_id) do update set location = excluded.location, document = excluded.document;
select employer.add_search_words(concat_ws(' ', j.title, j.location, c.name, j.description))
  from employer.job_posts j join employer.companies c on c.id = j.company_id
 where j.state = 'published';
analyze employer.job_post_search, employer.search_words;

revoke all on function employer.search_text(text), employer.search_head(text, "char"), employer.search_body(text),
  employer.search_document(text, text, text, text), employer.add_search_words(text), employer.refresh_job_post_search(), employer.rename_in_job_post_search() from public;
grant usage on schema extensions to talent_service;
grant execute on function employer.search_text(text) to talent_service;
grant select on employer.job_post_search, employer.search_words to talent_service;
