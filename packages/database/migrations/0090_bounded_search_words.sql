-- The words that typing errors are compared with are few, whatever a company publishes: a search for a similar word reads a part of
-- them that grows with their number (G6). docs/decisions/0018-a-search-that-forgives.md

alter table employer.search_words add column company_id uuid;
comment on column employer.search_words.company_id is
  'the company whose job post or name had the word first; null: it is from before this column';
create index search_words_company_id_idx on employer.search_words (company_id);

-- In order, so that two posts with the same new words cause no deadlock. A company that was the first with 10,000 words adds none
-- until the retention job has removed some of them; its posts are found all the same, by words that are spelled correctly.
create function employer.add_search_words(raw text, company_id uuid) returns void language sql
begin atomic
  insert into employer.search_words (word, company_id)
  select new_words.word, add_search_words.company_id
    from (select distinct w.word
            from regexp_split_to_table(employer.search_text(add_search_words.raw), ' ') as w (word)
           where w.word collate pg_catalog.pg_unicode_fast ~ '^[[:alpha:]]{4,24}$'
             and not exists (select from employer.search_words s where s.word = w.word)
           order by w.word
           limit (select greatest(0, 10000 - count(*)) from employer.search_words s
                   where s.company_id = add_search_words.company_id)) as new_words
   order by new_words.word
  on conflict do nothing;
end;
revoke all on function employer.add_search_words(text, uuid) from public;

-- As before, with the company.
create or replace function employer.refresh_job_post_search() returns trigger
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
  perform employer.add_search_words(concat_ws(' ', new.title, new.location, company_name, new.description), new.company_id);
  return null;
end $$;

create or replace function employer.rename_in_job_post_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into employer.renamed_companies as r (company_id) values (new.id)
    on conflict on constraint renamed_companies_pkey do update set renamed_at = now(), job_post_id = null;
  perform employer.add_search_words(new.name, new.id);
  return null;
end $$;
drop function employer.add_search_words(text);

-- Until a later release, `remove_due` takes the words, too: the job of the former release calls it.
--
-- Looks at that many words, in their order, from the one after `last_word` on, and removes those that no published post has.
-- Returns the last word that it looked at, null: there is none; and how many went.
create function retention.remove_due_words(inout last_word text, max_words integer, out removed integer)
  language plpgsql security definer set search_path = '' as $$
declare
  words text[];
  due   text[];
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('retention search_words', 0));
  words := array(select w.word from employer.search_words w where w.word > last_word order by w.word limit max_words);
  last_word := words[cardinality(words)];
  removed := 0;
  -- Found without a lock, which a publication would wait for; then looked at again behind the ones that are running.
  due := array(select d.key from retention.due_search_words d where d.key = any (words));
  if cardinality(due) = 0 then return; end if;
  lock table employer.search_words in share row exclusive mode;
  delete from employer.search_words w
   where w.word = any (due) and exists (select from retention.due_search_words d where d.key = w.word);
  get diagnostics removed = row_count;
  update retention.progress p set removed = p.removed + remove_due_words.removed where p.kind = 'search_words';
end $$;
revoke all on function retention.remove_due_words(text, integer) from public;

create or replace function retention.grant_to_job() returns void
  language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then return; end if;
  execute pg_catalog.format('grant connect on database %I to retention_service', pg_catalog.current_database());
  grant usage on schema retention to retention_service;
  grant execute on function retention.remove_due(text, integer), retention.remove_due_words(text, integer),
    retention.end_run(text),
    retention.step_audit_partitions(), retention.lock_due_accounts(integer), retention.close_some_with_account(uuid, jsonb),
    retention.erase_some_of_account(uuid), retention.delete_account(uuid, jsonb),
    retention.find_due_documents(integer), retention.forget_document(uuid), retention.find_unknown_documents(uuid[])
    to retention_service;
end $$;
select retention.grant_to_job();
