-- CVs may be in an S3-compatible store: the row says where, and a deleted row leaves behind what has to be deleted there.
-- docs/decisions/0045-documents-in-an-s3-compatible-store.md

alter table talent.cvs add column store_folder uuid;
comment on column talent.cvs.store_folder is
  'random; the folder of its chunks in the S3-compatible store; null: talent.cv_chunks has them';
create unique index cvs_store_folder_idx on talent.cvs (store_folder) where store_folder is not null;
grant update (store_folder) on talent.cvs to talent_service;

create table talent.deleted_documents (
  folder uuid        constraint deleted_documents_pkey primary key,
  due_at timestamptz not null
);
comment on table talent.deleted_documents is
  'folders of the S3-compatible store whose CVs are deleted: the retention job deletes them there, however long the store is down';
create index deleted_documents_due_at_idx on talent.deleted_documents (due_at);

-- In the transaction that deletes the row, whichever it is: a new CV, a withdrawal, the deletion of an account, the retention job.
-- An upload that is not complete may be writing still: its last chunk arrives within minutes.
create function talent.delete_document() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into talent.deleted_documents (folder, due_at)
  values (old.store_folder, now() + case when old.uploaded_at is null then interval '1 hour' else interval '0' end);
  return null;
end $$;
revoke all on function talent.delete_document() from public;
create trigger delete_document after delete on talent.cvs
  for each row when (old.store_folder is not null) execute function talent.delete_document();

insert into retention.progress (kind, relation, key_column)
values ('deleted_documents', 'talent.deleted_documents', 'folder');
create view retention.due_deleted_documents as
  select d.folder as key, d.due_at from talent.deleted_documents d where d.due_at < now();

-- Longest due first.
create function retention.find_due_documents(max_folders integer) returns setof uuid
  language sql stable security definer set search_path = '' as $$
  select d.key from retention.due_deleted_documents d order by d.due_at limit max_folders
$$;

-- Call it once the store has deleted the folder.
create function retention.forget_document(folder uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  delete from talent.deleted_documents d where d.folder = forget_document.folder and d.due_at < now();
  if found then
    update retention.progress p set removed = p.removed + 1 where p.kind = 'deleted_documents';
  end if;
end $$;

-- Which of these folders no row knows: what a restored back-up of the database has forgotten.
create function retention.find_unknown_documents(folders uuid[]) returns setof uuid
  language sql stable security definer set search_path = '' as $$
  select f.folder from unnest(folders) as f (folder)
   where not exists (select from talent.cvs c where c.store_folder = f.folder)
     and not exists (select from talent.deleted_documents d where d.folder = f.folder)
$$;

-- As before, without documents: a row that is gone while the store still has the folder would leave it there for ever.
create or replace function retention.remove_due(kind text, max_keys integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  target retention.progress;
  keys   text[];
  gone   integer;
begin
  if kind = 'account_deletions' then raise exception 'accounts are deleted by retention.delete_account'; end if;
  if kind = 'deleted_documents' then raise exception 'documents are forgotten by retention.forget_document'; end if;
  select p.* into strict target from retention.progress p where p.kind = remove_due.kind;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('retention ' || kind, 0));
  if kind = 'search_words' then
    -- Found without a lock, which a publication would wait for; then looked at again behind the ones that are running.
    keys := array(select d.key from retention.due_search_words d limit max_keys);
    lock table employer.search_words in share row exclusive mode;
    delete from employer.search_words w
     where w.word = any (keys) and exists (select from retention.due_search_words d where d.key = w.word);
  else
    execute pg_catalog.format(
      'delete from %s where %I in (select d.key from retention.%I d limit $1 for update skip locked)',
      target.relation, target.key_column, 'due_' || kind) using max_keys;
  end if;
  get diagnostics gone = row_count;
  update retention.progress p set removed = p.removed + gone where p.kind = remove_due.kind and gone > 0;
  return gone;
end $$;

create or replace function retention.grant_to_job() returns void
  language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then return; end if;
  execute pg_catalog.format('grant connect on database %I to retention_service', pg_catalog.current_database());
  grant usage on schema retention to retention_service;
  grant execute on function retention.remove_due(text, integer), retention.end_run(text),
    retention.step_audit_partitions(), retention.lock_due_accounts(integer), retention.delete_account(uuid, jsonb),
    retention.find_due_documents(integer), retention.forget_document(uuid), retention.find_unknown_documents(uuid[])
    to retention_service;
end $$;

revoke all on function retention.find_due_documents(integer), retention.forget_document(uuid),
  retention.find_unknown_documents(uuid[]) from public;
select retention.grant_to_job();
